/*
 * decide.c -- gives blocks their class and reason, from the nodes and words
 * that a method chose.
 */
#include "cuter/methods/decide.h"

void
decide_set(struct block *b, enum cuter_class class, enum reason reason)
{
	b->class = (uint8_t) class;
	b->reason = (uint8_t)reason;
}

bool
decide_is_undecided(const struct block *b)
{
	return b->reason == REASON_NONE;
}

void
decide_begin(struct page *page)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (b->marks & MARK_HIDDEN)
			decide_set(b, CUTER_EMPTY, REASON_HIDDEN);
		else
			decide_set(b, CUTER_NAVIGATION, REASON_NONE);
	}
}

static void
decide_set_nodes(struct page *page, const bool *nodes, enum cuter_class class,
    enum reason reason)
{
	const struct tree *t = &page->tree;
	bool *inside = arena_array(page->arena, t->n, sizeof(bool));

	for (uint32_t i = 0; i < t->n; i++)
		inside[i] =
		    nodes[i] || (i != TREE_ROOT && inside[t->nodes[i].parent]);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];
		uint64_t bytes = 0, bytes_inside = 0;

		if (!decide_is_undecided(b))
			continue;
		for (uint32_t k = b->first; k < b->end; k++) {
			if (t->nodes[k].tag != TAG_TEXT)
				continue;
			bytes += page->bytes[k];
			if (inside[k])
				bytes_inside += page->bytes[k];
		}
		if (bytes_inside * 2 > bytes)
			decide_set(b, class, reason);
	}
}

void
decide_omit_nodes(struct page *page, const bool *nodes, enum cuter_class class,
    enum reason reason)
{
	decide_set_nodes(page, nodes, class, reason);
}

void
decide_take_nodes(struct page *page, const bool *nodes)
{
	decide_set_nodes(page, nodes, CUTER_TEXT, REASON_CHOSEN);
}

void
decide_take_words(struct page *page, const uint32_t *words)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (decide_is_undecided(b) && (uint64_t)words[i] * 2 > b->words)
			decide_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
}

void
decide_end(struct page *page, enum reason reason)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (decide_is_undecided(b))
			decide_set(b, CUTER_NAVIGATION, reason);
		else if (b->reason == REASON_CHOSEN && i == page->title_block)
			decide_set(b, CUTER_TEXT, REASON_TITLE);
	}
}
