/*
 * worker_parts.h -- what the files of the hub's side share.
 *
 *	worker.c          what the hub calls
 *	worker_lane.c     whose turn it is; documents that take long
 *	worker_process.c  from the queue to a process; telling of its end
 *	worker_stay.c     a process that stays, and what it is given next
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
#define WORKERS_SOON_MS    10    /* a feed is read in 1 ms, and so long a fork is */

#define WORKER_READ_BYTES   (64 * 1024)
#define WORKER_REPORT_BYTES 4096
#define WORKER_WHY_BYTES    ERR_TEXT_BYTES

/* Of a job, and of the process that it has. */
enum worker_state {
	WORKER_WAITING, /* for a place */
	WORKER_SENT,    /* to the zygote */
	WORKER_FORKED,  /* the process is there, and at work or about to end */
	WORKER_IDLE,    /* it waits for another job of its origin */
	WORKER_STATE_COUNT
};

struct worker {
	TAILQ_ENTRY(worker) place;
	struct workers *workers;
	enum worker_state state;
	uint64_t serial; /* on the wire; id is the caller's */
	uint64_t id;
	enum job_kind kind;
	char *origin;     /* NULL: a process of its own, and no other */
	struct buf frame; /* with body_fd, while it may have to be sent */
	int body_fd;
	int64_t body_bytes;
	int reply_fd, pidfd; /* -1: none (any more) */
	struct event *readable;
	struct event *writable; /* NULL but while a document is sent on */
	struct event *timer; /* its deadline; once told of, the zygote's */
	struct buf answer;
	size_t answer_bytes; /* header and body; 0 until the header came */
	bool answer_ended, told, kill_wanted;
	bool stays_said; /* by the head of its answer */
	bool stays;      /* and the job has been told of */
	bool has_ended; /* the process, or its zygote */
	bool condemned; /* not asked any more; its job goes to another */
	bool alone;     /* the job: to a process of its own only */
	bool is_proven; /* the job: before others */
	bool is_slow;   /* the job: its place is, or will be, in the slow lane */
	bool put_back;  /* its process ends, and it waits for that lane */
	int refusals;
	/* Of the process: */
	uint64_t process;  /* the serial that it was forked for */
	int n_documents;   /* given to it so far */
	int64_t n_sent;    /* of the latest, if that was sent on */
	int64_t turn_at_ms; /* since when it has been at work */
	pid_t pid;          /* 0: not known, or gone */
	int64_t begun_ms;      /* the latest document, … */
	int64_t cpu_before_ms; /* … what it had used until then */
	worker_done *done;
	void *arg;
};
TAILQ_HEAD(worker_list, worker);

enum zygote_state { ZYGOTE_DOWN, ZYGOTE_STARTING, ZYGOTE_READY };

struct workers {
	int parallel, slow_places;
	int64_t deadline_ms, idle_ms, slow_ms, slow_wall_ms, soon_ms;
	struct event_base *base;
	struct worker_list waiting, running; /* those that idle run, too */
	int n_running, n_idle; /* those in the slow lane are in neither */
	int n_others; /* of n_running, with jobs of hosts that are not proven */
	int n_slow;
	int n_ahead;  /* jobs of proven hosts that went before one that waits */
	bool told_is_slow;
	size_t n_busy; /* not told of yet */
	uint64_t serial, deaths, starts, finished;
	struct respawn respawn;
	bool stopping;

	struct zygote_link zygote;
	enum zygote_state zygote_state;
	struct event *reports, *writable;
	struct event *zygote_timer; /* to start it, or until it is ready */
	struct event *retry_timer;  /* pending: nothing is handed over */
	struct event *soon_timer;   /* for those that were passed over */
	int64_t backoff_ms, ready_since_ms;
	char trouble[ERR_TEXT_BYTES];

	struct arena arena; /* of the reply being told of */
	struct arena origins; /* of one address at a time */
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
void worker_forked(struct worker *, pid_t, int *pidfd); /* takes it */
void worker_move(struct worker *, enum worker_state);
void worker_detach(struct worker *);
void worker_wait(struct worker *);
void worker_refused(struct worker *, struct slice why);
void worker_kill(struct worker *);
/* Of a process that had a job: told of, or one that is tried again. */
void workers_count_death(struct workers *);
/* Calls done, once. */
void worker_tell(
    struct worker *, enum worker_result, const struct reply *, const char *why);
/* Takes it from `running`, frees it. */
void worker_leave(struct worker *);
void worker_free(struct worker *);

/* worker_lane.c */
/* The one that waits and is to have a place now; NULL: none.  *ret_soon: one
 * was passed over, to be looked at again after soon_ms. */
struct worker *workers_next(const struct workers *, bool *ret_soon);
/* It has a place from now on, by its job; and no more. */
void worker_take_place(struct worker *);
void worker_leave_place(struct worker *);
/* Its document begins, and is looked at when it takes long. */
void worker_begin(struct worker *);
int64_t worker_until_deadline_ms(const struct worker *);
/* It was looked at; false: it has reached its deadline. */
bool worker_goes_on(struct worker *);
/* The process is gone that was to make room. */
bool worker_wait_for_lane(struct worker *);

/* worker_stay.c */
/* Notes whether the job may share a process. */
void worker_set_origin(struct worker *, struct slice url);
/* An idle process is given the job: which is then its, and freed.  False: none
 * is there. */
bool worker_pass_on(struct worker *waiting);
/* After an answer that says so, when the job was told of. */
void worker_stay(struct worker *);
/* What it had was the second or a later document of its process: it goes to a
 * process of its own, as if it had not been given out.  False: it was not. */
bool worker_try_again(struct worker *);
/* What it knows of its process is forgotten; the job goes to a process of its
 * own. */
void worker_begin_anew(struct worker *);
/* Its end; kills it if it is not ending already. */
void worker_dismiss(struct worker *);

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
