/*
 * phrase_index.h -- finds the phrases of a table in a text in one pass.
 *
 * The index maps the first two bytes of a phrase, in ASCII lower case, to the
 * phrases that begin with them. Most positions of a text are passed over. A
 * window of the length of the shortest phrase moves over the text. The last
 * three bytes in the window determine how far the window can move before a
 * phrase may begin in it (Wu, Manber, "A fast algorithm for multi-pattern
 * searching", section 2).
 */
#ifndef CUTER_FEATURES_PHRASE_INDEX_H
#define CUTER_FEATURES_PHRASE_INDEX_H

#include <stdint.h>

#include "base/slice.h"

#define PHRASE_INDEX_SLOTS  1024
#define PHRASE_INDEX_MAX    512 /* phrases */
#define PHRASE_INDEX_SHIFTS 4096
#define PHRASE_INDEX_WINDOW 12 /* largest window, in bytes */

struct phrase_index {
	uint16_t n;
	uint16_t window; /* length of the shortest phrase, in bytes, at most
			    PHRASE_INDEX_WINDOW */
	uint16_t head[PHRASE_INDEX_SLOTS];  /* first phrase + 1; 0: none */
	uint16_t next[PHRASE_INDEX_MAX];    /* next phrase + 1 */
	uint8_t third[PHRASE_INDEX_MAX];    /* third byte, in lower case; 0: the
					       phrase has two bytes */
	uint8_t shift[PHRASE_INDEX_SHIFTS]; /* bytes to the next window, by a
					       hash of the window's last three
					       bytes */
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

#endif
