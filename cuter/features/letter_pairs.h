/*
 * letter_pairs.h -- the set of pairs of adjacent bytes in a short text. The set
 * excludes most phrases of a table without a search.
 */
#ifndef CUTER_FEATURES_LETTER_PAIRS_H
#define CUTER_FEATURES_LETTER_PAIRS_H

#include <stdint.h>

#include "base/slice.h"

#define LETTER_PAIRS 1024 /* hash slots */

struct letter_pairs {
	uint64_t bits[LETTER_PAIRS / 64];
};

static inline unsigned
letter_pairs_slot(unsigned char a, unsigned char b)
{
	return ((a | 0x20u) * 37u ^ (b | 0x20u)) % LETTER_PAIRS;
}

/* Stores the pairs of a text. ASCII case is ignored. O(text). */
static inline void
letter_pairs_read(struct letter_pairs *pairs, struct slice text)
{
	*pairs = (struct letter_pairs){ { 0 } };
	for (size_t i = 0; i + 1 < text.len; i++) {
		unsigned slot = letter_pairs_slot(
		    (unsigned char)text.p[i], (unsigned char)text.p[i + 1]);

		pairs->bits[slot / 64] |= UINT64_C(1) << slot % 64;
	}
}

/* False if a pair of the phrase does not occur in the text, which therefore
 * does not contain the phrase. phrase: two bytes or more. O(phrase). */
static inline bool
letter_pairs_may_have(const struct letter_pairs *pairs, const char *phrase)
{
	for (size_t i = 0; phrase[i + 1] != '\0'; i++) {
		unsigned slot = letter_pairs_slot(
		    (unsigned char)phrase[i], (unsigned char)phrase[i + 1]);

		if ((pairs->bits[slot / 64] >> slot % 64 & 1) == 0)
			return false;
	}
	return true;
}

#endif
