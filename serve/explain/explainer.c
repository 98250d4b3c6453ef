/*
 * explainer.c -- see explainer.h.
 *
 * A message on the socket, in either direction, is its length in bytes
 * (uint32_t), followed by these bytes.  A question is the encoded input of one
 * page.  The first byte of an answer is EXPLAINED or FAILED; the rest is the
 * document, or the reason of the failure.  The answers of the reader have the
 * same form.
 */
#include "serve/explain/explainer.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cuter/explain.h"
#include "worker/message/wire.h"
#include "worker/reader/reader.h"

#define MESSAGE_BYTES ((size_t)LIMIT_SERVE_RESPONSE)

enum { EXPLAINED = 'e', FAILED = 'f' };

struct explainer {
	int fd;
	pid_t pid;
	pthread_mutex_t lock; /* held while a question is answered */
};

/* ---- in the sandbox ---- */

static void
explainer_read_input(struct slice question, struct cuter_input *ret)
{
	struct wire_reader r;

	*ret = (struct cuter_input){ 0 };
	wire_read_init(&r, question);
	ret->content_type = wire_read_bytes(&r);
	ret->url = wire_read_bytes(&r);
	ret->hint_title = wire_read_bytes(&r);
	ret->hint_summary = wire_read_bytes(&r);
	ret->now_at = wire_read_i64(&r);
	ret->bytes = wire_read_bytes(&r);
}

static void
explainer_answer(const struct reader_tools *tools, struct slice question,
    struct buf *out, void *arg)
{
	struct buf document;
	struct cuter_options options = { .explain = &document };
	struct cuter_article article;
	struct cuter_input input;
	struct err e = ERR_INIT;

	(void)arg;
	buf_init(&document, MESSAGE_BYTES - 1);
	explainer_read_input(question, &input);
	if (cuter_cut(tools->cuter, &input, &options, &article, &e) == 0) {
		buf_append_char(out, EXPLAINED);
		buf_append_slice(out, buf_slice(&document));
		buf_carry_failure(out, &document);
	} else {
		buf_append_char(out, FAILED);
		buf_append_string(out, e.text);
	}
	buf_release(&document);
}

/* ---- messages ---- */

static bool
explainer_receive_bytes(int fd, void *to, size_t n)
{
	char *p = to;

	while (n > 0) {
		ssize_t got = recv(fd, p, n, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

static bool
explainer_send_bytes(int fd, const void *from, size_t n)
{
	const char *p = from;

	while (n > 0) {
		ssize_t put = send(fd, p, n, MSG_NOSIGNAL);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		p += put;
		n -= (size_t)put;
	}
	return true;
}

static bool
explainer_send(int fd, struct slice message)
{
	uint32_t len = (uint32_t)message.len;

	return explainer_send_bytes(fd, &len, sizeof(len)) &&
	       explainer_send_bytes(fd, message.p, message.len);
}

/* Receives a message, which replaces the contents of *ret. */
static bool
explainer_receive(int fd, struct buf *ret)
{
	uint32_t len;

	buf_clear(ret);
	if (!explainer_receive_bytes(fd, &len, sizeof(len)) ||
	    len > MESSAGE_BYTES || !buf_reserve(ret, len) ||
	    !explainer_receive_bytes(fd, ret->p, len))
		return false;
	ret->len = len;
	return true;
}

/* ---- the process ---- */

/* If a page has taken control of its reader, the reader may send anything.
 * Therefore only a document with a security policy is passed on. */
static bool
explainer_is_valid(struct slice answer)
{
	if (answer.len == 0)
		return false;
	return answer.p[0] == EXPLAINED
		   ? explain_begins(slice_sub(answer, 1, answer.len))
		   : answer.p[0] == FAILED;
}

/* Answers one question.  Returns false if gleaner-serve has ended. */
static bool
explainer_handle(int fd, struct slice question)
{
	static const struct reader_options order = { .answer = explainer_answer,
		.memory_bytes = LIMIT_WORKER_MEMORY,
		.question_bytes = (int64_t)MESSAGE_BYTES,
		.answer_bytes = (int64_t)MESSAGE_BYTES,
		.deadline_ms = LIMIT_WORKER_WALL_MS,
		.keep_fd = -1 };
	struct reader reader = { 0 };
	struct err e = ERR_INIT;
	struct slice answer;
	struct buf failure;
	bool sent;

	buf_init(&failure, 2 * ERR_TEXT_BYTES);
	buf_append_char(&failure, FAILED);
	if (reader_start(&reader, &order, &e) != 0)
		buf_append_string(&failure, e.text);
	else if (!reader_ask(&reader, question) ||
		 !reader_wait(&reader, &answer))
		buf_append_string(&failure, reader.why);
	else if (!explainer_is_valid(answer))
		buf_append_string(&failure, "the answer is not valid");
	else
		buf_clear(&failure);
	sent =
	    explainer_send(fd, failure.len > 0 ? buf_slice(&failure) : answer);
	reader_stop(&reader);
	buf_release(&failure);
	return sent;
}

/* SIGINT from a terminal reaches this process, too.  It is ignored, because
 * gleaner-serve ends this process. */
static _Noreturn void
explainer_run(int fd)
{
	struct buf question;

	signal(SIGINT, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	buf_init(&question, MESSAGE_BYTES);
	while (explainer_receive(fd, &question) &&
	       explainer_handle(fd, buf_slice(&question)))
		buf_release(&question);
	_exit(0);
}

/* ---- in the program ---- */

int
explainer_start(struct explainer **ret, struct err *e)
{
	struct explainer *explainer = calloc(1, sizeof(*explainer));
	int fds[2];

	if (explainer == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the explainer");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
		free(explainer);
		return err_errno(e, "cannot create a socket for the explainer");
	}
	explainer->pid = fork();
	if (explainer->pid == 0) {
		close(fds[0]);
		explainer_run(fds[1]);
	}
	close(fds[1]);
	explainer->fd = fds[0];
	pthread_mutex_init(&explainer->lock, NULL);
	*ret = explainer;
	if (explainer->pid > 0)
		return 0;
	err_errno(e, "no process for the explainer");
	explainer_stop(explainer);
	*ret = NULL;
	return ERR_IO;
}

void
explainer_stop(struct explainer *explainer)
{
	if (explainer == NULL)
		return;
	/* The process ends because its socket is closed.  If the process still
	 * waits for a reader, it is killed here.  If the sandbox of
	 * gleaner-serve forbids the kill, the process ends together with
	 * gleaner-serve. */
	close(explainer->fd);
	if (explainer->pid > 0) {
		kill(explainer->pid, SIGKILL);
		while (waitpid(explainer->pid, NULL, 0) < 0 && errno == EINTR)
			continue;
	}
	pthread_mutex_destroy(&explainer->lock);
	free(explainer);
}

static void
explainer_write_question(struct buf *out, const struct cuter_input *input)
{
	wire_put_slice(out, input->content_type);
	wire_put_slice(out, input->url);
	wire_put_slice(out, input->hint_title);
	wire_put_slice(out, input->hint_summary);
	wire_put_i64(out, input->now_at);
	wire_put_slice(out, input->bytes);
}

/* Reads the answer, which the explainer has checked. */
static int
explainer_take(struct slice answer, struct buf *ret, struct err *e)
{
	struct slice text;

	if (answer.p == NULL || answer.len == 0)
		return err_set(e, ERR_LIBRARY, "the answer is empty");
	text = slice_sub(answer, 1, answer.len);
	if (answer.p[0] != EXPLAINED)
		return err_set(e, ERR_LIBRARY, "%.*s", SLICE_ARG(text));
	buf_append_slice(ret, text);
	return 0;
}

int
explainer_ask(struct explainer *explainer, const struct cuter_input *input,
    struct buf *ret, struct err *e)
{
	struct buf message;
	int rc;

	if (pthread_mutex_trylock(&explainer->lock) != 0)
		return err_set(e, ERR_LIMIT, "another page is being explained");
	buf_init(&message, MESSAGE_BYTES);
	explainer_write_question(&message, input);
	if (buf_failed(&message))
		rc = message.no_memory
			 ? err_set(e, ERR_MEMORY, "out of memory")
			 : err_set(e, ERR_LIBRARY, "the page is too large");
	else if (!explainer_send(explainer->fd, buf_slice(&message)) ||
		 !explainer_receive(explainer->fd, &message))
		rc = err_set(e, ERR_IO,
		    "the process that explains pages was killed; all other "
		    "paths work; restart gleaner serve to explain pages");
	else
		rc = explainer_take(buf_slice(&message), ret, e);
	buf_release(&message);
	pthread_mutex_unlock(&explainer->lock);
	return rc;
}
