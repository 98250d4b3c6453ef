/*
 * story_boxes.h -- internal to cuter/marks/: boxes with a headline between the
 * paragraphs of an article. For story_insets.c.
 */
#ifndef CUTER_MARKS_STORY_STORY_BOXES_H
#define CUTER_MARKS_STORY_STORY_BOXES_H

#include "cuter/features/features.h"

/* Number of signs (story_box.n_signs) that show another story even if its words
 * are those of the article. */
#define STORY_BOX_SIGNS 2

/* A box: an element that begins with a headline. Labels and images may precede
 * the headline. */
struct story_box {
	uint32_t node;
	uint32_t from, to; /* its first block, and the first block after it */
	uint32_t headline; /* block */
	uint32_t words;    /* number of words of prose */
	/* The headline is neither a heading nor bold nor a link. */
	bool is_plain;
	/* The headline is a link to another page, or the box ends with a short
	 * link. */
	bool is_linked;
	/* A label such as "Related" precedes the headline, or the element is
	 * named so. */
	bool is_announced;
	/* Signs that the text continues on another page: the box is announced;
	 * its headline is a link; an image before the headline is a link; the
	 * box ends with a short link. */
	unsigned n_signs;
	/* Only the paragraphs after the box, or only those before it, are in
	 * its element. */
	bool is_first, is_last;
	/* The paragraphs around the box are in elements of their own, or a box
	 * that looks alike is between it and a paragraph. */
	bool is_among_parts;
};

/* The prose of a page. Each array has one element more than there are blocks.
 */
struct story_prose {
	uint32_t *words;  /* words of prose before the block */
	uint32_t *before; /* one more than the last prose before it; 0: none */
	uint32_t *after;  /* the first prose from it on; n_blocks: none */
};

/* Reads the prose of a page. Arena; O(blocks). */
void story_boxes_read_prose(const struct page *, struct story_prose *ret);
/* Returns true if a block is a paragraph: not a heading, a link or a line. */
bool story_boxes_is_prose(const struct page *, uint32_t block);
/* Finds the box that begins with a block: the largest element whose first block
 * it is. The box must have a headline and prose after it. If the headline is
 * the feed's title (is_named), it is the first block, and the box may be a
 * quotation. O(depth). */
bool story_boxes_find(const struct page *, const struct story_prose *,
    uint32_t block, bool is_named, struct story_box *ret);
/* Returns true if box `at` of a list is between paragraphs of the article,
 * after them, or, with enough signs, before them; sets is_first, is_last and
 * is_among_parts. Other boxes of the list between it and these paragraphs are
 * skipped. O(depth * boxes). */
bool story_boxes_interrupts(const struct page *, const struct story_prose *,
    struct story_box *boxes, size_t n, size_t at);
/* Returns true if two boxes have the same parent, tag and class. O(1). */
bool story_boxes_are_alike(
    const struct page *, const struct story_box *, const struct story_box *);

#endif
