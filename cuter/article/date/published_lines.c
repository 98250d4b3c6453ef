/*
 * published_lines.c -- visible dates.
 *
 * In:  the blocks around the title and after the text, and blocks with a label
 * of publication.
 * Out: shown, far, shown_modified, original; published if no other source has a
 * date, or if metadata has only the last change.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/author/byline.h"
#include "cuter/article/date/published.h"
#include "cuter/article/date/published_dates.h"
#include "cuter/features/features.h"

/* Largest size of a note about the article's history. */
#define NOTE_BYTES 400
/* Largest number of words of a text block that is read as a line with a date.
 */
#define LINE_WORDS 8
/* Largest number of words of a label such as "Updated on" whose day is in the
 * next block. */
#define LABEL_WORDS 3
/* number of blocks before the title, in the first search */
#define LINES_NEAR_TITLE 4
/* Number of blocks before the title, in the second search. */
#define LINES_BEFORE_TITLE     10
#define LINES_AFTER_STANDFIRST 12 /* blocks after a standfirst */
#define LINES_AFTER_TITLE      25 /* number of blocks after the title */
#define LINES_AFTER_TEXT       8  /* number of blocks after the text */
#define HEADLINE_WORDS         2 /* least number of words of a linked headline */
/* Largest size of a teaser: headline, date and description. */
#define TEASER_BYTES 400

/* The dates of one line. `first`: the date of publication. `changed`: the date
 * of a change. */
struct line {
	struct date first, changed;
};

/* Reads a line that begins with the change: "Updated on May 9, published on May
 * 4". `text` begins with the word for the change. */
static struct line
published_lines_read_reversed(const struct dates *d, struct slice text)
{
	size_t at = published_label_at(text);
	struct line line = { dates_none, dates_none };

	if (at == SLICE_NOT_FOUND)
		return line;
	line.changed = dates_among(d, slice_sub(text, 0, at));
	line.first = dates_among(d, slice_sub(text, at, text.len));
	return line;
}

/* Returns the date before and the date after a word for a change: "Published on
 * May 4, updated on May 9". The order of both may be reversed if the date of
 * publication has a label. If a line with such a word has only one date, it is
 * the date of the change. A line without such a word has only the date of
 * publication. */
static struct line
published_lines_read_line(const struct dates *d, struct slice text)
{
	struct line line = { dates_among(d, text), dates_none }, reversed;
	struct date before, behind;
	size_t at;

	if (line.first.at == DATE_NONE)
		return line;
	at = published_change_at(text);
	if (at == SLICE_NOT_FOUND)
		return line;
	before = dates_among(d, slice_sub(text, 0, at));
	reversed =
	    published_lines_read_reversed(d, slice_sub(text, at, text.len));
	if (before.at == DATE_NONE && reversed.first.at != DATE_NONE &&
	    reversed.first.at <= reversed.changed.at)
		return reversed;
	behind = dates_among(d, slice_sub(text, at, text.len));
	if (before.at == DATE_NONE || behind.at == DATE_NONE ||
	    behind.at < before.at)
		return (struct line){ dates_none, line.first };
	return (struct line){ before, behind };
}

/* True if a node is in <nav> or <aside>, or has MARK_NAVIGATION. The mark is
 * ignored between title and text, where a class such as "details" may have
 * caused it. */
static bool
published_lines_is_aside(const struct page *page, uint32_t block)
{
	const struct tree_node *nodes = page->tree.nodes;
	const struct block *b = &page->blocks[block];

	if (b->marks & MARK_NAVIGATION &&
	    (page->title_block == PAGE_NO_BLOCK || block < page->title_block ||
		block >= page->last_text))
		return true;
	for (uint32_t i = b->node; i != 0; i = nodes[i].parent)
		if (nodes[i].tag == TAG_NAV || nodes[i].tag == TAG_ASIDE)
			return true;
	return false;
}

/* True for two words that both begin with an upper-case letter. */
static bool
published_lines_is_name(struct slice text)
{
	struct slice word;
	uint32_t rune;
	size_t n = 0;

	while (slice_next(&text, ' ', &word)) {
		utf8_decode(word.p, word.len, &rune);
		if (rune_lower(rune) == rune)
			return false;
		n++;
	}
	return n == 2;
}

/* True if the block is a headline that leads to another page. A link to an
 * author is not a headline. */
static bool
published_lines_is_linked_headline(const struct dates *d, uint32_t block)
{
	const struct page *page = d->page;
	const struct block *b = &page->blocks[block];
	struct slice text;

	if (b->words < HEADLINE_WORDS || b->link_bytes * 2 < b->bytes ||
	    b->marks & (MARK_BYLINE | MARK_HIDDEN))
		return false;
	for (uint32_t i = b->node; i < b->end; i++)
		if (byline_denotes_author(page, i))
			return false;
	text = page_block_text(page, b);
	return !published_lines_is_name(text) &&
	       (b->words == HEADLINE_WORDS ||
		   !published_is_date_line(text, d->authors));
}

/* True if the date is part of a teaser: a small element around the block has a
 * linked headline. The element with the article's title or text is not a
 * teaser.
 */
static bool
published_lines_is_in_teaser(const struct dates *d, uint32_t block)
{
	const struct page *page = d->page;
	const struct tree_node *nodes = page->tree.nodes;

	for (uint32_t box = page->blocks[block].node;
	     box != 0 && page->bytes[box] <= TEASER_BYTES;
	     box = nodes[box].parent) {
		uint32_t from = page_block_at(page, box);
		uint32_t to = page_block_at(page, nodes[box].end);

		for (uint32_t i = from; i < to; i++)
			if (i == page->title_block ||
			    page->blocks[i].reason == REASON_CHOSEN)
				return false;
		for (uint32_t i = from; i < to; i++)
			if (i != block &&
			    published_lines_is_linked_headline(d, i))
				return true;
	}
	return false;
}

/* Reads the publication date of a line near the title for the decision whether
 * it replaces the date in metadata. */
static void
published_lines_read_replacing(
    struct dates *d, uint32_t block, struct slice text, struct date found)
{
	if (found.at == DATE_NONE || d->published.at == DATE_NONE)
		return;
	d->is_confirmed |= found.at <= d->published.at + EARLIER_S &&
			   found.at >= d->published.at - EARLIER_S;
	if (found.at == d->published.at) /* takes over the zone */
		dates_offer(d, &d->published, found, CUTER_SOURCE_LINE);
	if (d->replacing.at == DATE_NONE &&
	    published_is_date_line(text, d->authors) &&
	    !published_lines_is_aside(d->page, block) &&
	    !published_lines_is_in_teaser(d, block))
		dates_offer(d, &d->replacing, found, CUTER_SOURCE_LINE);
}

static void
published_lines_read_head(
    struct dates *d, struct date *shown, uint32_t from, uint32_t to)
{
	const struct page *page = d->page;
	bool changed_before = false;

	for (uint32_t i = from; i < to && i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct slice text;
		struct line line;

		if (b->bytes > DATE_LINE_BYTES || i == page->title_block ||
		    b->marks & (MARK_HIDDEN | MARK_COMMENTS | MARK_CAPTION) ||
		    (b->words > LINE_WORDS &&
			(b->reason == REASON_CHOSEN ||
			    (shown == &d->shown && i > page->first_text))))
			continue;
		/* Navigation after the text has the dates of other articles. */
		if (b->marks & MARK_NAVIGATION && i >= page->last_text)
			continue;
		text = page_block_text(page, b);
		line = published_lines_read_line(d, text);
		dates_offer(
		    d, &d->shown_modified, line.changed, CUTER_SOURCE_LINE);
		dates_offer(d, changed_before ? &d->shown_modified : shown,
		    line.first, CUTER_SOURCE_LINE);
		if (shown == &d->shown && !changed_before)
			published_lines_read_replacing(d, i, text, line.first);
		/* "Updated on" may be a block of its own, before the block with
		 * the date. */
		changed_before =
		    b->words <= LABEL_WORDS && published_mentions_change(text);
	}
}

/* Returns the index after the last block of the article's head. The head
 * usually ends with the first block of the text. If that block is a separate
 * standfirst, the head ends with the next block of text, because the line with
 * the date often follows the standfirst. */
static uint32_t
published_lines_end_of_head(const struct page *page, uint32_t text)
{
	uint32_t end = text + 1 + LINES_AFTER_STANDFIRST;

	for (uint32_t i = text + 1; i < page->n_blocks && i < end; i++)
		if (page->blocks[i].reason == REASON_CHOSEN &&
		    page->blocks[i].words > LINE_WORDS)
			return i + 1;
	return text + 1;
}

void
dates_read_head(struct dates *d)
{
	const struct page *page = d->page;
	uint32_t title = page->title_block, text = page->first_text, from, to;

	if (title == PAGE_NO_BLOCK && text == PAGE_NO_BLOCK)
		return;
	from = title != PAGE_NO_BLOCK ? title : text;
	to = text != PAGE_NO_BLOCK && text >= from
		 ? published_lines_end_of_head(page, text)
		 : from + LINES_NEAR_TITLE;
	if (to > from + LINES_AFTER_TITLE)
		to = from + LINES_AFTER_TITLE;
	published_lines_read_head(d, &d->shown,
	    from > LINES_NEAR_TITLE ? from - LINES_NEAR_TITLE : 0, to);
	published_lines_read_head(
	    d, &d->far, from + 1, from + LINES_AFTER_TITLE);
	published_lines_read_head(d, &d->far,
	    from > LINES_BEFORE_TITLE ? from - LINES_BEFORE_TITLE : 0, from);
}

/* Reads "Originally published on" at the end of rewritten or syndicated
 * articles. */
void
dates_read_original(struct dates *d)
{
	static const char *const words[] = { "originally published",
		"first published", "originally appeared", "zuerst erschienen",
		"erstmals veröffentlicht" };
	const struct page *page = d->page;
	uint32_t last = page->last_text;

	for (uint32_t i = last; last != PAGE_NO_BLOCK && i < page->n_blocks &&
				i <= last + LINES_AFTER_TEXT;
	     i++) {
		struct slice text;

		if (page->blocks[i].bytes > NOTE_BYTES ||
		    page->blocks[i].marks & (MARK_HIDDEN | MARK_COMMENTS))
			continue;
		text = page_block_text(page, &page->blocks[i]);
		for (size_t k = 0; k < ARRAY_LENGTH(words); k++) {
			size_t at =
			    slice_find_nocase(text, slice_of(words[k]), 0);

			if (at != SLICE_NOT_FOUND)
				dates_offer(d, &d->original,
				    dates_among(
					d, slice_sub(text, at, text.len)),
				    CUTER_SOURCE_LINE);
		}
	}
}

void
dates_read_tail(struct dates *d)
{
	uint32_t last = d->page->last_text;

	if (last != PAGE_NO_BLOCK)
		published_lines_read_head(
		    d, &d->far, last, last + LINES_AFTER_TEXT);
}

/* Returns the date in the line with the label "Published", or in the next
 * block. */
static struct date
published_lines_labelled(struct dates *d, uint32_t index)
{
	const struct page *page = d->page;
	const struct block *b = &page->blocks[index];
	struct slice text;
	struct line line;

	if (b->bytes > DATE_LINE_BYTES || b->words > LINE_WORDS ||
	    b->marks & (MARK_HIDDEN | MARK_COMMENTS | MARK_CAPTION))
		return dates_none;
	text = page_block_text(page, b);
	line = published_lines_read_line(d, text);
	dates_offer(d, &d->shown_modified, line.changed, CUTER_SOURCE_LINE);
	if (!published_is_label(text))
		return dates_none;
	if (line.first.at != DATE_NONE)
		return line.first;
	if (line.changed.at == DATE_NONE && b->words <= LABEL_WORDS &&
	    index + 1 < page->n_blocks && b[1].bytes <= DATE_LINE_BYTES)
		return dates_among(d, page_block_text(page, b + 1));
	return line.changed;
}

/* Searches the whole page, because some sites show the date in a separate
 * column. If a labelled line has only the date of a change, that date is used.
 */
void
dates_read_labelled(struct dates *d)
{
	for (uint32_t i = 0;
	     i < d->page->n_blocks && d->published.at == DATE_NONE; i++)
		dates_offer(d, &d->published, published_lines_labelled(d, i),
		    CUTER_SOURCE_LINE);
}

/* Some systems write the date of the last change as both dates in metadata, and
 * show the date of publication in one line only.  If there is only one such
 * line, it belongs to the article.  If there are several, they belong to other
 * articles. */
void
dates_read_only_label(struct dates *d)
{
	struct date only = dates_none;

	if (d->published.at == DATE_NONE || d->published.agreed ||
	    d->modified.at != d->published.at)
		return;
	for (uint32_t i = 0; i < d->page->n_blocks; i++) {
		struct date found = published_lines_labelled(d, i);

		if (found.at == DATE_NONE)
			continue;
		if (only.at != DATE_NONE)
			return;
		only = found;
	}
	if (only.at != DATE_NONE && only.at + EARLIER_S < d->published.at) {
		only.source = CUTER_SOURCE_LINE;
		d->published = only;
	}
}
