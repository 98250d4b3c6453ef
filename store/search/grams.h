/*
 * grams.h -- internal to the module store: search tokens for scripts that do
 * not separate words.
 *
 * FTS5 treats a Chinese sentence as one word.  A text that contains Han, kana,
 * Hangul, Thai, Lao, Khmer or Myanmar is therefore indexed in a second index.
 * In this index every two adjacent characters of these scripts are a token.
 * The last character of a run is a token, too.  A word of another script is one
 * token, in lower case:
 *
 * 	東京都 2020  ->  東京 京都 都 2020
 *
 * A query becomes a phrase of such tokens.  The phrase matches any part of a
 * run that is equal to the query, and nothing else.
 */
#ifndef STORE_SEARCH_GRAMS_H
#define STORE_SEARCH_GRAMS_H

#include "base/buf.h"
#include "base/slice.h"

struct sqlite3;

/* True if the text contains a character of these scripts.  O(n); ASCII is
 * skipped fast. */
bool grams_has(struct slice);
/* Appends the tokens of a text, each followed by a space.  Appends at most
 * three bytes per byte of the text. */
void grams_of_text(struct buf *out, struct slice);
/* Appends an FTS5 phrase that finds the text of a query.  `prefix`: the last
 * word may be incomplete.  Returns false and appends nothing if the query
 * contains no word. */
bool grams_of_query(struct buf *out, struct slice, bool prefix);
/* Registers the SQL functions grams(text) and has_grams(text) for the
 * statements that fill the index.  Returns an SQLite code. */
int grams_register(struct sqlite3 *);

#endif
