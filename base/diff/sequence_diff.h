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
	/* n flags, initially false. True: the item is not part of the common
	 * subsequence */
	bool *changed;
};

/* Sets `changed` in both sequences. The items that are not marked form a common
 * subsequence. It is a longest one if the search takes at most about 2^27
 * steps, else it may be shorter. Returns false, with nothing marked, if there
 * is no memory. */
bool sequence_diff(struct sequence *a, struct sequence *b);

#endif
