/*
 * websub_trust.h -- decides whether a hub delivers the items that polls find.
 * Pure functions.
 */
#ifndef DAEMON_WEBSUB_WEBSUB_TRUST_H
#define DAEMON_WEBSUB_WEBSUB_TRUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Times are UTC seconds, or DATE_NONE. */
struct websub_trust {
	int64_t delivered_at; /* the last delivery that was read */
	/* last poll that found only delivered items, and last poll that found
	 * an undelivered item (struct websub_row) */
	int64_t proven_at, missed_at;
	size_t unconfirmed; /* number of new entries that were delivered since
			       the last poll that read a complete document */
};

/* Updates the trust after a poll that read a complete document.  n_new: new
 * entries of the poll; n_pushed: entries of the poll that were delivered since
 * the last poll.  Returns true if proven_at or missed_at has changed. */
bool websub_trust_poll(
    struct websub_trust *, size_t n_new, size_t n_pushed, int64_t now);
/* Returns the seconds for which polling may wait; 0: none. */
int64_t websub_trust_wait_s(const struct websub_trust *, int64_t now);

/* The rate limit for deliveries of a subscription: LIMIT_WEBSUB_BURST at once,
 * then LIMIT_WEBSUB_PER_MINUTE.  All members 0: no delivery has arrived. */
struct websub_rate {
	int64_t at_ms; /* monotonic */
	int64_t spent_ms;
};
/* Returns false if the delivery exceeds the rate. */
bool websub_rate_take(struct websub_rate *, int64_t now_ms);

/* Returns the seconds until a lease is renewed: four fifths of the lease, less
 * a random part of up to a twentieth of it. `random`: 0 to 1. */
int64_t websub_renewal_s(int64_t lease_s, double random);

#endif
