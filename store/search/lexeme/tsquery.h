/*
 * tsquery.h -- internal to store/: translates a user's query to the syntax of
 * PostgreSQL's tsquery.
 *
 *	cats -"lazy dog" qui*  ->  ('cats' & 'qui':*) & !('lazy' <-> 'dog')
 *
 * PostgreSQL's query grammar never parses user input: the result consists of
 * quoted words (words.h) or quoted tokens (grams.h).  Words and tokens contain
 * no quotes and no backslashes.  The query for stems has one alternative for
 * each language, because the stem of a word depends on the language of the
 * text.
 * Source: PostgreSQL 15, section 8.11.2 (tsquery).
 */
#ifndef STORE_SEARCH_LEXEME_TSQUERY_H
#define STORE_SEARCH_LEXEME_TSQUERY_H

#include "store/search/search_query.h"

/* Writes the query for PostgreSQL.  Otherwise like search_query_make(). */
bool tsquery_make(struct slice text, struct search_query *ret);

#endif
