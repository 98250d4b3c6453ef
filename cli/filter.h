/*
 * filter.h -- which articles: the options that `articles` and `search` share.
 */
#ifndef CLI_FILTER_H
#define CLI_FILTER_H

#include "cli/cli.h"
#include "store/store.h"

struct filter_values {
	const char *feed, *tag, *lang;
	int status; /* -1: any */
	int64_t since_at, until_at;
	double min_confidence;
	bool one_per_cluster;
};

#define FILTER_VALUES_INIT                                                     \
	((struct filter_values){                                               \
	    .status = -1, .since_at = DATE_NONE, .until_at = DATE_NONE })

/* The whole table, with what every listing takes. */
extern const struct option_row filter_options[];

void filter_fill(const struct cli *, const struct filter_values *,
    struct article_filter *ret);

#endif
