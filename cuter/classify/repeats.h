/*
 * repeats.h -- text that a page contains twice.
 */
#ifndef CUTER_CLASSIFY_REPEATS_H
#define CUTER_CLASSIFY_REPEATS_H

#include "cuter/page.h"

/* Sets ret_again[i] of each block that belongs to a later copy of a run of
 * blocks; the other elements of ret_again are not changed. text[n_blocks]: true
 * for the blocks of text. Deterministic; memory is from the page's arena. */
void repeats_find(struct page *, const bool *text, bool *ret_again);

#endif
