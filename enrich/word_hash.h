/*
 * word_hash.h -- internal to enrich/: a fast hash of short texts.
 *
 * The tables of a text compare 64-bit hashes instead of words.  An author who
 * could choose words of equal hashes would make these tables slow, so the hash
 * depends on a random secret of the process.  No result depends on the secret:
 * the tables keep the order of the text.
 *
 * Source: Wang Yi, "wyhash" (the product of 64 by 64 bits, folded).
 */
#ifndef ENRICH_WORD_HASH_H
#define ENRICH_WORD_HASH_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

#include "base/slice.h"

static inline uint64_t
word_hash_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Returns a text of fewer than eight bytes as a number, the first byte lowest.
 * Some bytes are read twice, both times at the same place of the number. */
static inline uint64_t
word_hash_tail(struct slice s)
{
	const unsigned char *p = (const unsigned char *)s.p;
	size_t middle = s.len / 2;
	uint32_t low, high;

	if (s.len == 0)
		return 0;
	if (s.len < 4)
		return p[0] | (uint64_t)p[middle] << 8 * middle |
		       (uint64_t)p[s.len - 1] << 8 * (s.len - 1);
	memcpy(&low, s.p, 4);
	memcpy(&high, s.p + s.len - 4, 4);
	return le32toh(low) | (uint64_t)le32toh(high) << 8 * (s.len - 4);
}

/* Returns a hash that is not 0.  O(bytes). */
static inline uint64_t
word_hash(uint64_t secret, struct slice s)
{
	uint64_t sum = secret ^ s.len, part = 0;

	for (; s.len >= 8; s.p += 8, s.len -= 8) {
		memcpy(&part, s.p, 8);
		sum = word_hash_fold(sum ^ part, UINT64_C(0xA0761D6478BD642F));
	}
	part = word_hash_tail(s);
	sum = word_hash_fold(sum ^ part, UINT64_C(0xE7037ED1A0B428DB));
	sum = word_hash_fold(sum ^ secret, UINT64_C(0x8EBC6AF09C88C6E3));
	return sum == 0 ? 1 : sum;
}

#endif
