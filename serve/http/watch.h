/*
 * watch.h -- the thread that watches the change log, the database file and the
 * deadlines of connections.
 *
 * Long polls wait here.  While a long poll waits, the thread checks every
 * LIMIT_SERVE_LOOK_MS if another process has committed a transaction (PRAGMA
 * data_version, which reads shared memory).  If so, it reads the newest seq.
 */
#ifndef SERVE_HTTP_WATCH_H
#define SERVE_HTTP_WATCH_H

#include "serve/http/job.h"
#include "serve/http/peers.h"

struct watch;

/* Called in the thread of the watch. */
struct watch_calls {
	/* The change log has grown, or the job's time is over. */
	void (*wake)(struct job *, void *arg);
	/* The client has closed its connection, or the program ends. */
	void (*leave)(struct job *, void *arg);
	/* Another file is at the path of the database. */
	void (*replaced)(void *arg);
	void *arg;
};

/* Starts the thread.  The settings and peers are borrowed until watch_stop().
 * ERR_MEMORY, or ERR_LIBRARY: the thread cannot be started. */
int watch_start(const struct serve_settings *, struct peers *,
    const struct watch_calls *, struct watch **ret, struct err *e);
/* Adds a job that waits.  Returns false if LIMIT_SERVE_WAITERS wait, or the
 * watch was stopped.  Thread-safe. */
bool watch_add(struct watch *, struct job *);
/* Ends the thread. Calls leave() for each job that waits. */
void watch_stop(struct watch *);
void watch_free(struct watch *);

#endif
