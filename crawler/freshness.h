/*
 * freshness.h -- what a response says about when to ask again.  Pure
 * functions of their inputs (RFC 9111, 4.2; RFC 9110, 10.2.3).
 */
#ifndef CRAWLER_FRESHNESS_H
#define CRAWLER_FRESHNESS_H

#include "base/slice.h"

struct freshness_input {
	const char *cache_control, *age, *date, *expires; /* NULL: not sent */
	int64_t now; /* UTC seconds, when the response came */
};

/* Seconds for which the response stays fresh, at least 0; 0 when nothing is
 * said, or no-store/no-cache/max-age=0, or the values are absurd. */
int64_t freshness_lifetime_s(const struct freshness_input *);

/* Seconds to wait that Retry-After asks for (a number, or a date in any of
 * its three forms), -1 when absent, negative or garbage; capped at
 * ceiling_s. */
int64_t retry_after_s(const char *value, int64_t now, int64_t ceiling_s);

/* Seconds for which a 429 or 503 asks us to stay away: the latest of
 * Retry-After, X-RateLimit-Reset (seconds, or seconds since 1970) and its own
 * freshness; -1 when it says nothing (etiquette E19); capped. */
int64_t pause_asked_s(const char *retry_after, const char *ratelimit_reset,
    const struct freshness_input *, int64_t ceiling_s);

#endif
