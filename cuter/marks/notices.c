/*
 * notices.c -- finds notices of a paywall, of a login or of a newsletter.
 *
 * In:  blocks, marks, the title's block.
 * Out: MARK_NOTICE on blocks that ask the reader to subscribe, log in or sign
 *      up, and on the short lines of the box around them.
 *
 * Such notices are between and after the paragraphs of an article, and have the
 * same markup as the paragraphs. A short block with one of the phrases is a
 * notice. A longer block must have several phrases, because an article may be
 * about subscriptions.
 * Cost: O(bytes of the blocks of at most NOTICE_WORDS words).
 */
#include <pthread.h>

#include "base/array.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"

/* Largest number of words of a block that may be a notice. */
#define NOTICE_WORDS 60
/* Maximum number of words of a notice that has only one phrase. */
#define SHORT_WORDS 28
#define BOX_WORDS   80 /* largest number of words in the box around a notice */
#define BOX_LINES   8
#define BOX_LEVELS  4
/* Least number of words of a paragraph of the article. */
#define PROSE_WORDS 15
#define LINE_WORDS  16 /* maximum words in each other line of the box */

static const char *const notices_phrases[] = {
#include "cuter/marks/notices.inc"
};

static struct phrase_index notices_index;
static pthread_once_t notices_once = PTHREAD_ONCE_INIT;

static void
notices_fill_index(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(notices_phrases); i++)
		phrase_index_add(&notices_index, notices_phrases[i]);
}

/* Counts the different phrases in the text, up to two. */
static unsigned
notices_count(struct slice text)
{
	struct phrase_match match = { 0 };
	uint16_t first;

	if (!phrase_index_next(&notices_index, text, &match))
		return 0;
	first = match.phrase;
	while (phrase_index_next(&notices_index, text, &match))
		if (match.phrase != first)
			return 2;
	return 1;
}

/* True if the block is a notice.  The first paragraph of an article may be
 * about subscriptions.  Therefore, only single lines count as notices before
 * the first prose. */
static bool
notices_is(const struct page *page, const struct block *b, bool has_prose)
{
	unsigned n;

	if (b->words == 0 || b->words > NOTICE_WORDS ||
	    b->marks & MARK_HIDDEN || (!has_prose && b->words > LINE_WORDS))
		return false;
	n = notices_count(page_block_text(page, b));
	return n > 0 && (b->words <= SHORT_WORDS || n > 1);
}

/* Marks the blocks that contain phrases of notices. */
static void
notices_mark_blocks(struct page *page)
{
	bool has_prose = false;
	uint32_t i = 0;

	if (page->title_block != PAGE_NO_BLOCK)
		i = page->title_block + 1;
	for (; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (notices_is(page, b, has_prose))
			b->marks |= MARK_NOTICE;
		else if (b->words >= PROSE_WORDS &&
			 b->link_bytes * 2 < b->bytes &&
			 !(b->marks & MARK_HIDDEN))
			has_prose = true;
	}
}

/* Finds the blocks inside of an element: from the block `at` in both
 * directions, at most BOX_LINES + 1 blocks. */
static void
notices_range(const struct page *page, uint32_t element, uint32_t at,
    uint32_t *ret_from, uint32_t *ret_to)
{
	uint32_t end = page->tree.nodes[element].end;
	uint32_t from = at, to = at + 1;

	while (from > 0 && page->blocks[from - 1].first >= element &&
	       to - from <= BOX_LINES)
		from--;
	while (to < page->n_blocks && page->blocks[to].first < end &&
	       to - from <= BOX_LINES)
		to++;
	*ret_from = from;
	*ret_to = to;
}

/* Returns true if the element around a notice contains only a few short lines
 * and notices, at most one of them a heading, and not the title. */
static bool
notices_is_box(const struct page *page, uint32_t element, uint32_t at)
{
	uint32_t words = 0, headings = 0, from, to;

	notices_range(page, element, at, &from, &to);
	for (uint32_t i = from; i < to; i++) {
		const struct block *b = &page->blocks[i];

		words += b->words;
		headings += b->is_heading;
		if ((b->words > LINE_WORDS && !(b->marks & MARK_NOTICE)) ||
		    i == page->title_block)
			return false;
	}
	return to - from <= BOX_LINES && words <= BOX_WORDS && headings <= 1;
}

/* Marks the lines of the widest box around a notice. */
static void
notices_mark_box(struct page *page, uint32_t at)
{
	uint32_t element = page->blocks[at].node, from = at, to = at + 1;

	for (int up = 0; up < BOX_LEVELS && element != TREE_ROOT &&
			 notices_is_box(page, element, at);
	     up++) {
		notices_range(page, element, at, &from, &to);
		element = page->tree.nodes[element].parent;
	}
	for (uint32_t i = from; i < to; i++)
		page->blocks[i].marks |= MARK_NOTICE;
}

void
features_mark_notices(struct page *page)
{
	pthread_once(&notices_once, notices_fill_index);
	notices_mark_blocks(page);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (page->blocks[i].marks & MARK_NOTICE)
			notices_mark_box(page, i);
}
