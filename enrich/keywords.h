/*
 * keywords.h -- internal to enrich/: the terms that describe a text best.
 */
#ifndef ENRICH_KEYWORDS_H
#define ENRICH_KEYWORDS_H

#include "enrich/enrichment.h"
#include "enrich/text.h"

#define PHRASE_WORDS 3

/* A term of one to three words. */
struct phrase {
	uint32_t terms[PHRASE_WORDS]; /* ENRICH_NO_TERM beyond n */
	uint32_t n;
	uint32_t sample; /* first word of the occurrence that is shown */
	uint32_t first;  /* first word of the first occurrence */
	uint32_t n_body, n_title; /* occurrences */
	uint32_t n_name;          /* occurrences with capitals in a sentence */
	uint32_t parts; /* a bit for each part of the body with the term */
	int64_t score;
};

struct phrases {
	struct phrase *items;
	uint32_t n;
};

/* phrases.c: finds all candidates, in the order of the text.  O(words). */
void phrases_find(const struct enrich_text *, struct phrases *ret);
/* Returns the term as it is in the text, on one line. */
struct slice phrase_text(const struct enrich_text *, const struct phrase *);
/* Returns the stems, separated by spaces, in the arena. */
struct slice phrase_stem(const struct enrich_text *, const struct phrase *);

/* keywords.c: ranks the candidates and writes at most `most` keywords.  The
 * array is in the arena. */
void keywords_find(const struct enrich_text *, size_t most,
    struct enrich_keyword **ret, size_t *ret_n);

#endif
