/*
 * region_headings.h -- the headlines of the stories of one page.
 */
#ifndef CUTER_MARKS_REGION_HEADINGS_H
#define CUTER_MARKS_REGION_HEADINGS_H

#include "cuter/features/features.h"

/* Least share of words that headline and title have in common. */
#define TITLE_AGREES 0.62

/* Kinds of headings; 1 to 6 are <h1> to <h6>. The last three are not headings:
 * KIND_BOX is the beginning of an element, KIND_PART the beginning of a part of
 * an element, KIND_LABEL the label of a tab. */
enum {
	KIND_BOLD = 7,
	KIND_LINK = 8,
	KIND_LOOK = 9,
	KIND_RUN_IN = 10,
	KIND_BOX = 11,
	KIND_PART = 12,
	KIND_LABEL = 13
};

struct heading {
	uint32_t block, node; /* block and node of the heading */
	/* the largest node that contains the heading and no other heading with
	 * the same key */
	uint32_t box;
	uint32_t from, to; /* nodes of the region, mostly with the heading */
	uint32_t words;    /* unlinked words, without those of the heading */
	uint32_t key;      /* kind and depth */
	bool is_linked, is_boxed;
	bool is_parted; /* true if the previous line is part of the headline */
	uint32_t phrase_end; /* of a KIND_RUN_IN: end of the phrase's nodes */
	/* of a KIND_RUN_IN that is an image or ends with a link: the headline;
	 * empty if the headline is the text at the beginning */
	struct slice alt;
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
 * element, class and depth. Returns false, and leaves r as it is, if there are
 * fewer than two. O(blocks). */
bool region_headings_collect_look(struct regions *r);
/* Does the same for the lines that look like the line of block `model`, if this
 * line has an element with a class and is not a heading element, a bold line or
 * a link. */
bool region_headings_collect_alike(struct regions *r, uint32_t model);
/* Fills r->headings, r->n with the blocks that begin with a phrase and continue
 * after it. The phrases are <span> elements or links if one of these has the
 * words of the feed's title and at least two blocks begin with such an element,
 * otherwise bold elements. Such a block is part of its region. Returns false,
 * and leaves r as it is, if there are fewer than two. O(blocks). */
bool region_headings_collect_run_in(struct regions *r);
/* Does the same for the blocks whose first line ends with <br>, if one of these
 * lines has the words of the feed's title. */
bool region_headings_collect_lines(struct regions *r);
/* region_images.c: fills r->headings, r->n with the images that show headlines,
 * if no text of the page has the feed's title and the alternative text of one
 * of these images has it. An image has the kind KIND_RUN_IN; its block is the
 * first one after it. Returns false, and leaves r as it is, if there are fewer
 * than two. O(nodes). */
bool region_headings_collect_images(struct regions *r);
/* region_trailing.c: fills r->headings, r->n with the blocks that end with a
 * link of several words, if these blocks have most of the text and one of the
 * links has the feed's title. Returns false, and leaves r as it is, if there
 * are fewer than three. O(text). */
bool region_trailing_collect(struct regions *r);
/* Returns true if a block is a bold line. */
bool region_headings_is_bold(const struct page *page, const struct block *b);
/* Returns the text of a heading. */
struct slice region_headings_text(
    const struct page *page, const struct heading *h);
/* Returns the texts of block i - 1 and block i, with a space between; from the
 * arena. */
struct slice region_headings_two_lines(const struct page *page, uint32_t i);

#endif
