/*
 * pull_quotes.c -- finds pull quotes: sentences of the article that the page
 * shows again in a box.
 *
 * In:  blocks, marks, the decision of the method.
 * Out: class and reason of chosen blocks whose text is part of another chosen
 *      block, and of the chosen lines that name the speaker in the same box.
 *
 * A pull quote is in an <aside> or <figure>, or in an element whose class names
 * pull quotes, and that is not the element of the block with its text. A
 * quotation or a paragraph that an author repeats is text. All words of a pull
 * quote are also in the other block, so no text is lost.
 * Cost: O(bytes of the text) for each of at most MOST_QUOTES short blocks.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"

#define LEAST_WORDS 6   /* of a pull quote */
#define LEAST_BYTES 24  /* of a pull quote, without quotation marks */
#define MOST_BYTES  400 /* of a pull quote */
#define MOST_QUOTES 16  /* blocks of a page that are compared */
/* A line with the name of the speaker. */
#define SPEAKER_WORDS 8
#define SPEAKER_BYTES 80
#define BOX_LEVELS    3 /* from a block to the box of the pull quote */

/* Removes spaces, quotation marks and full stops at both ends. */
static struct slice
pull_quotes_strip(struct slice s)
{
	static const char *const signs[] = { " ", "\n", "\"", "'", ".", "“",
		"”", "„", "‘", "’", "«", "»", "›", "‹", "…", "「", "」", "。",
		"\xC2\xA0" };
	bool again = true;

	while (again && s.len > 0) {
		again = false;
		for (size_t i = 0; i < ARRAY_LENGTH(signs); i++) {
			struct slice sign = slice_of(signs[i]);

			if (slice_starts(s, sign)) {
				s = slice_sub(s, sign.len, s.len);
				again = true;
			} else if (slice_ends(s, sign)) {
				s = slice_sub(s, 0, s.len - sign.len);
				again = true;
			}
		}
	}
	return s;
}

/* Returns true if another chosen block in other markup contains the text. */
static bool
pull_quotes_is_elsewhere(
    const struct page *page, uint32_t at, struct slice text)
{
	const struct block *quote = &page->blocks[at];

	/* The first letter may be a capital only in the quote. */
	text = slice_sub(
	    text, utf8_decode(text.p, text.len, &(uint32_t){ 0 }), text.len);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (i == at || b->reason != REASON_CHOSEN ||
		    b->bytes <= text.len || b->words <= quote->words ||
		    tree_is_alike(&page->tree, b->node, quote->node))
			continue;
		if (slice_find(page_block_text(page, b), text, 0) !=
		    SLICE_NOT_FOUND)
			return true;
	}
	return false;
}

/* Removes the short lines of the box whose largest block is `at`. */
static void
pull_quotes_drop_speaker(struct page *page, uint32_t at)
{
	const struct tree *t = &page->tree;
	uint32_t box = page->blocks[at].node;

	for (int up = 0; up < BOX_LEVELS && box != TREE_ROOT; up++) {
		uint32_t parent = t->nodes[box].parent;

		if (page->bytes[parent] >
		    page->blocks[at].bytes + SPEAKER_BYTES)
			break;
		box = parent;
	}
	for (uint32_t i = at + 1;
	     i < page->n_blocks && page->blocks[i].first < t->nodes[box].end;
	     i++) {
		struct block *b = &page->blocks[i];

		if (b->reason != REASON_CHOSEN || b->words > SPEAKER_WORDS)
			continue;
		b->class = CUTER_NAVIGATION;
		b->reason = REASON_REPEATED;
	}
}

/* Returns the longest chosen block, which shows the markup of the text;
 * PAGE_NO_BLOCK: no block is chosen. */
static uint32_t
pull_quotes_longest(const struct page *page)
{
	uint32_t longest = PAGE_NO_BLOCK;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (page->blocks[i].reason == REASON_CHOSEN &&
		    (longest == PAGE_NO_BLOCK ||
			page->blocks[i].bytes > page->blocks[longest].bytes))
			longest = i;
	return longest;
}

/* Returns true if a class names pull quotes. */
static bool pull_quotes_is_named(struct slice class)
{
	static const char *const names[] = { "pullquote", "pull-quote",
		"pull_quote", "quote-box", "quotebox", "quote_box", "zitat",
		"exergue" };

	for (size_t i = 0; class.len > 0 && i < ARRAY_LENGTH(names); i++)
		if (slice_find_nocase(class, slice_of(names[i]), 0) !=
		    SLICE_NOT_FOUND)
			return true;
	return false;
}

/* Returns true if a block is in the box of a pull quote. */
static bool
pull_quotes_is_boxed(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->node;

	for (int up = 0; up < BOX_LEVELS && node != TREE_ROOT; up++) {
		if (t->nodes[node].tag == TAG_ASIDE ||
		    t->nodes[node].tag == TAG_FIGURE ||
		    pull_quotes_is_named(tree_attr(t, node, ATTR_CLASS)))
			return true;
		node = t->nodes[node].parent;
	}
	return false;
}

static bool
pull_quotes_may_be(const struct page *page, const struct block *b)
{
	return !b->is_heading && b->bytes >= LEAST_BYTES &&
	       b->bytes <= MOST_BYTES && b->words >= LEAST_WORDS &&
	       !(b->marks & (MARK_TABLE | MARK_LIST | MARK_LEAD)) &&
	       pull_quotes_is_boxed(page, b);
}

void
features_remove_pull_quotes(struct page *page)
{
	uint32_t longest = pull_quotes_longest(page);
	bool has_text = false; /* a block like the longest one was before */
	int tried = 0;

	for (uint32_t i = 0; i < page->n_blocks && tried < MOST_QUOTES; i++) {
		struct block *b = &page->blocks[i];
		struct slice text;

		if (b->reason != REASON_CHOSEN)
			continue;
		if (tree_is_alike(
			&page->tree, b->node, page->blocks[longest].node)) {
			has_text = true;
			continue;
		}
		if (!has_text || !pull_quotes_may_be(page, b))
			continue;
		text = pull_quotes_strip(page_block_text(page, b));
		if (text.len < LEAST_BYTES)
			continue;
		tried++;
		if (!pull_quotes_is_elsewhere(page, i, text))
			continue;
		b->class = CUTER_NAVIGATION;
		b->reason = REASON_REPEATED;
		pull_quotes_drop_speaker(page, i);
	}
}
