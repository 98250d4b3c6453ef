/*
 * cadence.h -- when a feed is asked again.  Pure: all is passed in.
 */
#ifndef DAEMON_CADENCE_H
#define DAEMON_CADENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "crawler/feed/hints.h"

struct cadence_input {
	int64_t now;
	int64_t interval_s;      /* the operator's, of the feed or in general */
	int64_t max_s;           /* poll.max */
	bool adaptive;           /* a feed that is silent is asked less often */
	int64_t last_new_at;     /* DATE_NONE: never anything new */
	int64_t first_seen_at;   /* when the feed was first polled, DATE_NONE */
	int64_t fresh_s;         /* freshness_lifetime_s() */
	struct feed_hints hints; /* what the feed itself asks for */
	int64_t retry_after_s;   /* -1: not asked for */
	int64_t failures;        /* in a row, this one counted */
	bool unreachable;        /* no server was reached: name, connection */
	bool busy;               /* 429 or 503: not now */
	bool refused;            /* 403 again, or a challenge to browsers */
	bool gone;               /* 410: looked at once a month */
	double jitter;           /* 0 .. 1, from the caller's dice */
};

/* Which of the hints decided: for the log and `feed explain`. */
enum cadence_term {
	CADENCE_INTERVAL,
	CADENCE_SILENCE,
	CADENCE_FRESH,
	CADENCE_TTL,
	CADENCE_PERIOD,
	CADENCE_RETRY_AFTER,
	CADENCE_BACKOFF,
	CADENCE_UNREACHABLE,
	CADENCE_BUSY,
	CADENCE_REFUSED,
	CADENCE_GONE,
	CADENCE_SKIP,
	CADENCE_TERM_COUNT
};
const char *cadence_term_name(enum cadence_term);

/* UTC seconds of the next poll, and what decided. */
int64_t cadence_next(const struct cadence_input *, enum cadence_term *ret_why);

/* base doubled with each failure after the first, up to cap; with jitter
 * 0 .. 1 spread over the upper half, so that what failed together does not
 * come back together. */
int64_t backoff_s(
    int64_t failures, int64_t base_s, int64_t cap_s, double jitter);

#endif
