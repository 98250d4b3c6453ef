/*
 * filters.h -- the filters of the configuration, applied to entries and
 * articles (docs/filters.md).  The conventions: store.h.
 *
 * filter_state.c has the filters of an open database, filter_read.c reads for
 * `gleaner filter`; filter_state.h names the other files.
 *
 * A filter is evaluated for each new entry before its page is fetched, on the
 * values that the feed gives, and again when the article gets its text.  It
 * decides about the entry of one feed: an article is blocked only while filters
 * block all of its entries, so that the words of one feed cannot block an
 * article that another feed announces (docs/security.md, "Attribution").
 */
#ifndef STORE_FILTER_FILTERS_H
#define STORE_FILTER_FILTERS_H

#include "base/err.h"
#include "base/slice.h"
#include "config/filter/filter_evaluate.h"

struct filter_set;
struct store;

/* Applies these filters to entries and articles that are written from now on;
 * NULL or an empty list: no filters.  Adds a reference.  Blocked entries stay
 * blocked until their feed changes them.  ERR_MEMORY: the previous filters
 * remain in use. */
int store_set_filters(struct store *, struct filter_set *, struct err *e);

/* Numbers of articles since the counts began. */
struct filter_counts {
	int64_t matched; /* articles for which the filter was true */
	int64_t limited; /* matches that reached a limit */
	int64_t matched_at, limited_at; /* DATE_NONE: never */
};
/* Reads the counts of filter i of the set; zeros if the filter was never
 * counted. */
int store_filter_counts(struct store *, const struct filter_set *, size_t i,
    struct filter_counts *ret, struct err *e);
struct filter_rule;
/* Returns the key of the counts of a filter (filter_count.id): a hash of its
 * expression and its actions. */
int64_t store_filter_id(const struct filter_rule *);
/* Returns the number of entries that filters block. */
int store_filter_blocked(struct store *, int64_t *ret_n, struct err *e);

/* The input of the filters for one entry of a stored article. */
struct filter_article {
	int64_t id;
	struct slice title, url, status, status_why;
	struct filter_subject subject;
	bool has_text; /* false: only the fields that are known before the fetch
			  are set */
};
/* Visits the article for each of its entries, at most LIMIT_FILTER_ENTRIES.
 * ERR_NOT_FOUND: no such article. */
int store_filter_article(struct store *, int64_t id, int64_t now,
    int (*visit)(const struct filter_article *, void *), void *arg,
    struct err *e);
/* Visits the articles that were first seen since a time, newest first, each
 * like store_filter_article(). */
int store_filter_recent(struct store *, int64_t since, int64_t now,
    int (*visit)(const struct filter_article *, void *), void *arg,
    struct err *e);

#endif
