/*
 * grams.h -- inside the room: words of scripts that divide none.
 *
 * FTS5 takes a Chinese sentence for one word.  So a text with Han, kana,
 * Hangul, Thai, Lao, Khmer or Myanmar in it stands in a second index, in
 * which each two neighbouring characters are a token, the last of a run
 * stands alone too, and words of other scripts are whole, in lower case:
 *
 *	東京都 2020  ->  東京 京都 都 2020
 *
 * What is searched becomes a phrase of such tokens, so that any part of a run
 * is found, and nothing but it.
 */
#ifndef STORE_GRAMS_H
#define STORE_GRAMS_H

#include "base/buf.h"
#include "base/slice.h"

struct sqlite3;

/* Is there a character of those scripts in it?  O(n), and quick where most is
 * ASCII. */
bool grams_has(struct slice);
/* Appends the tokens, a space behind each; at most 3 bytes for one. */
void grams_of_text(struct buf *out, struct slice);
/* Appends an FTS5 phrase that finds the text of a query; `prefix`: its last
 * word may go on.  False, and nothing, where there is no word in it. */
bool grams_of_query(struct buf *out, struct slice, bool prefix);
/* The SQL functions grams(text) and has_grams(text), for the statements that
 * feed the index.  An SQLite code. */
int grams_register(struct sqlite3 *);

#endif
