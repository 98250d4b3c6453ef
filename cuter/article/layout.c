/*
 * layout.c -- decides which blocks belong to the article, and how they are
 * separated: as paragraphs, list items or table cells.
 */
#include "cuter/article/layout.h"

#include "cuter/rule/rule.h"

/* A list or table with more than this share of the page's text, and more than
 * FRAME_BYTES of text, is the layout of the page and not part of the article.
 */
#define FRAME_SHARE 0.5
#define FRAME_BYTES 3000

bool
layout_has(const struct page *page, const struct block *b)
{
	return b->reason == REASON_CHOSEN ||
	       (b->reason == REASON_LEAD && page->lead_in_body);
}

uint32_t
layout_part(const struct page *page, uint32_t node, enum tag tag)
{
	uint32_t part = tree_up_to(&page->tree, node, tag);

	if (part == TREE_NOWHERE)
		return part;
	/* If a rule names the body, a list or table around the body is layout.
	 */
	if (rule_has_body(page) && !page->rule->in_body[part])
		return TREE_NOWHERE;
	if (page->bytes[part] > FRAME_BYTES &&
	    page->bytes[part] > FRAME_SHARE * page->text_bytes)
		return TREE_NOWHERE;
	return part;
}

/* Returns the outermost list or table that contains the node. Lists and tables
 * that are the layout of the page are skipped. */
static uint32_t
layout_outermost(
    const struct page *page, uint32_t node, enum tag tag, enum tag or_tag)
{
	const struct tree *t = &page->tree;
	uint32_t found = TREE_NOWHERE;

	for (; node != TREE_NOWHERE; node = t->nodes[node].parent)
		if ((t->nodes[node].tag == tag ||
			t->nodes[node].tag == or_tag) &&
		    layout_part(page, node, t->nodes[node].tag) == node)
			found = node;
	return found;
}

enum layout_gap
layout_gap(const struct page *page, const struct block *before,
    const struct block *after)
{
	uint32_t list = layout_outermost(page, after->node, TAG_UL, TAG_OL);
	uint32_t table =
	    layout_outermost(page, after->node, TAG_TABLE, TAG_TABLE);
	uint32_t row;

	if (table != TREE_NOWHERE && layout_outermost(page, before->node,
					 TAG_TABLE, TAG_TABLE) == table) {
		row = layout_part(page, after->node, TAG_TR);
		if (row != TREE_NOWHERE &&
		    row == layout_part(page, before->node, TAG_TR))
			return LAYOUT_CELL;
		return LAYOUT_LINE;
	}
	if (list != TREE_NOWHERE &&
	    layout_outermost(page, before->node, TAG_UL, TAG_OL) == list) {
		if (layout_part(page, after->node, TAG_LI) ==
		    layout_part(page, before->node, TAG_LI))
			return LAYOUT_SAME_ITEM;
		return LAYOUT_LINE;
	}
	return LAYOUT_PARAGRAPH;
}
