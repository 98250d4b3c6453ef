/*
 * freshness.h -- when a response allows the next request.  Pure functions
 * (RFC 9111, 4.2; RFC 9110, 10.2.3).
 */
#ifndef CRAWLER_FETCH_FRESHNESS_H
#define CRAWLER_FETCH_FRESHNESS_H

#include "base/slice.h"

struct freshness_input {
	const char *cache_control, *age, *date, *expires; /* NULL: not sent */
	int64_t now; /* UTC seconds, time of the response */
};

/* Returns the seconds for which the response is fresh, at least 0. The result
 * is 0 if nothing is specified, for no-store, no-cache and max-age=0, and for
 * invalid values. */
int64_t freshness_lifetime_s(const struct freshness_input *);

/* Returns the seconds to wait by Retry-After (a number, or a date), at most
 * ceiling_s; -1 if the header is absent, 0, negative, invalid or a date not
 * after `now`.  A number with a fraction or a unit is valid from 900 on, and a
 * date in another form than those of HTTP is valid if it has a time and a zone.
 * If there are several values, separated by commas, the latest counts. */
int64_t retry_after_s(const char *value, int64_t now, int64_t ceiling_s);

/* Returns the seconds to wait after a 429 or 503, at most ceiling_s: the
 * longest of the waits by Retry-After, by X-RateLimit-Reset (seconds, or
 * seconds or milliseconds since 1970) and by the freshness of the response.
 * Returns -1 if the response has neither of the two headers (docs/etiquette.md,
 * row E19). Freshness alone is not a request to wait, because it must not
 * replace a longer back-off (row E18); the caller applies it to the back-off.
 *
 * A point in time is compared with the server's clock (Date and Age), so that a
 * wrong clock of the server or of this machine does not matter. The point is
 * compared with `now` if the response has no Date, or if the point is already
 * past on the server's clock. */
int64_t pause_asked_s(const char *retry_after, const char *ratelimit_reset,
    const struct freshness_input *, int64_t ceiling_s);

#endif
