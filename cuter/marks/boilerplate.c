/*
 * boilerplate.c -- finds lines of a site between the paragraphs of an article:
 * labels of controls, announcements of advertisements, and requests to follow
 * the site or to send it stories.
 *
 * In:  blocks, marks, the decision of the method.
 * Out: class and reason of chosen blocks that consist only of such a line.
 *
 * Many sites give these lines the markup of paragraphs. A row of the table
 * describes a whole line, so a sentence that contains the words is kept. The
 * lines are removed after the decision of the method: if they were marked
 * before, the trees would judge the other blocks of the page differently.
 * A row is a list of slots:
 *
 *     word|word    one of these words, or one of the characters ":" and "?"
 *     ~word|word   the same, but may be missing
 *     *N           one to N words
 *     ~*N          at most N words
 *
 * Case and other punctuation are ignored. Cost: O(short blocks * rows).
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"

#define LINE_BYTES  240 /* largest line in bytes */
#define LINE_TOKENS 28  /* maximum number of words, ":" and "?" in a line */

enum line_form {
	LINE_LABEL,  /* may also be a heading or an item of a list */
	LINE_PLAIN,  /* also a heading of articles */
	LINE_OPEN,   /* has words that are not in the table */
	LINE_NAME,   /* like LINE_OPEN, without a digit or full stop */
};

static const struct {
	const char *slots;
	enum line_form form;
} boilerplate_rows[] = {
#include "cuter/marks/boilerplate.inc"
};

/* The words of a line in lower case. */
struct boilerplate_line {
	char text[2 * LINE_BYTES];
	struct slice token[LINE_TOKENS];
	size_t n;
	bool has_digit, ends_sentence;
};

/* Splits a line. Returns false if the line is too long or begins with a
 * quotation mark. */
static bool
boilerplate_split(struct slice s, struct boilerplate_line *ret)
{
	size_t len = 0, begin = 0;

	*ret = (struct boilerplate_line){ .n = 0 };
	for (size_t i = 0; i <= s.len;) {
		uint32_t rune = ' ';
		size_t took = 1;

		if (i < s.len)
			took = utf8_decode(s.p + i, s.len - i, &rune);
		if (i == 0 && (rune == '"' || rune == '\'' || rune == 0xAB ||
				  (rune >= 0x2018 && rune <= 0x201F)))
			return false;
		if (len + 8 > sizeof(ret->text) || ret->n + 2 > LINE_TOKENS)
			return false;
		i += took;
		if (rune_is_word(rune)) {
			ret->has_digit |= rune - '0' < 10u;
			len += utf8_encode(rune_lower(rune), ret->text + len);
			continue;
		}
		if (len > begin)
			ret->token[ret->n++] =
			    (struct slice){ ret->text + begin, len - begin };
		begin = len;
		if (rune != ':' && rune != '?')
			continue;
		ret->text[len++] = (char)rune;
		ret->token[ret->n++] = (struct slice){ ret->text + begin, 1 };
		begin = len;
	}
	s = slice_trim(s);
	ret->ends_sentence = s.len > 0 && strchr(".!?", s.p[s.len - 1]) != NULL;
	return ret->n > 0;
}

/* Returns true if a token is one of the words of a slot. */
static bool
boilerplate_is_word(struct slice slot, struct slice token)
{
	for (size_t from = 0; from <= slot.len;) {
		size_t at = slice_find(slot, SLICE("|"), from);

		if (at == SLICE_NOT_FOUND)
			at = slot.len;
		if (at - from == token.len &&
		    memcmp(slot.p + from, token.p, token.len) == 0)
			return true;
		from = at + 1;
	}
	return false;
}

/* Returns true if the slots describe the tokens from `at` to the end of the
 * line. The depth of the recursion is the number of slots. */
static bool
boilerplate_match(
    const char *slots, const struct boilerplate_line *line, size_t at)
{
	bool is_optional = *slots == '~';
	struct slice slot;
	const char *next;
	size_t most = 1;

	if (*slots == '\0')
		return at == line->n;
	slots += is_optional;
	slot = (struct slice){ slots, strcspn(slots, " ") };
	next = slots + slot.len + (slots[slot.len] == ' ');
	if (is_optional && boilerplate_match(next, line, at))
		return true;
	if (*slots != '*')
		return at < line->n &&
		       boilerplate_is_word(slot, line->token[at]) &&
		       boilerplate_match(next, line, at + 1);
	for (most = strtoul(slots + 1, NULL, 10); most > 0 && at < line->n;
	     most--)
		if (boilerplate_match(next, line, ++at))
			return true;
	return false;
}

/* Returns true if a block of the form may be a line of the site. */
static bool
boilerplate_may_be(const struct block *b, const struct boilerplate_line *line,
    enum line_form form)
{
	if (form != LINE_LABEL && (b->is_heading || b->marks & MARK_LIST))
		return false;
	if (form == LINE_NAME)
		return !line->has_digit && !line->ends_sentence;
	return true;
}

/* Returns true if a block has a line break. Such a block has several lines. */
static bool
boilerplate_has_break(const struct page *page, const struct block *b)
{
	for (uint32_t i = b->first; i < b->end; i++)
		if (page->tree.nodes[i].tag == TAG_BR)
			return true;
	return false;
}

static bool
boilerplate_is(const struct page *page, const struct block *b)
{
	struct boilerplate_line line;

	if (b->words == 0 || b->bytes > LINE_BYTES ||
	    b->marks & (MARK_TABLE | MARK_QUOTE) ||
	    boilerplate_has_break(page, b) ||
	    !boilerplate_split(page_block_text(page, b), &line))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(boilerplate_rows); i++)
		if (boilerplate_match(boilerplate_rows[i].slots, &line, 0) &&
		    boilerplate_may_be(b, &line, boilerplate_rows[i].form))
			return true;
	return false;
}

void
features_remove_boilerplate(struct page *page)
{
	uint32_t left = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		left += page->blocks[i].reason == REASON_CHOSEN;
	for (uint32_t i = 0; i < page->n_blocks && left > 1; i++) {
		struct block *b = &page->blocks[i];

		if (b->reason != REASON_CHOSEN || !boilerplate_is(page, b))
			continue;
		b->class = CUTER_NAVIGATION;
		b->reason = REASON_LABEL;
		left--;
	}
}
