/*
 * worker_stay.c -- processes that stay: the next document of the same origin
 * goes to one that has read one before.
 *
 * The happy path is: an answer says that its worker stays → a job of the same
 * origin waits and is given to it at once; or it idles until one comes.  It
 * can fail by: an end of the process; then the document is tried again in a
 * process of its own (worker_try_again), and only that one can blame it.
 *
 * A process costs about a millisecond to make and to end, which is more than
 * most documents cost to read.  What one origin has said may harm what the
 * same origin says next, as it could by itself; a document of another never
 * comes here.  The origin is that of the address which the bytes came from:
 * scheme, host and port, so that nobody on the way to a plain http server is
 * one with what its https says.
 *
 * Whether a process is well enough to stay is its own to say; how long it may
 * is said here, since it may have been broken into.
 */
#include <sys/socket.h>
#include <sys/stat.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crawler/url.h"
#include "daemon/worker_parts.h"

#define LENGTH_BYTES 8

void
worker_set_origin(struct worker *worker, struct slice url)
{
	struct arena *arena = &worker->workers->origins;
	jmp_buf exhausted;
	struct slice origin;
	struct stat st;

	if (fstat(worker->body_fd, &st) != 0 || st.st_size > LIMIT_STAY_BYTES)
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

/* ---- sending a document on ---- */

/* As much as goes at once; 0 or an errno. */
static int
worker_stay_send_some(struct worker *worker, struct slice bytes)
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

/* What comes next: of the length, of the frame, of the document; together, as
 * much as there is room for, so that a small one wakes its reader once. */
static struct slice
worker_stay_next_bytes(const struct worker *worker, struct slice length)
{
	const struct slice heads[] = { length, buf_slice(&worker->frame) };
	char *room = worker->workers->read_bytes;
	size_t at = (size_t)worker->n_sent, filled = 0;
	ssize_t n = 0;

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		struct slice rest = slice_sub(heads[i], at, heads[i].len);

		rest = slice_sub(rest, 0, WORKER_READ_BYTES - filled);
		memcpy(room + filled, rest.p, rest.len);
		filled += rest.len;
		at -= at < heads[i].len ? at : heads[i].len;
	}
	/* With no room left, some of a head may be left, too. */
	if (filled < WORKER_READ_BYTES && (int64_t)at < worker->body_bytes)
		n = pread(worker->body_fd, room + filled,
		    WORKER_READ_BYTES - filled, (off_t)at);
	return (struct slice){ room, filled + (n > 0 ? (size_t)n : 0) };
}

static void
worker_stay_on_writable(evutil_socket_t fd, short what, void *arg)
{
	struct worker *worker = arg;
	struct buf length;
	int rc = 0;

	(void)fd;
	(void)what;
	buf_init(&length, LENGTH_BYTES);
	wire_put_i64(&length, worker->body_bytes);
	if (buf_failed(&length)) {
		worker_kill(worker); /* it is tried again */
		rc = ENOMEM;
	}
	while (rc == 0) {
		struct slice bytes =
		    worker_stay_next_bytes(worker, buf_slice(&length));

		rc = bytes.len > 0 ? worker_stay_send_some(worker, bytes)
				   : ENODATA;
	}
	buf_release(&length);
	if (rc == EAGAIN) {
		if (worker->writable == NULL)
			worker->writable =
			    event_new(worker->workers->base, worker->reply_fd,
				EV_WRITE, worker_stay_on_writable, worker);
		if (worker->writable != NULL &&
		    event_add(worker->writable, NULL) == 0)
			return;
		worker_kill(worker); /* it is tried again */
	}
	/* All of it; or the process is gone, as will be told. */
}

/* ---- giving ---- */

static bool
worker_stay_is_for(const struct worker *process, const struct worker *job)
{
	return job->origin != NULL && !job->alone &&
	       strcmp(process->origin, job->origin) == 0;
}

/* The job becomes the process's, and its struct is no more. */
static void
worker_stay_give(struct worker *process, struct worker *job)
{
	struct workers *workers = process->workers;

	TAILQ_REMOVE(&workers->waiting, job, place);
	process->serial = job->serial;
	process->id = job->id;
	process->kind = job->kind;
	process->is_proven = job->is_proven;
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
	process->told = process->stays = process->stays_said = false;
	process->n_documents++;
	process->n_sent = 0;
	worker_take_place(process);
	worker_begin(process);
	worker_stay_on_writable(process->reply_fd, EV_WRITE, process);
}

bool
worker_pass_on(struct worker *waiting)
{
	struct workers *workers = waiting->workers;
	struct worker *process;

	if (waiting->origin == NULL || waiting->alone)
		return false;
	for (process = TAILQ_FIRST(&workers->running); process != NULL;
	     process = TAILQ_NEXT(process, place)) {
		if (process->state != WORKER_IDLE || process->kill_wanted ||
		    process->answer_ended ||
		    !worker_stay_is_for(process, waiting))
			continue;
		worker_move(process, WORKER_FORKED);
		workers->n_idle--;
		process->turn_at_ms = workers_now_ms();
		worker_stay_give(process, waiting);
		return true;
	}
	return false;
}

/* ---- staying ---- */

/* The first that waits and is of its origin. */
static struct worker *
worker_stay_next_job(struct worker *process)
{
	struct workers *workers = process->workers;
	struct worker *job;

	if (workers->stopping)
		return NULL;
	if (workers_now_ms() - process->turn_at_ms >= LIMIT_STAY_TURN_MS)
		return NULL; /* the order that they came in */
	for (job = TAILQ_FIRST(&workers->waiting); job != NULL;
	     job = TAILQ_NEXT(job, place))
		if (worker_stay_is_for(process, job))
			return job;
	return NULL;
}

static bool
worker_stay_idles(const struct worker *process)
{
	return process->state == WORKER_IDLE && !process->kill_wanted;
}

/* Another waits for the same, and began to later. */
static bool
worker_stay_is_spare(struct worker *process)
{
	struct worker *other = process;

	while ((other = TAILQ_NEXT(other, place)) != NULL)
		if (worker_stay_idles(other) &&
		    worker_stay_is_for(other, process))
			return true;
	return false;
}

/* One of two of an origin, else the one that has idled longest: those that run
 * stand in the order in which they were last given something or began to
 * wait.  Two of an origin are what is left of a moment in which two documents
 * of it came; to end another's last one would make the next fork. */
static void
worker_stay_dismiss_one(struct workers *workers)
{
	struct worker *process, *oldest = NULL;

	for (process = TAILQ_FIRST(&workers->running); process != NULL;
	     process = TAILQ_NEXT(process, place)) {
		if (!worker_stay_idles(process))
			continue;
		if (oldest == NULL)
			oldest = process;
		if (worker_stay_is_spare(process))
			break;
	}
	if (process == NULL)
		process = oldest;
	if (process != NULL)
		worker_dismiss(process);
}

static void
worker_stay_idle(struct worker *process)
{
	struct workers *workers = process->workers;

	worker_move(process, WORKER_IDLE);
	TAILQ_REMOVE(&workers->running, process, place);
	TAILQ_INSERT_TAIL(&workers->running, process, place);
	worker_leave_place(process);
	workers->n_idle++;
	buf_release(&process->answer); /* may have been large */
	buf_init(&process->answer, LIMIT_REPLY_BYTES);
	workers_arm(process->timer, workers->idle_ms);
	if (workers->n_idle > LIMIT_STAY_IDLE)
		worker_stay_dismiss_one(workers);
	workers_hand_over(workers);
}

void
workers_set_idle_ms(struct workers *workers, int64_t idle_ms)
{
	struct worker *process;

	workers->idle_ms = idle_ms;
	for (process = TAILQ_FIRST(&workers->running); process != NULL;
	     process = TAILQ_NEXT(process, place))
		if (process->state == WORKER_IDLE && !process->kill_wanted)
			workers_arm(process->timer, idle_ms);
}

void
worker_stay(struct worker *worker)
{
	struct worker *job;

	if (worker->state != WORKER_FORKED || worker->has_ended)
		return; /* the zygote's word comes first, or it is too late */
	if (worker->writable != NULL) /* it has not read all of it */
		event_del(worker->writable);
	if (worker->n_documents >= LIMIT_STAY_DOCUMENTS || worker->is_slow ||
	    worker->kill_wanted || worker->workers->stopping) {
		worker_dismiss(worker);
	} else if ((job = worker_stay_next_job(worker)) != NULL) {
		worker_leave_place(worker);
		worker_stay_give(worker, job);
	} else {
		worker_stay_idle(worker);
	}
}

/* Killed, since it may not be what we built; and where the zygote's word came
 * without the means to, the end of its socket ends it. */
void
worker_dismiss(struct worker *worker)
{
	if (worker->state == WORKER_IDLE && !worker->kill_wanted)
		worker->workers->n_idle--;
	worker_kill(worker);
	if (worker->told)
		workers_arm(worker->timer, WORKERS_READY_MS);
	if (worker->writable != NULL)
		event_del(worker->writable);
	if (!worker->answer_ended)
		event_del(worker->readable);
	worker_close_fd(&worker->reply_fd);
	worker->answer_ended = true;
}

void
worker_begin_anew(struct worker *worker)
{
	worker->alone = true;
	worker->n_documents = 0;
	worker->kill_wanted = worker->condemned = worker->has_ended = false;
	worker->answer_ended = worker->stays_said = worker->put_back = false;
	worker->answer_bytes = 0;
	buf_clear(&worker->answer);
}

bool
worker_try_again(struct worker *worker)
{
	struct workers *workers = worker->workers;

	if (worker->told || worker->n_documents < 2)
		return false;
	workers_count_death(workers);
	worker_begin_anew(worker);
	worker_wait(worker);
	return true;
}
