/*
 * cadence.c -- interval, silence, freshness, ttl, pauses and failures, and
 * which of them decides: the latest (etiquette E11-E20, E25, E26, E37).
 */
#include "daemon/cadence.h"

#include "base/date.h"

#define JITTER_SHARE 0.1 /* of the interval: spreads feeds added together */
/* A feed silent for T is asked every T/24: what comes after a day of silence
 * is found within the hour, after ten days within ten. */
#define SILENCE_SHARE 24
#define BACKOFF_CAP_S (7 * 86400) /* etiquette E25 */
/* A network that is down is soon back, and asking it troubles nobody: from a
 * minute on, doubling. */
#define UNREACHABLE_S  60
#define GONE_RECHECK_S (30 * 86400) /* etiquette E26: monthly at most */
/* Without a word on how long: 15 min, doubling up to a day (etiquette E18). */
#define BUSY_S        (15 * 60)
#define BUSY_CAP_S    86400
#define REFUSED_S     (4 * 3600)  /* at least (etiquette E24) */
#define FRESH_CAP_S   (7 * 86400) /* a year of max-age is a mistake */
#define SKIP_SPREAD_S 600 /* after skipped hours not all at the full hour */

static const char *const term_names[CADENCE_TERM_COUNT] = {
	[CADENCE_INTERVAL] = "interval",
	[CADENCE_SILENCE] = "silence",
	[CADENCE_FRESH] = "cache-headers",
	[CADENCE_TTL] = "ttl",
	[CADENCE_PERIOD] = "period",
	[CADENCE_RETRY_AFTER] = "retry-after",
	[CADENCE_BACKOFF] = "backoff",
	[CADENCE_UNREACHABLE] = "unreachable",
	[CADENCE_BUSY] = "busy",
	[CADENCE_REFUSED] = "refused",
	[CADENCE_GONE] = "gone",
	[CADENCE_SKIP] = "skip",
};

const char *
cadence_term_name(enum cadence_term term)
{
	return term < CADENCE_TERM_COUNT ? term_names[term] : "unknown";
}

int64_t
backoff_s(int64_t failures, int64_t base_s, int64_t cap_s, double jitter)
{
	int64_t wait_s = base_s;

	for (int64_t i = 1; i < failures && wait_s < cap_s; i++)
		wait_s *= 2;
	if (wait_s > cap_s)
		wait_s = cap_s;
	return wait_s / 2 + (int64_t)((double)(wait_s - wait_s / 2) * jitter);
}

static int64_t
silence_s(const struct cadence_input *in)
{
	int64_t since =
	    in->last_new_at != DATE_NONE ? in->last_new_at : in->first_seen_at;

	if (!in->adaptive || since == DATE_NONE || since >= in->now)
		return 0;
	int64_t wait_s = (in->now - since) / SILENCE_SHARE;

	return wait_s < in->max_s ? wait_s : in->max_s;
}

static int64_t
at_most(int64_t value, int64_t cap)
{
	return value < cap ? value : cap;
}

static int64_t
next_by_terms(const struct cadence_input *in, enum cadence_term *ret_why)
{
	const struct {
		enum cadence_term term;
		int64_t wait_s;
	} terms[] = {
		{ CADENCE_SILENCE, silence_s(in) },
		{ CADENCE_FRESH, at_most(in->fresh_s, FRESH_CAP_S) },
		{ CADENCE_TTL, in->hints.ttl_s },
		{ CADENCE_PERIOD, at_most(in->hints.period_s, in->max_s) },
		{ CADENCE_BUSY,
		    in->busy && in->retry_after_s < 0
			? backoff_s(in->failures, 2 * BUSY_S, 2 * BUSY_CAP_S, 0)
			: 0 },
		{ CADENCE_REFUSED, in->refused
				       ? backoff_s(in->failures, 2 * REFUSED_S,
					     BACKOFF_CAP_S, in->jitter)
				       : 0 },
		{ CADENCE_BACKOFF,
		    in->failures > 0 && !in->busy
			? backoff_s(in->failures + 1, in->interval_s,
			      BACKOFF_CAP_S, in->jitter)
			: 0 },
		{ CADENCE_RETRY_AFTER, in->retry_after_s },
		{ CADENCE_GONE, in->gone ? GONE_RECHECK_S : 0 },
	};
	int64_t wait_s = in->interval_s;

	*ret_why = CADENCE_INTERVAL;
	if (in->unreachable && in->failures > 0) {
		*ret_why = CADENCE_UNREACHABLE;
		return in->now + backoff_s(in->failures, UNREACHABLE_S,
				     BACKOFF_CAP_S, in->jitter);
	}
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
		if (terms[i].wait_s > wait_s) {
			wait_s = terms[i].wait_s;
			*ret_why = terms[i].term;
		}
	}
	/* Only later, never sooner than what was asked for. */
	return in->now + wait_s +
	       (int64_t)((double)wait_s * JITTER_SHARE * in->jitter);
}

int64_t
cadence_next(const struct cadence_input *in, enum cadence_term *ret_why)
{
	int64_t at = next_by_terms(in, ret_why);
	int64_t after = feed_hints_after_skipped(&in->hints, at);

	if (after == at)
		return at;
	*ret_why = CADENCE_SKIP;
	return after + (int64_t)(SKIP_SPREAD_S * in->jitter);
}
