/*
 * worker.h -- runs jobs in worker processes and returns their replies to the
 * hub, which is the process that calls these functions (the daemon, or `gleaner
 * recut`).
 *
 * Normal case: worker_start() queues a job. The zygote forks a process for the
 * document. The process maps the memfd, enters the sandbox, reads the document
 * and replies, and `done` is called with the reply. If an idle process has read
 * a document of the same origin, it gets the job instead (worker_reuse.c).
 * Failures: the process dies (signal, limit), the deadline passes (SIGKILL by
 * pidfd), or the reply is malformed. In each of these cases `done` is called
 * with WORKER_…, and the daemon continues. If the zygote itself dies, it is
 * started again (after 0.1 s, doubling up to 30 s), and its jobs end with
 * WORKER_LOST.
 *
 * Time in which the process was ready and waited for a processor does not count
 * for the deadline. A busy machine is not a fault of the document.
 *
 * A slow document is moved to the slow queue (worker_queue.c).
 */
#ifndef WORKER_WORKER_H
#define WORKER_WORKER_H

#include "worker/message/message.h"

struct event_base;
struct workers;

enum worker_result {
	WORKER_OK,
	WORKER_FAILED, /* the worker reported a failure (a limit): reply->why */
	WORKER_DIED,   /* signal or exit without an answer */
	WORKER_TIMEOUT,  /* killed at the deadline */
	WORKER_PROTOCOL, /* the reply was malformed */
	WORKER_LOST, /* the zygote has ended, or could not fork; the document is
			not the cause */
	WORKER_STOPPED, /* workers_free() */
	WORKER_RESULT_COUNT
};
const char *worker_result_name(enum worker_result);

/* The cause of a result. */
enum worker_cause {
	WORKER_CAUSE_DOCUMENT,   /* probably the document: no other cause is
				    known */
	WORKER_CAUSE_KILLED,     /* SIGKILL, for example from the kernel's OOM
				  * killer */
	WORKER_CAUSE_SANDBOX,    /* the process could not enter the sandbox */
	WORKER_CAUSE_UNKNOWN,    /* the process ended; the cause is not known */
	WORKER_CAUSE_MEMORY,     /* the daemon had no memory for the reply */
	WORKER_CAUSE_NO_PROCESS, /* the result is WORKER_LOST or
				    WORKER_STOPPED */
	WORKER_CAUSE_COUNT
};

/* Called with the result of a job. reply is valid during the call; it is NULL
 * if the result is not WORKER_OK or WORKER_FAILED. `why`: one line ("killed by
 * SIGSEGV", "no answer in 10 s"). */
typedef void worker_done(
    enum worker_result, const struct reply *, const char *why, void *arg);

/* Starts the zygote, the program gleaner-worker, with one end of a socket.
 * Must be called first in main(), before any thread, socket or database.
 *
 * `parallel`: number of processes that run jobs of any host at the same time. A
 * further parallel / 2 processes (at least one) are for jobs of trusted hosts
 * only, and the same number is for slow documents. Idle processes are not
 * counted. */
int workers_new(int parallel, struct workers **ret, struct err *e);
/* Attaches the workers to the loop. Waits until the zygote has loaded its
 * libraries. Fails if the kernel does not support the sandbox. If the
 * environment has GLEANER_SANDBOX=off, the workers then run without a sandbox
 * instead, and workers_trouble() returns the reason. */
int workers_attach(struct workers *, struct event_base *, struct err *e);
/* Kills all processes. Unfinished jobs end with WORKER_STOPPED during the
 * call. */
void workers_free(struct workers *);

/* Returns the number of jobs that run or wait. Jobs of trusted hosts are taken
 * before others, but after three of them one job of another host is taken. Jobs
 * of each of these two groups are taken in order of arrival. The hub limits the
 * number of waiting jobs. */
size_t workers_busy(const struct workers *);
/* Within `done`: returns whether the document was moved to the slow queue. */
bool workers_was_slow(const struct workers *);
/* Within `done`: returns the cause of the result. The argument `why` of `done`
 * describes the cause for people and may contain text of the worker. */
enum worker_cause workers_cause(const struct workers *);
/* Counters for the metrics: deaths of workers, and starts of the zygote,
 * including the first start. */
void workers_counts(
    const struct workers *, uint64_t *ret_deaths, uint64_t *ret_restarts);

/* Returns the number of ended jobs, with any result, and of extended deadlines.
 * The watchdog uses it as evidence of progress. */
uint64_t workers_finished(const struct workers *);

/* Returns a warning for the operator: the reason why there is no sandbox, or
 * the reason why the zygote has ended, until it runs again. "": there is no
 * warning. */
const char *workers_trouble(const struct workers *);

/* Queues a job. Takes ownership of body_fd (a sealed memfd or any regular
 * file), also on failure. The job's texts are copied; a long hint is truncated.
 * `done` is called from the loop, never from this function. Returns ERR_LIMIT
 * if the address exceeds LIMIT_URL_BYTES, ERR_MEMORY, or ERR_USAGE during
 * workers_free. */
int worker_start(struct workers *, const struct job *, int body_fd,
    worker_done *done, void *arg, struct err *e);

/* Main function of the zygote: gleaner-worker. Descriptor 3 is the socket to
 * the hub. Returns the exit code; does not return in a child. */
int zygote_main(void);

#endif
