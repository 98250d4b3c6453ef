/*
 * clock_words.h -- the state of the clock in words, for `status`, `doctor` and
 * `prune`. The state comes from the database. Unless the clock is confirmed, no
 * rows are deleted by age; the words then give the reason.
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
	/* the clock jumped and was not confirmed, or the clock differs from the
	 * clocks of servers or from the newest time in the database */
	CLOCK_DOUBTFUL
};

/* Returns the enum clock_state of a clock that shows now_at, or < 0 on errors.
 * For all states but CLOCK_CONFIRMED, appends the reason to *why as a clause
 * without a full stop. */
int clock_words(struct store *, int64_t now_at, struct buf *why, struct err *e);

#endif
