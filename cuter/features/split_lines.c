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
 *
 * On other pages a headline is plain text: a short line after an empty line.
 * One of these lines has the words of the feed's title. The other headlines
 * look like this line: an empty line follows each of them, or none of them. If
 * this line has more empty lines before it than after it, the others have, too.
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
	uint32_t first, end;    /* nodes */
	uint32_t bytes;         /* visible */
	uint32_t before, after; /* number of <br>; EDGE: the block begins or
				 * ends here */
};
#define EDGE UINT32_MAX

/* How the headlines of a page look. */
struct split_look {
	uint8_t tag; /* of their elements; TAG_TEXT: no elements */
	/* Of plain lines. is_apart: an empty line follows each headline.
	 * is_spaced: each headline has more empty lines before it than after
	 * it. */
	bool is_apart, is_spaced;
};

struct split {
	struct page *page;
	const struct words *title;
	struct split_look look;
};

/* Returns the number of <br> between node `at` and the next visible text;
 * EDGE: no text follows in the block. */
static uint32_t
split_lines_gap(const struct page *page, const struct block *b, uint32_t at)
{
	const struct tree *t = &page->tree;
	uint32_t n = 0;

	for (; at < b->end; at++)
		if (t->nodes[at].tag == TAG_BR)
			n++;
		else if (t->nodes[at].tag == TAG_TEXT && page->bytes[at] > 0)
			return n;
	return EDGE;
}

/* Reads the next line from *at. Returns false at the end of the block. */
static bool
split_lines_next(const struct page *page, const struct block *b, uint32_t *at,
    struct split_line *ret)
{
	const struct tree *t = &page->tree;

	*ret = (struct split_line){ .first = *at,
		.before =
		    *at == b->first ? EDGE : split_lines_gap(page, b, *at) };
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
	if (ret->bytes > 0)
		ret->after = split_lines_gap(page, b, *at);
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

/* Returns true if a plain line is after an empty line, is not the last line of
 * the block, and does not end like a sentence or a phrase. */
static bool
split_lines_stands_alone(const struct page *page, const struct split_line *line,
    const struct block *alone)
{
	struct slice text;

	if (line->before < 2 || line->after == EDGE)
		return false;
	text = slice_trim(page_block_text(page, alone));
	return text.len > 0 &&
	       memchr(".,;:", text.p[text.len - 1], 4) == NULL &&
	       !slice_ends(text, SLICE("\xE3\x80\x82"));
}

/* Returns true if `line` of block b may be a headline: it is short, is not the
 * block's last line, and is in an element of its own or stands alone. */
static bool
split_lines_is_headline(const struct page *page, const struct block *b,
    const struct split_line *line, struct split_look *ret)
{
	struct block alone;

	if (line->end >= b->end || line->bytes > HEADLINE_BYTES)
		return false;
	alone = split_lines_block(page, b, line->first, line->end);
	if (alone.words == 0 ||
	    words_are_many(alone.words, alone.bytes, HEADLINE_WORDS))
		return false;
	*ret = (struct split_look){ .tag = split_lines_tag(page, b, line) };
	if (ret->tag != TAG_TEXT)
		return true;
	ret->is_apart = line->after >= 2;
	ret->is_spaced = line->before > line->after;
	return split_lines_stands_alone(page, line, &alone);
}

static bool
split_lines_has_text(const struct block *b)
{
	return b->words >= BLOCK_WORDS && b->end > b->first + 1 &&
	       !(b->marks & MARK_HIDDEN) && b->link_bytes * 2 <= b->bytes;
}

/* Finds a headline that has the words of the feed's title, and sets s->look. A
 * headline in an element is preferred to a plain line. Returns false if no line
 * has these words. */
static bool
split_lines_find_title(struct split *s)
{
	const struct page *page = s->page;
	bool has_plain = false;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct split_line line;
		uint32_t at = b->first;

		if (!split_lines_has_text(b))
			continue;
		while (split_lines_next(page, b, &at, &line)) {
			struct split_look look;
			struct block alone;
			struct words words;

			if (!split_lines_is_headline(page, b, &line, &look) ||
			    (has_plain && look.tag == TAG_TEXT))
				continue;
			alone =
			    split_lines_block(page, b, line.first, line.end);
			words_read(&words, page_block_text(page, &alone));
			if (words_agree(s->title, &words) < TITLE_AGREES)
				continue;
			s->look = look;
			s->look.is_spaced &= line.before != EDGE;
			if (look.tag != TAG_TEXT)
				return true;
			has_plain = true;
		}
	}
	return has_plain;
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
	struct split_look look;
	size_t n = 0;

	while (
	    split_lines_has_text(b) && split_lines_next(page, b, &at, &line)) {
		if (!split_lines_is_headline(page, b, &line, &look) ||
		    look.tag != s->look.tag ||
		    look.is_apart != s->look.is_apart ||
		    (s->look.is_spaced && !look.is_spaced))
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
