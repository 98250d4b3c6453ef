/*
 * worker.h -- the hub's side of the workers: jobs out, replies back.
 *
 * The happy path is: worker_start() → the zygote forks a process for this
 * document → it maps the memfd, locks itself in, reads, answers → `done`
 * with the reply; or a process that has read one of the same origin is still
 * there, and is given this one.  It can fail by: the process dying (signal, limit), the
 * deadline (SIGKILL by pidfd), a malformed reply; each ends in `done` with
 * WORKER_… and never in the daemon's death.  If the zygote itself dies, it is
 * started again (0.1 s, doubling up to 30 s) and jobs under way end in
 * WORKER_LOST.
 *
 * A document that takes long leaves its place to others (worker_lane.c).
 */
#ifndef DAEMON_WORKER_H
#define DAEMON_WORKER_H

#include "daemon/message.h"

struct event_base;
struct workers;

enum worker_result {
	WORKER_OK,
	WORKER_FAILED,   /* said so itself (limits): reply->why */
	WORKER_DIED,     /* signal or exit without an answer */
	WORKER_TIMEOUT,  /* killed at the deadline */
	WORKER_PROTOCOL, /* its answer made no sense */
	WORKER_LOST,     /* no process to be had: not the document's fault */
	WORKER_STOPPED,  /* workers_free() */
	WORKER_RESULT_COUNT
};
const char *worker_result_name(enum worker_result);

/* reply is valid during the call, and NULL unless WORKER_OK or WORKER_FAILED.
 * why: one line ("killed by SIGSEGV", "no answer in 10 s"). */
typedef void worker_done(
    enum worker_result, const struct reply *, const char *why, void *arg);

/* parallel: processes at work at once; with those for proven hosts alone and
 * those at documents that take long twice as many (one more each at least).
 * Some wait for more of their origin.
 * First thing in main(), before any thread, socket or database: execs
 * /proc/self/exe --worker and keeps a socket to it. */
int workers_new(int parallel, struct workers **ret, struct err *e);
/* Puts them on the loop, once it is there.  Waits for the zygote to be ready
 * (it warms its libraries meanwhile) and fails with a clear text when the
 * kernel will not have the sandbox, unless GLEANER_SANDBOX=off is in the
 * environment: then workers_trouble says so. */
int workers_attach(struct workers *, struct event_base *, struct err *e);
/* Kills what runs and waits for it.  Jobs end with WORKER_STOPPED, from
 * within. */
void workers_free(struct workers *);

/* Jobs that run or wait.  Waiting ones are taken in order, those of proven
 * hosts first, but one of the others at least every fourth; the hub bounds
 * their number by not starting more. */
size_t workers_busy(const struct workers *);
/* Processes that are at work or about to end; those that wait for more of
 * their origin are not. */
size_t workers_at_work(const struct workers *);
/* Within `done`: the document has taken more than LIMIT_WORKER_SLOW_MS. */
bool workers_was_slow(const struct workers *);
/* How often the zygote was started, how many workers died: for metrics. */
void workers_counts(
    const struct workers *, uint64_t *ret_deaths, uint64_t *ret_restarts);

/* Jobs that have ended, however: the watchdog's proof. */
uint64_t workers_finished(const struct workers *);

/* What the operator should know: that there is no sandbox, why the zygote has
 * ended and not come back yet.  "" for nothing. */
const char *workers_trouble(const struct workers *);
/* LIMIT_WORKER_WALL_MS is what it begins with; for tests. */
void workers_set_deadline_ms(struct workers *, int64_t);
/* LIMIT_WORKER_SLOW_MS and …_SLOW_WALL_MS are what it begins with; for
 * tests. */
void workers_set_slow_ms(struct workers *, int64_t cpu_ms, int64_t wall_ms);
/* LIMIT_STAY_IDLE_MS is what it begins with; holds also for those that wait
 * already.  For tests. */
void workers_set_idle_ms(struct workers *, int64_t);
/* How long after a document of its origin was begun a feed waits for that one's
 * process; for tests. */
void workers_set_soon_ms(struct workers *, int64_t);

/* Takes body_fd (sealed memfd or any regular file), also when it fails.  The
 * job's texts are copied, a long hint only as far as it helps.  done is
 * called from the loop, never from within.  ERR_LIMIT for an address over
 * LIMIT_URL_BYTES, ERR_MEMORY, ERR_USAGE while workers_free is at work. */
int worker_start(struct workers *, const struct job *, int body_fd,
    worker_done *done, void *arg, struct err *e);

/* The other side: gleanerd --worker.  fd 3 is the hub.  Returns the exit
 * code; never returns in a child. */
int zygote_main(void);

#endif
