/*
 * phrase_index.h -- finds the phrases of a table in a text in one pass.
 *
 * The index maps the first two bytes of a phrase, in ASCII lower case, to the
 * phrases that begin with them. Most positions of a text are passed over. The
 * search reads pieces of three or four bytes at regular distances. The distance
 * is the number of pieces in the shortest phrase, so that each occurrence of a
 * phrase contains one of the pieces that are read. A table of bits, which stays
 * in the first-level cache, excludes most pieces. Another table has the offsets
 * at which a piece occurs in phrases. The reads do not depend on each other. In
 * this they differ from the search with shifts (Wu, Manber, "A fast algorithm
 * for multi-pattern searching", section 2), in which each read determines the
 * position of the next one.
 */
#ifndef CUTER_FEATURES_PHRASE_INDEX_H
#define CUTER_FEATURES_PHRASE_INDEX_H

#include <stdint.h>

#include "base/slice.h"

#define PHRASE_INDEX_SLOTS   1024
#define PHRASE_INDEX_MAX     512 /* phrases */
#define PHRASE_INDEX_BITS    16384
#define PHRASE_INDEX_OFFSETS 4096
#define PHRASE_INDEX_WINDOW  12 /* largest window, in bytes */

struct phrase_index {
	uint16_t n;
	uint16_t window; /* number of bytes at the beginning of each phrase that
			    the search reads: the length of the shortest phrase,
			    at most PHRASE_INDEX_WINDOW */
	uint16_t head[PHRASE_INDEX_SLOTS]; /* first phrase + 1; 0: none */
	uint16_t next[PHRASE_INDEX_MAX];   /* next phrase + 1 */
	uint8_t third[PHRASE_INDEX_MAX];   /* third byte, in lower case; 0: the
					      phrase has two bytes */
	/* Both tables are indexed by a hash of a piece. A bit of `bits` is set
	 * if a window of a phrase contains the piece. Bit i of an element of
	 * `offsets` is set if a window contains the piece at the offset i. */
	uint64_t bits[PHRASE_INDEX_BITS / 64];
	uint16_t offsets[PHRASE_INDEX_OFFSETS];
	struct slice phrase[PHRASE_INDEX_MAX]; /* borrowed */
};

/* An occurrence, and the state of a search: begin with { 0 }. */
struct phrase_match {
	size_t at;       /* offset in the text */
	uint16_t phrase; /* number of the phrase, in the order of adding */
	uint16_t candidate;
	bool has_begun;
};

/* Adds a phrase of two bytes or more to an index that began as zeroes. The
 * index has at most PHRASE_INDEX_MAX phrases (assert). O(PHRASE_INDEX_WINDOW),
 * or O(phrases * PHRASE_INDEX_WINDOW) if the phrase is shorter than all phrases
 * of the index. */
void phrase_index_add(struct phrase_index *, const char *phrase);
/* Finds the next occurrence of any phrase, in the order of offsets; ASCII case
 * is ignored. Occurrences may overlap. Returns false after the last. A complete
 * search is O(text * phrases with equal first bytes). */
bool phrase_index_next(
    const struct phrase_index *, struct slice text, struct phrase_match *);
/* Returns true if the text begins with a phrase; ASCII case is ignored.
 * O(phrases with equal first bytes). */
bool phrase_index_begins(const struct phrase_index *, struct slice text);

#endif
