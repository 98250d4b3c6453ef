/*
 * channel_test.c -- tests that datagrams and their descriptors are transferred,
 * and that no descriptor leaks.
 */
#include <sys/resource.h>
#include <sys/socket.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "tests/lib/tap.h"
#include "worker/message/channel.h"

static int here, there;

static int
channel_test_lowest_free_fd(void)
{
	int fd = dup(here);

	close(fd);
	return fd;
}

static void
channel_test_send(void)
{
	char bytes[100];
	size_t n = 0, n_fds = 0;
	int fds[CHANNEL_MOST_FDS] = { 0, 1 }, got[CHANNEL_MOST_FDS];

	is_int(channel_send(here, SLICE("hello"), fds, 2), 0,
	    "a message with descriptors is sent");
	is_int(channel_send(here, SLICE("again"), NULL, 0), 0,
	    "a message without descriptors is sent");
	is_int(channel_receive(there, bytes, sizeof(bytes), &n, got, &n_fds), 1,
	    "the first message is received");
	is_slice((struct slice){ bytes, n }, SLICE("hello"),
	    "the first message has its text");
	if (is_int((int64_t)n_fds, 2, "with both descriptors")) {
		ok(got[0] > 2 && got[1] > 2 &&
			(fcntl(got[0], F_GETFD) & FD_CLOEXEC) != 0,
		    "the descriptors are new and closed on exec");
		close(got[0]);
		close(got[1]);
	}
	is_int(channel_receive(there, bytes, sizeof(bytes), &n, got, &n_fds), 1,
	    "the next message is received separately");
	is_slice((struct slice){ bytes, n }, SLICE("again"),
	    "the second message has its text");
	is_int((int64_t)n_fds, 0, "the second message has no descriptors");
	is_int(channel_receive(there, bytes, sizeof(bytes), &n, got, &n_fds),
	    -1, "no third message is received");
	is_int(errno, EAGAIN, "the error is EAGAIN");
}

static void
channel_test_bounds(void)
{
	char bytes[4];
	size_t n = 0, n_fds = 0;
	int fds[CHANNEL_MOST_FDS] = { 0, 1 }, got[CHANNEL_MOST_FDS];
	int before = channel_test_lowest_free_fd();
	struct rlimit limit, few;

	channel_send(here, SLICE("too long"), fds, 2);
	is_int(channel_receive(there, bytes, sizeof(bytes), &n, got, &n_fds),
	    -1, "a message that is too long is refused");
	is_int(errno, EBADMSG, "the error is EBADMSG");
	is_int(channel_test_lowest_free_fd(), before,
	    "the descriptors of a refused message are closed");

	channel_send(here, SLICE("ok"), fds, 2);
	getrlimit(RLIMIT_NOFILE, &limit);
	few = limit;
	few.rlim_cur = (rlim_t)before; /* no descriptor number is free */
	setrlimit(RLIMIT_NOFILE, &few);
	is_int(channel_receive(there, bytes, sizeof(bytes), &n, got, &n_fds), 1,
	    "a message is received although no descriptor is free");
	setrlimit(RLIMIT_NOFILE, &limit);
	is_int((int64_t)n_fds, 0, "the message has no descriptors");
	is_int(channel_test_lowest_free_fd(), before, "no descriptor leaks");
}

static void
channel_test_report(void)
{
	const struct report sent = { .kind = REPORT_ENDED,
		.id = UINT64_MAX,
		.status = -1,
		.text = SLICE("so") };
	struct report got;
	struct buf b;
	size_t n_read = 0;

	buf_init(&b, 1000);
	report_write(&b, &sent);
	ok(report_read(buf_slice(&b), &got), "a report is read");
	ok(got.kind == sent.kind && got.id == sent.id &&
		got.status == sent.status,
	    "a report is read as it was written");
	is_slice(got.text, sent.text, "the text of a report is read");
	for (size_t n = 0; n < b.len; n++)
		n_read += report_read(slice_sub(buf_slice(&b), 0, n), &got);
	is_int((int64_t)n_read, 0, "a truncated report is refused");
	b.p[0] = REPORT_KIND_COUNT;
	ok(!report_read(buf_slice(&b), &got),
	    "a report of an unknown kind is refused");
	buf_release(&b);
}

static void
channel_test_end(void)
{
	char bytes[100];
	size_t n = 0, n_fds = 0;
	int got[CHANNEL_MOST_FDS];

	close(here);
	is_int(channel_receive(there, bytes, sizeof(bytes), &n, got, &n_fds), 0,
	    "the end of the connection is detected");
	is_int(channel_send(there, SLICE("x"), NULL, 0), -1,
	    "sending to a closed socket fails");
	is_int(errno, EPIPE, "the error is EPIPE, without a signal");
	close(there);
}

int
main(void)
{
	int fds[2];

	if (!ok(socketpair(AF_UNIX,
		    SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) == 0,
		"a pair of sockets is created"))
		return done_testing();
	here = fds[0];
	there = fds[1];
	channel_test_send();
	channel_test_bounds();
	channel_test_report();
	channel_test_end();
	return done_testing();
}
