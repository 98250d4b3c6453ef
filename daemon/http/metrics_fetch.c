/*
 * metrics_fetch.c -- writes the metrics of the transfers: their number by kind
 * and result, and their duration by kind.
 */
#include <stdio.h>

#include "crawler/fetch/fetch.h"
#include "daemon/http/metrics_parts.h"
#include "daemon/http/metrics_text.h"

#define KIND_LABEL_BYTES 32 /* `kind="robots",` and a NUL */

static void
metrics_fetch_row(
    struct buf *out, const char *kind, const char *result, uint64_t value)
{
	buf_printf(out,
	    "gleaner_fetches_total{kind=\"%s\",result=\"%s\"} %llu\n", kind,
	    result, (unsigned long long)value);
}

/* All rows are written, also those that are 0: a rate needs a first value. */
static void
metrics_fetch_kind(
    const struct fetch_counts *counts, enum fetch_kind kind, struct buf *out)
{
	static const char *const classes[FETCH_CLASS_COUNT] = { "other", "1xx",
		"2xx", "3xx", "4xx", "5xx" };
	const char *name = fetch_kind_name(kind);

	for (size_t i = 0; i < FETCH_CLASS_COUNT; i++)
		metrics_fetch_row(
		    out, name, classes[i], counts->classes[kind][i]);
	for (size_t i = 0; i < FETCH_RESULT_COUNT; i++)
		if (i != FETCH_OK)
			metrics_fetch_row(out, name,
			    fetch_result_name((enum fetch_result)i),
			    counts->failures[kind][i]);
}

void
metrics_put_fetches(const struct fetch_counts *counts, struct buf *out)
{
	char label[KIND_LABEL_BYTES];

	metrics_head(out, "gleaner_fetches_total", METRIC_COUNTER,
	    "Transfers by kind and result: the class of the HTTP status, or "
	    "the failure.");
	for (size_t kind = 0; kind < FETCH_KIND_COUNT; kind++)
		metrics_fetch_kind(counts, (enum fetch_kind)kind, out);
	metrics_head(out, "gleaner_fetch_duration_seconds", METRIC_HISTOGRAM,
	    "Duration of the transfers that were answered.");
	for (size_t kind = 0; kind < FETCH_KIND_COUNT; kind++) {
		snprintf(label, sizeof(label), "kind=\"%s\",",
		    fetch_kind_name((enum fetch_kind)kind));
		metrics_histogram(out, "gleaner_fetch_duration_seconds", label,
		    &counts->duration[kind]);
	}
}
