/*
 * stream.c -- reads the tree as a sequence.
 *
 * In:  the tree, the blocks.
 * Out: tags and texts one by one; tokens.
 */
#include "cuter/methods/stream.h"

#include "cuter/features/features.h"

void
stream_init(struct stream *s, const struct tree *t)
{
	*s = (struct stream){ .tree = t, .next = 1, .closing = TREE_ROOT };
}

static bool
stream_has_end_tag(enum tag tag)
{
	return tag != TAG_TEXT && !tag_is(tag, TAG_IS_VOID);
}

bool
stream_next(struct stream *s, enum stream_kind *ret_kind, uint32_t *ret)
{
	const struct tree_node *nodes = s->tree->nodes;

	while (s->closing != TREE_ROOT && nodes[s->closing].end == s->next) {
		uint32_t node = s->closing;

		s->closing = nodes[node].parent;
		if (!stream_has_end_tag(nodes[node].tag))
			continue;
		*ret_kind = STREAM_END;
		*ret = node;
		return true;
	}
	if (s->next == s->tree->n)
		return false;
	*ret_kind = nodes[s->next].tag == TAG_TEXT ? STREAM_TEXT : STREAM_START;
	*ret = s->next;
	s->closing = s->next++;
	return true;
}

uint32_t *
stream_blocks(struct page *page)
{
	uint32_t *block_of =
	    arena_array(page->arena, page->tree.n, sizeof(uint32_t));

	for (uint32_t i = 0; i < page->tree.n; i++)
		block_of[i] = PAGE_NO_BLOCK;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		for (uint32_t k = page->blocks[i].first;
		     k < page->blocks[i].end; k++)
			if (page->tree.nodes[k].tag == TAG_TEXT)
				block_of[k] = i;
	return block_of;
}

void
tokens_read(struct page *page, struct tokens *tokens)
{
	const uint32_t *block_of = stream_blocks(page);
	size_t most = 2 * (size_t)page->tree.n;
	enum stream_kind kind;
	struct stream s;
	uint32_t node;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		most += page->blocks[i].words;
	tokens->block = arena_array(page->arena, most, sizeof(uint32_t));
	tokens->n = 0;
	stream_init(&s, &page->tree);
	while (stream_next(&s, &kind, &node)) {
		uint32_t words, block = block_of[node];

		if (kind != STREAM_TEXT) {
			tokens->block[tokens->n++] = TOKEN_TAG;
			continue;
		}
		if (block == PAGE_NO_BLOCK || page->marks[node] & MARK_HIDDEN)
			continue;
		words = words_count(page->tree.nodes[node].text);
		for (; words > 0; words--)
			tokens->block[tokens->n++] = block;
	}
}
