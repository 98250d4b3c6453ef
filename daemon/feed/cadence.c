/*
 * cadence.c -- computes the next poll from interval, history, freshness, ttl,
 * pauses and failures. Each of them gives a time; the latest time is used
 * (docs/etiquette.md, rows E11 to E20, E25, E26, E37).
 */
#include "daemon/feed/cadence.h"

#include "base/date/date.h"
#include "crawler/fetch/fetch.h"

/* Largest share of the wait that is added at random, so that feeds that were
 * added together are not polled together. */
#define JITTER_SHARE 0.1
/* A feed that has no history and no new entries for the time T is polled every
 * T/24: every hour after a day, every ten hours after ten days. */
#define SILENCE_SHARE 24
#define BACKOFF_CAP_S (7 * 86400) /* docs/etiquette.md, row E25 */
/* The first wait after a network failure. It doubles after each further
 * failure. It is short, because most network failures are short and failed
 * requests put no load on a server. */
#define UNREACHABLE_S 60
/* A feed that is gone is polled once a month at most (row E26). */
#define GONE_RECHECK_S (30 * 86400)
/* The wait if there is no Retry-After: 15 min, doubling up to a day (row E18).
 */
#define BUSY_S     (15 * 60)
#define BUSY_CAP_S 86400
#define REFUSED_S  (4 * 3600) /* least wait (row E24) */
/* limit of max-age; larger values are mistakes */
#define FRESH_CAP_S        (7 * 86400)
#define FRESH_FAILED_CAP_S 86400 /* after a failed poll */
/* Polls that were postponed to the end of skipped hours are spread over this
 * time. */
#define SKIP_SPREAD_S 600
/* After this time without further missed items, missed items have no effect. */
#define MISSED_REMEMBERED_S (14 * 86400)

static const char *const term_names[CADENCE_TERM_COUNT] = {
	[CADENCE_INTERVAL] = "interval",
	[CADENCE_HISTORY] = "history",
	[CADENCE_SILENCE] = "silence",
	[CADENCE_MIN] = "poll.min",
	[CADENCE_MAX] = "poll.max",
	[CADENCE_MISSED_ITEMS] = "gap",
	[CADENCE_FRESH] = "cache-headers",
	[CADENCE_TTL] = "ttl",
	[CADENCE_PERIOD] = "period",
	[CADENCE_RETRY_AFTER] = "retry-after",
	[CADENCE_BACKOFF] = "backoff",
	[CADENCE_UNREACHABLE] = "unreachable",
	[CADENCE_NETWORK] = "network",
	[CADENCE_BUSY] = "busy",
	[CADENCE_REFUSED] = "refused",
	[CADENCE_GONE] = "gone",
	[CADENCE_BUDGET] = "budget",
	[CADENCE_WEBSUB] = "websub",
	[CADENCE_SKIP] = "skip",
};

/* Terms that limit the wait by interval and history. They cannot require a
 * longer wait. */
static const bool is_bound[CADENCE_TERM_COUNT] = {
	[CADENCE_MIN] = true,
	[CADENCE_MAX] = true,
	[CADENCE_MISSED_ITEMS] = true,
	/* if one of these applies, all other terms are ignored */
	[CADENCE_UNREACHABLE] = true,
	[CADENCE_NETWORK] = true,
};

const char *
cadence_term_name(enum cadence_term term)
{
	return term < CADENCE_TERM_COUNT ? term_names[term] : "unknown";
}

bool
cadence_is_pause(struct slice name, struct slice outcome)
{
	if (slice_equal(outcome, slice_of(fetch_result_name(FETCH_POSTPONED))))
		return false;
	return slice_equal(name, slice_of(term_names[CADENCE_RETRY_AFTER])) ||
	       slice_equal(name, slice_of(term_names[CADENCE_BUSY]));
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
cadence_silence_s(const struct cadence_input *in)
{
	int64_t since =
	    in->last_new_at != DATE_NONE ? in->last_new_at : in->first_seen_at;

	if (!in->adaptive || since == DATE_NONE || since >= in->now)
		return 0;
	int64_t wait_s = (in->now - since) / SILENCE_SHARE;

	return wait_s < in->max_s ? wait_s : in->max_s;
}

static int64_t
cadence_at_most(int64_t value, int64_t cap)
{
	return value < cap ? value : cap;
}

/* Limits the wait to poll.min and poll.max; the configured interval may be
 * outside of them. */
static int64_t
cadence_bounded(
    const struct cadence_input *in, int64_t wait_s, enum cadence_term *why)
{
	int64_t min_s = cadence_at_most(in->min_s, in->interval_s);
	int64_t max_s = in->max_s > in->interval_s ? in->max_s : in->interval_s;

	if (wait_s < min_s) {
		*why = CADENCE_MIN;
		return min_s;
	}
	if (wait_s >= max_s) {
		*why = CADENCE_MAX;
		return max_s;
	}
	return wait_s;
}

/* Returns the maximum wait after missed items; 0: no items were missed lately.
 */
static int64_t
cadence_missed_s(const struct cadence_input *in)
{
	if (in->missed_at == DATE_NONE || in->missed_interval_s <= 0 ||
	    in->missed_at < in->now - MISSED_REMEMBERED_S)
		return 0;
	return in->missed_interval_s;
}

/* Returns the wait by interval and history, without the longer waits that the
 * feed, its server or its failures may require. */
static int64_t
cadence_own_wait_s(const struct cadence_input *in, struct cadence_decision *d)
{
	const struct cadence_history *history = in->history;
	int64_t wait_s = in->interval_s;

	d->why = CADENCE_INTERVAL;
	d->waits_s[CADENCE_INTERVAL] = in->interval_s;
	if (in->adaptive && history != NULL && history->at != 0) {
		d->why = CADENCE_HISTORY;
		d->arrivals = cadence_history_rate(history, in->now);
		wait_s =
		    cadence_history_wait_s(history, in->now, in->interval_s,
			in->max_s > in->interval_s ? in->max_s : in->interval_s,
			in->last_new_at);
		d->waits_s[CADENCE_HISTORY] = wait_s;
		wait_s = cadence_bounded(in, wait_s, &d->why);
	}
	d->waits_s[CADENCE_MISSED_ITEMS] = cadence_missed_s(in);
	if (d->waits_s[CADENCE_MISSED_ITEMS] > 0 &&
	    d->waits_s[CADENCE_MISSED_ITEMS] < wait_s) {
		d->why = CADENCE_MISSED_ITEMS;
		wait_s = cadence_bounded(
		    in, d->waits_s[CADENCE_MISSED_ITEMS], &d->why);
	}
	d->waits_s[d->why] = wait_s;
	return wait_s;
}

/* Sets the terms that can require a longer wait. */
static void
cadence_set_waits(const struct cadence_input *in, int64_t *waits_s)
{
	bool known = in->history != NULL && in->history->at != 0;

	if (!known)
		waits_s[CADENCE_SILENCE] = cadence_silence_s(in);
	/* The headers of an error page are not those of the feed. */
	waits_s[CADENCE_FRESH] = cadence_at_most(in->fresh_s,
	    in->failures > 0 && !in->busy ? FRESH_FAILED_CAP_S : FRESH_CAP_S);
	waits_s[CADENCE_TTL] = in->hints.ttl_s;
	waits_s[CADENCE_PERIOD] =
	    cadence_at_most(in->hints.period_s, in->max_s);
	if (in->busy && in->retry_after_s < 0)
		waits_s[CADENCE_BUSY] =
		    backoff_s(in->failures, 2 * BUSY_S, 2 * BUSY_CAP_S, 0);
	if (in->refused)
		waits_s[CADENCE_REFUSED] = backoff_s(
		    in->failures, 2 * REFUSED_S, BACKOFF_CAP_S, in->jitter);
	if (in->failures > 0 && !in->busy)
		waits_s[CADENCE_BACKOFF] = backoff_s(in->failures + 1,
		    in->interval_s, BACKOFF_CAP_S, in->jitter);
	if (in->retry_after_s > 0)
		waits_s[CADENCE_RETRY_AFTER] = in->retry_after_s;
	if (in->gone)
		waits_s[CADENCE_GONE] = GONE_RECHECK_S;
	waits_s[CADENCE_BUDGET] = in->budget_wait_s;
	if (in->failures == 0)
		waits_s[CADENCE_WEBSUB] = in->websub_s;
}

static void
cadence_decide_by_terms(
    const struct cadence_input *in, struct cadence_decision *d)
{
	int64_t wait_s = cadence_own_wait_s(in, d);

	if (in->network_down ||
	    (in->unreachable && in->failures > 0 && !in->gone)) {
		d->why =
		    in->network_down ? CADENCE_NETWORK : CADENCE_UNREACHABLE;
		wait_s = backoff_s(in->network_down ? 1 : in->failures,
		    UNREACHABLE_S, BACKOFF_CAP_S, in->jitter);
		d->waits_s[d->why] = wait_s;
		d->at = in->now + wait_s;
		return;
	}
	cadence_set_waits(in, d->waits_s);
	for (int term = CADENCE_SILENCE; term < CADENCE_TERM_COUNT; term++) {
		if (is_bound[term] || d->waits_s[term] <= wait_s)
			continue;
		wait_s = d->waits_s[term];
		d->why = (enum cadence_term)term;
	}
	/* Jitter is only added, because the poll must not be earlier than
	 * required. */
	d->jitter_s = (int64_t)((double)wait_s * JITTER_SHARE * in->jitter);
	/* If the feed waits for its daily budget of bytes, the jitter is at
	 * most SKIP_SPREAD_S, so that the wait is about a day. */
	if (d->why == CADENCE_BUDGET)
		d->jitter_s = cadence_at_most(d->jitter_s, SKIP_SPREAD_S);
	d->at = in->now + wait_s + d->jitter_s;
}

void
cadence_decide(const struct cadence_input *in, struct cadence_decision *ret)
{
	*ret = (struct cadence_decision){ 0 };
	cadence_decide_by_terms(in, ret);
	int64_t after = feed_hints_after_skipped(&in->hints, ret->at);

	if (after == ret->at)
		return;
	ret->why = CADENCE_SKIP;
	ret->waits_s[CADENCE_SKIP] = after - in->now;
	ret->jitter_s = (int64_t)(SKIP_SPREAD_S * in->jitter);
	ret->at = after + ret->jitter_s;
}

/* ---- plans of another configuration ---- */

/* Terms that are computed again from the new configuration. The other terms of
 * a plan are kept. */
static const bool is_replaced[CADENCE_TERM_COUNT] = {
	[CADENCE_INTERVAL] = true,
	[CADENCE_HISTORY] = true,
	[CADENCE_SILENCE] = true,
	[CADENCE_MIN] = true,
	[CADENCE_MAX] = true,
	[CADENCE_MISSED_ITEMS] = true,
	[CADENCE_WEBSUB] = true,
	[CADENCE_SKIP] = true,
};

/* Returns the wait that the term required, limited by the current
 * configuration. */
static int64_t
cadence_shortened_wait_s(
    const struct cadence_plan *plan, enum cadence_term term, int64_t wait_s)
{
	if (term == CADENCE_PERIOD)
		return cadence_at_most(wait_s, plan->max_s);
	if (term == CADENCE_BACKOFF)
		return cadence_at_most(
		    wait_s, backoff_s(plan->failures + 1, plan->interval_s,
				BACKOFF_CAP_S, 1.0));
	return wait_s;
}

static void
cadence_take_term(const struct cadence_plan *plan, struct slice name,
    int64_t value, struct cadence_decision *d)
{
	if (slice_equal(name, SLICE("arrivals")))
		d->arrivals = value;
	for (int i = 0; i < CADENCE_TERM_COUNT; i++) {
		enum cadence_term term = (enum cadence_term)i;

		if (is_replaced[term] ||
		    !slice_equal(name, slice_of(term_names[term])))
			continue;
		d->waits_s[term] = cadence_shortened_wait_s(plan, term, value);
		if (d->waits_s[term] > d->waits_s[d->why])
			d->why = term;
	}
}

/* Reads the next word of terms, such as "ttl=10800". Returns false at the end.
 * The name of a word that is not a term is empty. */
static bool
cadence_next_term(struct slice *rest, struct slice *ret_name, int64_t *ret_s)
{
	struct slice word;
	size_t end;

	if (!slice_next(rest, ' ', &word))
		return false;
	end = slice_find_char(word, '=', 0);
	*ret_name = SLICE("");
	if (end != SLICE_NOT_FOUND &&
	    slice_to_int64(slice_sub(word, end + 1, word.len), ret_s))
		*ret_name = slice_sub(word, 0, end);
	return true;
}

int64_t
cadence_terms_fresh_s(struct slice terms)
{
	struct slice name;
	int64_t value = 0;

	while (cadence_next_term(&terms, &name, &value))
		if (slice_equal(name, slice_of(term_names[CADENCE_FRESH])))
			return value;
	return 0;
}

bool
cadence_shorten(const struct cadence_plan *plan, struct cadence_decision *ret)
{
	struct cadence_decision d = { .why = CADENCE_INTERVAL };
	struct slice rest = plan->terms, name;
	int64_t value, after;

	d.waits_s[CADENCE_INTERVAL] = plan->interval_s;
	if (plan->adaptive && plan->max_s > plan->interval_s) {
		d.why = CADENCE_MAX;
		d.waits_s[CADENCE_MAX] = plan->max_s;
	}
	while (cadence_next_term(&rest, &name, &value))
		cadence_take_term(plan, name, value, &d);
	d.at = plan->last_poll_at + d.waits_s[d.why];
	after = feed_hints_after_skipped(&plan->hints, d.at);
	if (after != d.at) {
		d.why = CADENCE_SKIP;
		d.waits_s[CADENCE_SKIP] = after - plan->last_poll_at;
		d.at = after;
	}
	*ret = d;
	return d.at < plan->at;
}

void
cadence_terms_write(const struct cadence_decision *d, struct buf *out)
{
	for (int term = 0; term < CADENCE_TERM_COUNT; term++)
		if (d->waits_s[term] > 0)
			buf_printf(out, "%s=%lld ",
			    cadence_term_name((enum cadence_term)term),
			    (long long)d->waits_s[term]);
	buf_printf(out, "jitter=%lld arrivals=%lld", (long long)d->jitter_s,
	    (long long)d->arrivals);
}
