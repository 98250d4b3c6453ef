/*
 * title_words.h -- internal to store/: compares the words of two titles.
 */
#ifndef STORE_ENTRY_TITLE_WORDS_H
#define STORE_ENTRY_TITLE_WORDS_H

#include <stdbool.h>

#include "base/slice.h"

/* Words that occur in two titles. */
struct title_words {
	unsigned n_shared; /* words of the shorter title that are in both */
	unsigned n_least;  /* words of the title that has fewer words */
};

/* Compares two titles, whose letters may differ in case.  A word has at least
 * four bytes and one letter, because shorter words ("the", "for") occur in all
 * headlines.  In scripts without spaces, two adjacent characters are a word.
 * Only the first TITLE_WORDS_MOST words of a title are compared.
 * O(length of the titles + TITLE_WORDS_MOST squared). */
#define TITLE_WORDS_MOST 64
struct title_words title_words_compare(struct slice a, struct slice b);
/* True if more than half of the words of the shorter title are shared. */
bool title_words_agree(const struct title_words *);

#endif
