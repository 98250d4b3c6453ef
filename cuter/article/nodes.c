/*
 * nodes.c -- the whole page as a list: what each of its parts was taken for.
 *
 * In:  the judged page, the article made of it.
 * Out: article->nodes: blocks, pictures and players in document order.
 *
 * For those who want CUTER's own answer (seed 002, section III: the nodes with
 * their characterization) rather than the article alone.
 */
#include "config/limits.h"
#include "crawler/url.h"
#include "cuter/article/article.h"
#include "cuter/article/layout.h"
#include "cuter/model/model.h"

static void
add_block(const struct page *page, uint32_t index, struct cuter_node *node)
{
	const struct block *b = &page->blocks[index];

	node->number = b->first;
	node->class = (enum cuter_class)page->classes[b->first];
	node->kind = (enum cuter_kind)page->kinds[b->first];
	node->element = tag_name(page->tree.nodes[b->node].tag);
	node->reason = reason_text((enum reason)b->reason);
	node->text = page_block_text(page, b);
	node->in_body = layout_has(page, b);
	node->is_scored = page->scores != NULL;
	if (node->is_scored)
		node->score = (double)page->scores[index] / MODEL_UNIT;
}

static void
add_media(const struct page *page, uint32_t at, struct cuter_node *node)
{
	const struct tree *t = &page->tree;
	struct slice src = tree_attr(t, at, ATTR_SRC);
	struct slice alt = tree_attr(t, at, ATTR_ALT);

	node->number = at;
	node->class = (enum cuter_class)page->classes[at];
	node->kind = (enum cuter_kind)page->kinds[at];
	node->element = tag_name(t->nodes[at].tag);
	node->reason = reason_text(REASON_MEDIA);
	node->text = article_line(page->arena,
	    alt.len > 0 ? alt : tree_attr(t, at, ATTR_TITLE),
	    LIMIT_TITLE_BYTES);
	if (src.len > 0 &&
	    !url_resolve(page->arena, page->base_url, src, &node->url))
		node->url = SLICE_NONE;
}

static size_t
count(const struct page *page)
{
	size_t n = page->n_blocks;

	for (uint32_t i = 1; i < page->tree.n; i++)
		n += tag_is(page->tree.nodes[i].tag, TAG_IS_MEDIA);
	return n;
}

void
article_nodes(struct page *page, struct cuter_article *a)
{
	uint32_t next = 0; /* block */

	a->nodes = arena_array(page->arena, count(page), sizeof(*a->nodes));
	for (uint32_t i = 0; i < page->tree.n; i++) {
		if (next < page->n_blocks && page->blocks[next].first == i)
			add_block(page, next++, &a->nodes[a->n_nodes++]);
		if (i > 0 && tag_is(page->tree.nodes[i].tag, TAG_IS_MEDIA))
			add_media(page, i, &a->nodes[a->n_nodes++]);
	}
}
