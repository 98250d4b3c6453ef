/*
 * stemmer.h -- internal to store/: the stem of a word, for the full-text index
 * of PostgreSQL and for passages.
 *
 * The languages are those for which PostgreSQL 15 has a configuration.
 * Source: Snowball (snowballstem.org), libstemmer.
 */
#ifndef STORE_SEARCH_LEXEME_STEMMER_H
#define STORE_SEARCH_LEXEME_STEMMER_H

#include "base/buf.h"
#include "base/slice.h"

#define STEMMER_LANGUAGES 28

struct sb_stemmer; /* declared in libstemmer.h */

/* Returns the number of the stemmer for a language tag (BCP 47), at least 0; -1
 * if there is none. */
int stemmer_find(struct slice language_tag);
/* Returns the ISO 639-1 code of a stemmer. */
const char *stemmer_language(int number);
/* Returns a new stemmer, which the caller frees with stemmer_free(); NULL if
 * there is no memory. */
struct sb_stemmer *stemmer_new(int number);
void stemmer_free(struct sb_stemmer *);
/* Returns the stem of a word that word_fold() has made, or an absent slice if
 * there is no memory.  The stem is borrowed until the next call. */
struct slice stemmer_stem(struct sb_stemmer *, struct slice word);

#endif
