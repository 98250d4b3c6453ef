/*
 * pool.h -- the threads that answer requests, each with a connection to the
 * database.
 *
 * Quick jobs are taken first.  At most a third of the threads run slow jobs,
 * and at most a third run the jobs of consumers (changes, acknowledgements), so
 * that no kind of job waits for another kind.  Jobs of the same kind are taken
 * in the order of their arrival.  A long poll arrives again each time the watch
 * wakes it.  The queries of a job may take LIMIT_SERVE_QUERY_MS; then the
 * client gets 503.
 */
#ifndef SERVE_HTTP_POOL_H
#define SERVE_HTTP_POOL_H

#include "serve/http/job.h"

struct pool;

/* Called in a thread of the pool when a job is complete or asks to wait
 * (exchange->waits). */
struct pool_calls {
	void (*done)(struct job *, void *arg);
	void (*wait)(struct job *, void *arg);
	void *arg;
};

/* Starts the threads. settings: borrowed.  ERR_LIBRARY: a thread could not be
 * started. */
int pool_start(const struct serve_settings *, const struct pool_calls *,
    struct pool **ret, struct err *e);
/* Adds a job.  Returns false if the pool was stopped, or if LIMIT_SERVE_QUEUE
 * jobs wait and the job does not come from the watch. */
bool pool_put(struct pool *, struct job *);
/* Makes each thread open the database again, because another file is at its
 * path. */
void pool_reopen(struct pool *);
/* Runs the jobs in the queue and ends the threads.  pool_put() then returns
 * false.  Jobs whose queries run longer than LIMIT_SERVE_STOP_MS get 503. */
void pool_stop(struct pool *);
/* Must be called after pool_stop().  NULL is allowed. */
void pool_free(struct pool *);

#endif
