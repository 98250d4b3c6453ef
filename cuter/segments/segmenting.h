/*
 * segmenting.h -- functions that the segmenters share: they read the visible
 * text of a page into one string, append ranges of this string as blocks, skip
 * words and write paths. Private to cuter/.
 *
 * segment_dom.c, segment_fixed.c and segment_comb.c each have one segmenter.
 */
#ifndef CUTER_SEGMENTS_SEGMENTING_H
#define CUTER_SEGMENTS_SEGMENTING_H

#include "cuter/page.h"

struct cuter_segment;
struct cuter_segmenting;
struct cuter_segments;

/* A text node and its place in the text: [from, to). */
struct leaf {
	uint32_t node;
	size_t from, to;
};

/* A page that is being divided; arena. */
struct segmenting {
	struct page *page;
	char *text; /* text of all leaves, with a space between two blocks */
	struct leaf *leaves; /* in document order */
	uint32_t n_leaves;
	uint32_t *numbers; /* number of each node among its siblings of the same
			      tag */
	uint32_t window_words;
	struct cuter_segments *ret;
	struct cuter_segment *list;
	size_t cap;
};

/* segments.c: divides the page. Needs its tree, marks and blocks. O(text +
 * nodes * depth of inline elements). */
void segments_find(
    struct page *, const struct cuter_segmenting *, struct cuter_segments *ret);
/* Appends a block. `node` is the element of its path; TREE_NOWHERE: the title
 * in the page's head. If the limit is reached, the block is left out and the
 * result is truncated. */
#define SEGMENT_TITLE_PATH "/html/head/title"
void segments_put(
    struct segmenting *, struct slice text, uint32_t node, uint32_t words);
/* Appends the block [from, to) of the text, unless it has no word. `node` is
 * the element of its path. O(text + depth). */
void segments_add(
    struct segmenting *, size_t from, size_t to, uint32_t node, uint32_t words);
/* Appends the block of the leaves [first, end). `node` is the element of its
 * path; TREE_NOWHERE: the innermost element around the leaves. */
void segments_add_leaves(
    struct segmenting *, uint32_t first, uint32_t end, uint32_t node);
/* Returns the innermost element around two text nodes. O(depth). */
uint32_t segments_around(
    const struct segmenting *, uint32_t first, uint32_t last);

/* segment_words.c: skips n words of the text. *at is the offset of a word or of
 * white space before it. After the call, *at is the offset of the next word
 * with the punctuation before it, or the end of the text. Returns the number of
 * words skipped. */
uint32_t segment_words_skip(struct slice text, size_t *at, uint32_t n);

/* segment_path.c: numbers the nodes; writes the path of a node. */
uint32_t *segment_path_number(const struct page *);
struct slice segment_path_of(const struct segmenting *, uint32_t node);

/* The segmenters, one file each. */
void segment_dom(struct segmenting *);
void segment_fixed(struct segmenting *);
void segment_comb(struct segmenting *);
/* segment_fixed.c: appends windows over the leaves [first, end). */
void segment_windows(struct segmenting *, uint32_t first, uint32_t end);

#endif
