/*
 * store_thread_parts.h -- declarations shared by the files of the store's
 * thread.
 *
 *	store_thread.c runs on the event loop. It starts and ends the thread,
 *	posts operations and calls `done`.
 *	store_batch.c runs on the thread. It orders the operations and runs the
 *	transactions.
 *	store_fence.c runs on the thread. It checks the leases of a batch.
 *	store_retry.c runs on the thread. It waits and tries again while the
 *	file cannot be written.
 *	store_prepare.c runs on other threads. It prepares operations.
 *	store_scrub.c runs on a thread of its own. It checks the file for
 *damage.
 */
#ifndef DAEMON_WRITER_STORE_THREAD_PARTS_H
#define DAEMON_WRITER_STORE_THREAD_PARTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/limits.h"
#include "daemon/writer/store_thread.h"
#include "daemon/writer/store_trouble.h"

struct event;

#define STORE_CHECKPOINT_MS (3600 * 1000) /* between two checkpoints */
/* From a checkpoint that a reader has prevented to the next one. */
#define STORE_CHECKPOINT_RETRY_MS (60 * 1000)

struct operation {
	struct operation *next;
	size_t rows;
	store_run *run;
	store_done *done;
	void *arg;
	int rc;
	struct err e;
	bool is_barrier, is_yielding;
	store_prepare *prepare;
	bool is_unprepared; /* `prepare` has not ended; under lock */
	struct operation *next_unprepared;
	bool is_fenced; /* the operation writes for the shard of the tenure */
	bool is_lost;   /* the tenure has ended */
	bool is_beside; /* other nodes may write at the same time */
	struct fleet_tenure tenure;
};

struct operations {
	struct operation *first, **last;
};

/* The threads that prepare operations. */
struct preparers {
	pthread_t threads[LIMIT_PREPARERS];
	size_t n;
	pthread_cond_t posted;
	/* operations that no thread has taken yet */
	struct operation *first, **last;
	bool is_ending;
};

struct store_thread {
	struct store *store;
	struct preparers preparers; /* protected by `lock`, except for its
				       members threads and n */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t posted;
	struct operations queue, yielding, rest, finished;
	struct operations
	    *batch_of; /* list of the running batch; used by the thread only */
	bool queue_was_last, rest_was_last;
	int barriers; /* number of operations that were posted and are not done,
			 and that no other operation may overtake */
	size_t pending, pending_yielding;  /* used only by the loop */
	uint32_t pending_of[LIMIT_SHARDS]; /* number of fenced operations of
					      each shard; used only by the loop
					      */
	atomic_llong node; /* the node of store_thread_fence(); 0: none */
	atomic_ullong beats;
	atomic_bool stopping, give_up, is_broken;
	/* set with give_up: no wait for the lock of another process or for a
	 * server that does not answer; the store borrows it
	 * (store_set_patience()) */
	volatile int no_wait;
	atomic_bool is_damaged;       /* nothing more is written */
	struct store_trouble trouble; /* used only by the thread */
	struct store_trouble shown;   /* a copy of trouble for other threads;
					 under lock */
	char shown_text[ERR_TEXT_BYTES];
	struct store_scrub *scrub; /* NULL: the file is not checked */
	struct err damage;         /* damage that the check found; under lock */
	/* used by the thread only; look_ms: when the thread checks next whether
	 * the file is in its place
	 */
	enum store_place place;
	int64_t look_ms, checkpoint_ms;
	int64_t patience_ms; /* how long a fault may last; under lock */
	void (*on_idle)(void *);
	void *on_idle_arg;
	store_broken *on_broken;
	void *on_broken_arg;
	struct event *wake;
	int wake_fd;
};

/* store_thread.c */

int64_t store_thread_ms(void);                 /* monotonic */
void store_thread_wake(struct store_thread *); /* wakes the loop */

/* store_batch.c */

void operations_init(struct operations *); /* empty */
/* Appends `first` and all operations that are linked to it; NULL: none.
 * O(number of these). */
void operations_append(struct operations *, struct operation *first);
/* Waits until `until_ms` or until an operation is posted; under lock. */
void store_thread_wait(struct store_thread *, int64_t until_ms);
/* The thread's main function: runs posted operations and appends them to
 * `finished`. Returns NULL when the thread must stop and no operation waits. */
void *store_thread_main(void *store_thread);

/* store_prepare.c */

void preparers_init(struct store_thread *);
/* Starts a thread for each core that the process may use, up to
 * LIMIT_PREPARERS. */
int preparers_start(struct store_thread *, struct err *e);
/* Ends the threads.  Operations that were not prepared stay unprepared. */
void preparers_stop(struct store_thread *);
/* Adds an operation; under lock. */
void preparers_add(struct store_thread *, struct operation *);
/* store_fence.c; all functions run on the thread */

/* Called last in the transaction of a batch. Marks the operations whose tenure
 * has ended (is_lost) and returns ERR_LEASE if there is one; the batch is then
 * run again without them. */
int fence_check(struct store_thread *, struct operation *batch, struct err *e);
/* Sets the error of an operation that was not stored, because this node has
 * lost the lease of the shard. */
void fence_refuse(struct operation *);

/* store_retry.c; all functions run on the thread */

/* Called before each batch and at intervals. Returns whether the file is in its
 * place. If not, nothing may be written, and t->trouble has the reason. */
bool retry_in_place(struct store_thread *);
/* Records that a try of a batch has failed with *why, or has succeeded. */
void retry_note_failure(struct store_thread *, const struct err *why);
void retry_note_success(struct store_thread *);
/* Records that the file is damaged. The loop is notified when the damage has
 * lasted (trouble_lasts()). */
void retry_note_damage(struct store_thread *, const struct err *why);
/* Waits until the time of the next try. The wait is short if the thread must
 * stop. */
void retry_wait(struct store_thread *);

/* store_scrub.c */

/* Starts the thread that checks the file. */
int scrub_start(struct store_thread *, struct err *e);
/* Stops that thread, at the latest after the running check. */
void scrub_stop(struct store_thread *);
/* Returns the ms from a check of the whole file that took check_ms until the
 * next one: 20 000 .. 35 000. */
int64_t scrub_pause_ms(int64_t check_ms);

#endif
