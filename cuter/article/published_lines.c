/*
 * published_lines.c -- days in what the page shows.
 *
 * In:  the blocks about the title, behind the text, and those that call
 *      themselves a day of publication.
 * Out: shown, far, shown_modified, original; published where nobody else
 *      knows, or where machines tell the last change only.
 */
#include "cuter/article/published_dates.h"
#include "cuter/features/features.h"

#define NOTE_BYTES  400 /* of one about the article's own history */
#define LINE_WORDS  8   /* of one that was taken for text */
#define LABEL_WORDS 3   /* of "Updated on", the day behind it */
#define LOOK_NEAR   4   /* blocks before the title, first … */
#define LOOK_BEFORE 10  /* … and then */
#define ALONE       12  /* blocks behind a standfirst */
#define LOOK_BEHIND 25  /* blocks behind it */
#define LOOK_AFTER  8   /* blocks behind the text */

#define N(table) (sizeof(table) / sizeof((table)[0]))

/* The days of one line. */
struct line {
	struct date first, changed;
};

/* "Published on May 4, updated on May 9": what stands before the word of
 * change and what stands behind it.  Else the line is of one of them. */
static struct line
read_line(const struct dates *d, struct slice text)
{
	struct line line = { dates_among(d, text), dates_none };
	struct date before, behind;
	size_t at;

	if (line.first.at == DATE_NONE)
		return line;
	at = published_change_at(text);
	if (at == SLICE_NOT_FOUND)
		return line;
	before = dates_among(d, slice_sub(text, 0, at));
	behind = dates_among(d, slice_sub(text, at, text.len));
	if (before.at == DATE_NONE || behind.at == DATE_NONE ||
	    behind.at < before.at)
		return (struct line){ dates_none, line.first };
	return (struct line){ before, behind };
}

static void
hear_lines(struct dates *d, struct date *shown, uint32_t from, uint32_t to)
{
	const struct page *page = d->page;
	bool changed_before = false;

	for (uint32_t i = from; i < to && i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct slice text;
		struct line line;

		if (b->bytes > LINE_BYTES || i == page->title_block ||
		    b->marks & (MARK_HIDDEN | MARK_COMMENTS | MARK_CAPTION) ||
		    (b->words > LINE_WORDS &&
			(b->reason == REASON_CHOSEN ||
			    (shown == &d->shown && i > page->first_text))))
			continue;
		/* Behind the text begin the other stories. */
		if (b->marks & MARK_NAVIGATION && i >= page->last_text)
			continue;
		text = page_block_text(page, b);
		line = read_line(d, text);
		dates_hear(
		    d, &d->shown_modified, line.changed, CUTER_SOURCE_LINE);
		dates_hear(d, changed_before ? &d->shown_modified : shown,
		    line.first, CUTER_SOURCE_LINE);
		/* "Updated on" may be a block of its own. */
		changed_before =
		    b->words <= LABEL_WORDS && published_says_change(text);
	}
}

/* Behind the last block of the article's head: its text begins there, or with
 * what is alone as a standfirst is, behind which the line with the day stands.
 */
static uint32_t
end_of_head(const struct page *page, uint32_t text)
{
	uint32_t end = text + 1 + ALONE;

	for (uint32_t i = text + 1; i < page->n_blocks && i < end; i++)
		if (page->blocks[i].reason == REASON_CHOSEN &&
		    page->blocks[i].words > LINE_WORDS)
			return i + 1;
	return text + 1;
}

void
dates_hear_page(struct dates *d)
{
	const struct page *page = d->page;
	uint32_t title = page->title_block, text = page->first_text, from, to;

	if (title == PAGE_NO_BLOCK && text == PAGE_NO_BLOCK)
		return;
	from = title != PAGE_NO_BLOCK ? title : text;
	to = text != PAGE_NO_BLOCK && text >= from ? end_of_head(page, text)
						   : from + LOOK_NEAR;
	if (to > from + LOOK_BEHIND)
		to = from + LOOK_BEHIND;
	hear_lines(d, &d->shown, from > LOOK_NEAR ? from - LOOK_NEAR : 0, to);
	hear_lines(d, &d->far, from + 1, from + LOOK_BEHIND);
	hear_lines(
	    d, &d->far, from > LOOK_BEFORE ? from - LOOK_BEFORE : 0, from);
}

/* "Originally published on": at the foot of what was written anew, or of what
 * was taken over. */
void
dates_hear_original(struct dates *d)
{
	static const char *const words[] = { "originally published",
		"first published", "originally appeared", "zuerst erschienen",
		"erstmals veröffentlicht" };
	const struct page *page = d->page;
	uint32_t last = page->last_text;

	for (uint32_t i = last; last != PAGE_NO_BLOCK && i < page->n_blocks &&
				i <= last + LOOK_AFTER;
	     i++) {
		struct slice text;

		if (page->blocks[i].bytes > NOTE_BYTES ||
		    page->blocks[i].marks & (MARK_HIDDEN | MARK_COMMENTS))
			continue;
		text = page_block_text(page, &page->blocks[i]);
		for (size_t k = 0; k < N(words); k++) {
			size_t at =
			    slice_find_nocase(text, slice_of(words[k]), 0);

			if (at != SLICE_NOT_FOUND)
				dates_hear(d, &d->original,
				    dates_among(
					d, slice_sub(text, at, text.len)),
				    CUTER_SOURCE_LINE);
		}
	}
}

/* The lines behind the text. */
void
dates_hear_tail(struct dates *d)
{
	uint32_t last = d->page->last_text;

	if (last != PAGE_NO_BLOCK)
		hear_lines(d, &d->far, last, last + LOOK_AFTER);
}

/* "Published" and a day beside it or in the next block. */
static struct date
labelled(struct dates *d, uint32_t index)
{
	const struct page *page = d->page;
	const struct block *b = &page->blocks[index];
	struct slice text;
	struct line line;

	if (b->bytes > LINE_BYTES || b->words > LINE_WORDS ||
	    b->marks & (MARK_HIDDEN | MARK_COMMENTS | MARK_CAPTION))
		return dates_none;
	text = page_block_text(page, b);
	line = read_line(d, text);
	dates_hear(d, &d->shown_modified, line.changed, CUTER_SOURCE_LINE);
	if (!published_is_label(text))
		return dates_none;
	if (line.first.at != DATE_NONE)
		return line.first;
	if (line.changed.at == DATE_NONE && b->words <= LABEL_WORDS &&
	    index + 1 < page->n_blocks && b[1].bytes <= LINE_BYTES)
		return dates_among(d, page_block_text(page, b + 1));
	return line.changed;
}

/* Wherever on the page: some keep it in a column of its own.  "Updated" is
 * better than nothing. */
void
dates_hear_labelled(struct dates *d)
{
	for (uint32_t i = 0;
	     i < d->page->n_blocks && d->published.at == DATE_NONE; i++)
		dates_hear(d, &d->published, labelled(d, i), CUTER_SOURCE_LINE);
}

/* Some systems tell machines the last change twice, as published, too, and say
 * the day of publication in one line only.  One day is the article's, more are
 * those of other stories. */
void
dates_hear_only_label(struct dates *d)
{
	struct date only = dates_none;

	if (d->published.at == DATE_NONE || d->published.agreed ||
	    d->modified.at != d->published.at)
		return;
	for (uint32_t i = 0; i < d->page->n_blocks; i++) {
		struct date said = labelled(d, i);

		if (said.at == DATE_NONE)
			continue;
		if (only.at != DATE_NONE)
			return;
		only = said;
	}
	if (only.at != DATE_NONE && only.at + EARLIER_S < d->published.at) {
		only.source = CUTER_SOURCE_LINE;
		d->published = only;
	}
}
