/*
 * phrases.h -- internal to enrich/: the terms of a text, which are the
 * candidates for keywords.
 */
#ifndef ENRICH_PHRASES_H
#define ENRICH_PHRASES_H

#include "enrich/text.h"

#define PHRASE_WORDS 3
/* eleven pairs are twelve characters of a script without spaces */
#define RUN_WORDS 11

/* A term of one to three words, or of up to RUN_WORDS pairs of characters. */
struct phrase {
	/* The first terms of the phrase. If n is less than PHRASE_WORDS, the
	 * other elements are ENRICH_NO_TERM. */
	uint32_t terms[PHRASE_WORDS];
	uint32_t n;
	uint32_t sample; /* first word of the occurrence that is shown */
	uint32_t first;  /* first word of the first occurrence */
	uint32_t n_body, n_title; /* occurrences */
	uint32_t n_name;          /* occurrences in the body with capitals; a
				     single word at the start of a sentence is
				     not counted */
	uint32_t parts; /* a bit for each part of the body with the term */
	int64_t score;
};

struct phrases {
	struct phrase *items;
	uint32_t n;
};

/* Finds all candidates, in the order of the text.  O(words). */
void phrases_find(const struct enrich_text *, struct phrases *ret);
/* Returns the term as it is in the text, on one line. */
struct slice phrase_text(const struct enrich_text *, const struct phrase *);
/* Returns the stems, separated by spaces.  The result is in the arena of the
 * text. */
struct slice phrase_stem(const struct enrich_text *, const struct phrase *);

#endif
