/*
 * language.h -- which language a text is in, by its commonest words.
 */
#ifndef CUTER_ARTICLE_LANGUAGE_H
#define CUTER_ARTICLE_LANGUAGE_H

#include "base/slice.h"

/* Words with a blank between; letters without. */
struct language_row {
	const char *code; /* ISO 639 */
	const char *words, *letters;
};
extern const struct language_row language_rows[];
extern const size_t language_n_rows;

struct language_script {
	const char *code;
	uint32_t first, last; /* runes */
};
extern const struct language_script language_scripts[];
extern const size_t language_n_scripts;

/* The rows, ready to be looked up: filled once, then only read, so that a
 * process can be locked in with it.  Some 100 KiB, without pointers. */
#define LANGUAGE_SLOTS 8192 /* of some 2 500 words and letters; 2^n */
struct languages {
	struct {
		uint64_t hash; /* 0: free */
		uint64_t of;   /* a bit for each row */
	} slots[LANGUAGE_SLOTS];
};

struct language_guess {
	const char *code;  /* NULL: nothing could be told */
	double confidence; /* 0 .. 1 */
};

/* O(rows); all zero before. */
void languages_fill(struct languages *);
/* Looks at the first LIMIT_LANGUAGE_BYTES. O(those). */
struct language_guess language_detect(const struct languages *, struct slice);
#endif
