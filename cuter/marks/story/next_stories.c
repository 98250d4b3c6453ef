/*
 * next_stories.c -- marks other articles without headlines that follow this
 * one.
 *
 * In:  tree, blocks, the title's block.
 * Out: MARK_OTHER_STORY on the blocks of other articles.
 *
 * Some sites append the next articles to this one when the reader reaches its
 * end. If these articles have headlines, stories.c and regions.c find them.
 * This file finds appended articles without headlines. The own element is the
 * element with the title and the text of this article. A later sibling of the
 * own element is another article if two conditions are met. Both elements are
 * <article>, or have a class that names an article. The sibling has few words
 * of the title, or no word of it if the title is short.
 * Cost: O(nodes + text of these siblings + siblings * log blocks).
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/features/features.h"

#define OWN_WORDS   100 /* least number of words of this article */
#define OTHER_WORDS 60  /* least number of words of another article */
#define PROSE_WORDS 10  /* least number of words of a block of prose */
#define LONG_WORD   4   /* bytes; shorter words are not compared */
/* The other article has at most this share of the title's words. */
#define SAME_TOPIC 0.34

/* Returns true if a class contains one of the names of articles. */
static bool next_stories_is_named(struct slice class)
{
	static const char *const names[] = { "article", "story", "post",
		"entry" };
	size_t from = 0;

	for (size_t i = 0; i <= class.len; i++) {
		if (i < class.len && !ascii_is_space(class.p[i]))
			continue;
		for (size_t k = 0; k < ARRAY_LENGTH(names); k++)
			if (slice_equal_nocase(slice_sub(class, from, i - from),
				slice_of(names[k])))
				return true;
		from = i + 1;
	}
	return false;
}

bool
next_stories_is_article(const struct tree *t, uint32_t node)
{
	return t->nodes[node].tag == TAG_ARTICLE ||
	       (tag_is(t->nodes[node].tag, TAG_IS_BLOCK) &&
		   next_stories_is_named(tree_attr(t, node, ATTR_CLASS)));
}

/* Counts the words of the element's prose after the title's block. Sets seen[i]
 * if this prose contains term i of the title. */
static uint32_t
next_stories_read(const struct page *page, uint32_t node,
    const struct words *title, bool *seen)
{
	uint32_t from = page_block_at(page, node), n = 0;

	if (from <= page->title_block)
		from = page->title_block + 1;
	for (uint32_t i = from; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= page->tree.nodes[node].end)
			break;
		if (b->marks & MARK_HIDDEN || b->words < PROSE_WORDS ||
		    b->link_bytes * 2 > b->bytes)
			continue;
		n += b->words;
		words_find_terms(title, page_block_text(page, b), seen);
	}
	return n;
}

static void
next_stories_mark(struct page *page, uint32_t node, const struct words *title)
{
	bool seen[WORDS_MAX] = { false };
	double most = title->n < WORDS_FEW ? 0 : SAME_TOPIC;

	if (next_stories_read(page, node, title, seen) < OTHER_WORDS ||
	    words_share(title, seen) > most)
		return;
	for (uint32_t i = page_block_at(page, node);
	     i < page->n_blocks &&
	     page->blocks[i].first < page->tree.nodes[node].end;
	     i++)
		page->blocks[i].marks |= MARK_OTHER_STORY;
}

/* Returns the first article among a node and its later siblings, or `end` if
 * there is no article. */
static uint32_t
next_stories_find(const struct tree *t, uint32_t node, uint32_t end)
{
	while (node < end && !next_stories_is_article(t, node))
		node = t->nodes[node].end;
	return node;
}

void
features_mark_next_stories(struct page *page)
{
	const struct tree *t = &page->tree;
	bool seen[WORDS_MAX] = { false };
	struct words title;
	uint32_t own, end, node;

	if (page->title_block == PAGE_NO_BLOCK)
		return;
	own = page->blocks[page->title_block].node;
	while (own != TREE_ROOT && !next_stories_is_article(t, own))
		own = t->nodes[own].parent;
	if (own == TREE_ROOT)
		return;
	end = t->nodes[t->nodes[own].parent].end;
	node = next_stories_find(t, t->nodes[own].end, end);
	words_read_terms(&title,
	    page_block_text(page, &page->blocks[page->title_block]), LONG_WORD);
	if (node >= end || title.n == 0 ||
	    next_stories_read(page, own, &title, seen) < OWN_WORDS)
		return;
	for (; node < end; node = next_stories_find(t, t->nodes[node].end, end))
		next_stories_mark(page, node, &title);
}
