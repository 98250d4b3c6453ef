/*
 * search_query.h -- internal to store/: a user's query in the syntax of the
 * database's full-text index.
 *
 * search_query.c writes the syntax of FTS5, tsquery.c that of PostgreSQL.
 */
#ifndef STORE_SEARCH_SEARCH_QUERY_H
#define STORE_SEARCH_SEARCH_QUERY_H

#include "base/buf.h"
#include "base/limits.h"
#include "base/slice.h"

struct search_query {
	struct buf words;   /* the query for words (SQLite: the index
			       article_fts) */
	struct buf phrases; /* SQLite: for each phrase of `words` that is
			     * required, the number of its term, a byte each;
			     * empty: each phrase is a term */
	struct buf grams;   /* the query for pairs of characters, in their
			     * tokens (SQLite: article_bigram) */
	struct buf stems;   /* the query for stems of all languages; SQLite has
			     * English only and uses words */
	struct buf terms;   /* PostgreSQL: the required terms of each of the
			     * queries, a JSON object of arrays of tsqueries */
	struct buf marked;  /* PostgreSQL: the words that a snippet marks, each
			     * followed by a space */
	struct slice first; /* the first word that is searched; borrowed */
	bool has_prefix;
};

/* Returns false if the query contains no search term.  Parts of the query that
 * contain no word are ignored.  The only failure is lack of memory
 * (search_query_failed).  The caller must call search_query_release(). */
bool search_query_make(struct slice text, struct search_query *ret);
bool search_query_failed(const struct search_query *);
void search_query_release(struct search_query *);

/* Writes to `out`, in parentheses and joined by OR, words that stand for a
 * prefix, and returns their number; 0: writes nothing.  of_title: only titles
 * are searched. */
typedef size_t search_expand(
    void *arg, struct slice prefix, bool of_title, struct buf *out);
#define PREFIX_WORDS_MAX (2 * LIMIT_PREFIX_WORDS) /* words of a query */
/* Like search_query_make(), but in ret->words, expand() is called for each
 * prefix that is required. */
bool search_query_make_expanded(struct slice text, search_expand *expand,
    void *arg, struct search_query *ret);

/* Initialises an empty query. Used by search_query.c and tsquery.c. */
void search_query_init(struct search_query *ret);

#endif
