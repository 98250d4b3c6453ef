/*
 * reader.c -- the command's side of a reader: sends questions, receives
 * answers, and finds the cause of a failure.
 *
 * In both directions a message is a length (uint32_t) and that number of bytes,
 * on a socketpair. The child may be compromised: it may leave a question unread
 * or an answer unfinished, so the deadline applies to both, and the length of
 * an answer is limited to order->answer_bytes.
 */
#include "worker/reader/reader.h"

#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "worker/reader/reader_parts.h"

/* Time limit for the start of the child. Loading the libraries takes 4 ms on an
 * idle machine. */
#define START_MS 10000

/* ---- the end of the child ---- */

static void
reader_say_end(struct reader *reader, int status)
{
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	if (number == SIGSYS)
		snprintf(reader->why, sizeof(reader->why),
		    "the reader was killed: it made a system call that the "
		    "sandbox forbids (SIGSYS)");
	else if (number != 0)
		snprintf(reader->why, sizeof(reader->why),
		    "the reader was ended by signal %d (%s)", number,
		    strsignal(number));
	else if (WEXITSTATUS(status) == READER_EXIT_MEMORY)
		snprintf(reader->why, sizeof(reader->why),
		    "the reader ran out of memory, or its answer is too large");
	else
		snprintf(reader->why, sizeof(reader->why),
		    "the reader ended with code %d", WEXITSTATUS(status));
}

/* Closes the socket and waits until the child has ended. Returns its wait
 * status. */
static int
reader_end(struct reader *reader)
{
	int status = 0;

	close(reader->fd);
	while (waitpid(reader->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	reader->pid = 0;
	return status;
}

/* Ends the reader and records the reason. If `why` is NULL, the child has
 * ended, and its wait status gives the reason. Otherwise kills the child. */
static enum reader_result
reader_lose(struct reader *reader, const char *why)
{
	int status;

	if (why != NULL)
		kill(reader->pid, SIGKILL);
	status = reader_end(reader);
	if (why != NULL)
		snprintf(reader->why, sizeof(reader->why), "%s", why);
	else
		reader_say_end(reader, status);
	return READER_LOST;
}

static enum reader_result
reader_lose_late(struct reader *reader)
{
	char why[64];

	snprintf(
	    why, sizeof(why), "no answer in %g s", reader->limit_ms / 1000.0);
	return reader_lose(reader, why);
}

void
reader_stop(struct reader *reader)
{
	if (reader->pid > 0) {
		kill(reader->pid, SIGKILL);
		reader_end(reader);
	}
	if (reader->in.max_bytes > 0)
		buf_release(&reader->in);
	memset(reader, 0, sizeof(*reader));
}

/* ---- questions ---- */

static void
reader_set_deadline(struct reader *reader, int ms)
{
	reader->limit_ms = ms;
	reader->deadline_at_ms = ms > 0 ? clock_monotonic_ms() + ms : 0;
}

int
reader_wait_ms(const struct reader *reader)
{
	int64_t left;

	if (reader->deadline_at_ms == 0)
		return -1;
	left = reader->deadline_at_ms - clock_monotonic_ms();
	return left > 0 ? (int)left + 1 : 0;
}

/* Removes the first n bytes. */
static void
reader_skip_sent(struct iovec parts[2], size_t n)
{
	for (int i = 0; i < 2; i++) {
		size_t here = n < parts[i].iov_len ? n : parts[i].iov_len;

		parts[i].iov_base = (char *)parts[i].iov_base + here;
		parts[i].iov_len -= here;
		n -= here;
	}
}

/* Length and question are sent together, so that the child wakes up once. If
 * the child has died, sendmsg() returns an error and raises no SIGPIPE. */
static bool
reader_send_all(struct reader *reader, struct iovec parts[2])
{
	const struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };

	while (parts[0].iov_len + parts[1].iov_len > 0) {
		ssize_t put =
		    sendmsg(reader->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
		struct pollfd writable = { .fd = reader->fd,
			.events = POLLOUT };

		if (put > 0) {
			reader_skip_sent(parts, (size_t)put);
		} else if (put < 0 && errno == EAGAIN) {
			if (poll(&writable, 1, reader_wait_ms(reader)) == 0) {
				reader_lose_late(reader);
				return false;
			}
		} else if (put == 0 || errno != EINTR) {
			reader_lose(reader, NULL);
			return false;
		}
	}
	return true;
}

bool
reader_ask(struct reader *reader, struct slice question)
{
	uint32_t len = (uint32_t)question.len;
	struct iovec parts[] = { { &len, sizeof(len) },
		{ (void *)(uintptr_t)question.p, question.len } };

	if (reader->pid == 0)
		return false;
	buf_clear(&reader->in);
	if (question.len > (size_t)reader->order->question_bytes) {
		reader_lose(reader, "a question that is too long");
		return false;
	}
	reader_set_deadline(reader, reader->order->deadline_ms);
	return reader_send_all(reader, parts);
}

/* ---- answers ---- */

/* Returns the number of bytes to read next. 0: the answer is complete. Below 0:
 * the answer is longer than it states. Until the length is known, the result is
 * the size of one piece, so that a short answer is complete after one read. */
static int64_t
reader_missing(const struct reader *reader)
{
	const struct buf *in = &reader->in;
	size_t most = in->max_bytes - in->len - 1;
	uint32_t len;

	if (in->len < sizeof(len))
		return (int64_t)(most < READER_PIECE ? most : READER_PIECE);
	memcpy(&len, in->p, sizeof(len));
	return (int64_t)(sizeof(len) + len) - (int64_t)in->len;
}

enum reader_result
reader_take(struct reader *reader, struct slice *ret)
{
	struct buf *in = &reader->in;
	int64_t n;

	while ((n = reader_missing(reader)) != 0) {
		ssize_t got;

		if (n < 0 || !buf_reserve(in, (size_t)n))
			return reader_lose(
			    reader, "the reader's answer is too long");
		got =
		    recv(reader->fd, in->p + in->len, (size_t)n, MSG_DONTWAIT);
		if (got > 0)
			in->len += (size_t)got;
		else if (got < 0 && errno == EAGAIN)
			return reader_wait_ms(reader) == 0
				   ? reader_lose_late(reader)
				   : READER_MORE;
		else if (got == 0 || errno != EINTR)
			return reader_lose(reader, NULL);
	}
	*ret = slice_sub(buf_slice(in), sizeof(uint32_t), in->len);
	return READER_ANSWERED;
}

bool
reader_wait(struct reader *reader, struct slice *ret)
{
	enum reader_result result;

	while ((result = reader_take(reader, ret)) == READER_MORE) {
		struct pollfd some = { .fd = reader->fd, .events = POLLIN };

		poll(&some, 1, reader_wait_ms(reader));
	}
	return result == READER_ANSWERED;
}

/* ---- start ---- */

/* Reads the first message, which states whether the sandbox was entered. */
static int
reader_wait_ready(struct reader *reader, struct err *e)
{
	struct slice said;

	reader_set_deadline(reader, START_MS);
	if (!reader_wait(reader, &said))
		return err_set(e, ERR_IO,
		    "the process that reads documents did not start: %s",
		    reader->why);
	if (said.len == 0)
		said = SLICE("b");
	if (said.p[0] == READER_WITHOUT)
		snprintf(reader->trouble, sizeof(reader->trouble), "%.*s",
		    (int)said.len - 1, said.p + 1);
	if (said.p[0] != READER_BROKEN)
		return 0;
	err_set(e, ERR_LIBRARY, "%.*s", (int)said.len - 1, said.p + 1);
	reader_lose(reader, "");
	return ERR_LIBRARY;
}

int
reader_start(
    struct reader *reader, const struct reader_options *order, struct err *e)
{
	pid_t command = getpid();
	int pair[2], rc;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return err_errno(e, "a reader's socket");
	reader->order = order;
	reader->trouble[0] = reader->why[0] = '\0';
	if (reader->in.max_bytes == 0)
		buf_init(&reader->in, (size_t)order->answer_bytes + KIB);
	buf_clear(&reader->in);
	reader->pid = fork();
	if (reader->pid == 0)
		reader_child(order, pair[1], command);
	close(pair[1]);
	reader->fd = pair[0];
	if (reader->pid < 0) {
		rc = err_errno(e, "a reader");
		reader->pid = 0;
		close(pair[0]);
		return rc;
	}
	return reader_wait_ready(reader, e);
}
