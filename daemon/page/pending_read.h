/*
 * pending_read.h -- reads pending rows of the database: at the start, when
 * something has added rows, and when a retry is due. At most one reading of a
 * kind is in progress.
 */
#ifndef DAEMON_PAGE_PENDING_READ_H
#define DAEMON_PAGE_PENDING_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct event;
struct hub;
struct store;

struct pending_read_kind {
	const char *failed; /* the event that is logged on failure */
	/* Returns false if no more rows fit in memory; nothing is read then. */
	bool (*has_space)(struct hub *);
	/* Returns a new, empty answer, which is owned. If memory is exhausted
	 * the process ends. */
	void *(*new)(struct hub *);
	/* Runs on the store's thread: fills the answer. Returns 0 or a negative
	 * code. It may be called again for an answer that is already filled. */
	int (*read)(struct store *, void *answer, struct err *e);
	/* Starts the requests of the rows in the answer. is_read: false after a
	 * failure. */
	void (*take)(struct hub *, void *answer, bool is_read);
	/* Frees the answer. */
	void (*free)(void *answer);
};

struct pending_read {
	struct hub *hub;
	const struct pending_read_kind *kind;
	struct event *timer;
	bool is_reading, again;
	bool is_delayed; /* pending_read_soon() was called; the read follows */
	int64_t pause_until_ms; /* end of the pause after the last read
				   (monotonic) */
};

/* Fills *r; `kind` and `hub` are borrowed. Returns 0 or ERR_MEMORY. After an
 * error, *r must be released, too. */
int pending_read_init(struct pending_read *, struct hub *,
    const struct pending_read_kind *kind, struct err *e);
void pending_read_release(struct pending_read *);
/* Reads the rows, unless the daemon stops or no more rows fit in memory. If a
 * reading is in progress, the rows are read again after it. */
void pending_read_start(struct pending_read *);
/* The same, for rows that were inserted: if a read is in progress or has ended
 * recently, the next one follows after a pause of up to 0.25 s, ten times as
 * long as the last read.  Otherwise the reads would use most of the time of the
 * store's thread if many items are stored and many rows are pending. */
void pending_read_soon(struct pending_read *);
/* Reads the rows after wait_ms, which replaces the time of an earlier call of
 * this function. */
void pending_read_arm(struct pending_read *, int64_t wait_ms);

#endif
