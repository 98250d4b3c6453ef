/*
 * container.c -- finds the parent of a paragraph.
 *
 * In:  a block.
 * Out: the node that contains the block and other text.
 *
 * Source: "the parent node of the leafs with useful text" (Adam, Bouras,
 * Poulopoulos, CUTER, section IV); "article subtree" (Agarwal et al., Proposed
 * Method; docs/methods.md).
 */
#include "cuter/classify/container.h"

/* True for elements that form a line or a paragraph of their parent. */
static bool
container_is_paragraph(enum tag tag)
{
	switch (tag) {
	case TAG_P:
	case TAG_H1:
	case TAG_H2:
	case TAG_H3:
	case TAG_H4:
	case TAG_H5:
	case TAG_H6:
	case TAG_LI:
	case TAG_UL:
	case TAG_OL:
	case TAG_DL:
	case TAG_DT:
	case TAG_DD:
	case TAG_BLOCKQUOTE:
	case TAG_PRE:
	case TAG_TR:
	case TAG_TBODY:
	case TAG_TABLE:
	case TAG_FIGURE:
		return true;
	default:
		return false;
	}
}

uint32_t
container_of(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->node;

	while (
	    node != TREE_ROOT && (container_is_paragraph(t->nodes[node].tag) ||
				     page->bytes[node] <= b->bytes))
		node = t->nodes[node].parent;
	return node;
}
