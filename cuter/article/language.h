/*
 * language.h -- detects the language of a text by its most frequent words.
 *
 * language_words.c has the words.
 */
#ifndef CUTER_ARTICLE_LANGUAGE_H
#define CUTER_ARTICLE_LANGUAGE_H

#include <stdbool.h>

#include "base/slice.h"

/* The function words and the typical letters of one language. `words` is
 * separated by spaces; `letters` is not separated. */
struct language_row {
	const char *code; /* ISO 639 */
	const char *words, *letters;
};
extern const struct language_row language_rows[];
extern const size_t language_n_rows;

struct language_script {
	const char *code;
	uint32_t first, last; /* code points */
};
extern const struct language_script language_scripts[];
extern const size_t language_n_scripts;

/* The rows as a hash set. It is filled once and then only read, so that
 * sandboxed processes can use it. It takes 128 KiB and has no pointers. */
#define LANGUAGE_SLOTS 8192 /* for about 2500 words and letters; 2^n */
struct languages {
	struct {
		uint64_t hash; /* 0: free */
		/* set of the languages that have this word; one bit for each
		 * row of language_rows */
		uint64_t of;
	} slots[LANGUAGE_SLOTS];
};

struct language_guess {
	const char *code;  /* NULL: unknown */
	double confidence; /* 0 .. 1 */
};

/* Fills the set, which must be zeroed.  O(rows). */
void languages_fill(struct languages *);
/* Detects the language of the first LIMIT_LANGUAGE_BYTES of a text.
 * O(LIMIT_LANGUAGE_BYTES). */
struct language_guess language_detect(const struct languages *, struct slice);
/* Returns true if the detected language should replace the declared one:
 * because no language is declared, or because the words of the text clearly
 * belong to another language.  `declared`: SLICE_NONE: not declared. */
bool language_replaces(const struct language_guess *, struct slice declared);
#endif
