/*
 * clock_shim.c -- a library that is preloaded into a daemon under test.
 *
 * $TEST_CLOCK is a file with two numbers of eight bytes in native byte order.
 * Changes take effect at once. The first is the offset of the wall clock in
 * seconds (monotonic clocks are not changed, as when the clock is set). The
 * second is the number of seconds by which all clocks are ahead (time that
 * passes without waiting).
 *
 * $TEST_STALL is a directory. While it contains `disk`, fdatasync(2) and
 * fsync(2) do not return (a store thread that waits for the disk). While it
 * contains `timers`, one-shot timers with a delay are not set (a stopped
 * schedule). While it contains `eio`, fdatasync and fsync fail with EIO. While
 * it contains `erofs`, pwrite fails with EROFS (used by SQLite and for the pid
 * in the lock file).
 */
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include <dlfcn.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { WALL, ALL, OFFSET_COUNT };

static int64_t
clock_shim_offset_s(int which)
{
	static const volatile int64_t *shared;
	const char *path;
	void *p;
	int fd;

	if (shared != NULL)
		return shared[which];
	path = getenv("TEST_CLOCK");
	if (path == NULL || (fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return 0;
	p = mmap(
	    NULL, OFFSET_COUNT * sizeof(*shared), PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return 0;
	shared = p;
	return shared[which];
}

int
clock_gettime(clockid_t clock, struct timespec *ret)
{
	long rc = syscall(SYS_clock_gettime, clock, ret);

	if (rc != 0)
		return (int)rc;
	switch (clock) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
		ret->tv_sec +=
		    clock_shim_offset_s(WALL) + clock_shim_offset_s(ALL);
		break;
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
		ret->tv_sec += clock_shim_offset_s(ALL);
		break;
	}
	return 0;
}

time_t
time(time_t *ret)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (ret != NULL)
		*ret = now.tv_sec;
	return now.tv_sec;
}

int
gettimeofday(struct timeval *restrict ret, void *restrict zone)
{
	struct timespec now;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	ret->tv_sec = now.tv_sec;
	ret->tv_usec = now.tv_nsec / 1000;
	return 0;
}

/* The program waits with a time limit only on conditions that use
 * CLOCK_MONOTONIC. */
int
pthread_cond_timedwait(pthread_cond_t *restrict condition,
    pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
	struct timespec real = *until;

	real.tv_sec -= clock_shim_offset_s(ALL);
	return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, &real);
}

static int
clock_shim_is_stalled(const char *what)
{
	const char *folder = getenv("TEST_STALL");
	char path[4096];

	return folder != NULL &&
	       snprintf(path, sizeof(path), "%s/%s", folder, what) > 0 &&
	       access(path, F_OK) == 0;
}

static void
clock_shim_wait_while_stalled(void)
{
	while (clock_shim_is_stalled("disk"))
		usleep(20000);
}

int
event_add(struct event *event, const struct timeval *timeout)
{
	static int (*real)(struct event *, const struct timeval *);
	short what = event_get_events(event);

	if (real == NULL)
		real = (int (*)(struct event *, const struct timeval *))dlsym(
		    RTLD_NEXT, "event_add");
	bool later =
	    timeout != NULL && (timeout->tv_sec > 0 || timeout->tv_usec > 0);

	if ((what & (EV_READ | EV_WRITE | EV_SIGNAL | EV_PERSIST)) == 0 &&
	    later && clock_shim_is_stalled("timers"))
		return 0;
	return real(event, timeout);
}

static int
clock_shim_fail(int number)
{
	errno = number;
	return -1;
}

int
fdatasync(int fd)
{
	clock_shim_wait_while_stalled();
	return clock_shim_is_stalled("eio") ? clock_shim_fail(EIO)
					    : (int)syscall(SYS_fdatasync, fd);
}

int
fsync(int fd)
{
	clock_shim_wait_while_stalled();
	return clock_shim_is_stalled("eio") ? clock_shim_fail(EIO)
					    : (int)syscall(SYS_fsync, fd);
}

ssize_t
pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
	return clock_shim_is_stalled("erofs")
		   ? clock_shim_fail(EROFS)
		   : (ssize_t)syscall(SYS_pwrite64, fd, bytes, n, at);
}
