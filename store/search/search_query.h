/*
 * search_query.h -- internal to store/: translates a user's query to the FTS5
 * query syntax.
 */
#ifndef STORE_SEARCH_SEARCH_QUERY_H
#define STORE_SEARCH_SEARCH_QUERY_H

#include "base/buf.h"
#include "base/slice.h"

struct search_query {
	struct buf words;   /* the query for article_fts */
	struct buf grams;   /* the query for article_bigram, in its tokens */
	struct slice first; /* the first word that is searched; borrowed */
	bool has_prefix;
};

/* Returns false if the query contains no search term.  Parts of the query that
 * contain no word are ignored.  The only failure is lack of memory
 * (search_query_failed).  The caller must call search_query_release(). */
bool search_query_make(struct slice text, struct search_query *ret);
bool search_query_failed(const struct search_query *);
void search_query_release(struct search_query *);

#endif
