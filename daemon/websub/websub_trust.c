/*
 * websub_trust.c -- decides whether a hub delivers the items that polls find.
 *
 * A hub is proven when a poll finds an item that the hub has delivered before,
 * and no other new item.  The proof ends when a poll finds an item that was not
 * delivered, or finds none of the delivered items.  A hub that delivers items
 * after polls have found them is therefore never proven.
 */
#include "daemon/websub/websub_trust.h"

#include "base/date/date.h"
#include "base/limits.h"

#define RATE_MS (60000 / LIMIT_WEBSUB_PER_MINUTE)

bool
websub_trust_poll(
    struct websub_trust *trust, size_t n_new, size_t n_pushed, int64_t now)
{
	bool was_proven = trust->proven_at != DATE_NONE;
	bool is_missed = n_new > 0 && trust->delivered_at != DATE_NONE;
	bool is_wrong = n_pushed == 0 && trust->unconfirmed > 0;

	trust->unconfirmed = 0;
	if (is_missed)
		trust->missed_at = now;
	if (is_missed || is_wrong) {
		trust->proven_at = DATE_NONE;
		return is_missed || was_proven;
	}
	if (n_pushed == 0 || n_new > 0)
		return false;
	trust->proven_at = now;
	return true;
}

int64_t
websub_trust_wait_s(const struct websub_trust *trust, int64_t now)
{
	int64_t silent_s;

	if (trust->proven_at == DATE_NONE || trust->delivered_at == DATE_NONE)
		return 0;
	silent_s = now - trust->delivered_at;
	/* a delivery in the future: the clock was set back */
	if (silent_s < 0 || silent_s >= LIMIT_WEBSUB_SILENT_S)
		return 0;
	return LIMIT_WEBSUB_SILENT_S - silent_s < LIMIT_WEBSUB_POLL_S
		   ? LIMIT_WEBSUB_SILENT_S - silent_s
		   : LIMIT_WEBSUB_POLL_S;
}

bool
websub_rate_take(struct websub_rate *rate, int64_t now_ms)
{
	int64_t idle_ms = now_ms - rate->at_ms;

	rate->spent_ms =
	    rate->spent_ms > idle_ms ? rate->spent_ms - idle_ms : 0;
	rate->at_ms = now_ms;
	if (rate->spent_ms + RATE_MS > LIMIT_WEBSUB_BURST * RATE_MS)
		return false;
	rate->spent_ms += RATE_MS;
	return true;
}

int64_t
websub_renewal_s(int64_t lease_s, double random)
{
	int64_t wait_s;

	if (lease_s > LIMIT_WEBSUB_LEASE_MAX_S)
		lease_s = LIMIT_WEBSUB_LEASE_MAX_S;
	wait_s = lease_s * 4 / 5 - (int64_t)((double)lease_s / 20 * random);
	return wait_s > LIMIT_WEBSUB_RENEW_S ? wait_s : LIMIT_WEBSUB_RENEW_S;
}
