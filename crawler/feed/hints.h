/*
 * hints.h -- the polling interval that a feed requests.  Pure functions.
 */
#ifndef CRAWLER_FEED_HINTS_H
#define CRAWLER_FEED_HINTS_H

#include "crawler/feed/feed.h"

struct feed_hints {
	int64_t ttl_s;    /* <ttl>; 0: absent or implausible */
	int64_t period_s; /* sy:updatePeriod / sy:updateFrequency; 0: absent or
			     ignored */
	uint32_t skip_hours; /* bit 0: from 0:00 to 1:00 GMT … */
	uint32_t skip_days;  /* bit 0: Sunday … */
};

/* Returns the hints of a feed.  These values are ignored: a ttl over a week, a
 * set of all hours or all days, and a period within which at least three of the
 * newest entries were published. */
struct feed_hints feed_hints_of(const struct feed *);

/* Returns `at`, or the first later instant outside of the skipped hours and
 * days. */
int64_t feed_hints_after_skipped(const struct feed_hints *, int64_t at);

#endif
