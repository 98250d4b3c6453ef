/*
 * meta_lines.c -- finds lines that contain only the article's date, author,
 * reading time or agency.
 *
 * In:  blocks, marks, the title's block.
 * Out: MARK_META_LINE on such lines from the title to the first paragraphs, and
 *      on all lines that are only a time of day.
 *
 * Sites mark such lines in many ways, so only the words and <time> are used.
 * meta_stamps.c recognises lines without capitals. In other lines each word
 * must be of a class that occurs in such lines, and one word must be an anchor
 * (a date, "by", "min read", an agency after a name). Cost: O(bytes of the
 * short blocks near the title).
 */
#include <pthread.h>

#include "base/array.h"
#include "base/date/date_digit.h"
#include "base/date/date_names.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"
#include "cuter/marks/contents.h"
#include "cuter/marks/meta_words.h"

#define CLOCK_BYTES 12 /* largest size of a line that is a time of day */
#define CLOCK_ZONE  6  /* bytes of " pm", " Uhr" */
/* Maximum number of words of a line that contains metadata. */
#define LINE_WORDS 18
#define LINE_BYTES 200
/* Largest size of a reading time in a script without spaces. */
#define READING_BYTES 60
/* Maximum number of capitalised words in a line, besides the anchor. */
#define NAME_WORDS 6
/* Least number of words of a block that is a paragraph. */
#define PROSE_WORDS 15
/* The search continues after this number of paragraphs, and ends with the next
 * paragraph. */
#define AFTER_PROSE 1
/* maximum number of metadata lines; more lines are a calendar or a list of
 * works */
#define MOST_LINES 5
#define WORD_BYTES 32
/* Maximum number of words and bytes of a line that is only a name. */
#define ALONE_WORDS 6
#define ALONE_BYTES 80

/* The words are in lower case and sorted by class. */
static const struct {
	const char *word;
	enum meta_word is;
} meta_words[] = {
#include "cuter/marks/meta_words.inc"
};

struct meta_count {
	unsigned n, names, numbers, months, of[META_FILLER + 1];
	bool has_clock, begins_by, begins_stamp, has_year;
};

/* The words of the table by their first byte: the number of the first word + 1,
 * and of the next word + 1. 0: none. */
static uint16_t first_words[256], next_words[ARRAY_LENGTH(meta_words)];
static uint8_t word_bytes[ARRAY_LENGTH(meta_words)]; /* lengths of the words */
static pthread_once_t meta_lines_once = PTHREAD_ONCE_INIT;

static void
meta_lines_fill_index(void)
{
	for (size_t i = ARRAY_LENGTH(meta_words); i-- > 0;) {
		uint16_t *first =
		    &first_words[(unsigned char)meta_words[i].word[0]];

		word_bytes[i] = (uint8_t)strlen(meta_words[i].word);
		next_words[i] = *first;
		*first = (uint16_t)(i + 1);
	}
}

enum meta_word
meta_word_find(struct slice word)
{
	pthread_once(&meta_lines_once, meta_lines_fill_index);
	for (size_t i = first_words[(unsigned char)word.p[0]]; i > 0;
	     i = next_words[i - 1])
		if (slice_equal(word, (struct slice){ meta_words[i - 1].word,
					  word_bytes[i - 1] }))
			return meta_words[i - 1].is;
	return META_NONE;
}

/* Counts one token. Returns false if no metadata line contains such a token, or
 * if the line has too many names. */
static bool
meta_lines_take(struct meta_count *c, struct slice word, bool is_upper)
{
	enum meta_word is = meta_word_find(word);
	int value;
	enum date_word date;

	c->n++;
	if (ascii_is_digit(word.p[0])) {
		c->numbers++;
		c->has_year |=
		    word.len == 4 && (word.p[0] == '1' || word.p[0] == '2');
		return true;
	}
	if (is != META_NONE) {
		c->of[is]++;
		c->begins_by |=
		    (is == META_BY || is == META_GENRE) && c->n == 1;
		c->begins_stamp |= is == META_STAMP && c->n == 1;
		return true;
	}
	date = date_word_find(word, &value);
	if (date == DATE_WORD_MONTH)
		c->months++;
	if (date != DATE_WORD_UNKNOWN ||
	    (word.len == 1 && c->numbers > 0 && strchr("apm", word.p[0])))
		return true; /* also the letters of "10:15 a.m." */
	if (!is_upper)
		return false;
	return ++c->names <= NAME_WORDS;
}

static bool
meta_lines_count(struct slice s, struct meta_count *c)
{
	char word[WORD_BYTES + 4];
	size_t n = 0;
	bool is_upper = false, is_elided = false;

	for (size_t i = 0; i <= s.len;) {
		uint32_t rune = ' ';
		size_t took = 1;

		if (i < s.len)
			took = utf8_decode(s.p + i, s.len - i, &rune);
		rune = date_fold_digit(rune);
		if (rune_is_word(rune) && !rune_is_unspaced(rune)) {
			if (n == 0 || is_elided) /* "d'Arc" is a name */
				is_upper = rune_lower(rune) != rune;
			is_elided = false;
			if (n < WORD_BYTES)
				n += utf8_encode(rune_lower(rune), word + n);
		} else if (rune_is_unspaced(rune)) {
			return false;
		} else if (n > 0 && rune != '\'' && rune != 0x2019 &&
			   rune != '-') {
			c->has_clock |= rune == ':';
			if (!meta_lines_take(
				c, (struct slice){ word, n }, is_upper))
				return false;
			n = 0;
		} else {
			is_elided = n == 1;
		}
		i += took;
	}
	return c->n > 0;
}

/* Returns true if a line consists only of a date, byline, reading time or
 * agency. */
static bool
meta_lines_is(struct slice text)
{
	struct meta_count c = { 0 };
	bool has_date, has_reading;

	if (text.len == 0 || !meta_lines_count(text, &c))
		return false;
	has_date = c.numbers > 0 && (c.months > 0 || c.has_year || c.has_clock);
	/* "4 min read", "3-4 min read" */
	has_reading =
	    c.of[META_READING] >= 2 && c.numbers >= 1 && c.numbers <= 2;
	if (has_reading ||
	    (c.begins_stamp && (c.numbers > 0 || c.of[META_BY] > 0)))
		return true;
	if (c.begins_by && c.names >= 1 && c.names <= NAME_WORDS)
		return true;
	if (c.of[META_AGENCY] > 0 && c.names <= 4 && c.of[META_STAMP] == 0)
		return c.n <= 8;
	return has_date && c.names <= NAME_WORDS && c.n >= 2 &&
	       c.numbers >= 1 && (c.months > 0 || c.numbers >= 3);
}

/* Returns true if a line is a reading time in Chinese, Japanese or Korean:
 * "この記事は約5分で読めます", "阅读时间：5分钟". */
static bool
meta_lines_is_unspaced_reading(struct slice text)
{
	static const struct slice reads[] = { SLICE("読了"), SLICE("読めます"),
		SLICE("読む時間"), SLICE("阅读时"), SLICE("分钟阅读"),
		SLICE("预计阅读"), SLICE("阅读约"), SLICE("阅读需"),
		SLICE("閱讀時間"), SLICE("分鐘閱讀"), SLICE("읽는 시간"),
		SLICE("읽는 데"), SLICE("분 분량"), SLICE("분 소요") };
	bool has_minutes =
	    slice_find(text, SLICE("分"), 0) != SLICE_NOT_FOUND ||
	    slice_find(text, SLICE("분"), 0) != SLICE_NOT_FOUND;

	if (text.len > READING_BYTES || !has_minutes)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(reads); i++)
		if (slice_find(text, reads[i], 0) != SLICE_NOT_FOUND)
			return true;
	return false;
}

/* Returns true if a line is a time of day, as before a post of a live blog:
 * "14:05", "9:30 pm". */
static bool
meta_lines_is_clock(struct slice text)
{
	size_t i = 0, digits = 0;

	while (i < text.len && text.p[i] >= '0' && text.p[i] <= '9')
		i++;
	if (i < 1 || i > 2 || i >= text.len || text.p[i] != ':')
		return false;
	for (i++; i < text.len && text.p[i] >= '0' && text.p[i] <= '9'; i++)
		digits++;
	return digits == 2 && text.len - i <= CLOCK_ZONE &&
	       (i == text.len || text.p[i] == ' ');
}

/* Marks the times of day between the posts of a live blog. Tables are skipped,
 * because they contain times as values. */
static void
meta_lines_mark_clocks(struct page *page)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (b->words >= 2 && b->words <= 3 && b->bytes <= CLOCK_BYTES &&
		    !(b->marks & MARK_TABLE) &&
		    meta_lines_is_clock(page_block_text(page, b)))
			b->marks |= MARK_META_LINE;
	}
}

/* Returns true if all text of a block is in <time> elements. */
static bool
meta_lines_is_time(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = b->first; i < b->end; i++)
		if (slice_trim(t->nodes[i].text).len > 0 &&
		    tree_up_to(t, i, TAG_TIME) == TREE_NOWHERE)
			return false;
	return true;
}

bool
features_is_meta_line(const struct page *page, const struct block *b)
{
	struct slice text;

	if (b->words == 0 || b->bytes > LINE_BYTES || b->is_heading ||
	    words_are_many(b->words, b->bytes, LINE_WORDS))
		return false;
	text = page_block_text(page, b);
	return (b->words <= LINE_WORDS && meta_lines_is(text)) ||
	       meta_lines_is_time(page, b) || meta_stamps_is_line(text) ||
	       meta_lines_is_unspaced_reading(text);
}

/* Returns true if a block has only two to ALONE_WORDS capitalised words and
 * small words between them: the name of an author, or of a place. */
static bool
meta_lines_is_name(const struct page *page, const struct block *b)
{
	struct meta_count c = { 0 };
	struct slice text;

	if (b->words < 2 || b->words > ALONE_WORDS || b->bytes > ALONE_BYTES ||
	    b->is_heading || b->marks & (MARK_LIST | MARK_TABLE))
		return false;
	text = page_block_text(page, b);
	return meta_lines_count(text, &c) && c.names >= 2 && c.numbers == 0 &&
	       c.months == 0 && strchr(".!?:", text.p[text.len - 1]) == NULL;
}

/* Returns true if a block is a metadata line with a number. */
static bool
meta_lines_is_dated(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];
	struct slice text;
	bool has_digit = false;

	if (i >= page->n_blocks || b->bytes > LINE_BYTES)
		return false;
	text = page_block_text(page, b);
	for (size_t k = 0; k < text.len && !has_digit; k++)
		has_digit = ascii_is_digit(text.p[k]);
	return has_digit && features_is_meta_line(page, b);
}

/* Returns true if a block is a name beside a line with the date. */
static bool
meta_lines_is_author(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];

	return page->title_block != PAGE_NO_BLOCK && b->words >= 2 &&
	       b->words <= ALONE_WORDS &&
	       (meta_lines_is_dated(page, i + 1) ||
		   (i > page->title_block + 1 &&
		       meta_lines_is_dated(page, i - 1))) &&
	       meta_lines_is_name(page, b);
}

void
features_mark_meta_lines(struct page *page)
{
	unsigned paragraphs = 0, n = 0;
	uint32_t from = 0, lines[MOST_LINES];

	meta_lines_mark_clocks(page);
	contents_mark(page);
	if (page->title_block != PAGE_NO_BLOCK)
		from = page->title_block + 1;
	for (uint32_t i = from; i < page->n_blocks && paragraphs <= AFTER_PROSE;
	     i++) {
		const struct block *b = &page->blocks[i];

		if (b->marks & (MARK_HIDDEN | MARK_OTHER_STORY))
			continue;
		if (!features_is_meta_line(page, b) &&
		    !meta_lines_is_author(page, i)) {
			paragraphs += b->words >= PROSE_WORDS &&
				      b->link_bytes * 2 < b->bytes;
			continue;
		}
		if (n == MOST_LINES)
			return;
		lines[n++] = i;
	}
	for (unsigned i = 0; i < n; i++)
		page->blocks[lines[i]].marks |= MARK_META_LINE;
}
