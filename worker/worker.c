/*
 * worker.c -- public functions of worker.h: the queue of jobs, and the settings
 * and counters of the workers.
 *
 * A job waits in a queue until one of the places (worker_queue.c) is free. Its
 * frame is sent to the zygote with the body and one end of a socket, and the
 * reply is read from the other end. The place becomes free when the zygote has
 * reported the end of the process, not when the reply has arrived, so that the
 * number of processes is limited. Slow documents (worker_queue.c) and idle
 * processes (worker_reuse.c) are counted separately.
 *
 * The result of a job is reported once, as early as it is certain: at the end
 * of a complete reply, at the deadline, at an invalid byte, or at the report of
 * a death. Later events only free the place.
 */
#include "worker/worker.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/text/utf8.h"
#include "worker/worker_parts.h"

#define STOP_MS 2000

#define ORIGIN_BYTES       (16 * LIMIT_URL_BYTES)
#define CONTENT_TYPE_BYTES 1024
/* Longer hints are truncated, because the extractor compares only the first
 * part of a summary with the page. */
#define HINT_SUMMARY_BYTES (64 * 1024)

const char *
worker_result_name(enum worker_result result)
{
	static const char *const names[WORKER_RESULT_COUNT] = {
		[WORKER_OK] = "ok",
		[WORKER_FAILED] = "failed",
		[WORKER_DIED] = "died",
		[WORKER_TIMEOUT] = "timeout",
		[WORKER_PROTOCOL] = "protocol",
		[WORKER_LOST] = "lost",
		[WORKER_STOPPED] = "stopped",
	};

	return (unsigned)result < WORKER_RESULT_COUNT ? names[result] : "?";
}

int
workers_new(int parallel, struct workers **ret, struct err *e)
{
	struct workers *workers;
	int rc;

	if (parallel < 1 || parallel > LIMIT_WORKERS)
		return err_set(e, ERR_USAGE,
		    "%d workers: the number must be 1 to %d", parallel,
		    LIMIT_WORKERS);
	workers = calloc(1, sizeof(*workers));
	if (workers == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the workers");
	workers->parallel = parallel;
	workers->deadline_ms = LIMIT_WORKER_WALL_MS;
	workers->starved_most_ms = LIMIT_WORKER_STARVED_MS;
	workers->idle_ms = LIMIT_REUSE_IDLE_MS;
	workers->slow_places = parallel > 1 ? parallel / 2 : 1;
	workers->slow_ms = LIMIT_WORKER_SLOW_MS;
	workers->slow_wall_ms = LIMIT_WORKER_SLOW_WALL_MS;
	workers->soon_ms = WORKERS_SOON_MS;
	workers->backoff_ms = WORKERS_BACKOFF_MS;
	workers->zygote = ZYGOTE_LINK_INIT;
	TAILQ_INIT(&workers->waiting);
	TAILQ_INIT(&workers->running);
	arena_init(&workers->arena, LIMIT_REPLY_BYTES);
	arena_init(&workers->origins, ORIGIN_BYTES);
	rc = workers_start_zygote(workers, e);
	if (rc != 0) {
		free(workers);
		return rc;
	}
	*ret = workers;
	return 0;
}

int
workers_attach(struct workers *workers, struct event_base *base, struct err *e)
{
	int rc = zygote_link_wait(
	    &workers->zygote, WORKERS_START_MS, workers->trouble, e);

	if (rc != 0)
		return rc;
	workers->base = base;
	workers->zygote_timer =
	    evtimer_new(base, workers_on_zygote_timer, workers);
	workers->retry_timer = evtimer_new(base, workers_on_retry, workers);
	workers->soon_timer = evtimer_new(base, workers_on_retry, workers);
	if (workers->zygote_timer == NULL || workers->retry_timer == NULL ||
	    workers->soon_timer == NULL || workers_watch_zygote(workers) != 0)
		return err_set(e, ERR_MEMORY, "no memory for the workers");
	workers->zygote_state = ZYGOTE_READY;
	workers->ready_since_ms = workers_now_ms();
	workers_hand_over(workers);
	return 0;
}

static void
worker_stop_all(struct worker_list *list)
{
	struct worker *worker;

	while ((worker = TAILQ_FIRST(list)) != NULL) {
		TAILQ_REMOVE(list, worker, place);
		worker_kill(worker);
		if (!worker->reported)
			worker_report(worker, WORKER_STOPPED,
			    WORKER_CAUSE_NO_PROCESS, NULL, "stopped");
		worker_free(worker);
	}
}

void
workers_free(struct workers *workers)
{
	if (workers == NULL)
		return;
	workers->stopping = true;
	workers_unwatch_zygote(workers);
	worker_stop_all(&workers->running);
	zygote_link_end(&workers->zygote, STOP_MS);
	worker_stop_all(&workers->waiting);
	if (workers->zygote_timer != NULL)
		event_free(workers->zygote_timer);
	if (workers->retry_timer != NULL)
		event_free(workers->retry_timer);
	if (workers->soon_timer != NULL)
		event_free(workers->soon_timer);
	arena_release(&workers->arena);
	arena_release(&workers->origins);
	free(workers);
}

size_t
workers_busy(const struct workers *workers)
{
	return workers->n_busy;
}

bool
workers_was_slow(const struct workers *workers)
{
	return workers->reported_is_slow;
}

enum worker_cause
workers_cause(const struct workers *workers)
{
	return workers->last_cause;
}

void
workers_counts(
    const struct workers *workers, uint64_t *ret_deaths, uint64_t *ret_restarts)
{
	*ret_deaths = workers->deaths;
	*ret_restarts = workers->starts;
}

uint64_t
workers_finished(const struct workers *workers)
{
	return workers->finished + workers->extended;
}

const char *
workers_trouble(const struct workers *workers)
{
	return workers->trouble;
}

static int
worker_make_frame(struct worker *worker, const struct job *job, struct err *e)
{
	struct job sent = *job;

	if (job->url.len > LIMIT_URL_BYTES)
		return err_set(e, ERR_LIMIT,
		    "the URL of a document is too long: %zu bytes",
		    job->url.len);
	sent.id = worker->serial;
	sent.may_reuse = worker->origin != NULL;
	sent.content_type = slice_sub(job->content_type, 0, CONTENT_TYPE_BYTES);
	sent.hint_title = utf8_prefix(job->hint_title, LIMIT_TITLE_BYTES);
	sent.hint_summary = utf8_prefix(job->hint_summary, HINT_SUMMARY_BYTES);
	if (job->first_url.len > LIMIT_URL_BYTES)
		sent.first_url = SLICE_NONE;
	if (job->memory.len > LIMIT_SITE_MEMORY)
		sent.memory = SLICE_NONE;
	if (job->rules.len > LIMIT_RULES_BYTES)
		sent.rules = SLICE_NONE;
	job_write(&worker->frame, &sent);
	return buf_failed(&worker->frame)
		   ? err_set(e, ERR_MEMORY, "no memory for a job")
		   : 0;
}

int
worker_start(struct workers *workers, const struct job *job, int body_fd,
    worker_done *done, void *arg, struct err *e)
{
	struct worker *worker;
	int rc = 0;

	if (workers->stopping ||
	    (worker = calloc(1, sizeof(*worker))) == NULL) {
		close(body_fd);
		return workers->stopping
			   ? err_set(
				 e, ERR_USAGE, "the workers are being stopped")
			   : err_set(e, ERR_MEMORY, "no memory for a job");
	}
	worker->workers = workers;
	worker->serial = ++workers->serial;
	worker->id = job->id;
	worker->kind = job->kind;
	worker->is_trusted = job->is_trusted;
	worker->body_fd = body_fd;
	worker->reply_fd = worker->pidfd = -1;
	worker->done = done;
	worker->arg = arg;
	buf_init(&worker->frame, CHANNEL_FRAME_BYTES);
	buf_init(&worker->answer, LIMIT_REPLY_BYTES);
	worker_set_origin(worker, job->url);
	rc = worker_make_frame(worker, job, e);
	if (rc != 0) {
		worker_free(worker);
		return rc;
	}
	workers->n_busy++;
	TAILQ_INSERT_TAIL(&workers->waiting, worker, place);
	if (workers->base != NULL)
		workers_hand_over(workers);
	return 0;
}
