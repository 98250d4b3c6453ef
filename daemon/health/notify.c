/*
 * notify.c -- sd_notify(3)'s protocol: a datagram of NAME=value lines to the
 * AF_UNIX address in $NOTIFY_SOCKET.
 */
#include "daemon/health/notify.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/slice.h"

/* A message waits at most this time for a busy manager. Then the caller sends
 * it again later. */
#define NOTIFY_WAIT_US 200000

static struct {
	struct sockaddr_un address;
	socklen_t address_bytes; /* 0: no manager */
	int64_t watchdog_ms;
} notify;

/* Sets the address of the manager: a path, or "@name" for an abstract address.
 */
static bool
notify_set_address(const char *name)
{
	size_t len = strlen(name);

	if ((name[0] != '/' && name[0] != '@') || len < 2 ||
	    len >= sizeof(notify.address.sun_path))
		return false;
	notify.address.sun_family = AF_UNIX;
	memcpy(notify.address.sun_path, name, len);
	notify.address_bytes =
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
	if (name[0] == '@')
		notify.address.sun_path[0] = '\0';
	else
		notify.address_bytes++; /* the NUL */
	return true;
}

/* WATCHDOG_USEC applies only if WATCHDOG_PID is the PID of this process. */
static int64_t
notify_watchdog_ms(void)
{
	struct slice pid = slice_of(getenv("WATCHDOG_PID"));
	int64_t us = 0, for_pid = 0;

	if (pid.p != NULL &&
	    (!slice_to_int64(pid, &for_pid) || for_pid != getpid()))
		return 0;
	if (!slice_to_int64(slice_of(getenv("WATCHDOG_USEC")), &us) || us <= 0)
		return 0;
	return us / 1000 / 2 > 0 ? us / 1000 / 2 : 1;
}

bool
notify_init(void)
{
	const char *name = getenv("NOTIFY_SOCKET");
	bool right = true;

	memset(&notify, 0, sizeof(notify));
	if (name != NULL && name[0] != '\0')
		right = notify_set_address(name);
	notify.watchdog_ms = notify_watchdog_ms();
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	unsetenv("WATCHDOG_PID");
	return right;
}

/* `flags`: MSG_DONTWAIT; or 0, to wait for a busy manager. */
static bool
notify_send_to_manager(const char *assignments, int flags)
{
	const struct timeval wait = { .tv_usec = NOTIFY_WAIT_US };
	size_t len = strlen(assignments);
	ssize_t n = -1;
	int fd, saved;

	if (notify.address_bytes == 0)
		return true;
	/* Opens a socket for each message, like sd_notify, so that a restarted
	 * manager is found. */
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return false;
	if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof(wait)) == 0)
		do
			n = sendto(fd, assignments, len, MSG_NOSIGNAL | flags,
			    (const struct sockaddr *)&notify.address,
			    notify.address_bytes);
		while (n < 0 && errno == EINTR);
	saved = errno;
	close(fd);
	errno = saved;
	return n == (ssize_t)len;
}

bool
notify_send(const char *assignments)
{
	return notify_send_to_manager(assignments, 0);
}

bool
notify_try_send(const char *assignments)
{
	return notify_send_to_manager(assignments, MSG_DONTWAIT);
}

int64_t
notify_watchdog_interval_ms(void)
{
	return notify.watchdog_ms;
}
