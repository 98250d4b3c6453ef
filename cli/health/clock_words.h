/*
 * clock_words.h -- reasons why nothing is deleted by age: the state of the
 * clock as the database records it, for `status`, `doctor` and `prune`.
 */
#ifndef CLI_HEALTH_CLOCK_WORDS_H
#define CLI_HEALTH_CLOCK_WORDS_H

#include "base/buf.h"
#include "base/err.h"
#include "store/clock.h"

struct store;

enum clock_state {
	CLOCK_CONFIRMED, /* no evidence against the clock, or no data */
	CLOCK_PAUSE, /* not checked for a long time: the clock jumped, or the
			daemon did not run */
	CLOCK_UNCONFIRMED, /* too few servers have reported their time */
	CLOCK_WAITING, /* the clock jumped and was confirmed; the waiting time
			  is not over */
	CLOCK_DOUBTFUL /* the clock jumped and was not confirmed, or servers or
			  the newest time in the database contradict it */
};

/* Returns the state of a clock that shows now_at. For all states but
 * CLOCK_CONFIRMED, appends the reason to *why: a clause without a full stop.
 * Returns < 0 on errors. */
int clock_words(struct store *, int64_t now_at, struct buf *why, struct err *e);

#endif
