/*
 * clock_words.h -- why nothing is deleted for its age: what the database says
 * of its clock, for `status`, `doctor` and `prune`.
 */
#ifndef CLI_CLOCK_WORDS_H
#define CLI_CLOCK_WORDS_H

#include "base/buf.h"
#include "base/err.h"
#include "store/clock.h"

struct store;

enum clock_state {
	CLOCK_CONFIRMED, /* nothing speaks against it, or nothing is known */
	CLOCK_PAUSE,     /* it was long not looked at: a jump, or a pause */
	CLOCK_UNCONFIRMED, /* too few servers have told their time */
	CLOCK_WAITING,   /* it jumped, and is confirmed: the wait is not over */
	CLOCK_DOUBTFUL   /* it jumped and is not confirmed, or servers or the
			    newest time in the database tell another one */
};

/* What the database says of a clock that tells now_at.  Unless it is
 * CLOCK_CONFIRMED, why is appended to *why: a clause without a full stop.
 * < 0: an error. */
int clock_words(struct store *, int64_t now_at, struct buf *why,
    struct err *e);

#endif
