/*
 * doctor_filters.c -- checks of `gleaner doctor`: filters whose matches reached
 * a limit.
 */
#include "cli/health/doctor.h"
#include "config/config.h"
#include "config/filter/filter_rule.h"

#define RECENT_S (7 * 86400)

static void
doctor_filters_check(struct doctor *doctor, size_t i, int64_t *n)
{
	const struct filter_set *set = doctor->cli->config->filters;
	struct filter_counts counts;
	struct err e = ERR_INIT;

	if (store_filter_counts(doctor->store, set, i, &counts, &e) != 0) {
		(*n)++;
		doctor_find(doctor, DOCTOR_FAULT, "filter",
		    slice_of(filter_set_at(set, i)->text),
		    "check the database with `gleaner check`",
		    "its counts cannot be read: %s", e.text);
		return;
	}
	if (counts.limited_at == DATE_NONE ||
	    counts.limited_at < doctor->cli->now_at - RECENT_S)
		return;
	if ((*n)++ < DOCTOR_SHOWN_MOST)
		doctor_find(doctor, DOCTOR_WARNING, "filter",
		    slice_of(filter_set_at(set, i)->text),
		    "write its regular expression without repetitions inside "
		    "repetitions (docs/filters.md)",
		    "%lld matches were ended because they needed too many "
		    "steps; the filter did not act then",
		    (long long)counts.limited);
}

void
doctor_filters(struct doctor *doctor)
{
	size_t n_filters;
	int64_t n = 0;

	if (doctor->store == NULL || doctor->cli->config == NULL)
		return;
	n_filters = filter_set_count(doctor->cli->config->filters);
	for (size_t i = 0; i < n_filters; i++)
		doctor_filters_check(doctor, i, &n);
	if (n_filters > 0 && n == 0)
		doctor_find(doctor, DOCTOR_OK, "filters", SLICE_NONE, NULL,
		    "%zu filter%s, no match was ended early in the last 7 days",
		    n_filters, n_filters == 1 ? "" : "s");
}
