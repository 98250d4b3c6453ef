/*
 * segment_dom.c -- DomPS: the structural elements of the page are its blocks.
 *
 * In:  the tree of one page, the title of its head.
 * Out: a block for each structural element that contains no other structural
 *      element; a block for each text between two structural tags.
 *
 * Source: Cai, Yu, Wen, Ma, "Block-based Web Search" (2004), section 3.2, as
 * described by Shinde, Bolli, Kulkarni (docs/methods.md), section 2.6. The
 * structural elements are TITLE, P, TABLE, UL and H1 to H6. "If there are no
 * other structural tags within the current structural tag, a block is
 * constructed ... free text between two tags is also merged into a special
 * block."
 */
#include "base/text/ascii.h"
#include "cuter/segments/segmenting.h"
#include "cuter/segments/segments.h"

static bool
segment_dom_is_structural(enum tag tag)
{
	return tag == TAG_P || tag == TAG_TABLE || tag == TAG_UL ||
	       tag_is(tag, TAG_IS_HEADING);
}

/* `around`: for each node, the structural element that is or contains the node;
 * TREE_NOWHERE if there is none. is_inner: true for a structural element that
 * contains another structural element. */
struct structure {
	uint32_t *around;
	bool *is_inner;
};

static void
segment_dom_read(const struct page *page, struct structure *ret)
{
	const struct tree *t = &page->tree;

	ret->around = arena_array(page->arena, t->n, sizeof(uint32_t));
	ret->is_inner = arena_array(page->arena, t->n, sizeof(bool));
	ret->around[TREE_ROOT] = TREE_NOWHERE;
	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t outer = ret->around[t->nodes[i].parent];

		ret->around[i] = outer;
		if (!segment_dom_is_structural(t->nodes[i].tag))
			continue;
		ret->around[i] = i;
		if (outer != TREE_NOWHERE)
			ret->is_inner[outer] = true;
	}
}

static void
segment_dom_add_title(struct segmenting *s)
{
	struct slice title = s->page->head->title;
	char *text = arena_array_uninit(s->page->arena, title.len + 1, 1);
	size_t at = 0, n = 0;
	uint32_t words = segment_words_skip(title, &at, UINT32_MAX);

	for (size_t i = 0; i < title.len; i++) {
		bool space = ascii_is_space(title.p[i]);

		if (!space || (n > 0 && text[n - 1] != ' '))
			text[n++] = space ? ' ' : title.p[i];
	}
	if (words > 0)
		segments_put(s, slice_trim((struct slice){ text, n }),
		    TREE_NOWHERE, words);
}

/* Adds the leaves [first, end), which are in the same structural element and
 * have no structural tag between them. */
static void
segment_dom_add(struct segmenting *s, const struct structure *structure,
    uint32_t first, uint32_t end)
{
	uint32_t around = structure->around[s->leaves[first].node];

	if (around != TREE_NOWHERE && structure->is_inner[around])
		around = TREE_NOWHERE;
	segments_add_leaves(s, first, end, around);
}

void
segment_dom(struct segmenting *s)
{
	const struct tree *t = &s->page->tree;
	struct structure structure;
	uint32_t first = 0;

	segment_dom_read(s->page, &structure);
	segment_dom_add_title(s);
	for (uint32_t i = 1; i <= s->n_leaves; i++) {
		uint32_t before = s->leaves[i - 1].node, node;
		bool ends = i == s->n_leaves;

		node = ends ? before : s->leaves[i].node;
		if (structure.around[node] != structure.around[before])
			ends = true;
		for (uint32_t k = before + 1; k < node && !ends; k++)
			ends = segment_dom_is_structural(t->nodes[k].tag);
		if (!ends)
			continue;
		segment_dom_add(s, &structure, first, i);
		first = i;
	}
}
