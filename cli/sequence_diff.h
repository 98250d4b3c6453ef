/*
 * sequence_diff.h -- what two sequences of numbers have in common.
 */
#ifndef CLI_SEQUENCE_DIFF_H
#define CLI_SEQUENCE_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sequence {
	const uint32_t *items;
	size_t n;      /* at most INT32_MAX / 2 */
	bool *changed; /* n of them, false before: stands in this one only */
};

/* What is not changed is the same in both, in the same order: a longest such
 * where that is found within some 2^27 steps, else a long one.  False: no
 * memory, and nothing is marked. */
bool sequence_diff(struct sequence *a, struct sequence *b);

#endif
