/*
 * teasers.c -- marks the teasers of other articles.
 *
 * In:  tree, blocks, the title's block.
 * Out: MARK_OTHER_STORY on the teasers.
 *
 * On a page that shows no headline, a teaser is an element that begins with a
 * link of several words to the same site and has a short text. At least two
 * siblings with the same tag and class are teasers if a longer text is before
 * them, and no text after them.
 *
 * On other pages, the trained trees recognise most teasers by their distance
 * from the text, and a list of links is often part of the article. After the
 * text, teasers are marked only if each begins with a linked heading. Between
 * two paragraphs, siblings that each begin with a linked heading are marked,
 * and small boxes with a link after a line such as "Read also".
 * Cost: O(nodes).
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"
#include "cuter/marks/story/announced.h"
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

/* Maximum number of unlinked words of a teaser between paragraphs. */
#define INNER_WORDS  40
#define TEASER_PARTS 2
/* Maximum number of pairs of adjacent teasers that begin with a heading. More
 * such items are a list that is the article itself. */
#define INNER_PAIRS 6
/* Least number of words of the article before a teaser between paragraphs. */
#define BEFORE_WORDS 40
/* Maximum number of levels from such a line to its box, and of blocks of the
 * box. */
#define BOX_LEVELS 2
#define BOX_BLOCKS 16

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

/* Returns the link to this site with which an element begins, if it has as many
 * words as a headline; else TREE_NOWHERE. */
static uint32_t
teasers_first_link(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint32_t first = teasers_first_text(page, node), words = 0, link;

	if (first == t->nodes[node].end)
		return TREE_NOWHERE;
	link = tree_up_to(t, first, TAG_A);
	if (link == TREE_NOWHERE || link <= node)
		return TREE_NOWHERE;
	for (uint32_t i = link; i < t->nodes[link].end; i++)
		if (t->nodes[i].tag == TAG_TEXT)
			words += words_count(t->nodes[i].text);
	return words >= TEASER_LINK && teasers_is_internal(page, link)
		   ? link
		   : TREE_NOWHERE;
}

/* Returns true if the first visible text of an element is in a heading. */
static bool
teasers_begins_with_heading(const struct page *page, uint32_t node)
{
	uint32_t first = teasers_first_text(page, node), i;

	/* the block that contains the text: the last that begins before or at
	 * the text */
	i = page_block_at(page, first + 1);
	return i > 0 && page->blocks[i - 1].is_heading;
}

/* Returns true if an element begins with a headline that is a link, and has at
 * most this number of unlinked words. */
static bool
teasers_is_teaser(
    const struct page *page, uint32_t node, uint32_t most, bool with_heading)
{
	const struct tree *t = &page->tree;
	uint32_t words = 0;

	if (page->link_bytes[node] == 0 ||
	    page->link_bytes[node] == page->bytes[node] ||
	    page->bytes[node] > TEASER_BYTES || t->nodes[node].tag == TAG_P ||
	    !tag_is(t->nodes[node].tag, TAG_IS_BLOCK) ||
	    tag_is(t->nodes[node].tag, TAG_IS_HEADING))
		return false;
	if (teasers_first_link(page, node) == TREE_NOWHERE ||
	    (with_heading && !teasers_begins_with_heading(page, node)))
		return false;
	for (uint32_t i = node; i < t->nodes[node].end; i++)
		if (t->nodes[i].tag == TAG_TEXT && page->link_bytes[i] == 0)
			words += words_count(t->nodes[i].text);
	return words <= most;
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
teasers_find(
    const struct page *page, uint32_t most, bool with_heading, bool *kept)
{
	const struct tree *t = &page->tree;
	uint32_t *last = arena_array(page->arena, t->n, sizeof(*last));
	uint32_t n = 0;

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		if (!teasers_is_teaser(page, i, most, with_heading))
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
 * On a page that shows its headline, the text consists of <p> after it. */
static bool
teasers_follow_text(
    const struct page *page, const bool *in_teaser, bool with_heading)
{
	uint32_t before = 0, after = 0, teasers = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->marks & (MARK_NEVER_TEXT | MARK_NAVIGATION))
			continue;
		if (in_teaser[b->first])
			teasers += b->words;
		else if (b->words < PROSE_WORDS || b->link_bytes * 2 > b->bytes)
			continue;
		else if (teasers > 0)
			after += b->words;
		else if (!with_heading ||
			 (i > page->title_block &&
			     page->tree.nodes[b->node].tag == TAG_P))
			before += b->words;
	}
	return before >= OWN_WORDS && before >= teasers && after < AFTER_WORDS;
}

/* Marks teasers after the text, with_heading: only those that begin with a
 * linked heading. */
static void
teasers_mark_after_text(struct page *page, bool with_heading)
{
	const struct tree *t = &page->tree;
	bool *inside = arena_array(page->arena, t->n, sizeof(*inside));
	uint32_t n = teasers_find(page, TEASER_WORDS, with_heading, inside);

	if (n == 0 || (with_heading && n > INNER_PAIRS))
		return;
	for (uint32_t i = 1; i < t->n; i++)
		inside[i] |= inside[t->nodes[i].parent];
	if (!teasers_follow_text(page, inside, with_heading))
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (inside[page->blocks[i].first])
			page->blocks[i].marks |= MARK_OTHER_STORY;
}

/* ---- teasers between paragraphs ---- */

static bool
teasers_is_prose(const struct block *b)
{
	return b->words >= PROSE_WORDS && b->link_bytes * 2 <= b->bytes &&
	       !(b->marks & (MARK_NEVER_TEXT | MARK_NAVIGATION));
}

/* Finds the part of the page between paragraphs: the blocks after BEFORE_WORDS
 * words of prose after the title, and before the last prose. Returns false if
 * there is no such part. */
static bool
teasers_find_inner(
    const struct page *page, uint32_t *ret_from, uint32_t *ret_to)
{
	uint32_t words = 0, from = page->title_block + 1, to = page->n_blocks;

	for (; from < page->n_blocks && words < BEFORE_WORDS; from++)
		if (teasers_is_prose(&page->blocks[from]))
			words += page->blocks[from].words;
	while (to > from && !teasers_is_prose(&page->blocks[to - 1]))
		to--;
	*ret_from = from;
	*ret_to = to > from ? to - 1 : to;
	return words >= BEFORE_WORDS && *ret_to > from;
}

/* Returns true if an element begins with the line `at`, and the rest is only
 * links of several words to this site and short texts, at most INNER_WORDS for
 * each link. */
static bool
teasers_is_box(const struct page *page, uint32_t element, uint32_t at)
{
	const struct tree *t = &page->tree;
	uint32_t i = page_block_at(page, element), n = 0, links = 0, words = 0;

	if (element == TREE_ROOT || i != at)
		return false;
	for (i++; i < page->n_blocks &&
		  page->blocks[i].first < t->nodes[element].end;
	     i++) {
		const struct block *b = &page->blocks[i];
		uint32_t link = tree_up_to(t, b->first, TAG_A);

		if (++n > BOX_BLOCKS || i == page->title_block)
			return false;
		if (b->link_bytes == b->bytes && b->words >= TEASER_LINK &&
		    link != TREE_NOWHERE && teasers_is_internal(page, link))
			links++;
		else
			words += b->words;
	}
	return links > 0 && words <= INNER_WORDS * links;
}

/* Marks the box of a line that announces teasers: the innermost element of at
 * most BOX_LEVELS levels above the line that contains a link. */
static void
teasers_mark_box(struct page *page, uint32_t at)
{
	const struct tree *t = &page->tree;
	uint32_t element = page->blocks[at].node;

	for (int up = 0; up < BOX_LEVELS && element != TREE_ROOT; up++) {
		element = t->nodes[element].parent;
		if (!teasers_is_box(page, element, at))
			continue;
		for (uint32_t i = page_block_at(page, element);
		     i < page->n_blocks &&
		     page->blocks[i].first < t->nodes[element].end;
		     i++)
			page->blocks[i].marks |= MARK_OTHER_STORY;
		return;
	}
}

/* Returns true if the paragraph before a run of teasers and the paragraph after
 * it are siblings of the same kind, and the run is in an element between them.
 * The article then continues after the run. A list of items that is the article
 * itself has no such paragraphs. */
static bool
teasers_interrupt(const struct page *page, uint32_t from, uint32_t to)
{
	const struct tree *t = &page->tree;
	uint32_t before = from, after = to, a, b;

	while (before > page->title_block &&
	       !teasers_is_prose(&page->blocks[before - 1]))
		before--;
	while (
	    after < page->n_blocks && !teasers_is_prose(&page->blocks[after]))
		after++;
	if (before <= page->title_block + 1 || after == page->n_blocks)
		return false;
	a = page->blocks[before - 1].node;
	b = page->blocks[after].node;
	return a != TREE_ROOT && b != TREE_ROOT &&
	       t->nodes[a].parent == t->nodes[b].parent &&
	       teasers_are_alike(t, a, b);
}

/* Returns true if the teasers have at most 1 / TEASER_PARTS of the words of the
 * page's prose. Longer lists may be the article itself. */
static bool
teasers_are_few(const struct page *page, const bool *inside)
{
	uint32_t prose = 0, teasers = 0;

	for (uint32_t i = page->title_block + 1; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (inside[b->first])
			teasers += b->words;
		else if (teasers_is_prose(b))
			prose += b->words;
	}
	return teasers * TEASER_PARTS <= prose;
}

/* Marks the runs of teasers in [from, to) that interrupt the text. */
static void
teasers_mark_runs(struct page *page, uint32_t from, uint32_t to)
{
	const struct tree *t = &page->tree;
	bool *inside = arena_array(page->arena, t->n, sizeof(*inside));
	uint32_t n;

	n = teasers_find(page, INNER_WORDS, true, inside);
	if (n == 0 || n > INNER_PAIRS)
		return;
	for (uint32_t i = 1; i < t->n; i++)
		inside[i] |= inside[t->nodes[i].parent];
	if (!teasers_are_few(page, inside))
		return;
	for (uint32_t i = from; i < to;) {
		uint32_t end = i;

		while (end < to && inside[page->blocks[end].first])
			end++;
		if (end > i && teasers_interrupt(page, i, end))
			for (uint32_t k = i; k < end; k++)
				page->blocks[k].marks |= MARK_OTHER_STORY;
		i = end + 1;
	}
}

/* Marks teasers between the paragraphs of a page that shows its headline. */
static void
teasers_mark_inner(struct page *page)
{
	uint32_t from, to;

	if (!teasers_find_inner(page, &from, &to))
		return;
	for (uint32_t i = from; i < to; i++)
		if (announced_is_lead(page, &page->blocks[i]))
			teasers_mark_box(page, i);
	teasers_mark_runs(page, from, to);
}

void
features_mark_teasers(struct page *page)
{
	bool with_heading = !teasers_lacks_headline(page);

	if (with_heading)
		teasers_mark_inner(page);
	teasers_mark_after_text(page, with_heading);
}
