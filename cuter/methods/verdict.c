/*
 * verdict.c -- the end of every method: from nodes and words to blocks.
 *
 * In:  which nodes, or how many words of each block, a method means.
 * Out: verdict and reason of each block.
 */
#include "cuter/methods/verdict.h"

void
verdict_set(struct block *b, enum cuter_class class, enum reason reason)
{
	b->verdict = (uint8_t) class;
	b->reason = (uint8_t)reason;
}

bool
verdict_is_open(const struct block *b)
{
	return b->reason == REASON_NONE;
}

void
verdict_begin(struct page *page)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (b->marks & MARK_HIDDEN)
			verdict_set(b, CUTER_EMPTY, REASON_HIDDEN);
		else
			verdict_set(b, CUTER_NAVIGATION, REASON_NONE);
	}
}

static void
set_inside(struct page *page, const bool *nodes, enum cuter_class class,
    enum reason reason)
{
	const struct tree *t = &page->tree;
	bool *inside = arena_array(page->arena, t->n, sizeof(bool));

	for (uint32_t i = 0; i < t->n; i++)
		inside[i] =
		    nodes[i] || (i != TREE_ROOT && inside[t->nodes[i].parent]);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];
		uint64_t bytes = 0, meant = 0;

		if (!verdict_is_open(b))
			continue;
		for (uint32_t k = b->first; k < b->end; k++) {
			if (t->nodes[k].tag != TAG_TEXT)
				continue;
			bytes += page->bytes[k];
			if (inside[k])
				meant += page->bytes[k];
		}
		if (meant * 2 > bytes)
			verdict_set(b, class, reason);
	}
}

void
verdict_omit_nodes(struct page *page, const bool *nodes, enum cuter_class class,
    enum reason reason)
{
	set_inside(page, nodes, class, reason);
}

void
verdict_take_nodes(struct page *page, const bool *nodes)
{
	set_inside(page, nodes, CUTER_TEXT, REASON_CHOSEN);
}

void
verdict_take_words(struct page *page, const uint32_t *words)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (verdict_is_open(b) && (uint64_t)words[i] * 2 > b->words)
			verdict_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
}

void
verdict_end(struct page *page, enum reason reason)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (verdict_is_open(b))
			verdict_set(b, CUTER_NAVIGATION, reason);
		else if (b->reason == REASON_CHOSEN && i == page->title_block)
			verdict_set(b, CUTER_TEXT, REASON_TITLE);
	}
}
