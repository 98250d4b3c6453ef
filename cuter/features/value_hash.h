/*
 * value_hash.h -- a fast hash of an attribute's value. Many values are repeated
 * on a page; by the hash, each value is looked up only once.
 *
 * The hash does not resist deliberate collisions. A collision only affects the
 * page that contains it: one value gets the results of another value.
 */
#ifndef CUTER_FEATURES_VALUE_HASH_H
#define CUTER_FEATURES_VALUE_HASH_H

#include "base/slice.h"

/* Returns a hash that is never 0. It is the same on all machines with the same
 * byte order. O(length / 8). */
static inline uint64_t
value_hash(struct slice s)
{
	uint64_t hash = s.len * 0x9E3779B97F4A7C15u, word;
	size_t i = 0;

	for (; i + sizeof(word) <= s.len; i += sizeof(word)) {
		memcpy(&word, s.p + i, sizeof(word));
		hash = (hash ^ word) * 0xBF58476D1CE4E5B9u;
		hash ^= hash >> 32;
	}
	word = 0;
	for (unsigned shift = 0; i < s.len; i++, shift += 8)
		word |= (uint64_t)(unsigned char)s.p[i] << shift;
	hash = (hash ^ word) * 0x94D049BB133111EBu;
	return (hash ^ hash >> 29) | 1;
}

#endif
