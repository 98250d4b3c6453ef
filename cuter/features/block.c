/*
 * block.c -- groups the text nodes into blocks, and computes the sizes SL, SA
 * and SH of CUTER (Adam, Bouras, Poulopoulos, table I).
 *
 * In:  the tree and its marks.
 * Out: blocks in document order; for each node the bytes of its text and of its
 *      linked text; the sum for the page.
 *
 * Hidden text has blocks of its own. The sizes of nodes and of the page do not
 * include hidden text.
 */
#include "base/text/utf8.h"
#include "cuter/features/features.h"

struct gather {
	struct page *page;
	struct block *open; /* NULL: no open block */
	uint32_t cap;
};

static void
block_open(struct gather *g, uint32_t block_node, uint32_t leaf)
{
	struct page *page = g->page;

	if (page->n_blocks == g->cap) {
		page->blocks = arena_grow(page->arena, page->blocks, g->cap,
		    (size_t)g->cap * 2, sizeof(*page->blocks));
		g->cap *= 2;
	}
	g->open = &page->blocks[page->n_blocks++];
	*g->open = (struct block){
		.node = block_node,
		.first = leaf,
		.marks = page->marks[block_node],
		.is_heading =
		    tag_is(page->tree.nodes[block_node].tag, TAG_IS_HEADING),
	};
}

/* Returns the number of bytes without the white space at both ends. */
static uint32_t
block_visible_bytes(struct slice text)
{
	return (uint32_t)slice_trim(text).len;
}

static void
block_add_text(struct gather *g, uint32_t leaf)
{
	struct page *page = g->page;
	const struct tree_node *node = &page->tree.nodes[leaf];
	uint32_t bytes = block_visible_bytes(node->text);
	uint32_t block_node = tree_block_of(&page->tree, leaf);

	if (g->open != NULL && g->open->node != block_node)
		g->open = NULL;
	if (g->open == NULL) {
		if (bytes == 0)
			return; /* an empty node does not begin a block */
		block_open(g, block_node, leaf);
	}
	g->open->end = leaf + 1;
	g->open->bytes += bytes;
	g->open->words += words_count(node->text);
	if (page->marks[leaf] & MARK_LINK)
		g->open->link_bytes += bytes;
	g->open->marks |= page->marks[leaf] & MARK_HIDDEN;
	if (page->marks[leaf] & MARK_HIDDEN)
		return;
	page->bytes[leaf] = bytes;
	if (page->marks[leaf] & MARK_LINK)
		page->link_bytes[leaf] = bytes;
}

/* Adds each node's sizes to its parent's, from the last node to the first. */
static void
block_sum_sizes(struct page *page)
{
	for (uint32_t i = page->tree.n; i-- > 1;) {
		uint32_t parent = page->tree.nodes[i].parent;

		page->bytes[parent] += page->bytes[i];
		page->link_bytes[parent] += page->link_bytes[i];
	}
	page->text_bytes = page->bytes[TREE_ROOT];
}

void
features_count(struct page *page)
{
	const struct tree *t = &page->tree;
	struct gather g = { .page = page, .cap = t->n / 4 + 16 };

	page->bytes = arena_array(page->arena, t->n, sizeof(uint32_t));
	page->link_bytes = arena_array(page->arena, t->n, sizeof(uint32_t));
	page->blocks = arena_array(page->arena, g.cap, sizeof(*page->blocks));
	for (uint32_t i = 1; i < t->n; i++) {
		if (t->nodes[i].tag == TAG_TEXT) {
			/* Hidden text does not share a block with visible
			 * text. */
			if (g.open != NULL &&
			    ((g.open->marks ^ page->marks[i]) & MARK_HIDDEN))
				g.open = NULL;
			block_add_text(&g, i);
		} else if (tag_is(t->nodes[i].tag, TAG_IS_BLOCK)) {
			g.open = NULL;
		}
	}
	block_sum_sizes(page);
}

uint32_t
page_block_at(const struct page *page, uint32_t node)
{
	uint32_t from = 0, to = page->n_blocks;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (page->blocks[middle].first < node)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

struct slice
page_block_text(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	size_t len = 0, n = 0;
	char *text;

	/* Most blocks are one text node, which needs no copy. */
	if (b->end == b->first + 1 && t->nodes[b->first].tag == TAG_TEXT)
		return slice_trim(t->nodes[b->first].text);
	for (uint32_t i = b->first; i < b->end; i++)
		len += t->nodes[i].text.len + 1;
	text = arena_array_uninit(page->arena, len + 1, 1);
	for (uint32_t i = b->first; i < b->end; i++) {
		struct slice leaf = t->nodes[i].text;

		if (t->nodes[i].tag == TAG_BR ||
		    tag_is(t->nodes[i].tag, TAG_IS_BLOCK))
			text[n++] = ' ';
		if (leaf.len > 0)
			memcpy(text + n, leaf.p, leaf.len);
		n += leaf.len;
	}
	return slice_trim((struct slice){ text, n });
}

/* Returns the <time> of the block that contains the node; TREE_NOWHERE if there
 * is none. */
static uint32_t
block_time_of(const struct tree *t, const struct block *b, uint32_t node)
{
	while (node > b->node && t->nodes[node].tag != TAG_TIME)
		node = t->nodes[node].parent;
	return node > b->node ? node : TREE_NOWHERE;
}

void
page_block_skip_time(const struct page *page, struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t from = b->first, last = b->end, time;

	while (from < last && slice_trim(t->nodes[from].text).len == 0)
		from++;
	while (last > from && slice_trim(t->nodes[last - 1].text).len == 0)
		last--;
	if (from == last)
		return;
	time = block_time_of(t, b, from);
	if (time != TREE_NOWHERE && t->nodes[time].end < last)
		b->first = t->nodes[time].end;
	time = block_time_of(t, b, last - 1);
	if (time != TREE_NOWHERE && time > from)
		b->end = time;
}
