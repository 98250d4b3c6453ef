/*
 * worker_answer.c -- reads the reply of a worker. If no complete reply arrives,
 * finds the cause.
 *
 * Normal case: the worker sends a header with the job's id, and then the number
 * of bytes that the header states. It then closes the socket or waits for
 * another document.
 * The reply is then decoded and checked. If a byte is invalid, the worker is
 * killed. If the deadline passes, the worker is killed, too. If the reply ends
 * early, the hub waits for the zygote's report of the end of the process, which
 * contains the cause.
 *
 * A failure counts against a document only if its process read no other
 * document. If the process read other documents before, one of them may be the
 * cause, also of a timeout, so the document is tried again in a new process.
 */
#include <sys/wait.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "worker/message/message_parts.h"
#include "worker/worker_parts.h"

/* Longest time between an end of file without a complete reply and the zygote's
 * report. */
#define REPORT_WAIT_MS 1000
/* Number of reads in one call; then other events are handled. */
#define READS_A_TURN 16
/* If the timer of a deadline is this late, the event loop was blocked, and the
 * worker may have been blocked, too. */
#define LATE_MS 250

/* Kills the process of the job. The job is given to a new process when the
 * zygote has reported the end of this one. */
static void
worker_answer_put_aside(struct worker *worker)
{
	worker->is_retired = true;
	worker_kill(worker);
	workers_arm(worker->timer, WORKERS_READY_MS);
}

static void
worker_answer_retire(
    struct worker *worker, enum worker_cause cause, const char *why)
{
	if (worker->n_documents > 1) {
		worker_answer_put_aside(worker);
		return;
	}
	worker_kill(worker);
	worker->is_retired = true;
	worker_report(worker, WORKER_PROTOCOL, cause, NULL, why);
}

static void
worker_answer_condemn_for_memory(struct worker *worker)
{
	worker_answer_retire(
	    worker, WORKER_CAUSE_MEMORY, "no memory for its answer");
}

/* ---- the answer ---- */

static bool
worker_answer_decode(struct worker *worker, struct reply *ret)
{
	struct workers *workers = worker->workers;
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0)
		return false; /* the lists exceed the limit of the arena */
	workers->arena.exhausted = &exhausted;
	return reply_read(&workers->arena, buf_slice(&worker->answer), ret);
}

static void
worker_answer_report(struct worker *worker)
{
	struct workers *workers = worker->workers;
	struct reply reply;
	char why[WORKER_WHY_BYTES] = "";

	if (!worker_answer_decode(worker, &reply)) {
		if (workers->arena.no_memory)
			worker_answer_condemn_for_memory(worker);
		else
			worker_answer_retire(
			    worker, WORKER_CAUSE_DOCUMENT, "malformed reply");
	} else if (reply.failed && worker->n_documents > 1) {
		worker_answer_put_aside(worker);
	} else {
		worker->is_reusable = reply.is_reusable;
		reply.id = worker->id;
		if (reply.failed)
			snprintf(
			    why, sizeof(why), "%.*s", SLICE_ARG(reply.why));
		worker_report(worker, reply.failed ? WORKER_FAILED : WORKER_OK,
		    WORKER_CAUSE_DOCUMENT, &reply, why);
	}
	workers->arena.exhausted = NULL;
	arena_clear(&workers->arena);
}

/* Checks the bytes received so far. Returns false if the bytes were invalid and
 * the worker was killed. */
static bool
worker_answer_check(struct worker *worker)
{
	struct message_header header;
	struct buf *answer = &worker->answer;

	if (worker->answer_bytes == 0 && answer->len >= MESSAGE_HEADER_BYTES) {
		if (!message_header_read(
			buf_slice(answer), MESSAGE_REPLY, &header) ||
		    header.id != worker->serial ||
		    header.kind != worker->kind ||
		    (header.is_reusable && worker->origin == NULL)) {
			worker_answer_retire(worker, WORKER_CAUSE_DOCUMENT,
			    "reply with an invalid header");
			return false;
		}
		worker->answer_bytes = MESSAGE_HEADER_BYTES + header.body_bytes;
		worker->reuse_offered = header.is_reusable;
		if (answer->len < worker->answer_bytes)
			buf_reserve(answer, worker->answer_bytes - answer->len);
	}
	if (buf_failed(answer)) {
		worker_answer_condemn_for_memory(worker);
		return false;
	}
	if (worker->answer_bytes > 0 && answer->len > worker->answer_bytes) {
		worker_answer_retire(worker, WORKER_CAUSE_DOCUMENT,
		    "reply longer than its header states");
		return false;
	}
	return true;
}

/* Handles end of file. If the reply is incomplete, the zygote will report the
 * cause. */
static void
worker_answer_end(struct worker *worker)
{
	worker->answer_ended = true;
	event_del(worker->readable);
	if (worker->writable != NULL) /* removed at once, because the number of
					 the descriptor will be reused */
		event_del(worker->writable);
	worker_close_fd(&worker->reply_fd);
	if (worker->reported || worker->is_retired)
		return;
	if (worker->answer_bytes > 0 &&
	    worker->answer.len == worker->answer_bytes)
		worker_answer_report(worker);
	else
		workers_arm(worker->timer, REPORT_WAIT_MS);
}

/* Reads bytes of the reply. Returns false if no more bytes can be read now. */
static bool
worker_answer_read(struct worker *worker)
{
	struct workers *workers = worker->workers;
	ssize_t n =
	    read(worker->reply_fd, workers->read_bytes, WORKER_READ_BYTES);

	if (n < 0 && errno == EINTR)
		return true;
	if (n < 0 && errno == EAGAIN)
		return false;
	if (n <= 0) {
		worker_answer_end(worker);
		return false;
	}
	if (worker->reported ||
	    worker->is_retired) { /* no more bytes are allowed */
		worker_end_process(worker);
		return false;
	}
	buf_append(&worker->answer, workers->read_bytes, (size_t)n);
	if (!worker_answer_check(worker))
		return false;
	if (worker->answer_bytes == 0 ||
	    worker->answer.len < worker->answer_bytes || !worker->reuse_offered)
		return true;
	worker_answer_report(worker);
	if (worker->is_reusable)
		worker_become_idle(worker);
	return false;
}

void
worker_on_answer(evutil_socket_t fd, short what, void *arg)
{
	struct worker *worker = arg;

	(void)fd;
	(void)what;
	for (int i = 0; i < READS_A_TURN && worker_answer_read(worker); i++)
		;
}

void
worker_drain(struct worker *worker)
{
	while (!worker->answer_ended && worker_answer_read(worker))
		;
}

/* ---- the end of the process ---- */

static enum worker_cause
worker_answer_find_cause(int status, char why[WORKER_WHY_BYTES])
{
	enum worker_cause cause = WORKER_CAUSE_DOCUMENT;
	const char *name;

	if (WIFSIGNALED(status)) {
		name = sigabbrev_np(WTERMSIG(status));
		snprintf(why, WORKER_WHY_BYTES, "killed by SIG%s",
		    name != NULL ? name : "?");
		if (WTERMSIG(status) == SIGKILL)
			cause = WORKER_CAUSE_KILLED;
	} else if (WEXITSTATUS(status) == WORKER_EXIT_MEMORY) {
		snprintf(why, WORKER_WHY_BYTES, "out of memory");
	} else if (WEXITSTATUS(status) == WORKER_EXIT_SANDBOX) {
		snprintf(
		    why, WORKER_WHY_BYTES, "the sandbox could not be entered");
		cause = WORKER_CAUSE_SANDBOX;
	} else {
		snprintf(why, WORKER_WHY_BYTES,
		    "exited with %d without a reply", WEXITSTATUS(status));
	}
	return cause;
}

/* The process has ended, so its whole output can be read. */
void
worker_ended(struct worker *worker, int status)
{
	char why[WORKER_WHY_BYTES];
	enum worker_cause cause;

	worker->has_ended = true;
	worker_drain(worker);
	if (worker_wait_for_slow_queue(worker) || worker_try_again(worker))
		return;
	if (!worker->reported) {
		cause = worker_answer_find_cause(status, why);
		worker_report(worker, WORKER_DIED, cause, NULL, why);
	}
	worker_remove(worker);
}

/* Called by the timer if the zygote has not reported a process for the job. If
 * the deadline has passed, the zygote and not the document is the cause, and
 * the zygote is restarted. */
static void
worker_answer_wait_for_fork(struct worker *worker)
{
	int64_t rest_ms = worker_until_deadline_ms(worker);

	if (rest_ms > 0)
		workers_arm(worker->timer, rest_ms);
	else
		workers_restart_zygote(
		    worker->workers, "the zygote does not answer");
}

void
worker_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct worker *worker = arg;
	struct workers *workers = worker->workers;
	int64_t ms = workers->deadline_ms;
	uint64_t serial = worker->serial;
	char why[64];

	(void)fd;
	(void)what;
	if (worker->state == WORKER_IDLE && !worker->kill_wanted) {
		worker_end_process(worker);
		return;
	}
	if (worker->reported || worker->is_retired) {
		workers_restart_zygote(workers, "the zygote does not answer");
		return;
	}
	/* The timer may be late because the loop was blocked. So bytes that
	 * have arrived are read first, and the worker may get more time. */
	worker_drain(worker);
	if (worker->reported || worker->is_retired || worker->serial != serial)
		return;
	if (worker->state == WORKER_SENT) {
		worker_answer_wait_for_fork(worker);
		return;
	}
	if (!worker->answer_ended &&
	    worker_until_deadline_ms(worker) < -LATE_MS) {
		worker_begin(worker); /* the worker gets more time; RLIMIT_CPU
					 limits how often this happens */
		return;
	}
	if (!worker->answer_ended &&
	    (worker_may_continue(worker) || worker_extend_deadline(worker)))
		return;
	if (worker->n_documents > 1) {
		worker_answer_put_aside(worker);
		return;
	}
	worker_kill(worker);
	if (worker->answer_ended) {
		worker_report(worker, WORKER_DIED, WORKER_CAUSE_UNKNOWN, NULL,
		    "ended without an answer");
		return;
	}
	if (ms % 1000 == 0)
		snprintf(why, sizeof(why), "no answer in %lld s",
		    (long long)ms / 1000);
	else
		snprintf(
		    why, sizeof(why), "no answer in %lld ms", (long long)ms);
	worker_report(worker, WORKER_TIMEOUT, WORKER_CAUSE_DOCUMENT, NULL, why);
}
