/*
 * container.h -- the parent of a paragraph, whose text consists of such blocks.
 */
#ifndef CUTER_CLASSIFY_CONTAINER_H
#define CUTER_CLASSIFY_CONTAINER_H

#include "cuter/page.h"

/* Returns the nearest ancestor of a block that is not itself a line of another
 * element (p, li, table row, quote ...) and contains more text than this block:
 * a wrapper around one paragraph does not count. O(depth). */
uint32_t container_of(const struct page *, const struct block *);

#endif
