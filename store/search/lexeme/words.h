/*
 * words.h -- internal to store/: the words of a text for the full-text index of
 * PostgreSQL.
 *
 * A word is a run of letters, digits and marks.  Its indexed form is its full
 * case folding without the accents of Latin letters, as in the indexes of
 * SQLite (token/fts_token.c), with one difference: ligatures and the German
 * sharp s become two letters. Source: Unicode 15, section 3.13 (default case
 * folding).
 */
#ifndef STORE_SEARCH_LEXEME_WORDS_H
#define STORE_SEARCH_LEXEME_WORDS_H

#include "base/buf.h"
#include "base/slice.h"

/* An iterator over the words of a text. */
struct word_walk {
	struct slice text; /* UTF-8 */
	size_t at;         /* the first byte that was not read */
};

/* Returns the next word as it is in the text.  Returns false if no word is
 * left. */
bool word_next(struct word_walk *, struct slice *ret_word);
/* Appends the indexed form of a word. */
void word_fold(struct buf *out, struct slice word);
/* Appends the indexed form of each word of a text and a space.  O(n). */
void words_of_text(struct buf *out, struct slice text);

#endif
