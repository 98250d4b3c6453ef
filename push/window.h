/*
 * window.h -- the changes of a push between the log and the receiver
 * (window.c).
 *
 * A pure state machine: it reads no clock, sends nothing and does not know the
 * receiver.  Times are milliseconds of one monotonic clock.
 *
 * Guarantees (window_test.c checks each with random schedules):
 *   - changes are first sent in ascending order of seq;
 *   - after a failure the oldest change that is not acknowledged is sent first;
 *   - the changes that were sent and are not covered by the stored cursor are
 *     at most `batch`, so that a process that is killed repeats no more;
 *   - the cursor never passes a change that is not acknowledged.
 */
#ifndef PUSH_WINDOW_H
#define PUSH_WINDOW_H

#include <stdbool.h>

#include "base/err.h"
#include "base/slice.h"

/* WAITING -> SENT -> ACKNOWLEDGED; a failure sets SENT back to WAITING. */
enum push_state { PUSH_WAITING, PUSH_SENT, PUSH_ACKNOWLEDGED };

/* A change.  Its line is owned by the window. */
struct push_message {
	int64_t seq, article_id;
	struct slice line; /* JSON without the \n */
	enum push_state state;
	int64_t sent_ms; /* time of the last try */
};

struct push_window {
	struct push_message *ring; /* owned */
	size_t batch;              /* places in the ring */
	size_t most_in_flight;     /* 1 to batch */
	size_t first, n;           /* used places of the ring */
	size_t next;       /* no message before this place of the ring waits */
	size_t n_sent;     /* messages in the state SENT */
	size_t n_early;    /* acknowledged before an older one */
	size_t n_unstored; /* acknowledged in order, not covered by the stored
			      cursor */
	int64_t bytes;     /* of all lines in the ring */
	int64_t read_seq;  /* the last change that was read from the log */
	int64_t acknowledged_seq; /* every change up to it is acknowledged or
				     was excluded by the filter */
	int64_t stored_seq;       /* the cursor */
	int64_t unstored_ms;      /* since when they differ */
	uint32_t failures;        /* in a row */
	int64_t wait_until_ms;    /* nothing is sent before */
	uint64_t total_sent, total_acknowledged;
};

/* batch: 1 to LIMIT_PUSH_BATCH.  most_in_flight 0: batch.  seq: the stored
 * cursor.  Returns 0 or ERR_MEMORY. */
int push_window_init(struct push_window *, size_t batch, size_t most_in_flight,
    int64_t seq, struct err *e);
void push_window_release(struct push_window *);

/* The number of changes that may be added now; 0 also if the lines take
 * LIMIT_PUSH_BYTES. */
size_t push_window_room(const struct push_window *);
/* Adds a change with a greater seq than any before.  The line is copied. The
 * window must not be full.  Returns 0 or ERR_MEMORY. */
int push_window_add(struct push_window *, int64_t seq, int64_t article_id,
    struct slice line, struct err *e);
/* Notes that all changes up to seq were read, added or excluded. */
void push_window_read_to(struct push_window *, int64_t seq, int64_t now_ms);

/* Returns the next message to send and counts it as sent, or NULL: there is
 * none, or nothing may be sent now.  Borrowed until it is acknowledged. */
const struct push_message *push_window_send(
    struct push_window *, int64_t now_ms);
/* The receiver has stored the change.  Any order; changes that are not in
 * flight are ignored. */
void push_window_acknowledge(struct push_window *, int64_t seq, int64_t now_ms);
/* A delivery failed: everything in flight will be sent again, after a back-off
 * or after retry_after_s (-1: not named).  random: any number. */
void push_window_fail(struct push_window *, int64_t now_ms,
    int64_t retry_after_s, uint32_t random);
/* True if a message has been in flight for answer_ms or longer. */
bool push_window_is_overdue(
    const struct push_window *, int64_t now_ms, int64_t answer_ms);
/* Milliseconds until something may be sent: 0: now; -1: no message waits, or
 * the cursor or an answer comes first. */
int64_t push_window_wait_ms(struct push_window *, int64_t now_ms);

/* True if the cursor should be stored now: half a batch is acknowledged, or
 * nothing else is under way, or LIMIT_PUSH_CURSOR_MS have passed. */
bool push_window_cursor_is_due(const struct push_window *, int64_t now_ms);
/* The cursor was stored at seq. */
void push_window_cursor_stored(struct push_window *, int64_t seq);

#endif
