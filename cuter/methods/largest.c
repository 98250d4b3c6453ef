/*
 * largest.c -- the largest body of text.
 *
 * In:  blocks, the tree.
 * Out: class and reason of each block.
 *
 * Source: McKeown, Barzilay, Evans, Hatzivassiloglou, Kan, Schiffman, Teufel,
 * "Columbia Multi-document Summarization: Approach and Evaluation" (2001), as
 * described by Agarwal et al. (docs/methods.md), Related Work: "detects the
 * largest body of text on a webpage (by counting the number of words) and
 * classifies that as content".
 *
 * A body of text is an element with the paragraphs that are its children.
 * Blocks deeper in the tree do not count; otherwise the page itself would be
 * the largest body.
 */
#include "cuter/classify/container.h"
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"

void
method_largest(struct page *page)
{
	uint32_t *words =
	    arena_array(page->arena, page->tree.n, sizeof(uint32_t));
	uint32_t largest = TREE_ROOT;

	decide_begin(page);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (decide_is_undecided(&page->blocks[i]))
			words[container_of(page, &page->blocks[i])] +=
			    page->blocks[i].words;
	for (uint32_t i = 1; i < page->tree.n; i++)
		if (words[i] > words[largest])
			largest = i;
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (decide_is_undecided(b) && container_of(page, b) == largest)
			decide_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
	decide_end(page, REASON_SMALL);
}
