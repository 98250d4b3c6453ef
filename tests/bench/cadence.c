/*
 * cadence.c -- measures the cadence: daemon/feed/cadence.c polls a year of
 * simulated feeds in virtual time and is compared with fixed intervals.
 *
 *     cadence [--check|--bench [SEED]]
 *
 * Prints for each kind of feed the requests a day, and the median and 95th
 * percentile of the delay from publication to poll. The adaptive cadence is
 * shown at two intervals. The first is the shortest interval at which the mix
 * of feeds needs no more requests than with a fixed interval of 60 minutes. The
 * second is the longest interval at which the median delays are not greater
 * than with a fixed interval of 15 minutes.
 *
 * Exits with 1 if a limit is not met.  --check uses fewer seeds and prints only
 * the comparisons that have limits.  The default seeds are not those with which
 * the constants were chosen.  All kinds of the mix have the same number of
 * feeds.
 */
#include "daemon/feed/cadence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date/date.h"
#include "tests/bench/cadence_traces.h"

#define DAY_S    86400
#define START_AT 1735689600 /* 2025-01-01, Wednesday */
/* Simulated days of the feed before it is subscribed. */
#define BEFORE_DAYS 35
#define DAYS        365
#define MIN_S       300
#define DOCUMENT    30 /* entries in the feed */
#define MOST_SEEDS  8

#define BAR_DELAY    2.0
#define BAR_REQUESTS 3.0
/* The constants were chosen with seeds 1 to 3. */
#define BENCH_SEED 1001
#define CHECK_SEED 2001

/* ---- results ---- */

struct sample {
	uint64_t n_polls;
	uint32_t *delays_s; /* one delay per item */
	size_t n, cap;
};

static void
cadence_sample_add(struct sample *sample, int64_t delay_s)
{
	if (sample->n == sample->cap) {
		sample->cap = sample->cap > 0 ? sample->cap * 2 : 1024;
		sample->delays_s = realloc(
		    sample->delays_s, sample->cap * sizeof(*sample->delays_s));
		if (sample->delays_s == NULL)
			abort();
	}
	sample->delays_s[sample->n++] = (uint32_t)delay_s;
}

static void
cadence_sample_join(struct sample *all, const struct sample *one)
{
	all->n_polls += one->n_polls;
	for (size_t i = 0; i < one->n; i++)
		cadence_sample_add(all, one->delays_s[i]);
}

static int
cadence_compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static double
cadence_quantile_min(struct sample *sample, double q)
{
	if (sample->n == 0)
		return 0;
	qsort(sample->delays_s, sample->n, sizeof(*sample->delays_s),
	    cadence_compare);
	return sample->delays_s[(size_t)(q * (double)(sample->n - 1))] / 60.0;
}

/* ---- one feed, one year ---- */

struct poller {
	int64_t interval_s;
	bool adaptive;
	uint64_t prng;
	struct cadence_history history;
	int64_t last_poll_at, last_new_at, first_poll_at;
};

static double
cadence_jitter(struct poller *poller)
{
	poller->prng =
	    poller->prng * 6364136223846793005u + 1442695040888963407u;
	return (double)(poller->prng >> 11) / 9007199254740992.0;
}

/* Records the delays of the items that appeared since the last poll; returns
 * their number.  The first poll records no delays, and returns the number of
 * items in the document. */
static size_t
cadence_take(struct poller *poller, const struct trace *trace, size_t *next,
    int64_t now, struct sample *sample)
{
	int64_t dates[DOCUMENT];
	size_t end = *next, begin, n_dates = 0;
	bool first = poller->last_poll_at == DATE_NONE;

	while (end < trace->n && trace->items[end].at <= now)
		end++;
	begin = end > *next + DOCUMENT ? end - DOCUMENT : *next;
	if (first)
		begin = end > DOCUMENT ? end - DOCUMENT : 0;
	for (size_t i = begin; i < end; i++)
		dates[n_dates++] = trace->items[i].dated;
	/* Items that left the document before a poll were missed. They are
	 * counted as if they were found now. */
	for (size_t i = *next; i < end && !first; i++)
		cadence_sample_add(sample, now - trace->items[i].at);
	size_t n = first ? n_dates : end - *next;

	*next = end;
	if (n > 0 || first)
		cadence_history_learn(
		    &poller->history, &(struct cadence_arrivals){ .now = now,
					  .since_at = poller->last_poll_at,
					  .n = n,
					  .dates = dates,
					  .n_dates = n_dates });
	return n;
}

static void
cadence_poll_year(
    struct poller *poller, const struct trace *trace, struct sample *sample)
{
	int64_t now = START_AT + (int64_t)BEFORE_DAYS * DAY_S;
	int64_t until = now + (int64_t)DAYS * DAY_S;
	size_t next = 0;

	now += (int64_t)(cadence_jitter(poller) * (double)poller->interval_s);
	while (now < until) {
		if (cadence_take(poller, trace, &next, now, sample) > 0)
			poller->last_new_at = now;
		if (poller->first_poll_at == DATE_NONE)
			poller->first_poll_at = now;
		poller->last_poll_at = now;
		sample->n_polls++;
		const struct cadence_input in = {
			.now = now,
			.interval_s = poller->interval_s,
			.min_s = MIN_S,
			.max_s = DAY_S,
			.adaptive = true,
			.history = &poller->history,
			.last_new_at = poller->last_new_at,
			.first_seen_at = poller->first_poll_at,
			.retry_after_s = -1,
			.jitter = cadence_jitter(poller),
		};
		struct cadence_decision decision;

		cadence_decide(&in, &decision);
		now = poller->adaptive ? decision.at : now + poller->interval_s;
	}
}

/* ---- the mix ---- */

struct mix {
	uint64_t seed;
	int n_seeds;
	struct trace traces[TRACE_KIND_COUNT][MOST_SEEDS];
};

struct outcome {
	struct sample kinds[TRACE_KIND_COUNT], all;
};

static void
cadence_outcome_clear(struct outcome *o)
{
	for (int kind = 0; kind < TRACE_KIND_COUNT; kind++)
		free(o->kinds[kind].delays_s);
	free(o->all.delays_s);
	*o = (struct outcome){ 0 };
}

static void
cadence_run_kind(const struct mix *mix, int kind, int64_t interval_s,
    bool adaptive, struct sample *ret)
{
	for (int i = 0; i < mix->n_seeds; i++) {
		struct poller poller = {
			.interval_s = interval_s,
			.adaptive = adaptive,
			.prng = mix->seed + (uint64_t)(kind * MOST_SEEDS + i),
			.last_poll_at = DATE_NONE,
			.last_new_at = DATE_NONE,
			.first_poll_at = DATE_NONE,
		};

		cadence_poll_year(&poller, &mix->traces[kind][i], ret);
	}
}

static void
cadence_run(const struct mix *mix, int64_t interval_s, bool adaptive,
    struct outcome *ret)
{
	cadence_outcome_clear(ret);
	for (int kind = 0; kind < TRACE_KIND_COUNT; kind++) {
		cadence_run_kind(
		    mix, kind, interval_s, adaptive, &ret->kinds[kind]);
		if (kind < TRACE_MIX_COUNT)
			cadence_sample_join(&ret->all, &ret->kinds[kind]);
	}
}

/* Returns the mean of the median delays of the mix's kinds of feeds, so that a
 * kind that publishes more does not have more weight. */
static double
cadence_mean_median_min(struct outcome *o)
{
	double sum = 0;
	int n = 0;

	for (int kind = 0; kind < TRACE_MIX_COUNT; kind++)
		if (o->kinds[kind].n > 0) {
			sum += cadence_quantile_min(&o->kinds[kind], 0.5);
			n++;
		}
	return n > 0 ? sum / n : 0;
}

/* ---- the comparison ---- */

struct comparison {
	struct outcome fixed, adaptive;
	int64_t interval_s; /* interval of the adaptive rule */
};

/* cadence_spends_no_more() and cadence_is_no_later() are conditions of a binary
 * search over the interval: with a longer interval the number of polls falls
 * and the delay rises. */
static bool
cadence_spends_no_more(struct outcome *o, struct outcome *fixed)
{
	return o->all.n_polls <= fixed->all.n_polls;
}

static bool
cadence_is_no_later(struct outcome *o, struct outcome *fixed)
{
	return cadence_quantile_min(&o->all, 0.5) <=
		   cadence_quantile_min(&fixed->all, 0.5) &&
	       cadence_mean_median_min(o) <= cadence_mean_median_min(fixed);
}

/* Finds the shortest interval at which the adaptive rule needs no more requests
 * than the fixed interval. */
static void
cadence_match_requests(
    const struct mix *mix, int64_t fixed_s, struct comparison *ret)
{
	/* at `high` the rule never needs more requests */
	int64_t low = MIN_S, high = 4 * fixed_s;

	cadence_run(mix, fixed_s, false, &ret->fixed);
	while (high - low > 30) {
		int64_t middle = (low + high) / 2;

		cadence_run(mix, middle, true, &ret->adaptive);
		if (cadence_spends_no_more(&ret->adaptive, &ret->fixed))
			high = middle;
		else
			low = middle;
	}
	cadence_run(mix, high, true, &ret->adaptive);
	ret->interval_s = high;
}

/* Finds the longest interval at which the median delays of the adaptive rule
 * are not greater than those of the fixed interval. */
static void
cadence_match_delay(
    const struct mix *mix, int64_t fixed_s, struct comparison *ret)
{
	/* With an interval of `low`, the delays are not greater than those of
	 * the fixed interval. */
	int64_t low = MIN_S, high = 4 * fixed_s;

	cadence_run(mix, fixed_s, false, &ret->fixed);
	while (high - low > 30) {
		int64_t middle = (low + high) / 2;

		cadence_run(mix, middle, true, &ret->adaptive);
		if (cadence_is_no_later(&ret->adaptive, &ret->fixed))
			low = middle;
		else
			high = middle;
	}
	cadence_run(mix, low, true, &ret->adaptive);
	ret->interval_s = low;
}

/* ---- output ---- */

static double
cadence_polls_a_day(const struct sample *sample, int n_feeds)
{
	return (double)sample->n_polls / DAYS / n_feeds;
}

static void
cadence_print_line(const char *name, struct sample *fixed,
    struct sample *adaptive, int n_feeds)
{
	printf("  %-17s %7.1f %7.1f %7.1f   %7.1f %7.1f %7.1f\n", name,
	    cadence_polls_a_day(fixed, n_feeds),
	    cadence_quantile_min(fixed, 0.5), cadence_quantile_min(fixed, 0.95),
	    cadence_polls_a_day(adaptive, n_feeds),
	    cadence_quantile_min(adaptive, 0.5),
	    cadence_quantile_min(adaptive, 0.95));
}

static void
cadence_print(const struct mix *mix, const char *title, struct comparison *c)
{
	printf("%s: an adaptive interval of %lld s\n", title,
	    (long long)c->interval_s);
	printf("  %-17s %-24s  %s\n", "", "  fixed", "  adaptive");
	printf("  %-17s %7s %7s %7s   %7s %7s %7s\n", "", "polls/d", "median",
	    "p95 min", "polls/d", "median", "p95 min");
	for (int kind = 0; kind < TRACE_KIND_COUNT; kind++) {
		if (kind == TRACE_MIX_COUNT)
			printf("  beside the mix\n");
		cadence_print_line(trace_kind_name((enum trace_kind)kind),
		    &c->fixed.kinds[kind], &c->adaptive.kinds[kind],
		    mix->n_seeds);
	}
	cadence_print_line("the mix's items", &c->fixed.all, &c->adaptive.all,
	    mix->n_seeds * TRACE_MIX_COUNT);
	printf("  %-17s %7s %7.1f %7s   %7s %7.1f\n", "mean of kinds", "",
	    cadence_mean_median_min(&c->fixed), "", "",
	    cadence_mean_median_min(&c->adaptive));
}

static bool
cadence_is_over(const char *what, double figure, double bar)
{
	printf("%s: %.2f times, the bar is %.1f: %s\n", what, figure, bar,
	    figure >= bar ? "over it" : "BELOW IT");
	return figure >= bar;
}

static bool
cadence_compare_at_requests(const struct mix *mix)
{
	struct comparison c = { 0 };
	bool over;

	cadence_match_requests(mix, 3600, &c);
	cadence_print(mix, "at the requests of a fixed 60 min", &c);
	over = cadence_is_over("median delay smaller, all items",
	    cadence_quantile_min(&c.fixed.all, 0.5) /
		cadence_quantile_min(&c.adaptive.all, 0.5),
	    BAR_DELAY);
	over &= cadence_is_over("median delay smaller, mean of kinds",
	    cadence_mean_median_min(&c.fixed) /
		cadence_mean_median_min(&c.adaptive),
	    BAR_DELAY);
	cadence_outcome_clear(&c.fixed);
	cadence_outcome_clear(&c.adaptive);
	return over;
}

static bool
cadence_compare_at_delay(const struct mix *mix)
{
	struct comparison c = { 0 };
	bool over;

	cadence_match_delay(mix, 900, &c);
	cadence_print(mix, "at the median delays of a fixed 15 min", &c);
	over = cadence_is_over("fewer requests",
	    (double)c.fixed.all.n_polls / (double)c.adaptive.all.n_polls,
	    BAR_REQUESTS);
	cadence_outcome_clear(&c.fixed);
	cadence_outcome_clear(&c.adaptive);
	return over;
}

/* Compares each kind of feed by itself, with as many requests as a fixed
 * interval of 60 minutes.  There is no limit for these figures: within one kind
 * no requests can be moved from silent to active feeds, and items that are
 * published at any time cannot be predicted. */
static void
cadence_compare_kinds(const struct mix *mix)
{
	printf("each for itself, at the requests of a fixed 60 min\n");
	for (int kind = 0; kind < TRACE_KIND_COUNT; kind++) {
		struct sample fixed = { 0 }, found = { 0 };
		int64_t low = 30, high = 4 * 3600;

		cadence_run_kind(mix, kind, 3600, false, &fixed);
		while (high - low > 10) {
			int64_t middle = (low + high) / 2;

			free(found.delays_s);
			found = (struct sample){ 0 };
			cadence_run_kind(mix, kind, middle, true, &found);
			if (found.n_polls <= fixed.n_polls)
				high = middle;
			else
				low = middle;
		}
		cadence_print_line(trace_kind_name((enum trace_kind)kind),
		    &fixed, &found, mix->n_seeds);
		free(fixed.delays_s);
		free(found.delays_s);
	}
}

/* Compares both rules with the same interval in the configuration. */
static void
cadence_compare_as_it_is(const struct mix *mix, int64_t interval_s)
{
	struct comparison c = { .interval_s = interval_s };
	char title[40];

	cadence_run(mix, interval_s, false, &c.fixed);
	cadence_run(mix, interval_s, true, &c.adaptive);
	snprintf(title, sizeof(title), "beside a fixed %d min",
	    (int)(interval_s / 60));
	cadence_print(mix, title, &c);
	cadence_outcome_clear(&c.fixed);
	cadence_outcome_clear(&c.adaptive);
}

int
main(int argc, char **argv)
{
	bool check = argc > 1 && strcmp(argv[1], "--check") == 0;
	struct mix *mix = calloc(1, sizeof(*mix));
	bool over;

	if (mix == NULL)
		abort();
	mix->seed = argc > 2 ? strtoull(argv[2], NULL, 10)
		    : check  ? CHECK_SEED
			     : BENCH_SEED;
	mix->n_seeds = check ? 3 : MOST_SEEDS;
	printf("seeds %llu to %llu\n", (unsigned long long)mix->seed,
	    (unsigned long long)mix->seed + (unsigned)mix->n_seeds - 1);
	for (int kind = 0; kind < TRACE_KIND_COUNT; kind++)
		for (int i = 0; i < mix->n_seeds; i++)
			trace_make(&mix->traces[kind][i], (enum trace_kind)kind,
			    mix->seed + (uint64_t)i, START_AT,
			    DAYS + BEFORE_DAYS);
	for (int64_t minutes = 15; !check && minutes <= 60; minutes *= 2)
		cadence_compare_as_it_is(mix, minutes * 60);
	if (!check)
		cadence_compare_kinds(mix);
	over = cadence_compare_at_requests(mix);
	over &= cadence_compare_at_delay(mix);
	free(mix);
	return over ? 0 : 1;
}
