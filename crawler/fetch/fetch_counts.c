/*
 * fetch_counts.c -- counts the transfers by kind and result, for monitoring.
 */
#include "base/array.h"
#include "crawler/fetch/fetch_parts.h"

#define US_PER_MS 1000

/* Upper bounds of the classes of durations, in µs: from the time of a nearby
 * server to twice the default of fetch.timeout. */
static const int64_t bounds_us[] = { 10000, 25000, 50000, 100000, 250000,
	500000, 1000000, 2500000, 5000000, 10000000, 30000000, 60000000 };

void
fetch_counts_init(struct fetch_counts *counts)
{
	*counts = (struct fetch_counts){ 0 };
	for (size_t kind = 0; kind < FETCH_KIND_COUNT; kind++)
		histogram_init(&counts->duration[kind], bounds_us,
		    ARRAY_LENGTH(bounds_us));
}

void
fetch_counts_take(struct fetch_counts *counts, enum fetch_kind kind,
    const struct response *response)
{
	long class = response->status / 100;

	if (response->result != FETCH_OK) {
		counts->failures[kind][response->result]++;
		return;
	}
	if (class < 1 || class >= FETCH_CLASS_COUNT)
		class = 0;
	counts->classes[kind][class]++;
	histogram_add(
	    &counts->duration[kind], response->elapsed_ms * US_PER_MS);
}

const struct fetch_counts *
fetcher_counts(const struct fetcher *fetcher)
{
	return &fetcher->counts;
}

const char *
fetch_kind_name(enum fetch_kind kind)
{
	static const char *const names[FETCH_KIND_COUNT] = {
		[FETCH_FEED] = "feed",
		[FETCH_PAGE] = "page",
		[FETCH_ROBOTS] = "robots",
		[FETCH_HUB] = "hub",
	};

	return names[kind];
}
