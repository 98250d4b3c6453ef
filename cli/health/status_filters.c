/*
 * status_filters.c -- the filters of the configuration in `gleaner status`: how
 * often each one was true (status.h).
 */
#include "cli/filters/filters.h"
#include "cli/health/status.h"
#include "config/config.h"

static void
status_filters_add(struct status *status, const struct filter_rule *rule,
    const struct filter_counts *counts)
{
	struct json_writer json;

	status->filters.n++;
	status->filters.n_limited += counts->limited > 0;
	status->filters.matched += counts->matched;
	if (status->filters_json.len > 0)
		buf_append_char(&status->filters_json, ',');
	json_writer_init(&json, &status->filters_json);
	json_write_object(&json, NULL);
	filters_write_json(&json, rule);
	filters_write_counts(&json, counts);
	json_write_end_object(&json);
}

int
status_collect_filters(
    struct status *status, struct store *store, struct err *e)
{
	const struct config *config = status->cli->config;
	size_t n = config != NULL ? filter_set_count(config->filters) : 0;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct filter_counts counts;

		rc = store_filter_counts(store, config->filters, i, &counts, e);
		if (rc == 0)
			status_filters_add(
			    status, filter_set_at(config->filters, i), &counts);
	}
	return rc;
}
