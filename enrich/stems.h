/*
 * stems.h -- internal to enrich/: stems of words, and stop words, with a cache.
 */
#ifndef ENRICH_STEMS_H
#define ENRICH_STEMS_H

#include "base/slice.h"
#include "enrich/language.h"

struct stem_cache; /* owned by the enricher; keeps its contents from text to
		      text */

/* Returns NULL if there is no memory. */
struct stem_cache *stem_cache_new(void);
void stem_cache_free(struct stem_cache *);

/* Returns the stem of a word in small letters of at most
 * LIMIT_ENRICH_WORD_BYTES, borrowed until the next call; the word itself if the
 * language has no stemmer or there is no memory. */
struct slice stem_of(
    struct stem_cache *, const struct language *, struct slice word);
/* True if a word in small letters is a stop word of the language. */
bool stem_is_stop_word(
    struct stem_cache *, const struct language *, struct slice word);

#endif
