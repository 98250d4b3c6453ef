/*
 * phrase_index.h -- finds the phrases of a table in a text in one pass.
 *
 * The index maps the first two bytes of a phrase, in ASCII lower case, to the
 * phrases that begin with them. Most positions of a text begin no phrase, and
 * are passed over with one look at the index.
 */
#ifndef CUTER_FEATURES_PHRASE_INDEX_H
#define CUTER_FEATURES_PHRASE_INDEX_H

#include <stdint.h>

#include "base/slice.h"

#define PHRASE_INDEX_SLOTS 1024
#define PHRASE_INDEX_MAX   512 /* phrases */

struct phrase_index {
	uint16_t n;
	uint16_t head[PHRASE_INDEX_SLOTS]; /* first phrase + 1; 0: none */
	uint16_t next[PHRASE_INDEX_MAX];   /* next phrase + 1 */
	uint8_t third[PHRASE_INDEX_MAX];   /* third byte, in lower case; 0: the
					      phrase has two */
	struct slice phrase[PHRASE_INDEX_MAX]; /* borrowed */
};

/* An occurrence, and the state of a search: begin with { 0 }. */
struct phrase_match {
	size_t at;       /* offset in the text */
	uint16_t phrase; /* number of the phrase, in the order of adding */
	uint16_t candidate;
	bool has_begun;
};

/* Adds a phrase of two bytes or more to an index that began as zeroes. Phrases
 * beyond PHRASE_INDEX_MAX are a fault of the program. O(1). */
void phrase_index_add(struct phrase_index *, const char *phrase);
/* Finds the next occurrence of any phrase, in the order of offsets; ASCII case
 * is ignored. Occurrences may overlap. Returns false after the last. A complete
 * search is O(text * phrases with equal first bytes). */
bool phrase_index_next(
    const struct phrase_index *, struct slice text, struct phrase_match *);

#endif
