/*
 * worker_parts.h -- what the files of the hub's side share.
 *
 *	worker.c          what the hub calls
 *	worker_process.c  from the queue to a process; telling of its end
 *	worker_answer.c   reading the answer, the deadline, the cause of a death
 *	worker_zygote.c   the zygote's reports, and starting it again
 */
#ifndef DAEMON_WORKER_PARTS_H
#define DAEMON_WORKER_PARTS_H

#include <sys/queue.h>

#include <event2/event.h>

#include "config/limits.h"
#include "daemon/channel.h"
#include "daemon/respawn.h"
#include "daemon/worker.h"
#include "daemon/zygote_link.h"

#define WORKERS_READY_MS   10000 /* warming takes 0.1 s on an idle machine */
#define WORKERS_BACKOFF_MS 100   /* until a zygote is started again: at first */

#define WORKER_READ_BYTES   (64 * 1024)
#define WORKER_REPORT_BYTES 4096
#define WORKER_WHY_BYTES    ERR_TEXT_BYTES

/* Of a job. */
enum worker_state {
	WORKER_WAITING, /* for a place */
	WORKER_SENT,    /* to the zygote */
	WORKER_FORKED,  /* the process is there */
	WORKER_STATE_COUNT
};

struct worker {
	TAILQ_ENTRY(worker) place;
	struct workers *workers;
	enum worker_state state;
	uint64_t serial; /* on the wire; id is the caller's */
	uint64_t id;
	enum job_kind kind;
	struct buf frame; /* with body_fd, until the process is there */
	int body_fd;
	int reply_fd, pidfd; /* -1: none (any more) */
	struct event *readable;
	struct event *timer; /* its deadline; once told of, the zygote's */
	struct buf answer;
	size_t answer_bytes; /* header and body; 0 until the header came */
	bool answer_ended, told, kill_wanted;
	int refusals;
	worker_done *done;
	void *arg;
};
TAILQ_HEAD(worker_list, worker);

enum zygote_state { ZYGOTE_DOWN, ZYGOTE_STARTING, ZYGOTE_READY };

struct workers {
	int parallel;
	int64_t deadline_ms;
	struct event_base *base;
	struct worker_list waiting, running;
	int n_running;
	size_t n_busy; /* not told of yet */
	uint64_t serial, deaths, starts, finished;
	struct respawn respawn;
	bool stopping;

	struct zygote_link zygote;
	enum zygote_state zygote_state;
	struct event *reports, *writable;
	struct event *zygote_timer; /* to start it, or until it is ready */
	struct event *retry_timer;  /* pending: nothing is handed over */
	int64_t backoff_ms, ready_since_ms;
	char trouble[ERR_TEXT_BYTES];

	struct arena arena; /* of the reply being told of */
	char read_bytes[WORKER_READ_BYTES];
	char report_bytes[WORKER_REPORT_BYTES];
};

/* worker_process.c */
int64_t workers_now_ms(void);
void workers_arm(struct event *timer, int64_t ms);
void worker_close_fd(int *fd); /* also of -1, which it is then */
/* Hands over what waits while there are places. */
void workers_hand_over(struct workers *);
void workers_on_retry(evutil_socket_t, short, void *workers);
void worker_forked(struct worker *, int *pidfd); /* takes it */
void worker_refused(struct worker *, struct slice why);
void worker_kill(struct worker *);
/* Calls done, once. */
void worker_tell(
    struct worker *, enum worker_result, const struct reply *, const char *why);
/* Takes it from `running`, frees it. */
void worker_leave(struct worker *);
void worker_free(struct worker *);

/* worker_answer.c */
void worker_on_answer(evutil_socket_t, short, void *worker);
void worker_on_timer(evutil_socket_t, short, void *worker);
/* Reads what has come; the job may have been told of afterwards. */
void worker_drain(struct worker *);
/* The zygote has reported its end: tells of it if that is due, frees it. */
void worker_ended(struct worker *, int wait_status);

/* worker_zygote.c */
int workers_start_zygote(struct workers *, struct err *e);
int workers_watch_zygote(struct workers *);
void workers_unwatch_zygote(struct workers *);
void workers_on_zygote_timer(evutil_socket_t, short, void *workers);
/* Ends it and all that runs, and starts it again after a while. */
void workers_lose_zygote(struct workers *, const char *why);

#endif
