/*
 * pool.c -- the threads that answer requests.
 */
#include "serve/http/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "serve/http/log.h"
#include "store/store.h"

#define N_LANES (SERVE_DELIVERY + 1)

/* The largest number of threads that run jobs of a lane at the same time.  The
 * two limited lanes together leave a third of the threads to quick jobs. */
static const size_t pool_most[N_LANES] = {
	[SERVE_QUICK] = LIMIT_SERVE_THREADS,
	[SERVE_SLOW] = LIMIT_SERVE_THREADS / 3,
	[SERVE_DELIVERY] = LIMIT_SERVE_THREADS / 3,
};

/* A thread and its connection to the database. */
struct pool_worker {
	struct pool *pool;
	pthread_t thread;
	struct store *store; /* NULL: not open */
	unsigned generation;
	_Atomic int64_t until_ms; /* monotonic; the time at which the queries of
				     the present job are ended */
};

struct pool {
	const struct serve_settings *settings;
	struct pool_calls calls;
	pthread_mutex_t lock;
	pthread_cond_t filled;
	struct job_list lanes[N_LANES];
	size_t n_queued;
	size_t n_running[N_LANES];
	bool stops;
	int64_t end_ms;      /* no query runs after this time */
	unsigned generation; /* counts the changes of the database file */
	struct pool_worker workers[LIMIT_SERVE_THREADS];
	size_t n_threads;
};

bool
pool_put(struct pool *pool, struct job *job)
{
	bool has_space;

	pthread_mutex_lock(&pool->lock);
	/* A job that returns from the watch is accepted even if the queue is
	 * full. */
	has_space = !pool->stops &&
		    (pool->n_queued < LIMIT_SERVE_QUEUE || job->was_waiting);
	if (has_space) {
		job->state = JOB_QUEUED;
		TAILQ_INSERT_TAIL(&pool->lanes[job->route->lane], job, entry);
		pool->n_queued++;
		pthread_cond_signal(&pool->filled);
	}
	pthread_mutex_unlock(&pool->lock);
	return has_space;
}

/* Returns the next job; NULL if no job may run now. The lock must be held. */
static struct job *
pool_take(struct pool *pool, enum serve_lane *ret_lane)
{
	static const enum serve_lane order[N_LANES] = { SERVE_QUICK,
		SERVE_DELIVERY, SERVE_SLOW };

	for (size_t i = 0; i < N_LANES; i++) {
		enum serve_lane lane = order[i];
		struct job *job = TAILQ_FIRST(&pool->lanes[lane]);

		if (job == NULL || pool->n_running[lane] >= pool_most[lane])
			continue;
		TAILQ_REMOVE(&pool->lanes[lane], job, entry);
		pool->n_queued--;
		pool->n_running[lane]++;
		*ret_lane = lane;
		return job;
	}
	return NULL;
}

/* ---- one job ---- */

static int
pool_open(struct pool_worker *worker, unsigned generation, struct err *e)
{
	int rc = 0;

	if (worker->store != NULL && worker->generation != generation) {
		store_close(worker->store);
		worker->store = NULL;
	}
	if (worker->store == NULL) {
		rc = store_open(worker->pool->settings->database, STORE_READ,
		    &worker->store, e);
		if (rc == 0)
			store_set_deadline(worker->store, &worker->until_ms);
	}
	if (rc == 0)
		worker->generation = generation;
	return rc;
}

static void
pool_close(struct pool_worker *worker)
{
	store_close(worker->store);
	worker->store = NULL;
}

/* True if the failure is temporary and the request may be repeated.  The first
 * query after a restart of a PostgreSQL server always fails, because the
 * connection of this thread was lost.  A query that was ended at its deadline is
 * not repeated. */
static bool
pool_may_repeat(const struct pool_worker *worker, const struct job *job)
{
	return job->request.method == SERVE_GET && worker->store != NULL &&
	       store_may_retry(worker->store) &&
	       !store_is_overdue(worker->store);
}

/* Opens the database if necessary and calls the handler. */
static int
pool_call(struct pool_worker *worker, const struct job *job,
    unsigned generation, struct serve_exchange *exchange, struct err *e)
{
	int rc = pool_open(worker, generation, e);

	exchange->store = worker->store;
	exchange->waits = false;
	return rc == 0 ? job->route->run(exchange, e) : rc;
}

static bool
pool_is_stopping(struct pool *pool)
{
	bool ret;

	pthread_mutex_lock(&pool->lock);
	ret = pool->stops;
	pthread_mutex_unlock(&pool->lock);
	return ret;
}

/* Sends 503 for a query that was ended at its deadline, which is earlier if the
 * server stops. */
static void
pool_report_overdue(struct pool *pool, struct job *job)
{
	bool stops = pool_is_stopping(pool);
	const char *why = stops
			      ? "the server stops"
			      : "the queries for this answer take too long";

	serve_log(stops ? "info" : "error", "request", "path",
	    job->request.path, "why", slice_of(why));
	serve_response_clear(&job->response);
	job->response.retry_after_s = 10;
	serve_problem(&job->response, 503, "%s", why);
}

/* After a failed query the connection is closed, because the file may have
 * been replaced or may be damaged. */
static void
pool_report(struct pool_worker *worker, struct job *job, const struct err *e)
{
	bool is_temporary =
	    worker->store == NULL || store_may_retry(worker->store);

	if (worker->store != NULL && store_is_overdue(worker->store)) {
		pool_report_overdue(worker->pool, job);
		return;
	}
	serve_log("error", "request", "path", job->request.path, "why",
	    slice_of(e->text));
	serve_response_clear(&job->response);
	job->response.retry_after_s = 10;
	serve_problem(&job->response, is_temporary ? 503 : 500,
	    worker->store == NULL ? "the database cannot be opened"
				  : "the database cannot be read");
	pool_close(worker);
}

static void
pool_run(struct pool_worker *worker, struct job *job, unsigned generation)
{
	struct serve_exchange exchange = {
		.settings = worker->pool->settings,
		.request = &job->request,
		.response = &job->response,
		.name = job->name,
		.id = job->id,
		.now_at = time(NULL),
		.now_ms = clock_monotonic_ms(),
		.began_ms = job->began_ms,
	};
	struct err e = ERR_INIT;
	int rc;

	job->state = JOB_RUNNING;
	rc = pool_call(worker, job, generation, &exchange, &e);
	if (rc != 0 && pool_may_repeat(worker, job)) {
		serve_response_clear(&job->response);
		pool_close(worker);
		e = ERR_INIT;
		rc = pool_call(worker, job, generation, &exchange, &e);
	}
	if (rc != 0)
		pool_report(worker, job, &e);
	if (rc == 0 && exchange.waits) {
		serve_response_clear(&job->response);
		job->wait_after_seq = exchange.wait_after_seq;
		job->wait_until_ms = exchange.wait_until_ms;
		worker->pool->calls.wait(job, worker->pool->calls.arg);
		return;
	}
	serve_response_finish(&job->response, &job->request);
	worker->pool->calls.done(job, worker->pool->calls.arg);
}

/* Returns the time at which the queries of a job that begins now are ended. */
static int64_t
pool_deadline(const struct pool *pool)
{
	int64_t until_ms = clock_monotonic_ms() + LIMIT_SERVE_QUERY_MS;

	return until_ms < pool->end_ms ? until_ms : pool->end_ms;
}

static void *
pool_thread(void *arg)
{
	struct pool_worker *worker = arg;
	struct pool *pool = worker->pool;

	pthread_mutex_lock(&pool->lock);
	for (;;) {
		enum serve_lane lane;
		struct job *job = pool_take(pool, &lane);
		unsigned generation = pool->generation;

		if (job == NULL && pool->stops && pool->n_queued == 0)
			break;
		if (job == NULL) {
			pthread_cond_wait(&pool->filled, &pool->lock);
			continue;
		}
		worker->until_ms = pool_deadline(pool);
		pthread_mutex_unlock(&pool->lock);
		pool_run(worker, job, generation);
		pthread_mutex_lock(&pool->lock);
		pool->n_running[lane]--;
		/* At the stop all threads wait for the end of the queue. */
		if (pool->stops)
			pthread_cond_broadcast(&pool->filled);
		else if (lane != SERVE_QUICK)
			pthread_cond_signal(&pool->filled);
	}
	pthread_mutex_unlock(&pool->lock);
	store_close(worker->store);
	return NULL;
}

/* ---- all threads ---- */

int
pool_start(const struct serve_settings *settings,
    const struct pool_calls *calls, struct pool **ret, struct err *e)
{
	struct pool *pool = calloc(1, sizeof(*pool));

	if (pool == NULL)
		return err_set(e, ERR_MEMORY,
		    "no memory for the threads that answer requests");
	pool->settings = settings;
	pool->calls = *calls;
	pool->end_ms = INT64_MAX;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->filled, NULL);
	for (size_t i = 0; i < N_LANES; i++)
		TAILQ_INIT(&pool->lanes[i]);
	while (pool->n_threads < LIMIT_SERVE_THREADS) {
		struct pool_worker *worker = &pool->workers[pool->n_threads];

		worker->pool = pool;
		if (pthread_create(
			&worker->thread, NULL, pool_thread, worker) != 0) {
			pool_stop(pool);
			pool_free(pool);
			return err_set(e, ERR_LIBRARY,
			    "a thread that answers requests cannot be started");
		}
		pool->n_threads++;
	}
	*ret = pool;
	return 0;
}

void
pool_reopen(struct pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->generation++;
	pthread_mutex_unlock(&pool->lock);
}

void
pool_stop(struct pool *pool)
{
	if (pool == NULL)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->stops = true;
	pool->end_ms = clock_monotonic_ms() + LIMIT_SERVE_STOP_MS;
	for (size_t i = 0; i < pool->n_threads; i++)
		if (pool->workers[i].until_ms > pool->end_ms)
			pool->workers[i].until_ms = pool->end_ms;
	pthread_cond_broadcast(&pool->filled);
	pthread_mutex_unlock(&pool->lock);
	for (size_t i = 0; i < pool->n_threads; i++)
		pthread_join(pool->workers[i].thread, NULL);
	pool->n_threads = 0;
}

void
pool_free(struct pool *pool)
{
	if (pool == NULL)
		return;
	pthread_mutex_destroy(&pool->lock);
	pthread_cond_destroy(&pool->filled);
	free(pool);
}
