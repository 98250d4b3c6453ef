/*
 * consumer_cursor_test.c -- tests which requests about consumers are repeated,
 * whether an error comes from the daemon or from the connection, and the line
 * of an acknowledgement.
 */
#include <sys/syscall.h>

#include <errno.h>

#include "base/limits.h"
#include "control/consumer_cursor.h"
#include "control/consumer_request.h"
#include "tests/lib/control_daemon.h"
#include "tests/lib/tap.h"

#define FULL "error failed the database cannot be written at the moment\n"

static char directory[] = "/tmp/gleaner-cursor.XXXXXX";
static char path[sizeof directory + 16];

/* The next n_full calls fail as if the queue of the socket remained full for
 * the time limit of the client. */
static int n_full;

int
connect(int fd, const struct sockaddr *address, socklen_t length)
{
	if (n_full > 0) {
		n_full--;
		errno = EAGAIN;
		return -1;
	}
	return (int)syscall(SYS_connect, fd, address, length);
}

static void
consumer_cursor_test_full_queue(void)
{
	static const char *const answers[] = { "ok\n", NULL };
	struct consumer_cursor cursor;
	struct err e = ERR_INIT;
	pid_t pid = control_daemon_start(path, answers);

	consumer_cursor_init(&cursor, NULL, path);
	n_full = 1;
	is_int(consumer_cursor_ack(&cursor, SLICE("digest"), 7, 0, &e),
	    ERR_LIMIT, "a daemon that does not accept the first connection");
	ok(strstr(e.text, "does not accept the connection") != NULL,
	    "the message states the fault: %s", e.text);
	is_int(consumer_cursor_ack(&cursor, SLICE("digest"), 7, 0, &e), 0,
	    "the daemon accepts the next connection");
	n_full = 2;
	is_int(consumer_cursor_ack(&cursor, SLICE("digest"), 8, 0, &e), 0,
	    "a request to a daemon that was reached before is repeated");
	is_int(
	    n_full, 0, "the request is repeated until the daemon accepts it");
	control_daemon_end(pid);
}

static void
consumer_cursor_test_ack(const char *const *answers, int64_t patience_ms,
    int expected, bool is_answered, const char *name)
{
	struct consumer_cursor cursor;
	struct err e = ERR_INIT;
	pid_t pid = control_daemon_start(path, answers);

	consumer_cursor_init(&cursor, NULL, path);
	cursor.patience_ms = patience_ms;
	is_int(consumer_cursor_ack(&cursor, SLICE("digest"), 7, 0, &e),
	    expected, name);
	ok(cursor.was_reached, "the daemon was reached");
	ok(cursor.was_answered == is_answered, "the daemon has %sanswered",
	    is_answered ? "" : "not ");
	control_daemon_end(pid);
}

/* Tests that a first request without a limit ends if the daemon reports a
 * failure each time, and that a later one is repeated. */
static void
consumer_cursor_test_first(const char *const *answers, bool is_first_ok)
{
	struct consumer_cursor cursor;
	struct err e = ERR_INIT;
	pid_t pid = control_daemon_start(path, answers);

	consumer_cursor_init(&cursor, NULL, path);
	cursor.patience_ms = INT64_MAX;
	cursor.first_patience_ms = 1;
	is_int(consumer_cursor_ack(&cursor, SLICE("digest"), 7, 0, &e),
	    is_first_ok ? 0 : ERR_IO, "the first request ends");
	if (is_first_ok)
		is_int(consumer_cursor_ack(&cursor, SLICE("digest"), 8, 0, &e),
		    0, "a later request is repeated without limit");
	else
		is_text(slice_of(e.text),
		    "the database cannot be written at the moment",
		    "the failure is the one that the daemon reported");
	control_daemon_end(pid);
}

/* Tests that the daemon reads the members that the client has written. */
static void
consumer_cursor_test_line(void)
{
	struct consumer_request sent = { .verb = CONSUMER_ACK,
		.name = SLICE("digest"),
		.seq = 9,
		.after_seq = 7 };
	struct consumer_request got;
	struct slice line, pairs;
	const char *fault = NULL;
	struct buf out;

	buf_init(&out, LIMIT_CONTROL_FRAME);
	consumer_request_write(&out, &sent);
	line = buf_slice(&out);
	pairs = slice_sub(line, slice_find_char(line, ' ', 0) + 1, line.len);
	ok(consumer_request_parse(SLICE("consumer-ack"), pairs, &got, &fault) &&
		fault == NULL,
	    "the line of an acknowledgement is read");
	is_int(got.seq, 9, "with the acknowledged change");
	is_int(got.after_seq, 7, "and the cursor that the reader has seen");
	consumer_request_release(&got);
	buf_release(&out);
}

#define ANSWERS(...) ((const char *const[]){ __VA_ARGS__, NULL })

int
main(void)
{
	if (mkdtemp(directory) == NULL)
		abort();
	snprintf(path, sizeof path, "%s/control.sock", directory);
	consumer_cursor_test_ack(
	    ANSWERS("ok\n"), 60000, 0, true, "a request is answered");
	consumer_cursor_test_ack(ANSWERS(FULL, FULL, "ok\n"), 60000, 0, true,
	    "a request is repeated while the daemon cannot write");
	consumer_cursor_test_ack(ANSWERS(FULL), 300, ERR_IO, true,
	    "a request is not repeated after the patience has ended");
	consumer_cursor_test_ack(ANSWERS("", "ok\n"), 60000, 0, true,
	    "a request is repeated after the connection was closed");
	consumer_cursor_test_ack(ANSWERS("error refused no\n", "ok\n"), 60000,
	    ERR_REFUSED, true, "a refused request is not repeated");
	consumer_cursor_test_ack(ANSWERS("error limit full\n", "ok\n"), 60000,
	    ERR_LIMIT, true, "a request that reaches a limit is not repeated");
	consumer_cursor_test_ack(ANSWERS(CONTROL_DAEMON_SILENT), 100, ERR_LIMIT,
	    false, "a daemon that does not answer");
	consumer_cursor_test_ack(ANSWERS(FULL, CONTROL_DAEMON_SILENT), 500,
	    ERR_LIMIT, false, "a daemon that does not answer any more");
	consumer_cursor_test_ack(ANSWERS(CONTROL_DAEMON_GONE), 300,
	    ERR_NOT_FOUND, false, "a daemon that ends");
	consumer_cursor_test_first(ANSWERS(FULL), false);
	consumer_cursor_test_first(ANSWERS("ok\n", FULL, FULL, "ok\n"), true);
	consumer_cursor_test_full_queue();
	consumer_cursor_test_line();
	unlink(path);
	rmdir(directory);
	return done_testing();
}
