/*
 * layout.h -- which blocks are part of the article, and how one follows
 * another: what plain text and HTML have in common.
 */
#ifndef CUTER_ARTICLE_LAYOUT_H
#define CUTER_ARTICLE_LAYOUT_H

#include "cuter/page.h"

enum layout_gap {
	LAYOUT_PARAGRAPH, /* an empty line between them */
	LAYOUT_LINE,      /* items of one list, rows of one table */
	LAYOUT_CELL,      /* cells of one row */
	LAYOUT_SAME_ITEM  /* paragraphs of one item */
};

/* Is the block part of what is given out? */
bool layout_has(const struct page *, const struct block *);
/* The list item or table cell or quote that a block stands in, where that is
 * small enough to be one and not the frame of the page; TREE_NOWHERE. */
uint32_t layout_part(const struct page *, uint32_t node, enum tag);
enum layout_gap layout_gap(
    const struct page *, const struct block *before, const struct block *after);

#endif
