/*
 * segment_comb.c -- CombPS: the semantic blocks of the page; a block that is
 * longer than the window is divided into windows.
 *
 * In:  the tree and the blocks of one page.
 * Out: semantic blocks of up to W words; windows of W words of longer blocks.
 *
 * Source: Cai, Yu, Wen, Ma, "Block-based Web Search" (2004), section 3.4, as
 * described by Shinde, Bolli, Kulkarni (docs/methods.md), section 2.6. In the
 * paper VIPS finds the semantic blocks in the rendered page. Pages are not
 * rendered here, so the visible divisions are taken from the tree: paragraphs
 * and items that follow each other in one container (classify/container.h) are
 * one semantic block. A heading or a horizontal rule ends the block.
 */
#include "cuter/classify/container.h"
#include "cuter/segments/segmenting.h"
#include "cuter/segments/segments.h"

/* The semantic block that is being read. */
struct section {
	/* container of the paragraphs; TREE_NOWHERE: no open block */
	uint32_t container;
	uint32_t first; /* the first leaf of the block */
	bool has_text;  /* true if the block contains more than headings */
	uint32_t end;   /* the node after the end of the block */
};

static void
segment_comb_add(struct segmenting *s, uint32_t first, uint32_t end)
{
	size_t at = 0;
	struct slice text;

	if (first == end)
		return;
	text = (struct slice){ s->text + s->leaves[first].from,
		s->leaves[end - 1].to - s->leaves[first].from };
	if (segment_words_skip(text, &at, s->window_words) == s->window_words &&
	    at < text.len)
		segment_windows(s, first, end);
	else
		segments_add_leaves(s, first, end, TREE_NOWHERE);
}

static bool
segment_comb_has_rule(const struct tree *t, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (t->nodes[i].tag == TAG_HR)
			return true;
	return false;
}

void
segment_comb(struct segmenting *s)
{
	const struct page *page = s->page;
	struct section section = { .container = TREE_NOWHERE };
	uint32_t leaf = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		uint32_t container;

		if (b->marks & MARK_HIDDEN)
			continue;
		container = container_of(page, b);
		while (leaf < s->n_leaves && s->leaves[leaf].node < b->first)
			leaf++;
		if (container != section.container ||
		    (b->is_heading && section.has_text) ||
		    segment_comb_has_rule(&page->tree, section.end, b->first)) {
			if (section.container != TREE_NOWHERE)
				segment_comb_add(s, section.first, leaf);
			section = (struct section){ .container = container,
				.first = leaf };
		}
		section.has_text |= !b->is_heading;
		section.end = b->end;
	}
	if (section.container != TREE_NOWHERE)
		segment_comb_add(s, section.first, s->n_leaves);
}
