/*
 * search.h -- full text (search.c).  The rules: store.h.
 */
#ifndef STORE_SEARCH_H
#define STORE_SEARCH_H

#include "store/articles.h"

struct search_hit {
	struct article_row article;
	struct slice snippet; /* matches between U+0002 and U+0003 */
	double rank;
};
/* Any text is a query: words are quoted, "a phrase" stays together, a
 * leading - excludes, title: looks in titles, harv* is a beginning.  English
 * articles are found by stems, unless there is a beginning in the query.
 * Never an SQL or FTS error.  Ranked by relevance (store/relevance.c) and age;
 * where LIMIT_SEARCH_RANKED are found, the newest are ranked. */
int store_search(struct store *, struct slice query,
    const struct article_filter *,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e);

#endif
