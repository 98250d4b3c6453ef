/*
 * search.h -- full-text search (search.c).  The conventions: store.h.
 */
#ifndef STORE_SEARCH_SEARCH_H
#define STORE_SEARCH_SEARCH_H

#include "store/article/articles.h"

struct search_hit {
	struct article_row article;
	struct slice snippet; /* matches are enclosed in U+0002 and U+0003 */
	double rank;
};
/* Searches articles.  Any text is a valid query and never causes an SQL or FTS
 * error.  "a b" is a phrase, -word excludes a word, title:word searches titles,
 * and harv* is a prefix.  English articles (on PostgreSQL, articles in all
 * languages with a stemmer) are found by stems, unless the query contains a
 * prefix.  Hits are ranked by relevance (store/search/relevance.c) and age.  If
 * there are more than LIMIT_SEARCH_RANKED hits, only the newest are ranked. */
int store_search(struct store *, struct slice query,
    const struct article_filter *,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e);

#endif
