/*
 * byline_reporter.c -- authors' names in and around the text, in Chinese,
 * Japanese and Korean.
 *
 * In:  the blocks between the title and the text, the first and the last blocks
 * of the text, and the blocks after it.
 * Out: the authors and editors that they name: "（记者 张三 李四）",
 * "作者：张三", "홍길동 기자".
 *
 * In these languages the byline is often a part of a paragraph. credit.c reads
 * blocks in Chinese and Japanese.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/author/byline.h"
#include "cuter/article/author/credit.h"
#include "cuter/article/author/han_name.h"

/* REPORTER_BEFORE: number of blocks before the text that are read.
 * REPORTER_BLOCKS: number of blocks after the text that are read. */
#define REPORTER_BEFORE 24
#define REPORTER_BLOCKS 4
/* Number of blocks after the text that are read while no editor is found. */
#define REPORTER_EDITORS 8
/* Credits inside of paragraphs are searched in this number of blocks at the
 * start of the text, and in as many at its end. */
#define REPORTER_FIRST 2
/* The last blocks of the text are searched for a block that consists of a
 * byline. */
#define REPORTER_LAST 8
/* In the last block but one of the text, brackets may contain only names,
 * without a role. The names are accepted as authors if the last block has at
 * most this number of bytes. */
#define REPORTER_SMALL 60
/* Maximum number of names in a Korean byline. */
#define REPORTER_KOREANS 4
/* Largest size of a block that is only a byline in Korean. */
#define REPORTER_SHORT_BYTES 120
/* Largest size of a Korean byline at the end or start of a block. */
#define REPORTER_END_BYTES 90
/* Number of bytes at the start of a block in which kana are searched. */
#define REPORTER_KANA_BYTES 600
#define HANGUL_BYTES        3 /* bytes of a syllable */

/* ---- Korean ---- */

static const char *const korean_gaps[] = { "·", "ㆍ", "・", ",", " " };

/* Removes the word in Hangul at the end of *text. */
static struct slice
byline_reporter_last_word(struct slice *text)
{
	size_t from = text->len;
	struct slice word;
	uint32_t rune;

	while (from >= HANGUL_BYTES) {
		(void)utf8_decode(
		    text->p + from - HANGUL_BYTES, HANGUL_BYTES, &rune);
		if (!han_is_hangul(rune))
			break;
		from -= HANGUL_BYTES;
	}
	word = slice_sub(*text, from, text->len);
	*text = slice_sub(*text, 0, from);
	return word;
}

/* Removes the separators at the end of *text. */
static void
byline_reporter_skip_gaps(struct slice *text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(korean_gaps); i++)
		if (slice_ends(*text, slice_of(korean_gaps[i]))) {
			*text = slice_sub(
			    *text, 0, text->len - strlen(korean_gaps[i]));
			i = (size_t)-1;
		}
}

/* Adds the names at the end of a text, in the order of the text. */
static void
byline_reporter_add_korean(struct slice text, struct names *list)
{
	struct names found = { 0 };

	while (found.n < REPORTER_KOREANS) {
		struct slice name;

		byline_reporter_skip_gaps(&text);
		name = byline_reporter_last_word(&text);
		if (!han_name_is_korean(name))
			break;
		found.items[found.n++] = name;
	}
	while (found.n > 0 && list->n < NAMES_MAX)
		list->items[list->n++] = found.items[--found.n];
}

/* Reads a Korean byline such as "홍길동 기자", in which the names are before
 * the word for reporter. */
static void
byline_reporter_read_korean(struct slice text, struct names *list)
{
	/* A longer word must precede its own suffixes, because the first match
	 * is used. */
	static const char *const words[] = { "선임기자", "전문기자", "인턴기자",
		"수습기자", "객원기자", "기자", "특파원", "논설위원" };

	for (size_t i = 0; i < ARRAY_LENGTH(words) && list->n == 0; i++) {
		size_t at = slice_find(text, slice_of(words[i]), 0);

		if (at == SLICE_NOT_FOUND ||
		    (text.len > REPORTER_SHORT_BYTES &&
			at > REPORTER_END_BYTES &&
			text.len - at > REPORTER_END_BYTES))
			continue;
		byline_reporter_add_korean(slice_sub(text, 0, at), list);
	}
}

/* ---- blocks ---- */

struct reporters {
	struct page *page;
	bool is_japanese;
	struct names *authors, *editors;
};

/* True if the text has kana, which Chinese texts do not have. */
static bool
byline_reporter_has_kana(struct slice text)
{
	size_t i = 0;

	text = utf8_prefix(text, REPORTER_KANA_BYTES);
	while (i < text.len) {
		uint32_t rune;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		if (han_is_kana(rune))
			return true;
	}
	return false;
}

static void
byline_reporter_read_block(
    const struct reporters *r, uint32_t i, unsigned position)
{
	const struct page *page = r->page;
	const uint32_t never =
	    MARK_HIDDEN | MARK_COMMENTS | MARK_NAVIGATION | MARK_CAPTION;
	struct slice text;

	if (i >= page->n_blocks || page->blocks[i].marks & never ||
	    i == page->title_block)
		return;
	text = page_block_text(page, &page->blocks[i]);
	credit_find(page->arena, text, position, r->is_japanese, r->authors,
	    r->editors);
	if (r->authors->n == 0)
		byline_reporter_read_korean(text, r->authors);
}

/* Reads the blocks between the title and the text. Credits in Chinese and
 * Japanese are searched in short blocks only, because long blocks are those of
 * other articles. */
static void
byline_reporter_read_head(const struct reporters *r)
{
	uint32_t first = r->page->first_text, title = r->page->title_block;
	uint32_t from = first > REPORTER_BEFORE ? first - REPORTER_BEFORE : 0;

	if (title != PAGE_NO_BLOCK && title >= from && title < first)
		from = title + 1;
	for (uint32_t i = from; i < first && r->authors->n == 0; i++)
		byline_reporter_read_block(r, i, 0);
}

/* Reads the last blocks of the text and the blocks after it. After a block with
 * names of authors, only the next block is read, which may have further names
 * ("文/张三" is followed by "通讯员 李四"). */
static void
byline_reporter_read_tail(const struct reporters *r)
{
	const struct page *page = r->page;
	uint32_t first = page->first_text, last = page->last_text;
	uint32_t i =
	    last >= first + REPORTER_LAST ? last + 1 - REPORTER_LAST : first;
	uint32_t found = PAGE_NO_BLOCK;

	for (; i <= last + REPORTER_EDITORS && i < page->n_blocks; i++) {
		size_t before = r->authors->n;
		unsigned position =
		    i + REPORTER_FIRST > last ? CREDIT_AT_END : 0;

		if (found != PAGE_NO_BLOCK && i > found + 1)
			return;
		if (i > last + REPORTER_BLOCKS && r->editors->n > 0)
			return;
		if (page->blocks[i].link_bytes == 0 &&
		    ((i >= last && i <= last + REPORTER_FIRST) ||
			(i + 1 == last &&
			    page->blocks[last].bytes <= REPORTER_SMALL)))
			position |= CREDIT_AT_LAST;
		byline_reporter_read_block(r, i, position);
		if (r->authors->n > before)
			found = i;
	}
}

void
byline_read_reporters(struct page *page, const struct cuter_article *a,
    struct names *authors, struct names *editors)
{
	struct reporters r = { page, false, authors, editors };
	uint32_t first = page->first_text;

	if (first == PAGE_NO_BLOCK || authors->n > 0)
		return;
	r.is_japanese = slice_equal(a->language, SLICE("ja")) ||
			byline_reporter_has_kana(
			    page_block_text(page, &page->blocks[first])) ||
			byline_reporter_has_kana(page_block_text(
			    page, &page->blocks[page->last_text]));
	byline_reporter_read_head(&r);
	if (authors->n == 0)
		byline_reporter_read_tail(&r);
	for (uint32_t i = first; i < first + REPORTER_FIRST &&
				 i <= page->last_text && authors->n == 0;
	     i++)
		byline_reporter_read_block(&r, i, CREDIT_AT_START);
}
