/*
 * block.h -- tests on sixteen bytes of text at once.
 *
 * A loop over a long text first tests whether a whole block contains a byte of
 * interest.  It tests single bytes only in blocks that contain such a byte.
 * The vector extensions of gcc and clang compile to one instruction per test on
 * machines with 128-bit vectors.
 *
 *	while (text.len - at >= BLOCK_BYTES) {
 *		block b = block_load(text.p + at);
 *
 *		if (block_any(block_below(b, ' ') | block_equal(b, '"')))
 *			break;
 *		at += BLOCK_BYTES;
 *	}
 */
#ifndef BASE_BLOCK_H
#define BASE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define BLOCK_BYTES 16

typedef unsigned char block __attribute__((vector_size(BLOCK_BYTES)));

static inline block
block_load(const char *p)
{
	block b;

	memcpy(&b, p, sizeof(b));
	return b;
}

/* Returns a block in which each of the sixteen bytes is c. */
static inline block
block_of(unsigned char c)
{
	return (block){ c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c };
}

/* Comparisons return 0xff for each byte that meets the condition, else 0. */
static inline block
block_equal(block b, unsigned char c)
{
	return (block)(b == block_of(c));
}

static inline block
block_below(block b, unsigned char c)
{
	return (block)(b < block_of(c));
}

static inline bool
block_any(block b)
{
	uint64_t halves[2];

	memcpy(halves, &b, sizeof(halves));
	return (halves[0] | halves[1]) != 0;
}

#endif
