/*
 * filter.h -- which articles: the options that `articles` and `search` share.
 */
#ifndef CLI_FILTER_H
#define CLI_FILTER_H

#include "cli/cli.h"
#include "config/limits.h"
#include "store/store.h"

/* Of the address or name of a feed, for filter_fill(). */
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

/* The whole table, with what every listing takes. */
extern const struct option_row filter_options[];

/* --lang has the form of a language: CLI_GO_ON, or CLI_USAGE after a
 * complaint. */
int filter_check_values(struct cli *, const struct filter_values *);
/* Fills *ret.  What the filter names is known to the store: else CLI_FAILED
 * after one line.  feed has the feed's address and is borrowed by *ret. */
int filter_fill(struct cli *, struct store *, const struct filter_values *,
    struct buf *feed, struct article_filter *ret);

#endif
