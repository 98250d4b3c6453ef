/*
 * stories.c -- which parts of a page are other stories than the one that was
 * asked for.
 *
 * In:  tree, blocks, the title's block.
 * Out: MARK_OTHER_STORY on blocks.
 *
 * Sites append the next story, whole, to the end of this one.  HTML says what
 * that is: an <article> with a first heading of its own.  It is believed only
 * where this story's title is a first heading too and stands outside, so that
 * sections of one article, and the entries of a live blog, are not meant.
 */
#include "cuter/features/features.h"

/* The outermost <article> around a node, or the node. */
static uint32_t
outermost_article(const struct tree *t, uint32_t node)
{
	uint32_t found = node;

	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag == TAG_ARTICLE)
			found = node;
	return found;
}

static bool
is_in_heading(const struct tree *t, uint32_t node)
{
	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag == TAG_H1)
			return true;
	return false;
}

static bool
has_heading(const struct page *page, uint32_t article)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = article + 1; i < t->nodes[article].end; i++)
		if (t->nodes[i].tag == TAG_H1 && page->bytes[i] > 0)
			return true;
	return false;
}

static void
mark_from(struct page *page, uint32_t *at, uint32_t article)
{
	uint32_t end = page->tree.nodes[article].end;

	for (; *at < page->n_blocks && page->blocks[*at].first < end; (*at)++)
		if (page->blocks[*at].first >= article)
			page->blocks[*at].marks |= MARK_OTHER_STORY;
}

void
features_mark_stories(struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t own, title, at = 0;

	if (page->title_block == PAGE_NO_BLOCK)
		return;
	title = page->blocks[page->title_block].node;
	if (!is_in_heading(t, title))
		return;
	own = outermost_article(t, title);
	for (uint32_t i = 1; i < t->n;) {
		if (i == own) {
			i = t->nodes[own].end;
			continue;
		}
		if (t->nodes[i].tag != TAG_ARTICLE) {
			i++;
			continue;
		}
		if (has_heading(page, i))
			mark_from(page, &at, i);
		i = t->nodes[i].end;
	}
}
