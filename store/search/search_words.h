/*
 * search_words.h -- internal to store/: a user's query for the full-text index
 * of the store's database.
 */
#ifndef STORE_SEARCH_SEARCH_WORDS_H
#define STORE_SEARCH_SEARCH_WORDS_H

#include "store/search/search_query.h"

struct query;
struct store;

/* Calls search_query_make() on SQLite and tsquery_make() on PostgreSQL. */
bool search_words_make(
    const struct store *, struct slice text, struct search_query *ret);
/* Binds :words, :words_too, :grams and :by_stem, and on PostgreSQL also :stems
 * and :terms, of a query that searches.  The search_query is borrowed until
 * query_end(). */
void search_words_bind(struct query *, const struct search_query *);

#endif
