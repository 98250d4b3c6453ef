/*
 * cutoff.h -- the score over which the blocks of one page are text.
 */
#ifndef CUTER_MODEL_CUTOFF_H
#define CUTER_MODEL_CUTOFF_H

#include "cuter/model/model.h"

/* Returns the cutoff with the highest expected word F1 on this page, or a
 * higher one if the text of the page is certain; between -1.5 and 1 log-odds,
 * in MODEL_UNITs; 0 for a page without scored blocks. `score` has the score of
 * each block, in MODEL_UNITs. The result is the same on every machine.
 * O(blocks). */
int32_t cutoff_find(const struct page *, const int32_t *score);

#endif
