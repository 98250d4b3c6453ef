/*
 * layout.h -- decides which blocks belong to the article and how they are
 * separated. Plain text and HTML use the same decisions.
 */
#ifndef CUTER_ARTICLE_LAYOUT_H
#define CUTER_ARTICLE_LAYOUT_H

#include "cuter/page.h"

enum layout_gap {
	LAYOUT_PARAGRAPH, /* paragraphs: an empty line between two blocks */
	LAYOUT_LINE,      /* items of one list, rows of one table: a line break
			     between two blocks */
	LAYOUT_CELL,      /* cells of one row: a separator on the same line */
	LAYOUT_SAME_ITEM  /* paragraphs of one list item: a line break */
};

/* True if the block is part of the output. */
bool layout_has(const struct page *, const struct block *);
/* Returns the nearest node with the given tag that is or contains `node`, such
 * as a list item, table or quote. Returns TREE_NOWHERE if no such node
 * exists, or if it is so large that it is the layout of the page. */
uint32_t layout_part(const struct page *, uint32_t node, enum tag);
/* Returns the separator between two adjacent blocks of the article. */
enum layout_gap layout_gap(
    const struct page *, const struct block *before, const struct block *after);

#endif
