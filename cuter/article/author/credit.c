/*
 * credit.c -- finds credits of authors in a block of text, in Chinese and
 * Japanese.
 *
 * In:  a block and its position in the article's text.
 * Out: the authors and the editors that the block names.
 *
 * A credit is a short block, text in brackets at the start or the end of a
 * paragraph, the start of a paragraph up to the word "reports", or the last
 * sentence of a paragraph. A credit is accepted only if credit_read.c
 * understands all its words. Otherwise names would be read from sentences about
 * reporters. In a short block, names after a label with a colon are accepted in
 * any case.
 */
#include "cuter/article/author/credit.h"

#include "base/array.h"
#include "base/text/utf8.h"

#define LINE_BYTES    400 /* largest block that is searched for labels */
#define PHRASE_BYTES  150 /* largest credit without a label */
#define START_BYTES   120 /* brackets at the start begin before this byte */
#define BRACKET_BYTES 200 /* largest text in brackets */
#define BRACKETS_MAX  3   /* brackets that are read at the start or the end */
#define ALONE_MAX     4   /* maximum names in brackets without a role */

static const struct {
	const char *open, *close;
} brackets[] = {
	{ "（", "）" },
	{ "(", ")" },
	{ "【", "】" },
	{ "〔", "〕" },
	{ "［", "］" },
	{ "[", "]" },
};

static const char *const ends[] = { "。", "！", "？", "”", "」", "』", "…" };
static const char *const spaces[] = { " ", "\xC2\xA0", "\xE3\x80\x80", "。" };
static const char *const bullets[] = { "□", "■", "◎", "◆", "▲", "★", "●", "—" };

static void
credit_add(struct names *to, const struct names *from)
{
	for (size_t i = 0; i < from->n; i++) {
		bool known = false;

		for (size_t k = 0; k < to->n && !known; k++)
			known = slice_equal(to->items[k], from->items[i]);
		if (!known && to->n < NAMES_MAX)
			to->items[to->n++] = from->items[i];
	}
}

/* Removes spaces and full stops at the end. */
static struct slice
credit_trim_end(struct slice s)
{
	for (size_t i = 0; i < ARRAY_LENGTH(spaces); i++)
		if (slice_ends(s, slice_of(spaces[i]))) {
			s = slice_sub(s, 0, s.len - strlen(spaces[i]));
			i = (size_t)-1;
		}
	return s;
}

/* Returns the offset of the last occurrence of `sign`, or SLICE_NOT_FOUND. */
static size_t
credit_find_last(struct slice s, struct slice sign)
{
	for (size_t at = s.len; at-- > 0;)
		if (s.p[at] == sign.p[0] &&
		    slice_starts(slice_sub(s, at, s.len), sign))
			return at;
	return SLICE_NOT_FOUND;
}

/* Removes the brackets at the end of *text. Returns false if the text does not
 * end with a bracket, or if the text in the brackets has more than
 * BRACKET_BYTES. */
static bool
credit_last_brackets(struct slice *text, struct slice *ret_inner)
{
	*text = credit_trim_end(*text);
	for (size_t i = 0; i < ARRAY_LENGTH(brackets); i++) {
		struct slice open = slice_of(brackets[i].open), inner;
		size_t at, from;

		if (!slice_ends(*text, slice_of(brackets[i].close)))
			continue;
		inner =
		    slice_sub(*text, 0, text->len - strlen(brackets[i].close));
		from =
		    inner.len > BRACKET_BYTES ? inner.len - BRACKET_BYTES : 0;
		at = credit_find_last(slice_sub(inner, from, inner.len), open);
		if (at == SLICE_NOT_FOUND)
			return false;
		*ret_inner = slice_sub(inner, from + at + open.len, inner.len);
		*text = slice_sub(inner, 0, from + at);
		return true;
	}
	return false;
}

/* Reads up to BRACKETS_MAX brackets at the end of a paragraph. `alone`: if the
 * brackets contain names and no role, the names are accepted as authors. */
static bool
credit_find_end(struct arena *arena, struct slice text, bool alone,
    bool is_japanese, struct names *authors, struct names *editors)
{
	struct slice inner;

	for (size_t i = 0; i < BRACKETS_MAX; i++) {
		struct credit credit;

		if (!credit_last_brackets(&text, &inner))
			return false;
		credit_read(arena, inner, is_japanese, true, &credit);
		credit_add(editors, &credit.editors);
		if (!credit.is_complete || credit.authors.n == 0 ||
		    !(credit.has_role ||
			(alone && credit.authors.n <= ALONE_MAX)))
			continue;
		credit_add(authors, &credit.authors);
		return true;
	}
	return false;
}

/* Finds the first brackets that begin in the first `first_bytes` bytes of
 * *rest, and removes the text before the closing bracket from *rest. Returns
 * false if no brackets begin there. */
static bool
credit_first_brackets(
    struct slice *rest, size_t first_bytes, struct slice *ret_inner)
{
	for (size_t at = 0; at < rest->len && at < first_bytes; at++)
		for (size_t i = 0; i < ARRAY_LENGTH(brackets); i++) {
			struct slice open = slice_of(brackets[i].open);
			struct slice inner = slice_sub(*rest, at, rest->len);
			size_t end;

			if (!slice_starts(inner, open))
				continue;
			inner = slice_sub(
			    inner, open.len, open.len + BRACKET_BYTES);
			end = slice_find(inner, slice_of(brackets[i].close), 0);
			if (end == SLICE_NOT_FOUND)
				continue;
			*ret_inner = slice_sub(inner, 0, end);
			*rest =
			    slice_sub(*rest, at + open.len + end, rest->len);
			return true;
		}
	return false;
}

/* Reads the first brackets of a paragraph: "本报讯（记者 张三）…". */
static bool
credit_find_start(struct arena *arena, struct slice text, bool is_japanese,
    struct names *authors)
{
	struct slice rest = slice_sub(text, 0, START_BYTES + BRACKET_BYTES);
	struct slice inner;

	for (size_t i = 0; i < BRACKETS_MAX; i++) {
		struct credit credit;
		size_t done = (size_t)(rest.p - text.p);

		if (done >= START_BYTES ||
		    !credit_first_brackets(&rest, START_BYTES - done, &inner))
			return false;
		credit_read(arena, inner, is_japanese, true, &credit);
		if (!credit.is_complete || credit.authors.n == 0 ||
		    !(credit.has_role || credit.has_report))
			continue;
		credit_add(authors, &credit.authors);
		return true;
	}
	return false;
}

/* Reads the start of a paragraph up to the word "reports":
 * "本报记者张三、李四报道：…". */
static bool
credit_find_report(struct arena *arena, struct slice text, bool is_japanese,
    struct names *authors)
{
	static const char *const words[] = { "报道", "報導", "報道", "报导" };
	struct slice start = slice_sub(text, 0, PHRASE_BYTES);

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
		size_t at = slice_find(start, slice_of(words[i]), 0);
		struct credit credit;

		if (at == SLICE_NOT_FOUND)
			continue;
		credit_read(arena, slice_sub(start, 0, at + strlen(words[i])),
		    is_japanese, false, &credit);
		if (!credit.is_complete || !credit.has_role ||
		    credit.authors.n == 0)
			continue;
		credit_add(authors, &credit.authors);
		return true;
	}
	return false;
}

/* Reads a whole text as one credit: "□ 本报记者 张三". `bare_allowed`: if the
 * text begins with a bullet, names without a role are accepted as authors. */
static bool
credit_find_phrase(struct arena *arena, struct slice text, bool bare_allowed,
    bool is_japanese, struct names *authors, struct names *editors)
{
	struct credit credit;
	bool bullet = false;

	if (text.len > LINE_BYTES)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(bullets) && bare_allowed; i++)
		bullet |= slice_starts(text, slice_of(bullets[i]));
	credit_read(arena, text, is_japanese, false, &credit);
	credit_add(editors, &credit.editors);
	if (text.len <= PHRASE_BYTES && credit.is_complete &&
	    (credit.has_role || (bullet && credit.authors.n <= ALONE_MAX)))
		credit_add(authors, &credit.authors);
	else
		credit_add(authors, &credit.labelled);
	return credit.authors.n > 0;
}

/* Returns the last sentence: the text after the previous sentence's end.
 * Returns SLICE_NONE if no sentence ends in the last PHRASE_BYTES. */
static struct slice
credit_last_sentence(struct slice text)
{
	size_t from = text.len > PHRASE_BYTES ? text.len - PHRASE_BYTES : 0;
	size_t start = SLICE_NOT_FOUND;

	text = slice_sub(credit_trim_end(text), from, text.len);
	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++) {
		size_t at = credit_find_last(text, slice_of(ends[i]));

		if (at == SLICE_NOT_FOUND)
			continue;
		at += strlen(ends[i]);
		if (start == SLICE_NOT_FOUND || at > start)
			start = at;
	}
	return start == SLICE_NOT_FOUND ? SLICE_NONE
					: slice_sub(text, start, text.len);
}

/* True if the text has a byte that can be the first byte of a Han character or
 * of kana. */
static bool
credit_may_be_in(struct slice text)
{
	for (size_t i = 0; i < text.len && i < LINE_BYTES; i++)
		if ((unsigned char)text.p[i] >= 0xE3 &&
		    (unsigned char)text.p[i] <= 0xE9)
			return true;
	return false;
}

void
credit_find(struct arena *arena, struct slice block, unsigned position,
    bool is_japanese, struct names *authors, struct names *editors)
{
	size_t before = authors->n;
	bool last = position & CREDIT_AT_LAST;

	block = slice_trim(block);
	if (!credit_may_be_in(block))
		return;
	(void)credit_find_phrase(
	    arena, block, last, is_japanese, authors, editors);
	if (authors->n == before && position & (CREDIT_AT_END | CREDIT_AT_LAST))
		(void)credit_find_end(
		    arena, block, last, is_japanese, authors, editors);
	if (authors->n == before && position & (CREDIT_AT_END | CREDIT_AT_LAST))
		(void)credit_find_phrase(arena, credit_last_sentence(block),
		    false, is_japanese, authors, editors);
	if (authors->n == before && position & CREDIT_AT_START &&
	    !credit_find_start(arena, block, is_japanese, authors))
		(void)credit_find_report(arena, block, is_japanese, authors);
}
