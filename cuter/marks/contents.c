/*
 * contents.c -- finds the list of key events of a live blog.
 *
 * In:  blocks, marks, the title's block.
 * Out: MARK_META_LINE on the items, and on a short line before them.
 *
 * A live blog has a list of key events: the time and the headline, or the first
 * words, of some of its posts. The text of the list is also in the posts. Items
 * that repeat nothing are part of the article, so a list is only marked if most
 * of its items repeat another block. Articles without times of day have lists
 * of such a kind, too, for example of the products that are described. These
 * are part of the article. Cost: O(blocks); O(text) if the page has times of
 * day and lists.
 */
#include "cuter/marks/contents.h"

#include "base/array.h"
#include "base/text/ascii.h"

#define FEWEST_ITEMS 3  /* least number of items that repeat a block */
#define MOST_ITEMS   40 /* of one list */
#define MOST_LISTS   4  /* of a page */
#define FEWEST_TIMES 3  /* least number of blocks that begin with a time */
#define ITEM_WORDS   25 /* maximum number of words of an item */
#define ITEM_BYTES   400
#define FIRST_BYTES  32 /* bytes that contain the first word of a text */
#define ITEM_LEAST   3  /* minimum number of words, without the time */
/* Least share of the items that repeat a block. */
#define MOSTLY 0.75
/* Maximum number of words of the line before a list. */
#define LABEL_WORDS 5

/* The first words of a text. */
struct contents_line {
	uint64_t hash[ITEM_WORDS];
	size_t n; /* number of words of the text, also if it has more */
};

static void
contents_add_word(void *arg, uint64_t word)
{
	struct contents_line *line = arg;

	if (line->n < ITEM_WORDS)
		line->hash[line->n] = word;
	line->n++;
}

/* Returns a text without the time of day at its beginning. */
static struct slice
contents_skip_time(struct slice text)
{
	static const char *const after[] = { "am ", "pm ", "a.m. ", "p.m. ",
		"GMT ", "UTC ", "BST ", "EST ", "CET ", "MEZ ", "Uhr " };
	size_t i = 0;

	if (text.len == 0 || !ascii_is_digit(text.p[0]))
		return text;
	while (i < text.len && (ascii_is_digit(text.p[i]) || text.p[i] == ':' ||
				   text.p[i] == '.' || text.p[i] == ' '))
		i++;
	text = slice_sub(text, i, text.len);
	for (i = 0; i < ARRAY_LENGTH(after); i++)
		if (slice_starts_nocase(text, slice_of(after[i])))
			return slice_sub(text, strlen(after[i]), text.len);
	return text;
}

/* Returns true if a text begins with a time of day. */
static bool
contents_has_time(struct slice text)
{
	size_t at = 1;

	if (text.len < 4 || !ascii_is_digit(text.p[0]))
		return false;
	at += ascii_is_digit(text.p[at]);
	return text.p[at] == ':' && at + 2 < text.len &&
	       ascii_is_digit(text.p[at + 1]) && ascii_is_digit(text.p[at + 2]);
}

/* Returns true if several blocks begin with a time of day, as in a live blog.
 */
static bool
contents_are_times(const struct page *page)
{
	const struct tree *t = &page->tree;
	int n = 0;

	for (uint32_t i = page->title_block + 1;
	     i < page->n_blocks && n < FEWEST_TIMES; i++)
		n += contents_has_time(
		    slice_trim(t->nodes[page->blocks[i].first].text));
	return n == FEWEST_TIMES;
}

/* Reads a text without the time of day at its beginning, at most `most` bytes.
 * Returns the number of bytes that were read. */
static size_t
contents_read(const struct page *page, uint32_t block, size_t most,
    struct contents_line *ret)
{
	struct slice text =
	    contents_skip_time(page_block_text(page, &page->blocks[block]));

	ret->n = 0;
	text = slice_sub(text, 0, most);
	words_visit_terms(text, 1, contents_add_word, ret);
	return text.len;
}

/* Returns true if a block may be an item of such a list. */
static bool
contents_is_item(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];

	return b->marks & MARK_LIST && !(b->marks & MARK_NEVER_TEXT) &&
	       b->words >= ITEM_LEAST &&
	       !words_are_many(b->words, b->bytes, ITEM_WORDS);
}

/* Returns the <ul> or <ol> that contains a block; TREE_NOWHERE: the block is in
 * no list. */
static uint32_t
contents_list(const struct page *page, uint32_t block)
{
	const struct tree *t = &page->tree;
	uint32_t node = page->blocks[block].first;

	while (node != TREE_ROOT && t->nodes[node].tag != TAG_UL &&
	       t->nodes[node].tag != TAG_OL)
		node = t->nodes[node].parent;
	return node != TREE_ROOT ? node : TREE_NOWHERE;
}

static bool
contents_begins(const struct contents_line *item, const struct contents_line *b)
{
	return item->n >= ITEM_LEAST && item->n <= ITEM_WORDS &&
	       b->n >= item->n &&
	       memcmp(item->hash, b->hash, item->n * sizeof(item->hash[0])) ==
		   0;
}

/* Returns true if an item begins with the first word of a line. */
static bool
contents_has_first(const struct contents_line *items, size_t n,
    const struct contents_line *line)
{
	for (size_t k = 0; k < n; k++)
		if (items[k].n > 0 && line->n > 0 &&
		    items[k].hash[0] == line->hash[0])
			return true;
	return false;
}

/* Returns the number of items that are the beginning of a block outside of
 * the blocks [from, to). `bytes`: of the longest item. The items of other
 * lists are not compared. */
static size_t
contents_count(const struct page *page, const struct contents_line *items,
    size_t n, size_t bytes, uint32_t from, uint32_t to)
{
	bool found[MOST_ITEMS] = { false };
	struct contents_line line;
	size_t count = 0;

	for (uint32_t i = page->title_block + 1; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if ((i >= from && i < to) || b->words < ITEM_LEAST ||
		    b->marks & (MARK_NEVER_TEXT | MARK_NAVIGATION) ||
		    b->link_bytes * 2 > b->bytes ||
		    page->tree.nodes[b->node].tag == TAG_LI)
			continue;
		(void)contents_read(page, i, FIRST_BYTES, &line);
		if (!contents_has_first(items, n, &line))
			continue;
		(void)contents_read(page, i, bytes, &line);
		for (size_t k = 0; k < n; k++)
			found[k] |= contents_begins(&items[k], &line);
	}
	for (size_t k = 0; k < n; k++)
		count += found[k];
	return count;
}

/* Marks the blocks [from, to) of a list if most of its items repeat a block. */
static void
contents_mark_list(struct page *page, uint32_t from, uint32_t to)
{
	struct contents_line *items =
	    arena_array_uninit(page->arena, MOST_ITEMS, sizeof(*items));
	size_t n = 0, bytes = 0, repeated;

	for (uint32_t i = from; i < to; i++) {
		size_t read = contents_read(page, i, ITEM_BYTES, &items[n++]);

		bytes = read > bytes ? read : bytes;
	}
	/* quotes and spaces may differ */
	repeated = contents_count(page, items, n, bytes + 16, from, to);
	if (repeated < FEWEST_ITEMS || (double)repeated < MOSTLY * (double)n)
		return;
	if (from > page->title_block + 1 &&
	    page->blocks[from - 1].words <= LABEL_WORDS)
		from--;
	for (uint32_t i = from; i < to; i++)
		page->blocks[i].marks |= MARK_META_LINE;
}

void
contents_mark(struct page *page)
{
	uint32_t i = page->title_block + 1, end;
	int lists = 0;

	if (page->title_block == PAGE_NO_BLOCK || !contents_are_times(page))
		return;
	for (; i < page->n_blocks && lists < MOST_LISTS; i = end) {
		uint32_t list;

		end = i + 1;
		if (!contents_is_item(page, i))
			continue;
		list = contents_list(page, i);
		if (list == TREE_NOWHERE)
			continue;
		while (end < page->n_blocks && contents_is_item(page, end) &&
		       contents_list(page, end) == list)
			end++;
		if (end - i < FEWEST_ITEMS || end - i > MOST_ITEMS)
			continue;
		lists++;
		contents_mark_list(page, i, end);
	}
}
