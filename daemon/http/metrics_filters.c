/*
 * metrics_filters.c -- writes the counts of the configured filters as metrics
 * (docs/filters.md).  If no filter is configured, nothing is written.
 */
#include "base/text/utf8.h"
#include "config/config.h"
#include "config/filter/filter_rule.h"
#include "daemon/http/metrics_parts.h"
#include "daemon/http/metrics_text.h"
#include "daemon/hub.h"
#include "store/article/overview.h"

/* A label contains at most this number of bytes of an expression, which may
 * have 4096 bytes. */
#define LABEL_BYTES 200

/* Writes the value with two labels: `n` is the place of the filter in the
 * configuration, from 1 on; `filter` is the start of its expression. */
static void
metrics_filters_put(struct buf *out, const char *name, size_t i,
    const struct filter_rule *rule, int64_t value)
{
	struct slice text = utf8_prefix(slice_of(rule->text), LABEL_BYTES);
	char label[LABEL_BYTES + 1];

	memcpy(label, text.p, text.len);
	label[text.len] = '\0';
	buf_printf(out, "%s{n=\"%zu\",filter=\"", name, i + 1);
	metrics_label(out, label);
	buf_printf(out, "\"} %lld\n", (long long)value);
}

static void
metrics_filters_put_all(struct buf *out, const char *name, const char *help,
    const struct overview *overview, const struct filter_set *set,
    bool is_limited)
{
	metrics_head(out, name, METRIC_COUNTER, help);
	for (size_t i = 0; i < filter_set_count(set); i++) {
		const struct filter_rule *rule = filter_set_at(set, i);
		const struct overview_filter *counts =
		    overview_find_filter(overview, rule);
		int64_t value = 0;

		if (counts != NULL)
			value = is_limited ? counts->limited : counts->matched;
		metrics_filters_put(out, name, i, rule, value);
	}
}

void
metrics_put_filters(
    const struct hub *hub, const struct overview *overview, struct buf *out)
{
	const struct filter_set *set = hub->config->filters;

	if (overview == NULL || filter_set_count(set) == 0)
		return;
	metrics_filters_put_all(out, "gleaner_filter_matched_total",
	    "Articles for which a filter was true.", overview, set, false);
	metrics_filters_put_all(out, "gleaner_filter_limited_total",
	    "Matches that reached a limit, so that the filter did not act.",
	    overview, set, true);
}
