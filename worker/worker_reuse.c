/*
 * worker_reuse.c -- process reuse: the next document of an origin is given to a
 * process that has read a document of the same origin.
 *
 * Normal case: the header of a reply states that the process waits for another
 * document. If a job of the same origin waits, the process gets it at once;
 * otherwise the process is idle until one arrives. If the process ends early,
 * the document is tried again in a new process (worker_try_again), and only a
 * failure in that process counts against the document.
 *
 * Forking and ending a process costs about a millisecond, more than reading
 * most documents. A document can affect later documents in the same process.
 * These documents have the same origin, and this origin could change them
 * anyway. The origin is scheme, host and port of the address from which the
 * bytes were received, so that documents that an attacker has changed on a
 * plain http connection do not share a process with the https origin.
 *
 * The process reports whether it can be reused. The hub limits the time of
 * reuse, because the process may have been compromised.
 */
#include <sys/socket.h>
#include <sys/stat.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "url/url.h"
#include "worker/worker_parts.h"

#define LENGTH_BYTES 8

void
worker_set_origin(struct worker *worker, struct slice url)
{
	struct arena *arena = &worker->workers->origins;
	jmp_buf exhausted;
	struct slice origin;
	struct stat st;

	if (fstat(worker->body_fd, &st) != 0 || st.st_size > LIMIT_REUSE_BYTES)
		return;
	worker->body_bytes = st.st_size;
	if (setjmp(exhausted) == 0) {
		arena->exhausted = &exhausted;
		if (url_fetchable(url) && url_origin(arena, url, &origin))
			worker->origin = strndup(origin.p, origin.len);
	}
	arena->exhausted = NULL;
	arena_clear(arena);
}

/* ---- sending a document ---- */

/* Sends as much as possible without blocking. Returns 0 or an errno. */
static int
worker_reuse_send_some(struct worker *worker, struct slice bytes)
{
	ssize_t n;

	do
		n = send(worker->reply_fd, bytes.p, bytes.len, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno;
	worker->n_sent += n;
	return 0;
}

/* Returns the next bytes to send. The length, the frame and the document are
 * sent one after another; the buffer combines them, so that a small document
 * wakes the process only once. */
static struct slice
worker_reuse_next_bytes(const struct worker *worker, struct slice length)
{
	const struct slice heads[] = { length, buf_slice(&worker->frame) };
	char *buffer = worker->workers->read_bytes;
	size_t at = (size_t)worker->n_sent, filled = 0;
	ssize_t n = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(heads); i++) {
		struct slice rest = slice_sub(heads[i], at, heads[i].len);

		rest = slice_sub(rest, 0, WORKER_READ_BYTES - filled);
		memcpy(buffer + filled, rest.p, rest.len);
		filled += rest.len;
		at -= at < heads[i].len ? at : heads[i].len;
	}
	/* If the buffer is full, the length and the frame may not have been
	 * sent completely. */
	if (filled < WORKER_READ_BYTES && (int64_t)at < worker->body_bytes)
		n = pread(worker->body_fd, buffer + filled,
		    WORKER_READ_BYTES - filled, (off_t)at);
	return (struct slice){ buffer, filled + (n > 0 ? (size_t)n : 0) };
}

static void
worker_reuse_on_writable(evutil_socket_t fd, short what, void *arg)
{
	struct worker *worker = arg;
	struct buf length;
	int rc = 0;

	(void)fd;
	(void)what;
	buf_init(&length, LENGTH_BYTES);
	wire_put_i64(&length, worker->body_bytes);
	if (buf_failed(&length)) {
		worker_kill(
		    worker); /* the job is tried again with another process */
		rc = ENOMEM;
	}
	while (rc == 0) {
		struct slice bytes =
		    worker_reuse_next_bytes(worker, buf_slice(&length));

		rc = bytes.len > 0 ? worker_reuse_send_some(worker, bytes)
				   : ENODATA;
	}
	buf_release(&length);
	if (rc == EAGAIN) {
		if (worker->writable == NULL)
			worker->writable =
			    event_new(worker->workers->base, worker->reply_fd,
				EV_WRITE, worker_reuse_on_writable, worker);
		if (worker->writable != NULL &&
		    event_add(worker->writable, NULL) == 0)
			return;
		worker_kill(
		    worker); /* the job is tried again with another process */
	}
	/* Everything was sent, or the process has ended, which the zygote will
	 * report. */
}

/* ---- giving a job to an idle process ---- */

static bool
worker_reuse_is_for(const struct worker *process, const struct worker *job)
{
	return job->origin != NULL && !job->alone &&
	       strcmp(process->origin, job->origin) == 0;
}

/* Moves the job into the process's struct and frees the job's struct. */
static void
worker_reuse_give(struct worker *process, struct worker *job)
{
	struct workers *workers = process->workers;

	TAILQ_REMOVE(&workers->waiting, job, place);
	process->serial = job->serial;
	process->id = job->id;
	process->kind = job->kind;
	process->is_trusted = job->is_trusted;
	process->done = job->done;
	process->arg = job->arg;
	process->body_fd = job->body_fd;
	process->body_bytes = job->body_bytes;
	process->frame = job->frame;
	buf_init(&job->frame, CHANNEL_FRAME_BYTES);
	job->body_fd = -1;
	worker_free(job);

	buf_clear(&process->answer);
	process->answer_bytes = 0;
	process->reported = process->is_reusable = process->reuse_offered =
	    false;
	process->n_documents++;
	process->n_sent = 0;
	worker_take_place(process);
	worker_begin(process);
	worker_reuse_on_writable(process->reply_fd, EV_WRITE, process);
}

bool
worker_give_to_idle(struct worker *waiting)
{
	struct workers *workers = waiting->workers;
	struct worker *process;

	if (waiting->origin == NULL || waiting->alone)
		return false;
	for (process = TAILQ_FIRST(&workers->running); process != NULL;
	     process = TAILQ_NEXT(process, place)) {
		if (process->state != WORKER_IDLE || process->kill_wanted ||
		    process->answer_ended ||
		    !worker_reuse_is_for(process, waiting))
			continue;
		worker_move(process, WORKER_FORKED);
		workers->n_idle--;
		process->turn_at_ms = workers_now_ms();
		worker_reuse_give(process, waiting);
		return true;
	}
	return false;
}

/* ---- idle processes ---- */

/* Returns the first waiting job of the process's origin. */
static struct worker *
worker_reuse_next_job(struct worker *process)
{
	struct workers *workers = process->workers;
	struct worker *job;

	if (workers->stopping)
		return NULL;
	if (workers_now_ms() - process->turn_at_ms >= LIMIT_REUSE_TURN_MS)
		return NULL; /* jobs of other origins must run, too */
	for (job = TAILQ_FIRST(&workers->waiting); job != NULL;
	     job = TAILQ_NEXT(job, place))
		if (worker_reuse_is_for(process, job))
			return job;
	return NULL;
}

static bool
worker_reuse_idles(const struct worker *process)
{
	return process->state == WORKER_IDLE && !process->kill_wanted;
}

/* Returns whether another process of the same origin is idle and became idle
 * later. */
static bool
worker_reuse_is_spare(struct worker *process)
{
	struct worker *other = process;

	while ((other = TAILQ_NEXT(other, place)) != NULL)
		if (worker_reuse_idles(other) &&
		    worker_reuse_is_for(other, process))
			return true;
	return false;
}

/* If two idle processes have the same origin, ends one of them. Otherwise ends
 * the process that has been idle longest. `running` is in the order in which
 * the processes last got a job or became idle. An origin has two idle processes
 * if two of its documents arrived at once. If an origin has only one process,
 * it is kept if possible, because the next document of the origin would need a
 * fork. */
static void
worker_reuse_dismiss_one(struct workers *workers)
{
	struct worker *process, *oldest = NULL;

	for (process = TAILQ_FIRST(&workers->running); process != NULL;
	     process = TAILQ_NEXT(process, place)) {
		if (!worker_reuse_idles(process))
			continue;
		if (oldest == NULL)
			oldest = process;
		if (worker_reuse_is_spare(process))
			break;
	}
	if (process == NULL)
		process = oldest;
	if (process != NULL)
		worker_end_process(process);
}

static void
worker_reuse_idle(struct worker *process)
{
	struct workers *workers = process->workers;

	worker_move(process, WORKER_IDLE);
	TAILQ_REMOVE(&workers->running, process, place);
	TAILQ_INSERT_TAIL(&workers->running, process, place);
	worker_leave_place(process);
	workers->n_idle++;
	buf_release(&process->answer); /* released, because the buffer may have
					  become large */
	buf_init(&process->answer, LIMIT_REPLY_BYTES);
	workers_arm(process->timer, workers->idle_ms);
	if (workers->n_idle > LIMIT_REUSE_IDLE)
		worker_reuse_dismiss_one(workers);
	workers_hand_over(workers);
}

void
worker_become_idle(struct worker *worker)
{
	struct worker *job;

	if (worker->state != WORKER_FORKED || worker->has_ended)
		return; /* the zygote has not reported the fork yet, or the
			   process has ended */
	if (worker->writable != NULL) /* the process has not read the whole
				       * document */
		event_del(worker->writable);
	if (worker->n_documents >= LIMIT_REUSE_DOCUMENTS || worker->is_slow ||
	    worker->kill_wanted || worker->workers->stopping) {
		worker_end_process(worker);
	} else if ((job = worker_reuse_next_job(worker)) != NULL) {
		worker_leave_place(worker);
		worker_reuse_give(worker, job);
	} else {
		worker_reuse_idle(worker);
	}
}

/* The process is killed, since it may be compromised. If the zygote has
 * reported no pidfd, closing the socket ends the process. */
void
worker_end_process(struct worker *worker)
{
	if (worker->state == WORKER_IDLE && !worker->kill_wanted)
		worker->workers->n_idle--;
	worker_kill(worker);
	if (worker->reported)
		workers_arm(worker->timer, WORKERS_READY_MS);
	if (worker->writable != NULL)
		event_del(worker->writable);
	if (!worker->answer_ended)
		event_del(worker->readable);
	worker_close_fd(&worker->reply_fd);
	worker->answer_ended = true;
}

void
worker_require_new_process(struct worker *worker)
{
	worker->alone = true;
	worker->n_documents = 0;
	worker->kill_wanted = worker->is_retired = worker->has_ended = false;
	worker->answer_ended = worker->reuse_offered = worker->put_back = false;
	worker->answer_bytes = 0;
	worker->starved_ms = 0;
	buf_clear(&worker->answer);
}

bool
worker_try_again(struct worker *worker)
{
	struct workers *workers = worker->workers;

	if (worker->reported || worker->n_documents < 2)
		return false;
	workers_count_death(workers);
	worker_require_new_process(worker);
	worker_wait(worker);
	return true;
}
