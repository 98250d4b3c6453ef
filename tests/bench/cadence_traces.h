/*
 * cadence_traces.h -- simulated feeds: the publications of one year, generated
 * from a seed.
 */
#ifndef TESTS_BENCH_CADENCE_TRACES_H
#define TESTS_BENCH_CADENCE_TRACES_H

#include <stddef.h>
#include <stdint.h>

#define TRACE_MOST_ITEMS 40000

struct trace_item {
	int64_t at;    /* time at which the item appears in the feed */
	int64_t dated; /* date that the item has in the feed, or DATE_NONE */
};

struct trace {
	struct trace_item items[TRACE_MOST_ITEMS]; /* rising */
	size_t n;
};

enum trace_kind {
	/* the mix */
	TRACE_NEWSROOM,
	TRACE_DAILY_AT_6,
	TRACE_WEEKLY,
	TRACE_BURST,
	TRACE_DEAD,
	/* not part of the mix: feeds that publish at any time */
	TRACE_BLOG,
	TRACE_AGENCY,
	TRACE_KIND_COUNT
};
#define TRACE_MIX_COUNT (TRACE_DEAD + 1)
const char *trace_kind_name(enum trace_kind);

/* Makes the items of `days` days, beginning at `from`. The same seed gives the
 * same trace. */
void trace_make(
    struct trace *, enum trace_kind, uint64_t seed, int64_t from, int days);

#endif
