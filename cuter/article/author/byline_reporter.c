/*
 * byline_reporter.c -- reporters' names in the text, in Chinese, Japanese and
 * Korean.
 *
 * In:  the first and the last blocks of the text and the blocks after it.
 * Out: the names that a word for "reporter" marks: "（记者 张三 李四）",
 * "本报记者 张三", "홍길동 기자".
 *
 * In these languages the byline often is a part of a paragraph. The byline is
 * read if it is in brackets, at the end of the block, or in a short block. A
 * name has two to four characters, so that no name is found in
 * "记者近日从西藏".
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/author/byline.h"

/* Number of blocks after the text that are read. */
#define REPORTER_BLOCKS 4
/* Number of blocks that are read at the text's start, and at its end. */
#define REPORTER_FIRST 2
/* Largest size of a block that is only a byline. */
#define REPORTER_SHORT_BYTES 120
/* Largest size of a byline at the end of a block. */
#define REPORTER_END_BYTES  60
#define REPORTER_SHORT_NAME 2 /* characters of a name */
#define REPORTER_LONG_NAME  4

static const char *const marks[] = { "记者", "記者", "通讯员" };
static const char *const openings[] = { "(", "（", "【", "［" };
/* `ends`: signs after the last name. `gaps`: signs between names and before the
 * first name. */
static const char *const ends[] = { ")", "）", "】", "］", "。", "/", "|" };
static const char *const gaps[] = { " ", "\xC2\xA0", "\xE3\x80\x80", "、", "：",
	":", "，", "," };

static bool
byline_reporter_is_han(uint32_t rune)
{
	return rune >= 0x4E00 && rune <= 0x9FFF;
}

static bool
byline_reporter_is_hangul(uint32_t rune)
{
	return rune >= 0xAC00 && rune <= 0xD7A3;
}

/* Returns the length of the sign at the start of s that is in the table; 0 if
 * there is none. */
static size_t
byline_reporter_sign(struct slice s, const char *const *signs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (slice_starts(s, slice_of(signs[i])))
			return strlen(signs[i]);
	return 0;
}

/* Removes the next name from *rest. Returns false unless the name has a valid
 * length and a gap, an end or the end of the text follows it. */
static bool
byline_reporter_next(struct slice *rest, struct slice *ret_name)
{
	size_t took, at = 0, n = 0;
	uint32_t rune;

	while (
	    (took = byline_reporter_sign(*rest, gaps, ARRAY_LENGTH(gaps))) > 0)
		*rest = slice_sub(*rest, took, rest->len);
	while (at < rest->len) {
		took = utf8_decode(rest->p + at, rest->len - at, &rune);
		if (!byline_reporter_is_han(rune))
			break;
		at += took;
		n++;
	}
	*ret_name = slice_sub(*rest, 0, at);
	*rest = slice_sub(*rest, at, rest->len);
	return n >= REPORTER_SHORT_NAME && n <= REPORTER_LONG_NAME &&
	       (rest->len == 0 ||
		   byline_reporter_sign(*rest, gaps, ARRAY_LENGTH(gaps)) > 0 ||
		   byline_reporter_sign(*rest, ends, ARRAY_LENGTH(ends)) > 0);
}

/* True if a bracket was opened shortly before the position `at` and not closed
 * before it. */
static bool
byline_reporter_is_in_brackets(struct slice text, size_t at)
{
	size_t from = at > REPORTER_END_BYTES ? at - REPORTER_END_BYTES : 0;
	bool open = false;

	for (size_t i = from; i < at; i++) {
		struct slice rest = slice_sub(text, i, text.len);

		if (byline_reporter_sign(
			rest, openings, ARRAY_LENGTH(openings)) > 0)
			open = true;
		else if (byline_reporter_sign(rest, ends, 4) > 0)
			open = false;
	}
	return open;
}

static void
byline_reporter_read_han(
    const struct page *page, struct slice text, struct names *list)
{
	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
		size_t at = 0;

		while ((at = slice_find(text, slice_of(marks[i]), at)) !=
		       SLICE_NOT_FOUND) {
			struct slice rest, name;

			rest = slice_sub(text, at + strlen(marks[i]), text.len);
			if (text.len <= REPORTER_SHORT_BYTES ||
			    text.len - at <= REPORTER_END_BYTES ||
			    byline_reporter_is_in_brackets(text, at))
				while (byline_reporter_next(&rest, &name) &&
				       byline_reporter_sign(name, marks,
					   ARRAY_LENGTH(marks)) == 0)
					names_add(page->arena, name, SLICE_NONE,
					    NAME_FIELD, list);
			at++;
		}
	}
}

/* Reads a Korean byline such as "홍길동 기자", in which the name stands before
 * the word for reporter. */
static void
byline_reporter_read_hangul(
    const struct page *page, struct slice text, struct names *list)
{
	static const char *const words[] = { " 기자", " 특파원" };

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
		size_t at = slice_find(text, slice_of(words[i]), 0), n = 0;
		size_t from = at;
		uint32_t rune;

		if (at == SLICE_NOT_FOUND ||
		    (text.len > REPORTER_SHORT_BYTES &&
			at > REPORTER_END_BYTES &&
			text.len - at > REPORTER_END_BYTES))
			continue;
		while (from >= 3) {
			(void)utf8_decode(text.p + from - 3, 3, &rune);
			if (!byline_reporter_is_hangul(rune))
				break;
			from -= 3;
			n++;
		}
		if (n >= REPORTER_SHORT_NAME && n <= REPORTER_LONG_NAME)
			names_add(page->arena, slice_sub(text, from, at),
			    SLICE_NONE, NAME_FIELD, list);
	}
}

static void
byline_reporter_read_blocks(
    const struct page *page, uint32_t from, uint32_t to, struct names *list)
{
	for (uint32_t i = from; i < to && i < page->n_blocks; i++) {
		struct slice text;

		if (page->blocks[i].marks & (MARK_HIDDEN | MARK_COMMENTS |
						MARK_NAVIGATION | MARK_CAPTION))
			continue;
		text = page_block_text(page, &page->blocks[i]);
		byline_reporter_read_han(page, text, list);
		byline_reporter_read_hangul(page, text, list);
	}
}

void
byline_read_reporters(
    struct page *page, const struct cuter_article *a, struct names *list)
{
	static const char *const languages[] = { "zh", "ja", "ko" };
	uint32_t first = page->first_text, last = page->last_text;
	bool may = a->language.len == 0;

	for (size_t i = 0; i < ARRAY_LENGTH(languages); i++)
		may |= slice_equal(a->language, slice_of(languages[i]));
	if (!may || first == PAGE_NO_BLOCK || list->n > 0)
		return;
	byline_reporter_read_blocks(page,
	    last >= first + REPORTER_FIRST ? last + 1 - REPORTER_FIRST : first,
	    last + 1 + REPORTER_BLOCKS, list);
	if (list->n == 0)
		byline_reporter_read_blocks(
		    page, first, first + REPORTER_FIRST, list);
}
