/*
 * lead.c -- finds the standfirst: the sentence or two between title and text.
 *
 * In: blocks and verdicts, the page's description (head, JSON-LD), the feed's
 * summary. A description may be shortened with an ellipsis.
 * Out: article->lead; page->lead_in_body. The block of the standfirst is no
 * longer a chosen block of the text.
 *
 * Gold standards disagree on whether the standfirst belongs to the body. The
 * standfirst is therefore a separate field. It is also the first paragraph of
 * the body, unless the first paragraphs of the text repeat it, it equals the
 * feed's summary, or the option no_lead is set.
 */
#include "base/array.h"
#include "base/limits.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define LEAD_MIN_BYTES 30
#define LEAD_MAX_BYTES 700
/* Number of blocks after the title that are searched. */
#define LEAD_LOOK 25
/* Least share of the standfirst's words that the description contains. */
#define LEAD_SIMILARITY 0.8
/* Least number of words of a shortened description. */
#define SHORTENED_WORDS 6

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

/* Characters at the end of a text that was shortened. */
static const char *const ellipses[] = { "\xE2\x80\xA6", "...", "[\xE2\x80\xA6]",
	"[...]" };

/* Removes an ellipsis at the end; returns true if there was an ellipsis. */
static bool
lead_cut_ellipsis(struct slice *text)
{
	*text = slice_trim(*text);
	for (size_t i = ARRAY_LENGTH(ellipses); i-- > 0;) {
		struct slice sign = slice_of(ellipses[i]);

		if (slice_ends(*text, sign)) {
			*text = slice_trim(
			    slice_sub(*text, 0, text->len - sign.len));
			return true;
		}
	}
	return false;
}

/* True if the description is the start of the text, shortened with an ellipsis.
 */
static bool
lead_is_shortened(struct slice text, struct slice description)
{
	struct words of_start, of_description;

	if (!lead_cut_ellipsis(&description) || description.len > text.len)
		return false;
	words_read(&of_start, slice_sub(text, 0, description.len));
	words_read(&of_description, description);
	return of_description.n >= SHORTENED_WORDS &&
	       words_covered(&of_start, &of_description) >= LEAD_SIMILARITY;
}

static bool
lead_is_in(struct slice text, struct slice description)
{
	return lead_is_similar(text, description) ||
	       lead_is_shortened(text, description);
}

/* True if the page's description or the feed's summary contains most words of
 * the text, or is the start of the text, shortened with an ellipsis. */
static bool
lead_is_described(
    const struct page *page, const struct json_ld *ld, struct slice text)
{
	static const char *const keys[] = { "og:description", "description",
		"twitter:description" };

	if (lead_is_in(text, page->input->hint_summary) ||
	    lead_is_in(text, ld->description))
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++)
		if (lead_is_in(text, page_head_meta(page->head, keys[i])))
			return true;
	return false;
}

/* ---- the standfirst as the first block of the text ---- */

/* Returns the next chosen block after `first`; PAGE_NO_BLOCK if no chosen
 * block follows.  *ret_line: a byline or a date is between the two blocks. */
static uint32_t
lead_next_chosen(const struct page *page, uint32_t first, bool *ret_line)
{
	*ret_line = false;
	for (uint32_t i = first + 1; i < page->n_blocks && i <= page->last_text;
	     i++) {
		if (page->blocks[i].reason == REASON_CHOSEN)
			return i;
		*ret_line |= (page->blocks[i].marks &
				 (MARK_BYLINE | MARK_META_LINE)) != 0;
	}
	return PAGE_NO_BLOCK;
}

enum standing {
	STANDS_NOT,   /* an ordinary first paragraph */
	STANDS_WITH,  /* a standfirst, or a first paragraph that the description
			 repeats; the body begins with it */
	STANDS_ALONE, /* certainly a standfirst */
};

/* Distinguishes a standfirst from a first paragraph that the description
 * repeats. A standfirst is a heading, has another element or class than the
 * next paragraph, or is separated from it by a byline or date. If there is no
 * such sign, the block is a standfirst only if the description repeats all of
 * it. */
static enum standing
lead_stands(const struct page *page, const struct json_ld *ld, uint32_t first)
{
	const struct block *b = &page->blocks[first];
	struct slice text = page_block_text(page, b);
	bool line;
	uint32_t next = lead_next_chosen(page, first, &line);

	if (next == PAGE_NO_BLOCK || !lead_is_described(page, ld, text))
		return STANDS_NOT;
	if (line || b->is_heading)
		return STANDS_ALONE;
	if (!tree_is_alike(&page->tree, b->node, page->blocks[next].node))
		return STANDS_WITH;
	return lead_is_similar(ld->description, text) ||
		       lead_is_similar(
			   page_head_meta(page->head, "description"), text)
		   ? STANDS_WITH
		   : STANDS_NOT;
}

/* ---- the search ---- */

static bool
lead_may_be_lead(const struct block *b)
{
	const uint32_t never = MARK_HIDDEN | MARK_NAVIGATION |
			       MARK_ADVERTISEMENT | MARK_COMMENTS |
			       MARK_CAPTION | MARK_BUTTON | MARK_OTHER_STORY;

	return !(b->marks & never) && b->bytes >= LEAD_MIN_BYTES &&
	       b->bytes <= LEAD_MAX_BYTES && b->link_bytes * 2 < b->bytes &&
	       b->reason != REASON_TITLE;
}

/* Finds the standfirst. A block between title and text is the standfirst if the
 * description repeats it, else if its class denotes a standfirst. If there is
 * no such block, the first block of the text is tested by lead_stands().
 * *ret_standing is the result of lead_stands() in this last case, else
 * STANDS_ALONE. */
static uint32_t
lead_find_block(const struct page *page, const struct json_ld *ld,
    enum standing *ret_standing)
{
	uint32_t first = page->first_text, from = 0, marked = PAGE_NO_BLOCK;

	*ret_standing = STANDS_ALONE;
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

		if (!lead_may_be_lead(b))
			continue;
		if (b->marks & MARK_LEAD && marked == PAGE_NO_BLOCK)
			marked = i;
		if (i == first)
			break;
		if (lead_is_described(page, ld, page_block_text(page, b)))
			return i;
	}
	if (marked != PAGE_NO_BLOCK || !lead_may_be_lead(&page->blocks[first]))
		return marked;
	*ret_standing = lead_stands(page, ld, first);
	return *ret_standing == STANDS_NOT ? PAGE_NO_BLOCK : first;
}

/* True if the body would repeat the standfirst. */
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
article_find_lead(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice summary = article_line(
	    page->arena, page->input->hint_summary, LIMIT_TITLE_BYTES);
	enum standing standing;
	struct block *b;

	page->lead_block = lead_find_block(page, ld, &standing);
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
	    (standing == STANDS_WITH ||
		!(summary.len > 0 && slice_equal(summary, a->lead)));
}
