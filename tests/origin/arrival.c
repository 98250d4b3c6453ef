/*
 * arrival.c -- the arrival time of received data, from the kernel's packet
 * timestamp.
 *
 * If the origin had to wait for a processor, it may read two requests at the
 * same time although they arrived a second apart. Tests of rate limits need the
 * arrival times, which the kernel records in microseconds (SO_TIMESTAMPNS, for
 * TCP since Linux 4.13).
 */
#include <sys/socket.h>
#include <sys/uio.h>

#include <string.h>
#include <time.h>

#include "tests/origin/origin.h"

void
arrival_stamp(int listener)
{
	int one = 1;

	/* Accepted sockets inherit the option. If it is refused, the time of
	 * reading is used. */
	setsockopt(listener, SOL_SOCKET, SO_TIMESTAMPNS, &one, sizeof(one));
}

/* Returns the time that has passed since the timestamp. The timestamp is a time
 * of the wall clock. */
static int64_t
arrival_age_ms(const struct timespec *stamp)
{
	struct timespec now;
	int64_t ms;

	clock_gettime(CLOCK_REALTIME, &now);
	ms = (int64_t)(now.tv_sec - stamp->tv_sec) * 1000 +
	     (now.tv_nsec - stamp->tv_nsec) / 1000000;
	return ms > 0 ? ms : 0;
}

ssize_t
arrival_recv(int fd, void *bytes, size_t size, int64_t *ret_at_ms)
{
	union {
		char bytes[CMSG_SPACE(sizeof(struct timespec))];
		struct cmsghdr align;
	} control;
	struct iovec part = { bytes, size };
	struct msghdr message = { .msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control) };
	ssize_t n = recvmsg(fd, &message, 0);
	struct timespec stamp;

	if (n <= 0)
		return n;
	*ret_at_ms = origin_ms();
	for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c != NULL;
	     c = CMSG_NXTHDR(&message, c)) {
		if (c->cmsg_level == SOL_SOCKET &&
		    c->cmsg_type == SCM_TIMESTAMPNS) {
			memcpy(&stamp, CMSG_DATA(c), sizeof(stamp));
			*ret_at_ms -= arrival_age_ms(&stamp);
		}
	}
	return n;
}
