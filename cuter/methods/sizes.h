/*
 * sizes.h -- what the seeds count under a node: characters, links, nodes.
 *
 * Hidden text counts nowhere, and neither does what holds no text.
 */
#ifndef CUTER_METHODS_SIZES_H
#define CUTER_METHODS_SIZES_H

#include "cuter/page.h"

/* Of each node with its children; arena. */
struct sizes {
	uint32_t *chars;      /* text */
	uint32_t *link_chars; /* of it, inside links */
	uint32_t *links;      /* links below it that hold text */
	uint32_t *nodes;      /* elements and texts below it that hold text */
};

/* O(text). */
void sizes_measure(struct page *, struct sizes *);

/* Does a link begin here, one that does not stand in another? */
static inline bool
sizes_is_link(const struct page *page, uint32_t node)
{
	return node != TREE_ROOT && page->marks[node] & MARK_LINK &&
	       !(page->marks[page->tree.nodes[node].parent] & MARK_LINK);
}

#endif
