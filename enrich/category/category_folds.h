/*
 * category_folds.h -- internal to enrich/category: divides the texts of a
 * training into parts.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_FOLDS_H
#define ENRICH_CATEGORY_CATEGORY_FOLDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* A text of a training. */
struct category_example {
	size_t at; /* index of the text's first stem in the array of stems */
	uint32_t n, n_title;
	uint32_t labels;
	uint64_t group;
	int fold;
};

/* Sets the fold of each example: 0 .. n_folds - 1.  Groups are never divided.
 * Starting with the largest group, each group is put into the smallest fold.
 * Errors: ERR_REFUSED if there are fewer than two groups; ERR_MEMORY. */
int category_folds_set(
    struct category_example *, size_t n, int n_folds, struct err *e);

#endif
