/*
 * metrics_websub.c -- writes the metrics of the subscriptions at WebSub hubs
 * (docs/websub.md).  If WebSub is off, nothing is written.
 */
#include "base/array.h"
#include "daemon/http/metrics_parts.h"
#include "daemon/http/metrics_text.h"
#include "daemon/websub/websub.h"

static void
metrics_websub_states(const struct hub *hub, struct buf *out)
{
	size_t n[WEBSUB_STATE_COUNT];

	websub_count(hub, n);
	metrics_head(out, "gleaner_websub_subscriptions", METRIC_GAUGE,
	    "Subscriptions at hubs by state.");
	for (size_t i = 0; i < ARRAY_LENGTH(n); i++)
		buf_printf(out,
		    "gleaner_websub_subscriptions{state=\"%s\"} %zu\n",
		    websub_state_name((enum websub_state)i), n[i]);
}

static void
metrics_websub_refused(struct buf *out, const char *reason, uint64_t value)
{
	buf_printf(out, "gleaner_websub_refused_total{reason=\"%s\"} %llu\n",
	    reason, (unsigned long long)value);
}

static void
metrics_websub_refusals(const struct websub_totals *totals, struct buf *out)
{
	metrics_head(out, "gleaner_websub_refused_total", METRIC_COUNTER,
	    "Deliveries that were not read, by reason.");
	for (int i = WEBSUB_SIGNED + 1; i < WEBSUB_SIGNATURE_FAULTS; i++)
		metrics_websub_refused(out,
		    websub_signature_fault_name((enum websub_signature_fault)i),
		    totals->refused[i]);
	metrics_websub_refused(out, "repeated", totals->repeated);
	metrics_websub_refused(out, "unreadable", totals->unreadable);
	metrics_websub_refused(out, "limit", totals->limited);
}

void
metrics_put_websub(const struct hub *hub, struct buf *out)
{
	const struct websub_totals *totals = websub_totals(hub);

	if (totals == NULL)
		return;
	const struct metric_row rows[] = {
		{ "gleaner_websub_requests_total",
		    "Requests to hubs to begin, renew or end a subscription.",
		    METRIC_COUNTER, (int64_t)totals->requests },
		{ "gleaner_websub_requests_failed_total",
		    "Requests that a hub refused or did not verify.",
		    METRIC_COUNTER, (int64_t)totals->requests_failed },
		{ "gleaner_websub_verifications_total",
		    "Requests that a hub verified.", METRIC_COUNTER,
		    (int64_t)totals->verifications },
		{ "gleaner_websub_deliveries_total",
		    "Deliveries that were read.", METRIC_COUNTER,
		    (int64_t)totals->deliveries },
		{ "gleaner_websub_handed_over_total",
		    "Requests of hubs that were stored for another node.",
		    METRIC_COUNTER, (int64_t)totals->handed_over },
		{ "gleaner_websub_entries_total", "New entries in deliveries.",
		    METRIC_COUNTER, (int64_t)totals->entries },
	};

	metrics_websub_states(hub, out);
	metrics_put_rows(out, rows, ARRAY_LENGTH(rows));
	metrics_websub_refusals(totals, out);
}
