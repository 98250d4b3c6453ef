/*
 * sizes.h -- the counts of a subtree that the papers use: characters, links,
 * nodes.
 *
 * Hidden text and nodes without text are not counted.
 */
#ifndef CUTER_METHODS_SIZES_H
#define CUTER_METHODS_SIZES_H

#include "cuter/page.h"

/* Each array has one element for each node: the sum over the subtree of the
 * node. The arrays are from the arena. */
struct sizes {
	uint32_t *chars;      /* of text */
	uint32_t *link_chars; /* characters of the text inside of links */
	uint32_t *links; /* number of links in the subtree that contain text */
	uint32_t *nodes; /* number of elements and texts in the subtree that
			    contain text */
};

/* Fills the struct. O(text). */
void sizes_measure(struct page *, struct sizes *);

/* True if the node is a link that is not inside of another link. */
static inline bool
sizes_is_link(const struct page *page, uint32_t node)
{
	return node != TREE_ROOT && page->marks[node] & MARK_LINK &&
	       !(page->marks[page->tree.nodes[node].parent] & MARK_LINK);
}

#endif
