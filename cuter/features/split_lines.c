/*
 * split_lines.c -- divides blocks that contain several stories, so that each
 * headline becomes a block of its own.
 *
 * In:  the blocks; the feed's title.
 * Out: page->blocks, with more blocks.
 *
 * Old pages have several stories in one cell, divided by <br>. The headline of
 * each story is a line in an inline element (<b>, <font>, <a>). The whole cell
 * is one block. If one of these lines has the words of the feed's title, the
 * tag of its element is the tag of headlines. All blocks of the page are then
 * divided before and after each line that is in an element of this tag.
 * Cost: O(nodes); only the text of short lines is read.
 */
#include "cuter/features/features.h"

/* A line with more words or more bytes is not a headline. */
#define HEADLINE_WORDS 25
#define HEADLINE_BYTES 400
/* Least number of words of a block that has a headline and a text. */
#define BLOCK_WORDS  25
#define TITLE_WORDS  2    /* least number of words of the feed's title */
#define TITLE_AGREES 0.62 /* least share of words in common with the title */
#define FEWEST_LINES 2    /* one line alone is the headline of one article */
#define MOST_LINES   256  /* of a page */

/* A line of a block: text between two <br>. */
struct split_line {
	uint32_t first, end; /* nodes */
	uint32_t bytes;      /* visible */
};

struct split {
	struct page *page;
	const struct words *title;
	uint8_t tag; /* tag of the elements of headlines */
	size_t n;    /* number of headlines */
	bool is_named;
};

/* Reads the next line from *at. Returns false at the end of the block. */
static bool
split_lines_next(const struct page *page, const struct block *b, uint32_t *at,
    struct split_line *ret)
{
	const struct tree *t = &page->tree;

	*ret = (struct split_line){ .first = *at };
	for (; *at < b->end; (*at)++) {
		if (t->nodes[*at].tag == TAG_BR && ret->bytes > 0)
			break;
		if (t->nodes[*at].tag != TAG_TEXT || page->bytes[*at] == 0)
			continue;
		if (ret->bytes == 0)
			ret->first = *at;
		ret->bytes += page->bytes[*at];
		ret->end = *at + 1;
	}
	return ret->bytes > 0;
}

/* Returns the tag of the largest element that contains only this line; TAG_TEXT
 * if no element does. */
static uint8_t
split_lines_tag(const struct page *page, const struct block *b,
    const struct split_line *line)
{
	const struct tree *t = &page->tree;
	uint32_t node = line->first;

	while (t->nodes[node].parent != b->node &&
	       page->bytes[t->nodes[node].parent] <= line->bytes)
		node = t->nodes[node].parent;
	return page->bytes[node] == line->bytes ? t->nodes[node].tag : TAG_TEXT;
}

static struct block
split_lines_block(const struct page *page, const struct block *of,
    uint32_t first, uint32_t end)
{
	const struct tree *t = &page->tree;
	struct block b = *of;

	b.first = first;
	b.end = end;
	b.bytes = b.link_bytes = b.words = 0;
	for (uint32_t i = first; i < end; i++) {
		if (t->nodes[i].tag != TAG_TEXT)
			continue;
		b.bytes += page->bytes[i];
		b.link_bytes += page->link_bytes[i];
		b.words += words_count(t->nodes[i].text);
	}
	return b;
}

/* Returns true if `line` of block b is a headline: short, in an element of its
 * own (*ret_tag), and not the block's last line. */
static bool
split_lines_is_headline(const struct page *page, const struct block *b,
    const struct split_line *line, uint8_t *ret_tag)
{
	struct block alone;

	if (line->end >= b->end || line->bytes > HEADLINE_BYTES)
		return false;
	alone = split_lines_block(page, b, line->first, line->end);
	if (alone.words == 0 ||
	    words_are_many(alone.words, alone.bytes, HEADLINE_WORDS))
		return false;
	*ret_tag = split_lines_tag(page, b, line);
	return *ret_tag != TAG_TEXT;
}

static bool
split_lines_has_text(const struct block *b)
{
	return b->words >= BLOCK_WORDS && b->end > b->first + 1 &&
	       !(b->marks & MARK_HIDDEN) && b->link_bytes * 2 <= b->bytes;
}

/* Finds the first headline that has the words of the feed's title, and sets
 * s->tag. Returns false if there is none. */
static bool
split_lines_find_title(struct split *s)
{
	const struct page *page = s->page;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct split_line line;
		uint32_t at = b->first;

		if (!split_lines_has_text(b))
			continue;
		while (split_lines_next(page, b, &at, &line)) {
			struct block alone;
			struct words words;

			if (!split_lines_is_headline(page, b, &line, &s->tag))
				continue;
			alone =
			    split_lines_block(page, b, line.first, line.end);
			words_read(&words, page_block_text(page, &alone));
			if (words_agree(s->title, &words) >= TITLE_AGREES)
				return true;
		}
	}
	return false;
}

/* Appends the parts of one block to `out`, or counts its headlines if `out` is
 * NULL. Returns the number of parts or headlines. */
static size_t
split_lines_divide(
    const struct split *s, const struct block *b, struct block *out)
{
	const struct page *page = s->page;
	struct split_line line;
	uint32_t at = b->first, from = b->first;
	size_t n = 0;
	uint8_t tag;

	while (
	    split_lines_has_text(b) && split_lines_next(page, b, &at, &line)) {
		if (!split_lines_is_headline(page, b, &line, &tag) ||
		    tag != s->tag)
			continue;
		if (out == NULL) {
			n++;
			continue;
		}
		if (line.first > from)
			out[n++] = split_lines_block(page, b, from, line.first);
		out[n++] = split_lines_block(page, b, line.first, line.end);
		from = line.end;
	}
	if (out != NULL && from < b->end)
		out[n++] = from == b->first
			       ? *b
			       : split_lines_block(page, b, from, b->end);
	return n;
}

void
features_split_lines(struct page *page)
{
	struct split s = { .page = page };
	struct words title;
	struct block *out;
	size_t lines = 0, n = 0;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	s.title = &title;
	if (title.n < TITLE_WORDS || !split_lines_find_title(&s))
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		lines += split_lines_divide(&s, &page->blocks[i], NULL);
	if (lines < FEWEST_LINES || lines > MOST_LINES)
		return;
	out =
	    arena_array(page->arena, page->n_blocks + 2 * lines, sizeof(*out));
	for (uint32_t i = 0; i < page->n_blocks; i++)
		n += split_lines_divide(&s, &page->blocks[i], out + n);
	page->blocks = out;
	page->n_blocks = (uint32_t)n;
}
