/*
 * search_places.h -- internal to store/: the ids of the best hits of a query,
 * without their rows (search.c).
 */
#ifndef STORE_SEARCH_SEARCH_PLACES_H
#define STORE_SEARCH_SEARCH_PLACES_H

#include "store/article/articles.h"
#include "store/search/search_query.h"
#include "store/sqlite/statement.h"

struct search_place {
	int64_t id;
	double rank;
	int64_t n_hits; /* number of hits that were ranked */
};

/* Collects the best hits, at most filter->limit and at most LIMIT_SEARCH_HITS,
 * as items of type struct search_place.  `what` was made from `query` by
 * search_words_make().  rows_release() must be called in each case.  Returns 0
 * or a negative code. */
int search_find_places(struct store *, struct slice query,
    const struct search_query *what, const struct article_filter *filter,
    struct rows *ret, struct err *e);

#endif
