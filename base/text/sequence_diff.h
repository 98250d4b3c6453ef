/*
 * sequence_diff.h -- finds the common subsequence of two sequences of numbers.
 */
#ifndef BASE_TEXT_SEQUENCE_DIFF_H
#define BASE_TEXT_SEQUENCE_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sequence {
	const uint32_t *items;
	size_t n; /* at most INT32_MAX / 2 */
	/* n flags, initially false: the item is in this sequence only */
	bool *changed;
};

/* The unmarked items form a common subsequence: a longest one if it is found
 * within about 2^27 steps, else a long one. Returns false, with nothing marked,
 * if there is no memory. */
bool sequence_diff(struct sequence *a, struct sequence *b);

#endif
