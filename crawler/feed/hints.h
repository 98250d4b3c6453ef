/*
 * hints.h -- how often a feed asks to be asked.  Pure.
 */
#ifndef CRAWLER_FEED_HINTS_H
#define CRAWLER_FEED_HINTS_H

#include "crawler/feed/feed.h"

struct feed_hints {
	int64_t ttl_s;       /* <ttl>; 0: nothing that counts */
	int64_t period_s;    /* sy:updatePeriod by its frequency; 0: nothing */
	uint32_t skip_hours; /* bit 0: from 0 to 1 o'clock GMT … */
	uint32_t skip_days;  /* bit 0: Sunday … */
};

/* A ttl over a week counts as none, as does skipping every hour or every day,
 * and a period that the feed's own entries do not keep (etiquette E37, E38). */
struct feed_hints feed_hints_of(const struct feed *);

/* `at`, or the first moment after it that is in no skipped hour or day. */
int64_t feed_hints_after_skipped(const struct feed_hints *, int64_t at);

#endif
