/*
 * teasers.c -- marks the teasers of other articles on a page that shows no
 * headline.
 *
 * In:  tree, blocks, the title's block.
 * Out: MARK_OTHER_STORY on the teasers.
 *
 * A teaser is an element that begins with a link of several words to the same
 * site and has a short text. At least two siblings with the same tag and class
 * are teasers if a longer text is before them, and no text after them. If the
 * page shows its headline, the function marks nothing: the trained trees
 * recognise teasers by their distance from the text, and a list of links is
 * often part of the article. Cost: O(nodes).
 */
#include "cuter/features/features.h"
#include "url/url.h"

/* Least number of words of the link that begins a teaser. */
#define TEASER_LINK 4
/* Largest number of unlinked words of a teaser. */
#define TEASER_WORDS 50
#define TEASER_BYTES 1000
#define OWN_WORDS    80 /* least number of words of the page's own text */
/* If at least this number of words of prose follow the first teaser, the
 * article continues after the teasers. */
#define AFTER_WORDS 30
/* Least number of words of a block that is part of a text. */
#define PROSE_WORDS 10

/* Returns the first text node with visible text in an element; the end of the
 * element if there is none. */
static uint32_t
teasers_first_text(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint32_t i = node + 1;

	while (i < t->nodes[node].end &&
	       (t->nodes[i].tag != TAG_TEXT || page->bytes[i] == 0))
		i++;
	return i;
}

/* Returns true if a link leads to a page of this site. */
static bool
teasers_is_internal(const struct page *page, uint32_t link)
{
	struct slice href = slice_trim(tree_attr(&page->tree, link, ATTR_HREF));

	if (href.len == 0 || href.p[0] == '#')
		return false;
	return slice_find(href, SLICE("//"), 0) == SLICE_NOT_FOUND ||
	       slice_equal(url_host(page->arena, href),
		   url_host(page->arena, page->input->url));
}

/* Returns true if an element begins with a link that is a headline. */
static bool
teasers_begins_with_link(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint32_t first = teasers_first_text(page, node), words = 0, link;

	if (first == t->nodes[node].end)
		return false;
	link = tree_up_to(t, first, TAG_A);
	if (link == TREE_NOWHERE || link <= node)
		return false;
	for (uint32_t i = link; i < t->nodes[link].end; i++)
		if (t->nodes[i].tag == TAG_TEXT)
			words += words_count(t->nodes[i].text);
	return words >= TEASER_LINK && teasers_is_internal(page, link);
}

static bool
teasers_is_teaser(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint32_t words = 0;

	if (page->link_bytes[node] == 0 ||
	    page->link_bytes[node] == page->bytes[node] ||
	    page->bytes[node] > TEASER_BYTES || t->nodes[node].tag == TAG_P ||
	    !tag_is(t->nodes[node].tag, TAG_IS_BLOCK) ||
	    tag_is(t->nodes[node].tag, TAG_IS_HEADING) ||
	    !teasers_begins_with_link(page, node))
		return false;
	for (uint32_t i = node; i < t->nodes[node].end; i++)
		if (t->nodes[i].tag == TAG_TEXT && page->link_bytes[i] == 0)
			words += words_count(t->nodes[i].text);
	return words <= TEASER_WORDS;
}

static bool
teasers_are_alike(const struct tree *t, uint32_t a, uint32_t b)
{
	return t->nodes[a].tag == t->nodes[b].tag &&
	       slice_equal(
		   tree_attr(t, a, ATTR_CLASS), tree_attr(t, b, ATTR_CLASS));
}

/* Sets kept[i] for each teaser that has the tag and class of the teaser before
 * or after it in the same element. Returns the number of such pairs. */
static uint32_t
teasers_find(const struct page *page, bool *kept)
{
	const struct tree *t = &page->tree;
	uint32_t *last = arena_array(page->arena, t->n, sizeof(*last));
	uint32_t n = 0;

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		if (!teasers_is_teaser(page, i))
			continue;
		if (last[parent] != 0 &&
		    teasers_are_alike(t, last[parent], i)) {
			kept[i] = kept[last[parent]] = true;
			n++;
		}
		last[parent] = i;
	}
	return n;
}

/* Returns true if the page shows no headline. */
static bool
teasers_lacks_headline(const struct page *page)
{
	const struct block *b;

	if (page->title_block == PAGE_NO_BLOCK)
		return true;
	b = &page->blocks[page->title_block];
	return !b->is_heading && b->link_bytes * 2 > b->bytes;
}

/* Returns true if a text of the page is before the first teaser and is at least
 * as long as all teasers, and the article does not continue after that teaser.
 */
static bool
teasers_follow_text(const struct page *page, const bool *in_teaser)
{
	uint32_t before = 0, after = 0, teasers = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->marks & (MARK_NEVER_TEXT | MARK_NAVIGATION))
			continue;
		if (in_teaser[b->first])
			teasers += b->words;
		else if (b->words >= PROSE_WORDS &&
			 b->link_bytes * 2 <= b->bytes)
			*(teasers > 0 ? &after : &before) += b->words;
	}
	return before >= OWN_WORDS && before >= teasers && after < AFTER_WORDS;
}

void
features_mark_teasers(struct page *page)
{
	const struct tree *t = &page->tree;
	bool *inside;

	if (!teasers_lacks_headline(page))
		return;
	inside = arena_array(page->arena, t->n, sizeof(*inside));
	if (teasers_find(page, inside) == 0)
		return;
	for (uint32_t i = 1; i < t->n; i++)
		inside[i] |= inside[t->nodes[i].parent];
	if (!teasers_follow_text(page, inside))
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (inside[page->blocks[i].first])
			page->blocks[i].marks |= MARK_OTHER_STORY;
}
