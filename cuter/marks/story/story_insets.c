/*
 * story_insets.c -- recognises a story in a box between the paragraphs of an
 * article.
 *
 * In:  tree, blocks, the title's block; the title of the page.
 * Out: MARK_OTHER_STORY on the blocks of the box. If the title is the headline
 *      of the box: on all other blocks.
 *
 * An inset is an element that begins with a headline, has at least a paragraph,
 * and is beside a paragraph of the article in its element. Boxes with
 * background about the article's subject have the same form, and belong to the
 * article. An inset is therefore another story only if the text around it has
 * few words of its headline, and if the inset has few words of the title. Signs
 * that the text of the inset continues on another page make other limits
 * sufficient.
 * Cost: O(blocks * depth + MOST_INSETS * text).
 */
#include "base/array.h"
#include "cuter/features/term_set.h"
#include "cuter/marks/story/story_boxes.h"
#include "cuter/marks/story/story_topics.h"

#define MOST_BOXES     48 /* that are compared with each other */
#define MOST_ALIKE     2  /* insets that look alike, unless announced */
#define MOST_INSETS    8  /* that are compared with the text around them */
#define INSET_WORDS    40 /* least number of words of prose in an inset */
#define TEASER_WORDS   12 /* the same, if other stories are announced */
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

/* The kinds of insets, from the surest to the least sure sign. */
enum inset_kind {
	/* The headline is a heading, bold or a link, and the paragraphs around
	 * the inset are its siblings; or the inset is announced. */
	INSET_SURE = 1,
	INSET_SHORT = 2, /* announced, with fewer than INSET_WORDS words */
	INSET_LINE = 4,  /* the headline is a plain line */
	INSET_PART = 8,  /* the paragraphs are in elements of their own */
	/* No paragraph of the article follows; neither announced nor linked. */
	INSET_LAST = 16,
	INSET_SIGNS = 32 /* STORY_BOX_SIGNS signs that it continues elsewhere */
};

/* An inset is another story if one of the rows of its kind applies. The shares
 * are those of words in a text on another subject: a text contains some words
 * of each title, and a short headline needs more evidence. The rows were chosen
 * with 640 boxes of the development corpora, of which 300 belong to the
 * article, and with boxes of other pages between the paragraphs of an article.
 */
static const struct {
	unsigned kinds;  /* enum inset_kind */
	size_t words;    /* least number of long words of the headline */
	double headline; /* maximum share of these in the text around it */
	double title;    /* maximum share of the title's words in the inset */
	double more;     /* least difference from the share outside of it */
	double terms;    /* maximum share of its terms in the text around it */
} insets_rows[] = {
	{ INSET_SURE | INSET_SHORT | INSET_LINE, 3, 0.10, 0.10, 0.00, 0.10 },
	{ INSET_SURE | INSET_SHORT, 2, 0.50, 0.50, 0.20, 0.20 },
	{ INSET_SURE | INSET_SHORT, 4, 0.44, 0.20, 0.20, 0.50 },
	{ INSET_SURE | INSET_SHORT, 4, 0.34, 0.34, 0.20, 0.70 },
	{ INSET_SURE | INSET_SHORT, 6, 0.45, 0.45, 0.20, 0.75 },
	{ INSET_SURE | INSET_SHORT, 6, 0.30, 0.45, 0.00, 0.65 },
	{ INSET_LINE, 3, 0.34, 0.20, 0.20, 0.55 },
	{ INSET_LINE, 5, 0.44, 0.34, 0.20, 0.65 },
	{ INSET_LINE, 6, 0.30, 0.45, 0.00, 0.50 },
	{ INSET_PART, 4, 0.25, 0.20, 0.20, 0.25 },
	{ INSET_PART, 6, 0.34, 0.20, 0.20, 0.35 },
	{ INSET_LAST, 4, 0.34, 0.20, 0.20, 0.55 },
	{ INSET_LAST, 5, 0.44, 0.25, 0.20, 0.60 },
	{ INSET_SIGNS, 2, 0.50, 0.50, 0.00, 1.00 },
};

/* Returns true if an inset has at most `times` as many words of prose as the
 * text around it. */
static bool
story_insets_is_shorter(const struct page *page,
    const struct story_prose *prose, const struct story_box *inset,
    uint32_t times)
{
	uint64_t inside = inset->words;

	return inside <= times * (prose->words[page->n_blocks] - inside);
}

/* Returns true if box `at` may be an inset. If its headline is not the feed's
 * title (is_named), it is at most MOST_TIMES as long as the text around it. */
static bool
story_insets_may_be(const struct page *page, const struct story_prose *prose,
    bool is_named, struct story_box *boxes, size_t n, size_t at)
{
	struct story_box *box = &boxes[at];
	bool is_sure = !is_named && (box->is_announced || box->is_linked);

	return box->words >= (is_sure ? TEASER_WORDS : INSET_WORDS) &&
	       story_boxes_interrupts(page, prose, boxes, n, at) &&
	       (is_named
		       ? !box->is_last && !box->is_first
		       : story_insets_is_shorter(page, prose, box, MOST_TIMES));
}

/* Returns the share of the words of a line that are in the headline and prose
 * of an inset (or, if is_inside is false, in the prose outside of it). */
static double
story_insets_coverage(const struct page *page, const struct story_box *inset,
    bool is_inside, const struct words *line)
{
	bool seen[WORDS_MAX] = { false };

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if ((i >= inset->from && i < inset->to) == is_inside &&
		    (i == inset->headline || story_boxes_is_prose(page, i)))
			words_find_terms(line,
			    page_block_text(page, &page->blocks[i]), seen);
	return words_share(line, seen);
}

/* Returns the share of the terms of an inset that are in the text around it. */
static double
story_insets_common(struct page *page, const struct story_box *inset)
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

		if (!story_boxes_is_prose(page, i))
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

/* Returns the kinds of an inset, a set of bits. */
static unsigned
story_insets_kinds(const struct story_box *inset)
{
	if (inset->n_signs >= STORY_BOX_SIGNS)
		return INSET_SIGNS |
		       (inset->words < INSET_WORDS ? INSET_SHORT : INSET_SURE);
	if (inset->is_last && !inset->is_announced && !inset->is_linked)
		return INSET_LAST;
	if (inset->words < INSET_WORDS)
		return INSET_SHORT;
	if (inset->is_announced || inset->is_linked)
		return INSET_SURE;
	if (inset->is_among_parts || inset->is_first)
		return INSET_PART;
	return inset->is_plain ? INSET_LINE : INSET_SURE;
}

/* Returns true if an inset and the text around it have different subjects.  The
 * title is that of the text around it; NULL: the feed's title is the headline
 * of the inset, which needs fewer words. */
static bool
story_insets_differs(struct page *page, const struct story_prose *prose,
    const struct story_box *inset, const struct words *title)
{
	unsigned kind = title == NULL ? INSET_SURE : story_insets_kinds(inset);
	struct words line;
	double headline, inside = 0, outside = 1, terms;

	words_read_terms(&line,
	    page_block_text(page, &page->blocks[inset->headline]), LONG_WORD);
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
		if ((insets_rows[i].kinds & kind) != 0 &&
		    (title == NULL || line.n >= insets_rows[i].words) &&
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
    struct page *page, const struct story_box *inset, bool is_inside)
{
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if ((i >= inset->from && i < inset->to) == is_inside)
			page->blocks[i].marks |=
			    MARK_OTHER_STORY | MARK_NAVIGATION;
}

/* Returns true if the headline of an inset is the feed's title, and the page
 * has a title of its own with other words. */
static bool
story_insets_is_named(const struct page *page, const struct story_box *inset)
{
	const struct slice own[] = { page_head_meta(page->head, "og:title"),
		page->head->title };
	struct words title, line, words;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	words_read(
	    &line, page_block_text(page, &page->blocks[inset->headline]));
	if (title.n < WORDS_FEW || words_agree(&title, &line) < TITLE_AGREES)
		return false;
	for (size_t i = 0; i < 2; i++) {
		words_read(&words, slice_sub(own[i], 0, 1024));
		if (words.n > 0 && words_agree(&words, &line) >= TITLE_AGREES)
			return false;
	}
	return true;
}

/* Finds the boxes after the title. Returns their number. */
static size_t
story_insets_collect(const struct page *page, const struct story_prose *prose,
    struct story_box boxes[MOST_BOXES])
{
	size_t n = 0;

	for (uint32_t i = page->title_block + 1;
	     i < page->n_blocks && n < MOST_BOXES; i++)
		if (story_boxes_find(page, prose, i, false, &boxes[n])) {
			i = boxes[n].headline;
			n++;
		}
	return n;
}

/* Returns the number of boxes that look like box `at`, with it. Several such
 * boxes may be the items of a list that is the article. */
static size_t
story_insets_alike(
    const struct page *page, const struct story_box *boxes, size_t n, size_t at)
{
	size_t alike = 0;

	for (size_t i = 0; i < n; i++)
		alike += story_boxes_are_alike(page, &boxes[i], &boxes[at]);
	return alike;
}

void
story_insets_mark(struct page *page)
{
	struct story_box boxes[MOST_BOXES];
	struct words title;
	struct story_prose prose;
	uint32_t i = page->title_block, end = 0;
	size_t n, alike, looks = 0;

	if (i == PAGE_NO_BLOCK)
		return;
	story_boxes_read_prose(page, &prose);
	if (story_boxes_find(page, &prose, i, true, &boxes[0]) &&
	    story_insets_may_be(page, &prose, true, boxes, 1, 0)) {
		if (story_insets_is_named(page, &boxes[0]) &&
		    story_insets_differs(page, &prose, &boxes[0], NULL))
			story_insets_mark_blocks(page, &boxes[0], false);
		return;
	}
	words_read_terms(
	    &title, page_block_text(page, &page->blocks[i]), LONG_WORD);
	n = story_insets_collect(page, &prose, boxes);
	for (size_t k = 0; k < n && looks < MOST_INSETS; k++) {
		if (boxes[k].from < end ||
		    !story_insets_may_be(page, &prose, false, boxes, n, k))
			continue;
		looks++;
		alike = story_insets_alike(page, boxes, n, k);
		if (!boxes[k].is_announced && alike > MOST_ALIKE)
			continue;
		boxes[k].is_among_parts |= alike > 1;
		if (story_insets_differs(page, &prose, &boxes[k], &title))
			story_insets_mark_blocks(page, &boxes[k], true);
		end = boxes[k].to;
	}
}
