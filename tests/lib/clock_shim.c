/*
 * clock_shim.c -- preloaded into a daemon under test: its wall clock is off
 * by the seconds that the file $TEST_CLOCK holds (eight bytes, native), now.
 * The steady clocks are left alone, as they are where somebody sets the clock.
 *
 * And $TEST_STALL: while that file exists, fdatasync(2) does not return, which
 * is a store's thread that is stuck in a disk.
 */
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int64_t
offset_s(void)
{
	static const volatile int64_t *shared;
	const char *path;
	void *p;
	int fd;

	if (shared != NULL)
		return *shared;
	path = getenv("TEST_CLOCK");
	if (path == NULL || (fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return 0;
	p = mmap(NULL, sizeof(*shared), PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return 0;
	shared = p;
	return *shared;
}

int
clock_gettime(clockid_t clock, struct timespec *ret)
{
	long rc = syscall(SYS_clock_gettime, clock, ret);

	if (rc == 0 &&
	    (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		ret->tv_sec += offset_s();
	return (int)rc;
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

static void
wait_while_stalled(void)
{
	const char *path = getenv("TEST_STALL");

	while (path != NULL && access(path, F_OK) == 0)
		usleep(20000);
}

int
fdatasync(int fd)
{
	wait_while_stalled();
	return (int)syscall(SYS_fdatasync, fd);
}

int
fsync(int fd)
{
	wait_while_stalled();
	return (int)syscall(SYS_fsync, fd);
}
