/*
 * language.h -- internal to enrich/: languages, their stemmers, stop words and
 * abbreviations.
 */
#ifndef ENRICH_LANGUAGE_H
#define ENRICH_LANGUAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

enum language_trait {
	LANGUAGE_NOUN_CAPITALS = 1, /* all nouns have capitals */
	LANGUAGE_ORDINAL_STOP = 2,  /* "3." is an ordinal number */
	LANGUAGE_ELISION = 4,       /* "l'eau" is two words */
	LANGUAGE_SUFFIX = 8         /* "Ankara'da" is a name with a suffix */
};

struct language {
	const char *code;        /* ISO 639 */
	const char *stemmer;     /* algorithm of libstemmer; NULL: none */
	unsigned traits;         /* enum language_trait */
	const char *stop;        /* stop words in addition to language_rows of
				    cuter/article/language_words.c */
	const char *short_words; /* abbreviations without their last full stop;
				    the comparison ignores the case */
};

/* Returns the row of a language tag; a row with the code "" if the language is
 * not known.  Never NULL. */
const struct language *language_find(struct slice tag);
/* Returns the index of the row, and the number of rows. */
size_t language_number(const struct language *);
size_t language_count(void);
/* Returns the row with this number: 0 .. language_count() - 1. */
const struct language *language_at(size_t number);

#endif
