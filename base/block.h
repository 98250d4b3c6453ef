/*
 * block.h -- sixteen bytes of a text at once.
 *
 * Loops over long texts ask one question of a whole block where the answer
 * is mostly no, and look at single bytes only where it is yes.  GCC's and
 * clang's vectors, so one instruction on every machine that has it.
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

/* The same byte sixteen times. */
static inline block
block_of(unsigned char c)
{
	return (block){ c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c };
}

/* 0xff where it holds, 0 elsewhere; so for all that follow. */
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
