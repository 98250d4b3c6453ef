/*
 * region_headings.h -- the headlines of the stories of one page.
 */
#ifndef CUTER_MARKS_REGION_HEADINGS_H
#define CUTER_MARKS_REGION_HEADINGS_H

#include "cuter/features/features.h"

/* Kinds of headings; 1 to 6 are <h1> to <h6>. */
enum { KIND_BOLD = 7, KIND_LINK = 8, KIND_LOOK = 9, KIND_RUN_IN = 10 };

struct heading {
	uint32_t block, node; /* the heading element, or the line's block */
	uint32_t box; /* the largest node around the heading that contains no
			 other heading of the same level */
	uint32_t from, to; /* nodes of the region */
	uint32_t words;    /* unlinked words, without those of the heading */
	uint32_t key;      /* kind and depth */
	bool is_linked, is_boxed;
	struct words line; /* of the heading */
};

struct regions {
	struct page *page;
	struct heading *headings;
	size_t n;
};

/* Fills r->headings, r->n with the heading elements, bold lines and linked
 * lines of the page. The array is in the page's arena. O(blocks). */
void region_headings_collect(struct regions *r);
/* Fills r->headings, r->n with the lines that look like the title's line: same
 * element, class and depth. Returns false, and leaves r as it is, if the look
 * is that of other text, too. O(blocks). */
bool region_headings_collect_look(struct regions *r);
/* Fills r->headings, r->n with the blocks that begin with a bold phrase and
 * continue in another font. Such a block is part of its region. Returns false,
 * and leaves r as it is, if there are fewer than two. O(blocks). */
bool region_headings_collect_run_in(struct regions *r);
/* Returns the text of a heading. */
struct slice region_headings_text(
    const struct page *page, const struct heading *h);

#endif
