/*
 * region_trailing.c -- finds the items of a list of links that end with their
 * headlines: "text <a>headline</a>".
 *
 * In:  blocks; the feed's title.
 * Out: the headlines, as headings.
 *
 * The paragraphs of an article may end with links, too. The items must have
 * most of the text of the page, and one of their links must have the words of
 * the feed's title.
 * Cost: O(text).
 */
#include "cuter/marks/region/region_match.h"

#define MOST_ITEMS   256
#define FEWEST_ITEMS 3
#define TEXT_WORDS   8 /* least number of words before the link */

/* Returns the link at the end of a block; TREE_NOWHERE: there is none. */
static uint32_t
region_trailing_link(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t i = b->end, link;

	if (b->link_bytes == 0 || b->link_bytes * 2 > b->bytes ||
	    b->marks & (MARK_HIDDEN | MARK_NAVIGATION) || b->is_heading)
		return TREE_NOWHERE;
	while (i > b->first &&
	       (t->nodes[i - 1].tag != TAG_TEXT || page->bytes[i - 1] == 0))
		i--;
	link = i > b->first ? tree_up_to(t, i - 1, TAG_A) : TREE_NOWHERE;
	return link != TREE_NOWHERE && link > b->first ? link : TREE_NOWHERE;
}

/* Fills an item. Returns false if the link has few words or the text before the
 * link is short. */
static bool
region_trailing_read(
    const struct page *page, uint32_t i, uint32_t link, struct heading *ret)
{
	const struct tree *t = &page->tree;
	const struct block *b = &page->blocks[i];
	struct block part = *b;

	part.first = link + 1;
	part.end = t->nodes[link].end;
	*ret = (struct heading){ .block = i,
		.node = b->node,
		.key = (uint32_t)KIND_RUN_IN << 16 | t->nodes[b->node].depth,
		.alt = slice_trim(page_block_text(page, &part)),
		.phrase_end = b->first };
	words_read(&ret->line, ret->alt);
	return ret->line.n >= LONG_HEADING &&
	       b->words >= ret->line.n + TEXT_WORDS;
}

bool
region_trailing_collect(struct regions *r)
{
	struct page *page = r->page;
	struct heading *found = NULL, item;
	struct words title;
	bool has_title = false;
	uint32_t words = 0;
	size_t n = 0;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	for (uint32_t i = 0; i < page->n_blocks && n < MOST_ITEMS; i++) {
		uint32_t link = region_trailing_link(page, &page->blocks[i]);

		if (link == TREE_NOWHERE ||
		    !region_trailing_read(page, i, link, &item))
			continue;
		if (found == NULL)
			found = arena_array_uninit(
			    page->arena, MOST_ITEMS, sizeof(*found));
		has_title |= words_agree(&title, &item.line) >= TITLE_AGREES;
		words += page->blocks[i].words;
		found[n++] = item;
	}
	if (n < FEWEST_ITEMS || !has_title ||
	    2 * words <= region_bounds_words(page, 0, page->tree.n, 0))
		return false;
	r->headings = found;
	r->n = n;
	return true;
}
