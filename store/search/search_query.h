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
	struct buf text;    /* the query in Form C.  Texts of feeds are in
			       Form C, too.  Texts of pages are stored in the
			       form of the page: Hangul in Form D is not
			       found. */
	struct buf words;   /* the query for words (SQLite: the index
			       article_fts) */
	struct buf phrases; /* SQLite: for each required phrase of `words` one
			     * byte, which is '0' plus the index of the term
			     * to which the phrase belongs; empty: each phrase
			     * is a term of its own */
	struct buf grams;   /* the query in the tokens of grams.h (SQLite: the
			     * index article_bigram) */
	struct buf stems;   /* PostgreSQL: the query for the stems of all
			     * languages.  SQLite searches its index of English
			     * stems with `words`. */
	struct buf terms;   /* PostgreSQL: a JSON object with one array for
			     * words, one for grams, and one for the stems of
			     * each language.  Each array has the tsqueries of
			     * the required terms. */
	struct buf marked;  /* the words that a snippet marks, each followed by
			     * a space */
	struct slice first; /* first required term, borrowed from `text` */
	bool has_prefix;
	bool words_too; /* Also search the words and stems of texts that contain
			   scripts without spaces.  False if a term contains
			   such a script, or is excluded. */
};

/* Writes the query for SQLite.  Returns false if the text contains no required
 * term.  Parts of the text without a word are ignored.  The only failure is
 * lack of memory (search_query_failed).  The caller must call
 * search_query_release(). */
bool search_query_make(struct slice text, struct search_query *ret);
bool search_query_failed(const struct search_query *);
void search_query_release(struct search_query *);

/* Writes words that begin with the prefix to `out`, in parentheses and joined
 * by OR, and returns their number.  Returns 0 and writes nothing if the prefix
 * is not to be replaced.  of_title: only titles are searched. */
typedef size_t search_expand(
    void *arg, struct slice prefix, bool of_title, struct buf *out);
/* Maximum number of words that replace the prefixes of a query. */
#define PREFIX_WORDS_MAX (2 * LIMIT_PREFIX_WORDS)
/* Like search_query_make(), but calls expand() for each required prefix, and
 * writes its result to ret->words in place of the prefix. */
bool search_query_make_expanded(struct slice text, search_expand *expand,
    void *arg, struct search_query *ret);

/* Initialises a query that has only the member `text`, of at most
 * LIMIT_SEARCH_BYTES.  Used by search_query.c and tsquery.c. */
void search_query_init(struct slice text, struct search_query *ret);

#endif
