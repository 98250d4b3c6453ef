/*
 * worker_parts.h -- declarations shared by the files that manage workers in the
 * hub.
 *
 *	worker.c has the public functions.
 *	worker_queue.c orders the jobs, and has the slow queue.
 *	worker_process.c gives jobs to new processes, and reports results.
 *	worker_reuse.c gives jobs to processes that have ended a job.
 *	worker_answer.c reads replies, and handles deadlines and deaths.
 *	worker_zygote.c reads the reports of the zygote, and restarts it.
 */
#ifndef WORKER_WORKER_PARTS_H
#define WORKER_WORKER_PARTS_H

#include <sys/queue.h>

#include <event2/event.h>

#include "base/limits/limits_rules.h"
#include "worker/message/channel.h"
#include "worker/worker.h"
#include "worker/zygote/respawn.h"
#include "worker/zygote/zygote_link.h"

/* Time limit for the start of the zygote. Loading the libraries takes 0.1 s on
 * an idle machine. */
#define WORKERS_READY_MS 10000
/* Time for the zygote to be ready when the daemon starts.  A machine that boots
 * may be busy, and without the zygote the daemon ends. */
#define WORKERS_START_MS 60000
/* First delay before the zygote is restarted. */
#define WORKERS_BACKOFF_MS 100
/* Time that a feed waits for a busy process of its origin. Reading a feed takes
 * 1 ms, as long as a fork. */
#define WORKERS_SOON_MS 10

#define WORKER_READ_BYTES   (64 * 1024)
#define WORKER_REPORT_BYTES 4096
#define WORKER_WHY_BYTES    ERR_TEXT_BYTES

/* State of a job and of its process. */
enum worker_state {
	WORKER_WAITING, /* the job waits for a free place */
	WORKER_SENT,    /* the job was sent to the zygote */
	WORKER_FORKED,  /* the process runs the job or is ending */
	WORKER_IDLE,    /* the process waits for another job of its origin */
	WORKER_STATE_COUNT
};

struct worker {
	TAILQ_ENTRY(worker) place;
	struct workers *workers;
	enum worker_state state;
	uint64_t serial; /* id of the job in messages; `id` is the id of the
			    caller */
	uint64_t id;
	enum job_kind kind;
	char *origin;     /* origin of the job (worker_reuse.c); NULL: the job's
			     process is not reused */
	struct buf frame; /* kept, like body_fd, as long as the job may have to
			     be sent again */
	int body_fd;
	int64_t body_bytes;
	int reply_fd, pidfd; /* -1: none */
	struct event *readable;
	struct event *writable; /* NULL if no document is being sent to a reused
				   process */
	struct event *timer;    /* the deadline of the job; after the job's
				   result was reported, the deadline of the
				   zygote's report */
	struct buf answer;
	size_t answer_bytes; /* header and body; 0 before the header was read */
	bool answer_ended, reported, kill_wanted;
	bool reuse_offered; /* the header of the reply has the flag that the
			    process waits for another document */
	bool is_reusable;   /* the process waits for another document, and the
			       result was reported */
	bool has_ended;     /* the process or the zygote has ended */
	bool is_retired; /* the process gets no further jobs; its job is given
			    to another process */
	bool alone;      /* the job requires a new process */
	bool is_trusted; /* the host of the job is trusted */
	bool is_slow;    /* the job is or will be in the slow queue */
	bool put_back;   /* the job's process is being ended; afterwards the job
			    waits for the slow queue */
	int refusals;
	/* Members that describe the process: */
	uint64_t process; /* serial of the job for which it was forked */
	int n_documents;  /* number of documents given to the process so far */
	int64_t n_sent; /* bytes sent of the latest document, if it was sent to
			   a reused process */
	int64_t turn_at_ms; /* start of the present sequence of documents
			       without a pause between them (monotonic) */
	pid_t pid;          /* 0: not known, or ended */
	int64_t begun_ms;   /* monotonic time at which the latest document was
			       started */
	int64_t cpu_before_ms; /* processor time that the process had used
				  before the latest document */
	int64_t starved_ms;    /* extension of the deadline of the latest
				  document so far */
	worker_done *done;
	void *arg;
};
TAILQ_HEAD(worker_list, worker);

enum zygote_state { ZYGOTE_DOWN, ZYGOTE_STARTING, ZYGOTE_READY };

struct workers {
	int parallel, slow_places;
	int64_t deadline_ms, idle_ms, slow_ms, slow_wall_ms, soon_ms;
	int64_t starved_most_ms; /* largest extension of a deadline */
	struct event_base *base;
	struct worker_list waiting,
	    running;           /* idle processes are in running, too */
	int n_running, n_idle; /* processes that run a job, and idle processes;
				  those in the slow queue are not counted */
	int n_others; /* number of the jobs in n_running whose hosts are not
			 trusted */
	int n_slow;
	int n_ahead; /* number of consecutive jobs of trusted hosts that were
			started before a waiting job of another host */
	bool reported_is_slow;
	enum worker_cause last_cause;
	size_t n_busy; /* number of jobs whose result was not reported yet */
	uint64_t serial, deaths, starts, finished;
	uint64_t extended; /* number of extended deadlines */
	struct respawn respawn;
	bool stopping;

	struct zygote_link zygote;
	enum zygote_state zygote_state;
	struct event *reports, *writable;
	struct event *zygote_timer; /* timer of the restart, or of the deadline
				       until the zygote is ready */
	struct event *retry_timer;  /* no job is handed over while this timer is
				       pending */
	struct event *soon_timer;   /* hands over jobs that were skipped because
				       a process of their origin was busy */
	int64_t backoff_ms, ready_since_ms;
	char trouble[ERR_TEXT_BYTES];

	struct arena arena;   /* memory of the reply that is being reported */
	struct arena origins; /* scratch memory for one address */
	char read_bytes[WORKER_READ_BYTES];
	char report_bytes[WORKER_REPORT_BYTES];
};

/* worker_process.c */
/* Returns monotonic milliseconds. */
int64_t workers_now_ms(void);
/* Sets a timer to ms milliseconds from now.  Aborts if there is no memory. */
void workers_arm(struct event *timer, int64_t ms);
void worker_close_fd(int *fd); /* closes *fd unless it is -1, and sets it to -1
				*/
/* Hands over waiting jobs while there are free places. */
void workers_hand_over(struct workers *);
/* Event: hands over waiting jobs again, because the socket of the zygote has
 * space, or because a pause has ended. */
void workers_on_retry(evutil_socket_t, short, void *workers);
/* Called when the zygote has forked a process for the job. */
void worker_forked(
    struct worker *, pid_t, int *pidfd); /* takes ownership of *pidfd */
/* Sets the state.  The transition must be permitted. */
void worker_move(struct worker *, enum worker_state);
/* Queues the job again, as the first. */
void worker_wait(struct worker *);
/* Called when the zygote could not fork a process.  The job is tried again
 * later, or fails after many tries. */
void worker_refused(struct worker *, struct slice why);
/* Kills the process, also if the zygote has not reported it yet. */
void worker_kill(struct worker *);
/* Counts the death of a process that had a job, also if the job is tried
 * again. */
void workers_count_death(struct workers *);
/* Reports the result: calls `done` of the job once. */
void worker_report(struct worker *, enum worker_result, enum worker_cause,
    const struct reply *, const char *why);
/* Removes the worker from `running` and frees the worker. */
void worker_remove(struct worker *);
void worker_free(struct worker *);

/* worker_queue.c */
/* Returns the next job to be started; NULL: none. *ret_soon: a job was skipped
 * and must be checked again after soon_ms. */
struct worker *workers_next(const struct workers *, bool *ret_soon);
/* Counts the place that the worker's job takes, or frees the place. */
void worker_take_place(struct worker *);
void worker_leave_place(struct worker *);
/* Records the start of the worker's document and arms the timer. */
void worker_begin(struct worker *);
/* Returns the milliseconds until the deadline of the document. */
int64_t worker_until_deadline_ms(const struct worker *);
/* Called when the deadline has passed. If the process was ready to run, but
 * waited for a processor, adds the waiting time to the deadline, at most
 * starved_most_ms, and arms the timer. Returns false if there is no such time,
 * or if it is not known. */
bool worker_extend_deadline(struct worker *);
/* Called by the timer. If the document is slow, moves it to the slow queue, or
 * ends its process so that other jobs can use the place. Returns false, and
 * does nothing, if the deadline has passed. */
bool worker_may_continue(struct worker *);
/* Called after the process has ended. If it was ended so that other jobs could
 * run, queues its job again, as a slow job. Returns false if it ended for
 * another reason. */
bool worker_wait_for_slow_queue(struct worker *);

/* worker_reuse.c */
/* Records the job's origin if it may run in a reused process. */
void worker_set_origin(struct worker *, struct slice url);
/* Gives the job to an idle process and frees the struct of the job. Returns
 * false if no idle process has the origin of the job. */
bool worker_give_to_idle(struct worker *waiting);
/* Called when the result of a job is reported and its process waits for another
 * document. Gives the process the next job of its origin, makes the process
 * idle, or ends it. */
void worker_become_idle(struct worker *);
/* If the process failed at its second or a later document, queues the job again
 * for a new process. Returns false if the process failed at its first document,
 * or if the result was reported before. */
bool worker_try_again(struct worker *);
/* Clears the state of the old process. The job requires a new process. */
void worker_require_new_process(struct worker *);
/* Ends the process; kills it if it is not ending already. */
void worker_end_process(struct worker *);

/* worker_answer.c */
/* Events: bytes of the reply have arrived; a timer of the job has ended. */
void worker_on_answer(evutil_socket_t, short, void *worker);
void worker_on_timer(evutil_socket_t, short, void *worker);
/* Reads the available bytes of the reply. The call may report the result. */
void worker_drain(struct worker *);
/* Called when the zygote reports the end of the process. Reports the result
 * unless it was reported before, and frees the struct. */
void worker_ended(struct worker *, int wait_status);

/* worker_zygote.c */
/* Starts the zygote (zygote_link_start()). */
int workers_start_zygote(struct workers *, struct err *e);
/* Begins and ends to receive the reports of the zygote.  workers_watch_zygote()
 * returns a negative code if there is no memory. */
int workers_watch_zygote(struct workers *);
void workers_unwatch_zygote(struct workers *);
void workers_on_zygote_timer(evutil_socket_t, short, void *workers);
/* Ends the zygote and all processes, and starts it again after a delay. */
void workers_restart_zygote(struct workers *, const char *why);

#endif
