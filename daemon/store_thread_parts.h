/*
 * store_thread_parts.h -- what the files of the store's thread share.
 *
 *	store_thread.c  the loop's side: posting, `done`s, beginning and end
 *	store_batch.c   the thread's: whose turn it is, one transaction a batch
 *	store_retry.c   the thread's while it cannot write
 *	store_scrub.c   another thread's: is the file sound?
 */
#ifndef DAEMON_STORE_THREAD_PARTS_H
#define DAEMON_STORE_THREAD_PARTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "daemon/store_thread.h"
#include "daemon/store_trouble.h"

struct event;

#define STORE_CHECKPOINT_MS (3600 * 1000) /* from one to the next */

struct operation {
	struct operation *next;
	size_t rows;
	store_run *run;
	store_done *done;
	void *arg;
	int rc;
	struct err e;
	bool is_barrier, is_yielding;
};

struct operations {
	struct operation *first, **last;
};

struct store_thread {
	struct store *store;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t posted;
	struct operations queue, yielding, rest, finished;
	struct operations *batch_of; /* whose is being run; the thread's own */
	bool queue_was_last, rest_was_last;
	int barriers; /* posted, not told of: nothing passes them */
	size_t pending, pending_yielding; /* the loop's own counts */
	atomic_ullong beats;
	atomic_bool stopping, give_up, is_broken;
	atomic_bool is_damaged; /* nothing is written any more */
	struct store_trouble trouble; /* the thread's own … */
	struct store_trouble shown;   /* … and as others see it; under lock */
	char shown_text[ERR_TEXT_BYTES];
	struct store_scrub *scrub; /* NULL: nobody looks */
	struct err damage;         /* that it found; under lock */
	enum store_place place; /* the thread's own, and when it looks again */
	int64_t look_ms, checkpoint_ms;
	int64_t patience_ms; /* with a fault; under lock */
	void (*on_idle)(void *);
	void *on_idle_arg;
	store_broken *on_broken;
	void *on_broken_arg;
	struct event *wake;
	int wake_fd;
};

/* store_thread.c */

int64_t store_thread_ms(void);                 /* monotonic */
void store_thread_wake(struct store_thread *); /* the loop */

/* store_batch.c */

void operations_init(struct operations *); /* empty */
/* At the end; with all that hang on the first, NULL: none.  O(those). */
void operations_append(struct operations *, struct operation *first);
/* Until then, or something is posted; under lock. */
void store_thread_wait(struct store_thread *, int64_t until_ms);
/* The thread: takes what is posted, runs it, puts it into `finished`.  Ends
 * (with NULL) when it is to stop and nothing waits. */
void *store_thread_main(void *store_thread);

/* store_retry.c; all on the thread. */

/* Before each batch, and now and then: the file is in its place.  Else nothing
 * is to be written, and t->trouble says why. */
bool retry_in_place(struct store_thread *);
/* A try of a batch has failed by *why, or held. */
void retry_note_failure(struct store_thread *, const struct err *why);
void retry_note_success(struct store_thread *);
/* The file is damaged: noted, and told when that has lasted. */
void retry_note_damage(struct store_thread *, const struct err *why);
/* Waits until the next try is worth it; one that is to stop hurries. */
void retry_wait(struct store_thread *);

/* store_scrub.c */

/* Begins to look at the file, by a thread of its own. */
int scrub_start(struct store_thread *, struct err *e);
/* Ends that; at most after the check that is under way. */
void scrub_stop(struct store_thread *);

#endif
