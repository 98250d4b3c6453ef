/*
 * container.h -- the parent of paragraphs: the node whose text a block is.
 */
#ifndef CUTER_METHODS_CONTAINER_H
#define CUTER_METHODS_CONTAINER_H

#include "cuter/page.h"

/* The nearest node around a block that is no line of another (p, li, table
 * row, quote …) and holds more text than this one block: a wrapper around a
 * paragraph is no parent of text.  O(depth). */
uint32_t container_of(const struct page *, const struct block *);

#endif
