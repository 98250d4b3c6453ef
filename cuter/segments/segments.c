/*
 * segments.c -- the visible text of a page as one string, and the list of
 * blocks into which a segmenter divides it.
 *
 * In:  the tree of a page, with marks and blocks.
 * Out: struct cuter_segments.
 *
 * Blocks are ranges of the string, so windows that overlap share their text.
 */
#include "cuter/segments/segments.h"

#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/segments/segmenting.h"

#define FIRST_SEGMENTS 64

static const struct segmenter {
	const char *name;
	void (*function)(struct segmenting *);
} segmenters[CUTER_SEGMENTER_COUNT] = {
	[CUTER_DOM] = { "dom", segment_dom },
	[CUTER_FIXED] = { "fixed", segment_fixed },
	[CUTER_COMB] = { "comb", segment_comb },
};

const char *
cuter_segmenter_name(enum cuter_segmenter segmenter)
{
	return segmenters[segmenter].name;
}

/* ---- the text ---- */

/* Appends a text node. Each run of white space becomes one space. */
static void
segments_put_leaf(struct segmenting *s, uint32_t node, size_t *n)
{
	struct slice text = s->page->tree.nodes[node].text;
	size_t from = *n;

	for (size_t i = 0; i < text.len; i++) {
		bool space = ascii_is_space(text.p[i]);

		if (space && (*n == 0 || s->text[*n - 1] == ' '))
			continue;
		s->text[(*n)++] = space ? ' ' : text.p[i];
	}
	if (*n > from)
		s->leaves[s->n_leaves++] = (struct leaf){ node, from, *n };
}

static void
segments_put_space(struct segmenting *s, size_t *n)
{
	if (*n > 0 && s->text[*n - 1] != ' ')
		s->text[(*n)++] = ' ';
}

/* Appends the visible text nodes. Blocks are separated as in features/block.c.
 */
static void
segments_read_text(struct segmenting *s)
{
	const struct page *page = s->page;
	const struct tree *t = &page->tree;
	uint32_t block = TREE_NOWHERE;
	size_t n = 0, bytes = 0;

	for (uint32_t i = 0; i < t->n; i++)
		bytes += t->nodes[i].text.len + 1;
	s->text = arena_array_uninit(page->arena, bytes, 1);
	s->leaves = arena_array_uninit(page->arena, t->n, sizeof(*s->leaves));
	for (uint32_t i = 1; i < t->n; i++) {
		enum tag tag = t->nodes[i].tag;

		if (tag == TAG_BR || tag_is(tag, TAG_IS_BLOCK))
			block = TREE_NOWHERE;
		if (tag != TAG_TEXT || page->marks[i] & MARK_HIDDEN)
			continue;
		if (block != tree_block_of(t, i))
			segments_put_space(s, &n);
		block = tree_block_of(t, i);
		segments_put_leaf(s, i, &n);
	}
}

/* ---- the list ---- */

void
segments_put(
    struct segmenting *s, struct slice text, uint32_t node, uint32_t words)
{
	size_t cap = s->cap > 0 ? s->cap * 2 : FIRST_SEGMENTS;

	if (s->ret->n >= LIMIT_SEGMENTS) {
		s->ret->is_truncated = true;
		return;
	}
	if (s->ret->n == s->cap) {
		s->list = s->cap == 0 ? arena_array(s->page->arena, cap,
					    sizeof(*s->list))
				      : arena_grow(s->page->arena, s->list,
					    s->cap, cap, sizeof(*s->list));
		s->ret->list = s->list;
		s->cap = cap;
	}
	s->list[s->ret->n++] = (struct cuter_segment){
		.text = text,
		.path = node != TREE_NOWHERE ? segment_path_of(s, node)
					     : SLICE(SEGMENT_TITLE_PATH),
		.words = words,
	};
}

void
segments_add(
    struct segmenting *s, size_t from, size_t to, uint32_t node, uint32_t words)
{
	struct slice text = { s->text + from, to - from };

	if (words > 0)
		segments_put(s, slice_trim(text), node, words);
}

void
segments_add_leaves(
    struct segmenting *s, uint32_t first, uint32_t end, uint32_t node)
{
	size_t from, to, at = 0;

	if (first == end)
		return;
	from = s->leaves[first].from;
	to = s->leaves[end - 1].to;
	if (node == TREE_NOWHERE)
		node = segments_around(
		    s, s->leaves[first].node, s->leaves[end - 1].node);
	segments_add(s, from, to, node,
	    segment_words_skip(
		(struct slice){ s->text + from, to - from }, &at, UINT32_MAX));
}

uint32_t
segments_around(const struct segmenting *s, uint32_t first, uint32_t last)
{
	const struct tree_node *nodes = s->page->tree.nodes;
	uint32_t node = nodes[first].parent;

	while (nodes[node].end <= last)
		node = nodes[node].parent;
	return node;
}

void
segments_find(struct page *page, const struct cuter_segmenting *how,
    struct cuter_segments *ret)
{
	struct segmenting s = {
		.page = page,
		.window_words = how->window_words > 0 ? how->window_words
						      : CUTER_WINDOW_WORDS,
		.ret = ret,
	};

	*ret = (struct cuter_segments){ .is_truncated = page->is_truncated };
	s.numbers = segment_path_number(page);
	segments_read_text(&s);
	segmenters[how->segmenter].function(&s);
}
