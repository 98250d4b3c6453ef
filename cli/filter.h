/*
 * filter.h -- article filters: the options shared by `articles` and `search`.
 */
#ifndef CLI_FILTER_H
#define CLI_FILTER_H

#include "base/limits.h"
#include "cli/cli.h"
#include "store/store.h"

/* Size of the buffer for a feed's address or name in filter_fill(). */
#define FILTER_FEED_BYTES (64 * KIB)

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

/* The complete option table, including the options that every listing has. */
extern const struct option_row filter_options[];

/* Checks that --lang has the form of a language tag. Returns CLI_GO_ON, or
 * CLI_USAGE after an error message. */
int filter_check_values(struct cli *, const struct filter_values *);
/* Fills *ret. Returns CLI_FAILED after an error message if the feed, tag or
 * language of the filter is not in the store. `feed` receives the feed's
 * address, which *ret borrows. */
int filter_fill(struct cli *, struct store *, const struct filter_values *,
    struct buf *feed, struct article_filter *ret);

#endif
