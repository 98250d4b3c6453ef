/*
 * story_insets.c -- recognises a story in a box between the paragraphs of an
 * article.
 *
 * In:  tree, blocks, the title's block; the title of the page.
 * Out: MARK_OTHER_STORY on the blocks of the box. If the title is the headline
 *      of the box: on all other blocks.
 *
 * An inset is an element that begins with a headline, has at least a paragraph,
 * and stands between two paragraphs of the article in their element. Boxes with
 * background about the article's subject have the same form, and belong to the
 * article. An inset is therefore another story only if the text around it has
 * few words of its headline, and if the inset has few words of the title.
 * Cost: O(blocks * depth + MOST_INSETS * text).
 */
#include "base/array.h"
#include "cuter/features/term_set.h"
#include "cuter/marks/story/story_topics.h"

#define MOST_INSETS    8  /* that are compared with the text around them */
#define INSET_WORDS    40 /* least number of words of prose in an inset */
#define PROSE_WORDS    10 /* least number of words of a block of prose */
#define HEADLINE_WORDS 30 /* maximum number of words of a headline */
#define LONG_WORD      4  /* least bytes; shorter words are in all texts */
/* An inset that is longer than the text around it is at most this number of
 * times as long, and its headline has LONG_HEADLINE long words. */
#define MOST_TIMES    2
#define LONG_HEADLINE 5
#define MOST_HEADLINE 0.50 /* largest share in insets_rows[] */
/* Least number of long words of a headline that is the feed's title. */
#define NAMED_WORDS 2
/* Least similarity of the title to the title of the page, if both are the
 * same. */
#define TITLE_AGREES 0.62

/* An inset is another story if one of these rows applies. The shares are those
 * of words in a text on another subject: a text contains some words of each
 * title, and a short headline needs more evidence. The rows were chosen with
 * 190 boxes of the development corpora, and with boxes of other pages between
 * the paragraphs of an article. */
static const struct {
	size_t words;    /* least number of long words of the headline */
	double headline; /* maximum share of these in the text around it */
	double title;    /* maximum share of the title's words in the inset */
	double more;     /* least difference from the share outside of it */
	double terms;    /* maximum share of its terms in the text around it */
} insets_rows[] = {
	{ 3, 0.10, 0.10, 0.00, 0.10 },
	{ 2, 0.50, 0.50, 0.20, 0.20 },
	{ 4, 0.44, 0.20, 0.20, 0.50 },
	{ 4, 0.34, 0.34, 0.20, 0.70 },
	{ 6, 0.45, 0.45, 0.20, 0.75 },
	{ 6, 0.30, 0.45, 0.00, 0.65 },
};

/* An element: its first block and the first block after it. */
struct inset {
	uint32_t node, from, to;
};

/* The prose of a page. Each array has one element more than there are blocks.
 */
struct prose {
	uint32_t *words;  /* words of prose before the block */
	uint32_t *before; /* one more than the last prose before it; 0: none */
	uint32_t *after;  /* the first prose from it on; n_blocks: none */
};

static bool
story_insets_is_prose(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];

	return b->words >= PROSE_WORDS && b->link_bytes * 2 <= b->bytes &&
	       !(b->marks & MARK_HIDDEN) && !b->is_heading;
}

/* Returns true if all text of a block is inside of links to other pages or of
 * bold elements. */
static bool
story_insets_is_bold(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = b->first; i < b->end; i++) {
		uint32_t node = i;

		if (t->nodes[i].tag != TAG_TEXT || page->bytes[i] == 0)
			continue;
		while (node != b->node && t->nodes[node].tag != TAG_B &&
		       t->nodes[node].tag != TAG_STRONG &&
		       t->nodes[node].tag != TAG_A)
			node = t->nodes[node].parent;
		if (node == b->node ||
		    slice_starts(tree_attr(t, node, ATTR_HREF), SLICE("#")))
			return false;
	}
	return true;
}

static bool
story_insets_is_headline(const struct page *page, const struct block *b)
{
	return b->words > 0 && b->words <= HEADLINE_WORDS &&
	       !(b->marks & (MARK_HIDDEN | MARK_OTHER_STORY)) &&
	       (b->is_heading || story_insets_is_bold(page, b));
}

static void
story_insets_read_prose(const struct page *page, struct prose *ret)
{
	uint32_t n = page->n_blocks;

	ret->words = arena_array_uninit(page->arena, n + 1, sizeof(uint32_t));
	ret->before = arena_array_uninit(page->arena, n + 1, sizeof(uint32_t));
	ret->after = arena_array_uninit(page->arena, n + 1, sizeof(uint32_t));
	ret->words[0] = ret->before[0] = 0;
	for (uint32_t i = 0; i < n; i++) {
		bool is_prose = story_insets_is_prose(page, i);

		ret->words[i + 1] =
		    ret->words[i] + (is_prose ? page->blocks[i].words : 0);
		ret->before[i + 1] = is_prose ? i + 1 : ret->before[i];
	}
	ret->after[n] = n;
	for (uint32_t i = n; i-- > 0;)
		ret->after[i] =
		    ret->before[i + 1] == i + 1 ? i : ret->after[i + 1];
}

/* Returns the number of words of prose inside of an inset. */
static uint32_t
story_insets_words(const struct prose *prose, const struct inset *inset)
{
	return prose->words[inset->to] - prose->words[inset->from];
}

/* Returns true if an inset has at most `times` as many words of prose as the
 * text around it. */
static bool
story_insets_is_shorter(const struct page *page, const struct prose *prose,
    const struct inset *inset, uint32_t times)
{
	uint64_t inside = story_insets_words(prose, inset);

	return inside <= times * (prose->words[page->n_blocks] - inside);
}

/* Returns true if the nearest paragraphs before and after an inset have the
 * same tag and are in the same element as the inset. */
static bool
story_insets_interrupts(const struct page *page, const struct prose *prose,
    const struct inset *inset)
{
	const struct tree *t = &page->tree;
	uint32_t before = prose->before[inset->from];
	uint32_t after = prose->after[inset->to], parent;

	if (before == 0 || after == page->n_blocks)
		return false;
	before = page->blocks[before - 1].node;
	after = page->blocks[after].node;
	parent = t->nodes[inset->node].parent;
	return before != TREE_ROOT && after != TREE_ROOT &&
	       t->nodes[before].parent == parent &&
	       t->nodes[after].parent == parent &&
	       t->nodes[before].tag == t->nodes[after].tag;
}

/* Finds the inset whose headline is block `i`: the largest element that begins
 * with this block. If the headline is not the feed's title (is_named), a
 * quotation is an inset only if it has a heading, and an inset is at most
 * MOST_TIMES as long as the text around it. */
static bool
story_insets_find(const struct page *page, const struct prose *prose,
    uint32_t i, bool is_named, struct inset *ret)
{
	const struct tree *t = &page->tree;
	uint32_t node = page->blocks[i].first;

	if (!story_insets_is_headline(page, &page->blocks[i]))
		return false;
	while (node != TREE_ROOT &&
	       (i == 0 || page->blocks[i - 1].first < t->nodes[node].parent))
		node = t->nodes[node].parent;
	if (node == TREE_ROOT || i + 1 == page->n_blocks ||
	    page->blocks[i + 1].first >= t->nodes[node].end)
		return false;
	*ret = (struct inset){ .node = node,
		.from = i,
		.to = page_block_at(page, t->nodes[node].end) };
	return (is_named || t->nodes[node].tag != TAG_BLOCKQUOTE ||
		   page->blocks[i].is_heading) &&
	       story_insets_interrupts(page, prose, ret) &&
	       story_insets_words(prose, ret) >= INSET_WORDS &&
	       (is_named ||
		   story_insets_is_shorter(page, prose, ret, MOST_TIMES));
}

/* Returns the share of the words of a line that are in the headline and prose
 * of an inset (or, if is_inside is false, in the prose outside of it). */
static double
story_insets_coverage(const struct page *page, const struct inset *inset,
    bool is_inside, const struct words *line)
{
	bool seen[WORDS_MAX] = { false };

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if ((i >= inset->from && i < inset->to) == is_inside &&
		    (i == inset->from || story_insets_is_prose(page, i)))
			words_find_terms(line,
			    page_block_text(page, &page->blocks[i]), seen);
	return words_share(line, seen);
}

/* Returns the share of the terms of an inset that are in the text around it. */
static double
story_insets_common(struct page *page, const struct inset *inset)
{
	struct term_set inside, around;
	uint32_t words = 0, n;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		words += page->blocks[i].words;
	term_set_init(&inside, page->arena, words);
	term_set_init(&around, page->arena, words);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		bool is_inside = i >= inset->from && i < inset->to;
		struct slice text;

		if (!story_insets_is_prose(page, i))
			continue;
		text = page_block_text(page, &page->blocks[i]);
		term_set_read(
		    is_inside ? &inside : &around, text, LONG_WORD + 1);
		/* each term of the inset counts as repeated */
		if (is_inside)
			term_set_read(&inside, text, LONG_WORD + 1);
	}
	return term_set_share(&inside, &around, &n);
}

/* Returns true if an inset and the text around it have different subjects.  The
 * title is that of the text around it; NULL: the feed's title is the headline
 * of the inset, which needs fewer words. */
static bool
story_insets_differs(struct page *page, const struct prose *prose,
    const struct inset *inset, const struct words *title)
{
	struct words line;
	double headline, inside = 0, outside = 1, terms;

	words_read_terms(&line,
	    page_block_text(page, &page->blocks[inset->from]), LONG_WORD);
	headline = story_insets_coverage(page, inset, false, &line);
	if (line.n < NAMED_WORDS || headline > MOST_HEADLINE)
		return false;
	if (title != NULL && line.n < LONG_HEADLINE &&
	    !story_insets_is_shorter(page, prose, inset, 1))
		return false;
	if (title != NULL) {
		inside = story_insets_coverage(page, inset, true, title);
		outside = story_insets_coverage(page, inset, false, title);
	}
	terms = story_insets_common(page, inset);
	for (size_t i = 0; i < ARRAY_LENGTH(insets_rows); i++)
		if ((title == NULL || line.n >= insets_rows[i].words) &&
		    headline <= insets_rows[i].headline &&
		    inside <= insets_rows[i].title &&
		    outside >= inside + insets_rows[i].more &&
		    terms <= insets_rows[i].terms)
			return true;
	return false;
}

/* MARK_NAVIGATION: a heading in these blocks is no sign of several stories. */
static void
story_insets_mark_blocks(
    struct page *page, const struct inset *inset, bool is_inside)
{
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if ((i >= inset->from && i < inset->to) == is_inside)
			page->blocks[i].marks |=
			    MARK_OTHER_STORY | MARK_NAVIGATION;
}

/* Returns true if the headline of an inset is the feed's title, and the page
 * has a title of its own with other words. */
static bool
story_insets_is_named(const struct page *page, const struct inset *inset)
{
	const struct slice own[] = { page_head_meta(page->head, "og:title"),
		page->head->title };
	struct words title, line, words;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	words_read(&line, page_block_text(page, &page->blocks[inset->from]));
	if (title.n < WORDS_FEW || words_agree(&title, &line) < TITLE_AGREES)
		return false;
	for (size_t i = 0; i < 2; i++) {
		words_read(&words, slice_sub(own[i], 0, 1024));
		if (words.n > 0 && words_agree(&words, &line) >= TITLE_AGREES)
			return false;
	}
	return true;
}

void
story_insets_mark(struct page *page)
{
	struct words title;
	struct inset inset;
	struct prose prose;
	uint32_t i = page->title_block;
	int n = 0;

	if (i == PAGE_NO_BLOCK)
		return;
	story_insets_read_prose(page, &prose);
	if (story_insets_find(page, &prose, i, true, &inset)) {
		if (story_insets_is_named(page, &inset) &&
		    story_insets_differs(page, &prose, &inset, NULL))
			story_insets_mark_blocks(page, &inset, false);
		return;
	}
	words_read_terms(
	    &title, page_block_text(page, &page->blocks[i]), LONG_WORD);
	for (i++; i < page->n_blocks && n < MOST_INSETS; i++) {
		if (!story_insets_find(page, &prose, i, false, &inset))
			continue;
		n++;
		if (story_insets_differs(page, &prose, &inset, &title))
			story_insets_mark_blocks(page, &inset, true);
		i = inset.to - 1;
	}
}
