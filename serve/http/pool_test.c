/*
 * pool_test.c -- tests that slow requests do not occupy all threads of the
 * pool, and that errors of the database become responses.
 */
#include <pthread.h>
#include <semaphore.h>

#include "base/array.h"
#include "serve/http/pool.h"
#include "store/fixture_test.h"

#define SLOW    8 /* more than threads */
#define LANE    (LIMIT_SERVE_THREADS / 3) /* slow jobs that run together */
#define SECONDS 20

/* Slow handlers wait here until the test continues them. */
static sem_t gate;
static sem_t entered, done;
static _Atomic int n_waiting;

static int
pool_test_slow(struct serve_exchange *exchange, struct err *e)
{
	(void)e;
	sem_post(&entered);
	sem_wait(&gate);
	exchange->response->content_type = SERVE_TYPE_TEXT;
	buf_append_string(&exchange->response->body, "slow");
	return 0;
}

static int
pool_test_quick(struct serve_exchange *exchange, struct err *e)
{
	int64_t seq;
	int rc = store_last_seq(exchange->store, &seq, e);

	exchange->response->content_type = SERVE_TYPE_TEXT;
	buf_append_string(&exchange->response->body, "quick");
	return rc;
}

static int
pool_test_broken(struct serve_exchange *exchange, struct err *e)
{
	buf_append_string(&exchange->response->body, "half a page");
	return err_set(e, ERR_DATABASE, "a query failed");
}

/* The first n_busy calls fail, as if the database were locked. */
static _Atomic int n_busy, n_calls;

static int
pool_test_busy(struct serve_exchange *exchange, struct err *e)
{
	buf_append_string(&exchange->response->body, "page");
	if (n_calls++ >= n_busy)
		return 0;
	exchange->store->failure = SQLITE_BUSY;
	return err_set(e, ERR_DATABASE, "the database is locked");
}

static int
pool_test_waits(struct serve_exchange *exchange, struct err *e)
{
	(void)e;
	buf_append_string(&exchange->response->body, "half a page");
	return serve_wait(exchange, 7, INT64_MAX);
}

/* Runs a query that does not end by itself. */
static int
pool_test_endless(struct serve_exchange *exchange, struct err *e)
{
	sem_post(&entered);
	do_sql(exchange->store, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
				"SELECT i FROM n) SELECT count(*) FROM n");
	return err_set(e, ERR_DATABASE, "a query was ended");
}

static const struct serve_route endless = { .run = pool_test_endless,
	.lane = SERVE_SLOW };
static const struct serve_route slow = { .run = pool_test_slow,
	.lane = SERVE_SLOW };
static const struct serve_route quick = { .run = pool_test_quick };
static const struct serve_route delivery = { .run = pool_test_quick,
	.lane = SERVE_DELIVERY };
static const struct serve_route broken = { .run = pool_test_broken };
static const struct serve_route busy = { .run = pool_test_busy };
static const struct serve_route waits = { .run = pool_test_waits };

static void
pool_test_done(struct job *job, void *arg)
{
	(void)arg;
	job->state = JOB_DONE;
	sem_post(&done);
}

static void
pool_test_wait(struct job *job, void *arg)
{
	(void)arg;
	job->state = JOB_WAITING;
	n_waiting++;
	sem_post(&done);
}

static bool
pool_test_take(sem_t *semaphore)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += SECONDS;
	return sem_timedwait(semaphore, &until) == 0;
}

static void
pool_test_init(struct job *job, const struct serve_route *route)
{
	*job = (struct job){ .route = route,
		.request = { .method = SERVE_GET, .path = SLICE("/api/x") } };
	serve_response_init(&job->response);
}

/* Runs one job to its end. */
static bool
pool_test_run(
    struct pool *pool, struct job *job, const struct serve_route *route)
{
	pool_test_init(job, route);
	return pool_put(pool, job) && pool_test_take(&done);
}

static void
pool_test_lanes(struct pool *pool)
{
	static struct job jobs[SLOW];
	struct job one;

	for (size_t i = 0; i < SLOW; i++) {
		pool_test_init(&jobs[i], &slow);
		pool_put(pool, &jobs[i]);
	}
	for (size_t i = 0; i < LANE; i++)
		ok(pool_test_take(&entered), "slow request %zu runs", i + 1);
	ok(pool_test_run(pool, &one, &quick), "a quick request is answered");
	is_text(buf_slice(&one.response.body), "quick",
	    "the body of a quick request is sent");
	serve_response_release(&one.response);
	ok(pool_test_run(pool, &one, &delivery),
	    "a consumer of the change log is answered");
	ok(sem_trywait(&entered) != 0, "no further slow request runs");
	serve_response_release(&one.response);
	for (size_t i = 0; i < SLOW; i++)
		sem_post(&gate);
	for (size_t i = 0; i < SLOW; i++) {
		ok(pool_test_take(&done), "slow request %zu ends", i + 1);
		serve_response_release(&jobs[i].response);
	}
}

static const struct {
	enum serve_method method;
	int n_busy, status, n_calls;
	const char *name;
} repeats[] = {
	{ SERVE_GET, 1, 200, 2, "a temporary failure is not visible" },
	{ SERVE_GET, 3, 503, 2, "a request is repeated once" },
	{ SERVE_POST, 1, 503, 1, "a POST is not repeated" },
};

static void
pool_test_repeats(struct pool *pool)
{
	struct job job;

	for (size_t i = 0; i < ARRAY_LENGTH(repeats); i++) {
		n_busy = repeats[i].n_busy;
		n_calls = 0;
		pool_test_init(&job, &busy);
		job.request.method = repeats[i].method;
		ok(pool_put(pool, &job) && pool_test_take(&done) &&
			job.response.status == repeats[i].status,
		    "%s", repeats[i].name);
		is_int(n_calls, repeats[i].n_calls,
		    "the handler is called the expected number of times");
		if (job.response.status == 200)
			is_text(buf_slice(&job.response.body), "page",
			    "the body of the failed call is discarded");
		else
			ok(job.response.retry_after_s > 0,
			    "a failure has a Retry-After");
		serve_response_release(&job.response);
	}
}

static void
pool_test_results(struct pool *pool)
{
	struct job job;

	ok(pool_test_run(pool, &job, &broken),
	    "a request whose handler fails is answered");
	is_int(job.response.status, 500, "the client gets 500");
	ok(strstr(job.response.body.p, "half") == NULL,
	    "the body of the failed handler is discarded");
	serve_response_release(&job.response);
	ok(pool_test_run(pool, &job, &quick) && job.response.status == 200,
	    "the next request is answered");
	serve_response_release(&job.response);
	ok(pool_test_run(pool, &job, &waits) && n_waiting == 1,
	    "a request whose handler waits is answered");
	ok(job.wait_after_seq == 7 && job.response.body.len == 0,
	    "the response of a waiting handler is empty");
	serve_response_release(&job.response);
	pool_reopen(pool);
	ok(pool_test_run(pool, &job, &quick) && job.response.status == 200,
	    "the database is opened again");
	serve_response_release(&job.response);
}

/* Opens the gate when the pool refuses jobs, because it stops. */
static void *
pool_test_open_gate(void *arg)
{
	struct job job;

	while (pool_test_run(arg, &job, &quick))
		serve_response_release(&job.response);
	serve_response_release(&job.response);
	for (size_t i = 0; i <= LANE; i++)
		sem_post(&gate);
	return NULL;
}

/* Tests that all threads end if a job waits for its lane at the stop: the last
 * job of the queue is taken after the other threads have begun to wait. */
static void
pool_test_stop_with_queue(
    const struct serve_settings *settings, const struct pool_calls *calls)
{
	struct err e = ERR_INIT;
	struct pool *pool = NULL;
	struct job jobs[LANE + 1];
	pthread_t opener;
	size_t n = 0;

	ok(pool_start(settings, calls, &pool, &e) == 0, "the pool starts");
	for (size_t i = 0; i <= LANE; i++) {
		pool_test_init(&jobs[i], &slow);
		pool_put(pool, &jobs[i]);
	}
	for (size_t i = 0; i < LANE; i++)
		pool_test_take(&entered);
	pthread_create(&opener, NULL, pool_test_open_gate, pool);
	pool_stop(pool);
	pthread_join(opener, NULL);
	for (size_t i = 0; i <= LANE; i++) {
		n += pool_test_take(&done) && jobs[i].state == JOB_DONE;
		serve_response_release(&jobs[i].response);
	}
	is_int((int64_t)n, LANE + 1, "the queue is run, and all threads end");
	pool_test_take(&entered);
	pool_free(pool);
}

/* Tests that an endless query does not prevent the end of the pool. */
static void
pool_test_stop(struct pool *pool)
{
	struct job job, next;

	pool_test_init(&job, &endless);
	pool_put(pool, &job);
	ok(pool_test_take(&entered), "an endless query runs");
	pool_test_init(&next, &quick);
	pool_put(pool, &next);
	pool_stop(pool);
	ok(pool_test_take(&done) && pool_test_take(&done), "both requests end");
	is_int(job.response.status, 503, "the pool stops and ends the query");
	ok(job.response.retry_after_s > 0, "the client may ask again");
	is_int(next.response.status, 200, "a quick job of the queue is run");
	serve_response_release(&job.response);
	serve_response_release(&next.response);
}

int
main(void)
{
	struct serve_settings settings = { 0 };
	const struct pool_calls calls = { pool_test_done, pool_test_wait,
		NULL };
	struct err e = ERR_INIT;
	struct pool *pool = NULL;
	struct store *s;
	struct job job;

	sem_init(&gate, 0, 0);
	sem_init(&entered, 0, 0);
	sem_init(&done, 0, 0);
	fixture_begin();
	s = fixture_open("a.db", STORE_DAEMON);
	settings.database = fixture_path("a.db");
	ok(pool_start(&settings, &calls, &pool, &e) == 0, "the pool starts");
	pool_test_lanes(pool);
	pool_test_results(pool);
	pool_test_repeats(pool);
	pool_test_stop(pool);
	pool_test_init(&job, &quick);
	ok(!pool_put(pool, &job), "a pool that was stopped takes no request");
	serve_response_release(&job.response);
	pool_free(pool);
	pool_test_stop_with_queue(&settings, &calls);
	settings.database = fixture_path("none.db");
	ok(pool_start(&settings, &calls, &pool, &e) == 0,
	    "the pool starts without a database");
	ok(pool_test_run(pool, &job, &quick) && job.response.status == 503 &&
		job.response.retry_after_s > 0,
	    "a request gets 503 and Retry-After");
	serve_response_release(&job.response);
	pool_stop(pool);
	pool_free(pool);
	store_close(s);
	return done_testing();
}
