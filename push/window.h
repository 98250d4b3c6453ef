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
 *   - at most `batch` changes were sent and are after the stored cursor, so
 *     that a new process repeats at most this number after a kill;
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
	int64_t sent_ms; /* time at which it was last sent */
};

struct push_window {
	struct push_message *ring; /* owned */
	size_t batch;              /* size of the ring */
	size_t most_in_flight;     /* 1 to batch */
	size_t first, n;   /* place of the oldest message; number of messages */
	size_t next;       /* place of a message, counted from `first`; no
			      message before this place waits */
	size_t n_sent;     /* number of messages in the state SENT */
	size_t n_early;    /* number of messages that were acknowledged before
			      an older one */
	size_t n_unstored; /* number of messages that were acknowledged in order
			      and are not covered by the stored cursor */
	int64_t bytes;     /* size of all lines in the ring */
	int64_t read_seq;  /* the last change that was read from the log */
	int64_t acknowledged_seq; /* all changes up to this one are acknowledged
				     or were excluded by the filter */
	int64_t stored_seq;       /* the cursor */
	int64_t unstored_ms;      /* time since which acknowledged_seq and the
				     stored cursor differ */
	uint32_t failures;        /* in a row */
	int64_t wait_until_ms;    /* nothing is sent before this time */
	uint64_t total_sent, total_acknowledged;
};

/* `batch`: 1 to LIMIT_PUSH_BATCH.  `most_in_flight` 0: the value of `batch` is
 * used.  `seq`: the stored cursor.  Returns 0 or ERR_MEMORY. */
int push_window_init(struct push_window *, size_t batch, size_t most_in_flight,
    int64_t seq, struct err *e);
void push_window_release(struct push_window *);

/* Returns the number of changes that may be added now; 0 also if the lines take
 * LIMIT_PUSH_BYTES. */
size_t push_window_room(const struct push_window *);
/* Adds a change with a greater seq than any before.  The line is copied. The
 * window must not be full.  Returns 0 or ERR_MEMORY. */
int push_window_add(struct push_window *, int64_t seq, int64_t article_id,
    struct slice line, struct err *e);
/* Records that all changes up to seq were read; each was added or excluded by
 * the filter. */
void push_window_read_to(struct push_window *, int64_t seq, int64_t now_ms);

/* Returns the next message to send and counts it as sent.  Returns NULL if no
 * message waits, or nothing may be sent now.  Borrowed until it is
 * acknowledged. */
const struct push_message *push_window_send(
    struct push_window *, int64_t now_ms);
/* Records that the receiver has stored a change.  Changes may be acknowledged
 * in any order; those that are not in flight are ignored. */
void push_window_acknowledge(struct push_window *, int64_t seq, int64_t now_ms);
/* Records a failed delivery: all messages in flight will be sent again, after
 * the back-off or after retry_after_s (-1: the receiver requested no time).
 * `random`: any number. */
void push_window_fail(struct push_window *, int64_t now_ms,
    int64_t retry_after_s, uint32_t random);
/* True if a message has been in flight for answer_ms or longer. */
bool push_window_is_overdue(
    const struct push_window *, int64_t now_ms, int64_t answer_ms);
/* Returns the milliseconds until something may be sent. 0: now. -1: no message
 * waits, or the next message must wait for an answer or until the cursor is
 * stored. */
int64_t push_window_wait_ms(struct push_window *, int64_t now_ms);

/* True if acknowledged_seq is after the stored cursor, and one of these is
 * true: the window is empty; more than half a batch is acknowledged; nothing
 * may be sent before the cursor is stored; LIMIT_PUSH_CURSOR_MS have passed. */
bool push_window_cursor_is_due(const struct push_window *, int64_t now_ms);
/* Records that the cursor was stored at `seq`. */
void push_window_cursor_stored(struct push_window *, int64_t seq);
/* Begins again after the stored cursor `seq`: removes all messages.  The
 * messages in flight must have been abandoned. */
void push_window_restart(struct push_window *, int64_t seq);

#endif
