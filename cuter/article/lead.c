/*
 * lead.c -- finds the standfirst: the sentence or two between title and text.
 *
 * In:  blocks and verdicts, the page's description, the feed's summary.
 * Out: article->lead; if its block had been chosen, it is removed from the
 * text.
 *
 * Gold standards disagree on whether the standfirst belongs to the body.  It is
 * therefore a field of its own, and put before the body unless that would
 * repeat it.
 */
#include "base/array.h"
#include "base/limits.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define LEAD_MIN_BYTES  30
#define LEAD_MAX_BYTES  700
#define LEAD_LOOK       25  /* blocks after the title */
#define LEAD_SIMILARITY 0.8 /* share of common words */

static bool
lead_is_similar(struct slice a, struct slice b)
{
	struct words of_a, of_b;

	words_read(&of_a, a);
	words_read(&of_b, b);
	if (of_a.n < 4 || of_b.n < 4)
		return false;
	return words_covered(&of_a, &of_b) >= LEAD_SIMILARITY;
}

/* True if the text equals the page's description or the feed's summary. */
static bool
lead_is_described(const struct page *page, struct slice text)
{
	static const char *const keys[] = { "og:description", "description",
		"twitter:description" };

	if (lead_is_similar(text, page->input->hint_summary))
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++)
		if (lead_is_similar(text, page_head_meta(page->head, keys[i])))
			return true;
	return false;
}

static bool
lead_may_be_lead(const struct page *page, const struct block *b)
{
	const uint32_t never = MARK_HIDDEN | MARK_NAVIGATION |
			       MARK_ADVERTISEMENT | MARK_COMMENTS |
			       MARK_CAPTION | MARK_BUTTON;

	(void)page;
	return !(b->marks & never) && b->bytes >= LEAD_MIN_BYTES &&
	       b->bytes <= LEAD_MAX_BYTES && b->link_bytes * 2 < b->bytes &&
	       b->reason != REASON_TITLE;
}

/* Finds it between title and text; or as the first block of the text, if its
 * class denotes a standfirst or it is a single heading after the title. */
static uint32_t
lead_find_block(const struct page *page)
{
	uint32_t first = page->first_text, from = 0, marked = PAGE_NO_BLOCK;

	if (first == PAGE_NO_BLOCK)
		return PAGE_NO_BLOCK;
	if (page->title_block < first)
		from = page->title_block + 1;
	else if (page->title_block != PAGE_NO_BLOCK)
		return PAGE_NO_BLOCK;
	if (first > from + LEAD_LOOK)
		from = first - LEAD_LOOK;
	for (uint32_t i = from; i <= first; i++) {
		const struct block *b = &page->blocks[i];

		if (!lead_may_be_lead(page, b))
			continue;
		if (b->marks & MARK_LEAD && marked == PAGE_NO_BLOCK)
			marked = i;
		if (i == first)
			break;
		if (lead_is_described(page, page_block_text(page, b)))
			return i;
	}
	return marked;
}

/* True if the body would repeat it. */
static bool
lead_is_repeated(const struct page *page, struct slice lead)
{
	uint32_t seen = 0;

	for (uint32_t i = page->first_text;
	     i <= page->last_text && i < page->n_blocks && seen < 2; i++) {
		const struct block *b = &page->blocks[i];

		if (b->reason != REASON_CHOSEN)
			continue;
		if (lead_is_similar(lead, page_block_text(page, b)))
			return true;
		seen++;
	}
	return false;
}

void
article_find_lead(struct page *page, struct cuter_article *a)
{
	struct slice summary = article_line(
	    page->arena, page->input->hint_summary, LIMIT_TITLE_BYTES);
	struct block *b;

	page->lead_block = lead_find_block(page);
	page->lead_in_body = false;
	if (page->lead_block == PAGE_NO_BLOCK)
		return;
	b = &page->blocks[page->lead_block];
	b->class = CUTER_TEXT;
	b->reason = REASON_LEAD;
	features_class_block(page, b, CUTER_TEXT);
	a->lead = article_line(
	    page->arena, page_block_text(page, b), LIMIT_TITLE_BYTES);
	article_field(a, CUTER_FIELD_LEAD, CUTER_SOURCE_LINE, 0.9);
	if (page->options != NULL && page->options->no_lead)
		return;
	page->lead_in_body =
	    !lead_is_repeated(page, a->lead) &&
	    !(summary.len > 0 && slice_equal(summary, a->lead));
}
