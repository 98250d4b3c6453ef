/*
 * reader_child.c -- the main function of a reader's child process.
 *
 * Normal case: the child closes descriptors, clears the environment, loads the
 * libraries, enters the sandbox and reports that it is ready. Then it answers
 * questions until the command closes the socket. Failures: the kernel does not
 * support the sandbox (reported; the child only continues with
 * GLEANER_SANDBOX=off), or there is no memory for a question or an answer.
 *
 * The child keeps a copy of the command's memory. Only the environment, which
 * may contain tokens, is overwritten.
 */
#include <sys/prctl.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "worker/message/channel.h"
#include "worker/reader/reader_parts.h"
#include "worker/zygote/sandbox.h"
#include "worker/zygote/zygote_parts.h"

#define HEAD sizeof(uint32_t)

extern char **environ;

/* ---- before the questions ---- */

static bool
reader_child_lead_nowhere(int kept)
{
#ifdef GLEANER_SANITIZED
	const int last = STDOUT_FILENO; /* sanitizers report on 2 */
#else
	const int last = STDERR_FILENO;
#endif
	int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (nowhere < 0)
		return false;
	for (int i = STDIN_FILENO; i <= last; i++)
		if (i != kept && i != nowhere && dup2(nowhere, i) < 0)
			return false;
	return true;
}

/* Redirects {0, 1, 2} to /dev/null and closes all other descriptors except the
 * socket and `kept`. The number of `kept` does not change, because a FILE of
 * the command may use it. */
static bool
reader_child_close_descriptors(int fd, int kept)
{
	const unsigned first = STDERR_FILENO + 1;
	unsigned low = (unsigned)fd, high = (unsigned)fd;

	if (kept > STDERR_FILENO) {
		low = (unsigned)(fd < kept ? fd : kept);
		high = (unsigned)(fd < kept ? kept : fd);
	}
	return reader_child_lead_nowhere(kept) &&
	       (low <= first || close_range(first, low - 1, 0) == 0) &&
	       (high <= low + 1 || close_range(low + 1, high - 1, 0) == 0) &&
	       close_range(high + 1, ~0U, 0) == 0;
}

/* TZ is preserved: the time zone is not secret. */
static void
reader_child_wipe_environment(void)
{
	for (char **at = environ; at != NULL && *at != NULL; at++)
		if (strncmp(*at, "TZ=", 3) != 0)
			explicit_bzero(*at, strlen(*at));
}

static int
reader_child_warm(
    const struct reader_options *order, struct warm *ret, struct err *e)
{
	int rc = 0;

	if (order->only_feeds)
		zygote_warm_feeds(ret);
	else
		rc = zygote_warm(ret, e);
	if (rc == 0)
		zygote_warm_reserve(ret);
	return rc;
}

/* Enters the sandbox. Returns the type of the first message. */
static char
reader_child_enter_sandbox(
    const struct reader_options *order, bool may_go_without, struct err *e)
{
	const struct sandbox_bounds bounds = { order->memory_bytes, 0 };
	char said = READER_READY;

	if (sandbox_prepare(e) != 0) {
		err_wrap(e, "no sandbox");
		if (!may_go_without)
			return READER_BROKEN;
		said = READER_WITHOUT;
	}
	return sandbox_enter_for(&bounds, e) == 0 ? said : READER_BROKEN;
}

/* ---- messages ---- */

static bool
reader_child_read_all(int fd, void *to, size_t n)
{
	char *p = to;

	while (n > 0) {
		ssize_t got = read(fd, p, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

/* The first HEAD bytes of `out` are reserved for the length of the text. */
static bool
reader_child_write_all(int fd, struct buf *out)
{
	struct slice rest = buf_slice(out);
	uint32_t len = (uint32_t)(out->len - HEAD);

	memcpy(out->p, &len, HEAD);
	while (rest.len > 0) {
		ssize_t n = write(fd, rest.p, rest.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false; /* the command has closed the socket */
		rest = slice_sub(rest, (size_t)n, rest.len);
	}
	return true;
}

static void
reader_child_begin(struct buf *out)
{
	buf_clear(out);
	buf_append(out, "\0\0\0\0", HEAD);
}

/* Reads the length of a question and as much of the question as one read
 * returns. */
static bool
reader_child_read_some(int fd, char piece[READER_PIECE], size_t *ret)
{
	ssize_t got;

	do
		got = read(fd, piece, READER_PIECE);
	while (got < 0 && errno == EINTR);
	if (got <= 0)
		return false;
	*ret = (size_t)got < HEAD ? HEAD : (size_t)got;
	return (size_t)got >= HEAD ||
	       reader_child_read_all(fd, piece + got, HEAD - (size_t)got);
}

/* Reads a question. Returns false if there is no further question or its length
 * is invalid. Ends the process if there is no memory for the question. */
static bool
reader_child_read_question(int fd, const struct reader_options *order,
    char piece[READER_PIECE], struct buf *question)
{
	size_t got;
	uint32_t len;

	if (!reader_child_read_some(fd, piece, &got))
		return false;
	memcpy(&len, piece, HEAD);
	if (len > order->question_bytes || got > HEAD + len)
		return false;
	buf_clear(question);
	buf_append(question, piece + HEAD, got - HEAD);
	if (!buf_reserve(question, HEAD + len - got))
		_exit(READER_EXIT_MEMORY);
	if (!reader_child_read_all(
		fd, question->p + question->len, HEAD + len - got))
		return false;
	question->len = len;
	question->p[len] = '\0';
	return true;
}

/* ---- the main function ---- */

static void
reader_child_answer_all(
    const struct reader_options *order, int fd, struct warm *warm)
{
	const struct reader_tools tools = { warm->cuter, &warm->charsets,
		warm->enricher };
	struct buf question, text, out;
	char piece[READER_PIECE];

	buf_init(&question, (size_t)order->question_bytes + KIB);
	buf_init(&text, (size_t)order->answer_bytes);
	buf_init(&out, (size_t)order->answer_bytes + KIB);
	while (reader_child_read_question(fd, order, piece, &question)) {
		buf_clear(&text);
		order->answer(&tools, buf_slice(&question), &text, order->arg);
		reader_child_begin(&out);
		buf_append_slice(&out, buf_slice(&text));
		if (buf_failed(&text) || buf_failed(&out))
			_exit(READER_EXIT_MEMORY);
		if (!reader_child_write_all(fd, &out))
			break;
	}
}

void
reader_child(const struct reader_options *order, int fd, pid_t command)
{
	const char *sandbox = getenv(ZYGOTE_SANDBOX_VARIABLE);
	bool may_go_without = sandbox != NULL && strcmp(sandbox, "off") == 0;
	struct err e = ERR_INIT;
	struct warm warm;
	struct buf first;
	char said;

	/* A child does not inherit PR_SET_PDEATHSIG. The command may have ended
	 * before this call, so getppid() is compared. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != command ||
	    prctl(PR_SET_DUMPABLE, 0) != 0)
		_exit(READER_EXIT_SANDBOX);
	prctl(PR_SET_NAME, "gleaner-reader");
	if (!reader_child_close_descriptors(fd, order->keep_fd))
		_exit(READER_EXIT_SANDBOX);
	reader_child_wipe_environment();
	said = reader_child_warm(order, &warm, &e) != 0
		   ? READER_BROKEN
		   : reader_child_enter_sandbox(order, may_go_without, &e);
	buf_init(&first, KIB);
	reader_child_begin(&first);
	buf_append_char(&first, said);
	buf_append_string(&first, e.text);
	if (buf_failed(&first))
		_exit(READER_EXIT_MEMORY);
	if (reader_child_write_all(fd, &first) && said != READER_BROKEN)
		reader_child_answer_all(order, fd, &warm);
	_exit(EXIT_SUCCESS);
}
