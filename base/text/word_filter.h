/*
 * word_filter.h -- a set of hashes that excludes most words that are not in a
 * table, before the table is searched.
 *
 * A filter of zeroes has no words. It has 1024 bytes: with 256 words, 1 in 32
 * other words is not excluded. Words cannot be removed.
 */
#ifndef BASE_TEXT_WORD_FILTER_H
#define BASE_TEXT_WORD_FILTER_H

#include "base/slice.h"

#define WORD_FILTER_BITS 8192

struct word_filter {
	uint64_t bits[WORD_FILTER_BITS / 64];
};

/* Returns a hash of the length and of the first, second and last byte of a word
 * of one byte or more. */
static inline unsigned
word_filter_hash(struct slice word)
{
	unsigned bytes = (unsigned char)word.p[0] |
			 (unsigned)(unsigned char)word.p[word.len > 1] << 8 |
			 (unsigned)(unsigned char)word.p[word.len - 1] << 16;

	return (bytes ^ (unsigned)word.len << 24) * 2654435761u >> 19;
}
_Static_assert(UINT32_MAX >> 19 == WORD_FILTER_BITS - 1, "a bit for each hash");

/* Adds a word of one byte or more. O(1). */
static inline void
word_filter_add(struct word_filter *filter, struct slice word)
{
	unsigned hash = word_filter_hash(word);

	filter->bits[hash / 64] |= UINT64_C(1) << hash % 64;
}

/* Returns false only if the word was not added. False for an empty word. O(1).
 */
static inline bool
word_filter_may_have(const struct word_filter *filter, struct slice word)
{
	unsigned hash;

	if (word.len == 0)
		return false;
	hash = word_filter_hash(word);
	return filter->bits[hash / 64] >> hash % 64 & 1;
}

#endif
