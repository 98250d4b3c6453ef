/*
 * cadence_traces.c -- simulated feeds.
 *
 *     newsroom    publishes by day, less on weekends.  Of three such feeds one
 *                 has no dates, and one has dates that are hours too
 *                 early
 *     daily-at-6  one item at six, local time, some minutes late, sometimes
 *                 none
 *     weekly      one item on a fixed day in the morning, sometimes none
 *     burst       an item a week; on some days of the year forty items in a few
 *                 hours
 *     dead        no items after the first days
 *     blog        about four items a week, at any time from 8 to 24 o'clock,
 *                 local time.  One item of five has no date
 *     agency      items by day and night, sometimes several at once
 *
 * The seed selects the time zone of a feed.  Local time has summer time.
 */
#include "tests/bench/cadence_traces.h"

#include <math.h>
#include <stdlib.h>

#include "base/date/date.h"

#define HOUR_S 3600
#define DAY_S  86400

static const char *const names[TRACE_KIND_COUNT] = {
	[TRACE_NEWSROOM] = "newsroom",
	[TRACE_AGENCY] = "agency",
	[TRACE_DAILY_AT_6] = "daily-at-6",
	[TRACE_WEEKLY] = "weekly",
	[TRACE_BLOG] = "blog",
	[TRACE_BURST] = "burst",
	[TRACE_DEAD] = "dead",
};

const char *
trace_kind_name(enum trace_kind kind)
{
	return kind < TRACE_KIND_COUNT ? names[kind] : "unknown";
}

/* ---- dice: splitmix64 (Steele, Lea, Flood 2014) ---- */

struct prng {
	uint64_t state;
};

static double
cadence_traces_throw(struct prng *prng)
{
	uint64_t z = prng->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return ldexp((double)((z ^ z >> 31) >> 11), -53);
}

static double
cadence_traces_throw_exponential(struct prng *prng, double mean)
{
	return -mean * log(1 - cadence_traces_throw(prng));
}

/* ---- local time ---- */

struct place {
	int64_t offset_s; /* east of Greenwich, in winter */
};

/* Summer time lasts from about the end of March to the end of October. */
static int64_t
cadence_traces_to_local(const struct place *place, int64_t at)
{
	int64_t day_of_year = at / DAY_S % 365;
	bool summer = day_of_year >= 72 + 12 && day_of_year < 288 + 12;

	return at + place->offset_s + (summer ? HOUR_S : 0);
}

static int64_t
cadence_traces_to_utc(const struct place *place, int64_t local)
{
	int64_t guess = local - place->offset_s;

	return guess - (cadence_traces_to_local(place, guess) - local);
}

static int
cadence_traces_weekday(int64_t local)
{
	return (int)((local / DAY_S + 4) % 7);
}

/* ---- the kinds ---- */

static void
cadence_traces_add(struct trace *trace, int64_t at, int64_t dated)
{
	if (trace->n < TRACE_MOST_ITEMS)
		trace->items[trace->n++] = (struct trace_item){ at, dated };
}

static double
cadence_traces_newsroom_rate(int64_t local, double per_day)
{
	/* the share of a day's items that are published in each hour, from
	 * midnight on */
	static const double shares[24] = { .005, .002, .002, .002, .005, .02,
		.04, .06, .08, .09, .09, .08, .06, .07, .08, .08, .08, .06, .04,
		.02, .01, .01, .008, .006 };
	bool weekend = cadence_traces_weekday(local) == 0 ||
		       cadence_traces_weekday(local) == 6;

	return per_day * shares[local / HOUR_S % 24] * (weekend ? 0.35 : 1);
}

/* Makes a Poisson process, by thinning a process with the highest rate. */
static void
cadence_traces_make_newsroom(struct trace *trace, uint64_t variant,
    struct prng *prng, const struct place *place, int64_t from, int64_t until)
{
	double per_day = 15 + 45 * cadence_traces_throw(prng),
	       most = per_day * 0.09;

	for (double at = (double)from; at < (double)until;) {
		at += cadence_traces_throw_exponential(prng, HOUR_S / most);
		int64_t now = (int64_t)at;

		if (cadence_traces_throw(prng) * most >
		    cadence_traces_newsroom_rate(
			cadence_traces_to_local(place, now), per_day))
			continue;
		double late_s =
		    cadence_traces_throw_exponential(prng, 2 * HOUR_S);

		cadence_traces_add(trace, now,
		    variant == 0   ? DATE_NONE
		    : variant == 1 ? now - (int64_t)late_s
				   : now);
	}
}

static void
cadence_traces_make_agency(
    struct trace *trace, struct prng *prng, int64_t from, int64_t until)
{
	double gap_s = HOUR_S / (1 + 2 * cadence_traces_throw(prng));

	for (double at = (double)from; at < (double)until;) {
		int n = cadence_traces_throw(prng) < 0.2
			    ? 2 + (int)(cadence_traces_throw(prng) * 4)
			    : 1;

		at += cadence_traces_throw_exponential(prng, gap_s);
		for (int i = 0; i < n; i++)
			cadence_traces_add(trace, (int64_t)at, (int64_t)at);
	}
}

static void
cadence_traces_make_daily(struct trace *trace, struct prng *prng,
    const struct place *place, int64_t from, int64_t until)
{
	for (int64_t day = from / DAY_S; day < until / DAY_S; day++) {
		int64_t at =
		    cadence_traces_to_utc(place, day * DAY_S + 6 * HOUR_S) +
		    (int64_t)cadence_traces_throw_exponential(prng, 300);

		if (at > from && at < until &&
		    cadence_traces_throw(prng) < 0.97)
			cadence_traces_add(trace, at, at);
	}
}

static void
cadence_traces_make_weekly(struct trace *trace, struct prng *prng,
    const struct place *place, int64_t from, int64_t until)
{
	int on = 1 + (int)(cadence_traces_throw(prng) * 5);
	double hour = 8 + 3 * cadence_traces_throw(prng);

	for (int64_t day = from / DAY_S; day < until / DAY_S; day++) {
		int64_t local =
		    day * DAY_S +
		    (int64_t)((hour + cadence_traces_throw(prng)) * HOUR_S);
		int64_t at = cadence_traces_to_utc(place, local);

		if (cadence_traces_weekday(local) == on && at > from &&
		    at < until && cadence_traces_throw(prng) < 0.9)
			cadence_traces_add(trace, at, at);
	}
}

static void
cadence_traces_make_blog(struct trace *trace, struct prng *prng,
    const struct place *place, int64_t from, int64_t until)
{
	for (double at = (double)from; at < (double)until;) {
		at += cadence_traces_throw_exponential(prng, 1.2 * DAY_S);
		int64_t hour =
		    cadence_traces_to_local(place, (int64_t)at) / HOUR_S % 24;

		if (hour >= 8 && hour < 24)
			cadence_traces_add(trace, (int64_t)at,
			    cadence_traces_throw(prng) < 0.8 ? (int64_t)at
							     : DATE_NONE);
	}
}

static void
cadence_traces_make_burst(
    struct trace *trace, struct prng *prng, int64_t from, int64_t until)
{
	double next_burst =
	    (double)from + cadence_traces_throw_exponential(prng, 30 * DAY_S);

	for (double at = (double)from; at < (double)until;) {
		at += cadence_traces_throw_exponential(prng, 7 * DAY_S);
		if (at < next_burst) {
			cadence_traces_add(trace, (int64_t)at, (int64_t)at);
			continue;
		}
		at = next_burst;
		for (int i = 0; i < 40; i++) {
			at += cadence_traces_throw_exponential(prng, 15 * 60);
			cadence_traces_add(trace, (int64_t)at, (int64_t)at);
		}
		next_burst =
		    at + cadence_traces_throw_exponential(prng, 30 * DAY_S);
	}
}

static void
cadence_traces_make_dead(struct trace *trace, struct prng *prng, int64_t from)
{
	double at = (double)from;

	for (int i = 0; i < 8; i++) {
		at += cadence_traces_throw_exponential(prng, DAY_S);
		cadence_traces_add(trace, (int64_t)at, (int64_t)at);
	}
}

void
trace_make(struct trace *trace, enum trace_kind kind, uint64_t seed,
    int64_t from, int days)
{
	struct prng prng = { seed * 1000003 + (uint64_t)kind };
	struct place place = {
		((int64_t)(cadence_traces_throw(&prng) * 20) - 8) * HOUR_S
	};
	int64_t until = from + (int64_t)days * DAY_S;

	trace->n = 0;
	switch (kind) {
	case TRACE_AGENCY:
		cadence_traces_make_agency(trace, &prng, from, until);
		break;
	case TRACE_DAILY_AT_6:
		cadence_traces_make_daily(trace, &prng, &place, from, until);
		break;
	case TRACE_WEEKLY:
		cadence_traces_make_weekly(trace, &prng, &place, from, until);
		break;
	case TRACE_BLOG:
		cadence_traces_make_blog(trace, &prng, &place, from, until);
		break;
	case TRACE_BURST:
		cadence_traces_make_burst(trace, &prng, from, until);
		break;
	case TRACE_DEAD:
		cadence_traces_make_dead(trace, &prng, from);
		break;
	default:
		cadence_traces_make_newsroom(
		    trace, seed % 3, &prng, &place, from, until);
	}
}
