/*
 * vector.h -- internal to store/: a text as PostgreSQL's full-text index stores
 * it (the table article_fts).
 *
 *	words  'running':3A,9     the words of words.h with their positions; A
 *	                          marks the title
 *	stems  'en:run':3A,9      the stems of the same words, after the code of
 *	                          the language, so that a query in one language
 *	                          does not match a text in another
 *	grams  '東京':1 '京都':2   the tokens of grams.h
 *
 * A text has words, and stems if there is a stemmer for its language.  A text
 * that contains scripts without spaces also has grams, and words that contain
 * these scripts are left out of its words and stems.  Words after
 * LIMIT_SEARCH_WORDS or LIMIT_SEARCH_VECTOR_BYTES, and words of more than
 * LIMIT_SEARCH_WORD_BYTES bytes, are not indexed.
 * Source: PostgreSQL 15, section 8.11.1 (tsvector).
 */
#ifndef STORE_SEARCH_LEXEME_VECTOR_H
#define STORE_SEARCH_LEXEME_VECTOR_H

#include "base/buf.h"
#include "base/slice.h"

struct vector {
	struct buf words, stems, grams; /* in the text format of tsvector */
	bool has_grams;       /* the text contains scripts without spaces */
	const char *language; /* language of the stems; NULL: no stems */
};

/* Fills in *ret; the caller calls vector_release().  Returns false if there is
 * no memory.  O(n). */
bool vector_make(struct slice title, struct slice body,
    struct slice language_tag, struct vector *ret);
void vector_release(struct vector *);

#endif
