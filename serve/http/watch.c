/*
 * watch.c -- watches the change log, the database file and connections.
 */
#include "serve/http/watch.h"

#include <sys/stat.h>

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "serve/http/log.h"
#include "store/store.h"

/* Interval of the checks for deadlines, for another database file, and for
 * clients that have closed their connection. */
#define SLOW_LOOK_MS 1000

struct watch {
	const struct serve_settings *settings;
	struct peers *peers;
	struct watch_calls calls;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct job_list waiters;
	size_t n_waiters;
	bool stops;
	pthread_t thread;
	/* Only the thread of the watch uses the following members. */
	struct store *store;
	_Atomic int64_t
	    until_ms; /* end of the queries of this look, monotonic */
	struct stat file;
	int64_t data_version, last_seq;
	bool is_seq_known;
	int64_t slow_look_ms;
	struct pollfd fds[LIMIT_SERVE_WAITERS];
};

/* ---- the database ---- */

static void
watch_close_store(struct watch *watch)
{
	store_close(watch->store);
	watch->store = NULL;
	watch->is_seq_known = false;
}

static void
watch_look_at_file(struct watch *watch)
{
	struct stat now;

	if (stat(watch->settings->database, &now) != 0)
		return;
	if (watch->file.st_ino != 0 && (now.st_ino != watch->file.st_ino ||
					   now.st_dev != watch->file.st_dev)) {
		watch_close_store(watch);
		watch->calls.replaced(watch->calls.arg);
	}
	watch->file = now;
}

/* Reads the newest seq if another process has committed since the last check.
 */
static void
watch_look_at_changes(struct watch *watch)
{
	struct err e = ERR_INIT;
	int64_t version = 0;
	int rc = 0;

	if (watch->store == NULL)
		rc = store_open(
		    watch->settings->database, STORE_READ, &watch->store, &e);
	watch->until_ms = clock_monotonic_ms() + LIMIT_SERVE_QUERY_MS;
	if (rc == 0) {
		store_set_deadline(watch->store, &watch->until_ms);
		rc = store_data_version(watch->store, &version, &e);
	}
	if (rc == 0 &&
	    (!watch->is_seq_known || version != watch->data_version)) {
		rc = store_last_seq(watch->store, &watch->last_seq, &e);
		watch->data_version = version;
		watch->is_seq_known = rc == 0;
	}
	if (rc == 0)
		return;
	serve_log("error", "watch", "why", slice_of(e.text), NULL, SLICE_NONE);
	watch_close_store(watch);
}

/* ---- waiters ---- */

/* Moves to *ret the jobs that need not wait any more.  The lock is held. */
static void
watch_take_ready(struct watch *watch, int64_t now_ms, struct job_list *ret)
{
	struct job *job, *next;

	for (job = TAILQ_FIRST(&watch->waiters); job != NULL; job = next) {
		next = TAILQ_NEXT(job, entry);
		if (now_ms < job->wait_until_ms &&
		    (!watch->is_seq_known ||
			watch->last_seq <= job->wait_after_seq))
			continue;
		TAILQ_REMOVE(&watch->waiters, job, entry);
		watch->n_waiters--;
		TAILQ_INSERT_TAIL(ret, job, entry);
	}
}

/* Moves to *ret the jobs whose clients have closed their connections.  The lock
 * is held. */
static void
watch_take_left(struct watch *watch, struct job_list *ret)
{
	struct job *job, *next;
	nfds_t n = 0;

	TAILQ_FOREACH(job, &watch->waiters, entry)
	watch->fds[n++] =
	    (struct pollfd){ .fd = job->peer->fd, .events = POLLRDHUP };
	if (n == 0 || poll(watch->fds, n, 0) <= 0)
		return;
	n = 0;
	for (job = TAILQ_FIRST(&watch->waiters); job != NULL; job = next) {
		next = TAILQ_NEXT(job, entry);
		if (watch->fds[n++].revents == 0)
			continue;
		TAILQ_REMOVE(&watch->waiters, job, entry);
		watch->n_waiters--;
		TAILQ_INSERT_TAIL(ret, job, entry);
	}
}

static void
watch_call_each(struct watch *watch, struct job_list *jobs,
    void (*call)(struct job *, void *arg))
{
	struct job *job;

	while ((job = TAILQ_FIRST(jobs)) != NULL) {
		TAILQ_REMOVE(jobs, job, entry);
		call(job, watch->calls.arg);
	}
}

bool
watch_add(struct watch *watch, struct job *job)
{
	bool has_space;

	pthread_mutex_lock(&watch->lock);
	has_space = !watch->stops && watch->n_waiters < LIMIT_SERVE_WAITERS;
	if (has_space) {
		job->state = JOB_WAITING;
		job->was_waiting = true;
		TAILQ_INSERT_TAIL(&watch->waiters, job, entry);
		if (watch->n_waiters++ == 0)
			pthread_cond_signal(&watch->changed);
	}
	pthread_mutex_unlock(&watch->lock);
	return has_space;
}

/* ---- the thread ---- */

/* Waits until the next check, or until watch_add() or watch_stop() ends the
 * wait.  The lock is held.  The clock of the condition is monotonic. */
static void
watch_sleep(struct watch *watch)
{
	int64_t ms = watch->n_waiters > 0 ? LIMIT_SERVE_LOOK_MS : SLOW_LOOK_MS;
	int64_t until_ns = clock_monotonic_ns() + ms * 1000000;
	struct timespec until = { until_ns / 1000000000,
		until_ns % 1000000000 };

	if (!watch->stops)
		pthread_cond_timedwait(&watch->changed, &watch->lock, &until);
}

static void
watch_look(struct watch *watch)
{
	struct job_list ready = TAILQ_HEAD_INITIALIZER(ready);
	struct job_list left = TAILQ_HEAD_INITIALIZER(left);
	int64_t now_ms = clock_monotonic_ms();
	bool is_slow = now_ms - watch->slow_look_ms >= SLOW_LOOK_MS;
	bool has_waiters;

	if (is_slow) {
		watch->slow_look_ms = now_ms;
		peers_look(watch->peers, now_ms);
		watch_look_at_file(watch);
	}
	pthread_mutex_lock(&watch->lock);
	has_waiters = watch->n_waiters > 0;
	pthread_mutex_unlock(&watch->lock);
	if (!has_waiters)
		return;
	watch_look_at_changes(watch);
	pthread_mutex_lock(&watch->lock);
	if (is_slow)
		watch_take_left(watch, &left);
	watch_take_ready(watch, now_ms, &ready);
	pthread_mutex_unlock(&watch->lock);
	watch_call_each(watch, &left, watch->calls.leave);
	watch_call_each(watch, &ready, watch->calls.wake);
}

static void *
watch_thread(void *arg)
{
	struct watch *watch = arg;
	bool stops = false;

	while (!stops) {
		watch_look(watch);
		pthread_mutex_lock(&watch->lock);
		watch_sleep(watch);
		stops = watch->stops;
		pthread_mutex_unlock(&watch->lock);
	}
	return NULL;
}

int
watch_start(const struct serve_settings *settings, struct peers *peers,
    const struct watch_calls *calls, struct watch **ret, struct err *e)
{
	struct watch *watch = calloc(1, sizeof(*watch));
	pthread_condattr_t attributes;

	if (watch == NULL)
		return err_set(e, ERR_MEMORY,
		    "no memory for the thread that watches the change log");
	watch->settings = settings;
	watch->peers = peers;
	watch->calls = *calls;
	TAILQ_INIT(&watch->waiters);
	pthread_mutex_init(&watch->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&watch->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	if (pthread_create(&watch->thread, NULL, watch_thread, watch) != 0) {
		pthread_cond_destroy(&watch->changed);
		pthread_mutex_destroy(&watch->lock);
		free(watch);
		return err_set(e, ERR_LIBRARY,
		    "the thread that watches the change log cannot be started");
	}
	*ret = watch;
	return 0;
}

void
watch_stop(struct watch *watch)
{
	pthread_mutex_lock(&watch->lock);
	watch->stops = true;
	pthread_cond_signal(&watch->changed);
	pthread_mutex_unlock(&watch->lock);
	pthread_join(watch->thread, NULL);
	watch_call_each(watch, &watch->waiters, watch->calls.leave);
	watch_close_store(watch);
}

void
watch_free(struct watch *watch)
{
	if (watch == NULL)
		return;
	pthread_mutex_destroy(&watch->lock);
	pthread_cond_destroy(&watch->changed);
	free(watch);
}
