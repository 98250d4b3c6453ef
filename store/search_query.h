/*
 * search_query.h -- inside the room: from what people type to FTS5's grammar.
 */
#ifndef STORE_SEARCH_QUERY_H
#define STORE_SEARCH_QUERY_H

#include "base/buf.h"
#include "base/slice.h"

struct search_query {
	struct buf words;   /* for article_fts */
	struct buf grams;   /* for article_bigram, the same in its tokens */
	struct slice first; /* the first that is wanted; borrowed */
	bool has_prefix;
};

/* Never an error but for memory: what means nothing is left out.  Returns
 * whether anything is asked for.  search_query_release() is due. */
bool search_query_make(struct slice text, struct search_query *ret);
bool search_query_failed(const struct search_query *);
void search_query_release(struct search_query *);

#endif
