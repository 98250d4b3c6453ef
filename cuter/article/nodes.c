/*
 * nodes.c -- lists all parts of the page with their classification.
 *
 * In:  the classified page, the article made from it.
 * Out: article->nodes: blocks, pictures, players and empty elements in
 *      document order.
 *
 * This is the result as the CUTER paper describes it: the nodes with their
 * characterization (Adam, Bouras, Poulopoulos, CUTER, section III).
 */
#include "base/limits.h"
#include "cuter/article/article.h"
#include "cuter/article/layout.h"
#include "cuter/model/model.h"
#include "cuter/rule/rule.h"
#include "url/url.h"

static void
nodes_add_block(
    const struct page *page, uint32_t index, struct cuter_node *node)
{
	const struct block *b = &page->blocks[index];

	node->number = b->first;
	node->class = (enum cuter_class)page->classes[b->first];
	node->kind = (enum cuter_kind)page->kinds[b->first];
	node->element = tag_name(page->tree.nodes[b->node].tag);
	node->reason = b->reason == REASON_CHOSEN && rule_has_body(page)
			   ? "in the body that a rule names"
			   : reason_text((enum reason)b->reason);
	node->text = page_block_text(page, b);
	node->in_body = layout_has(page, b);
	node->is_scored = page->scores != NULL;
	if (node->is_scored)
		node->score = (double)page->scores[index] / MODEL_UNIT;
}

static void
nodes_add_media(const struct page *page, uint32_t at, struct cuter_node *node)
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

/* True for an element of class empty: without text, or with hidden text only.
 */
static bool
nodes_is_empty_element(const struct page *page, uint32_t at)
{
	enum tag tag = page->tree.nodes[at].tag;

	return tag != TAG_TEXT && !tag_is(tag, TAG_IS_MEDIA) &&
	       page->classes[at] == CUTER_EMPTY;
}

static void
nodes_add_empty(const struct page *page, uint32_t at, struct cuter_node *node)
{
	node->number = at;
	node->class = CUTER_EMPTY;
	node->kind = CUTER_KIND_NONE;
	node->element = tag_name(page->tree.nodes[at].tag);
	node->reason = reason_text(
	    page->marks[at] & MARK_HIDDEN ? REASON_HIDDEN : REASON_EMPTY);
	node->text = SLICE("");
}

static size_t
nodes_count(const struct page *page)
{
	size_t n = page->n_blocks;

	for (uint32_t i = 1; i < page->tree.n; i++)
		n += tag_is(page->tree.nodes[i].tag, TAG_IS_MEDIA) ||
		     nodes_is_empty_element(page, i);
	return n;
}

void
article_nodes(struct page *page, struct cuter_article *a)
{
	uint32_t next = 0; /* index into the blocks */

	a->nodes =
	    arena_array(page->arena, nodes_count(page), sizeof(*a->nodes));
	for (uint32_t i = 0; i < page->tree.n; i++) {
		if (i > 0 && nodes_is_empty_element(page, i))
			nodes_add_empty(page, i, &a->nodes[a->n_nodes++]);
		if (next < page->n_blocks && page->blocks[next].first == i)
			nodes_add_block(page, next++, &a->nodes[a->n_nodes++]);
		if (i > 0 && tag_is(page->tree.nodes[i].tag, TAG_IS_MEDIA))
			nodes_add_media(page, i, &a->nodes[a->n_nodes++]);
	}
}
