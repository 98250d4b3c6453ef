/*
 * container.h -- finds the element whose text consists of paragraphs.
 */
#ifndef CUTER_CLASSIFY_CONTAINER_H
#define CUTER_CLASSIFY_CONTAINER_H

#include "cuter/page.h"

/* Returns the nearest ancestor of a block that contains more text than the
 * block and is not a line or paragraph of another element (p, li, table row,
 * quote ...). A wrapper around one paragraph contains no other text and is
 * skipped. O(depth). */
uint32_t container_of(const struct page *, const struct block *);

#endif
