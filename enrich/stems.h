/*
 * stems.h -- internal to enrich/: stems of words, stop words and abbreviations,
 * with a cache.
 */
#ifndef ENRICH_STEMS_H
#define ENRICH_STEMS_H

#include "base/slice.h"
#include "enrich/category/category_list.h"
#include "enrich/language.h"

struct stem_cache; /* owned by the enricher; keeps its contents from text to
		      text */

/* The properties of a word form. */
struct stem {
	struct slice text; /* borrowed until the next call, or a part of the
			      word */
	uint64_t key;      /* word_hash() of text, never 0 */
	uint32_t hash;     /* frequency_hash() of text */
	bool is_stop;      /* the word is a stop word */
	bool is_listed;    /* category_list_has() of the word */
};

/* Allocates a cache.  Returns NULL if there is no memory.  `categories` is
 * borrowed until the cache is freed; NULL: is_listed is true for all words. */
struct stem_cache *stem_cache_new(const struct category_index *categories);
void stem_cache_free(struct stem_cache *);

/* Selects the language of the next calls. */
void stem_cache_begin(struct stem_cache *, const struct language *);
/* Returns the secret of word_hash(), the same for all caches of a process. */
uint64_t stem_cache_secret(const struct stem_cache *);

/* Returns the stem of a word in small letters of at most
 * LIMIT_ENRICH_WORD_BYTES; the word itself if it is a stop word, if the
 * language has no stemmer, or if there is no memory.  `key`: word_hash() of the
 * word. */
struct stem stem_of(struct stem_cache *, struct slice word, uint64_t key);
/* Loads the place of the word in the cache into the processor's cache.  Has no
 * effect on a result. */
void stem_prefetch(const struct stem_cache *, uint64_t key);
/* Returns true if a word is an abbreviation of the language.  `word` does not
 * include the last full stop, and may have capitals. */
bool stem_is_abbreviation(struct stem_cache *, struct slice word);

#endif
