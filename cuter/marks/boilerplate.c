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
 * Case and other punctuation are ignored. Most lines are rejected by their
 * first word. Cost: O(short blocks * rows).
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"

#define LINE_BYTES  240 /* largest line in bytes */
#define LINE_TOKENS 28  /* maximum number of words, ":" and "?" in a line */

enum line_form {
	LINE_LABEL, /* is removed, also as a heading, in a list or a quotation
		     */
	LINE_PLAIN, /* is kept as a heading, in a list and in a quotation */
	LINE_OPEN,  /* like LINE_PLAIN; the row has slots for any word */
	LINE_NAME,  /* like LINE_OPEN, but is kept if it has a digit or ends
		     * like a sentence */
};

static const struct {
	const char *slots;
	enum line_form form;
} boilerplate_rows[] = {
#include "cuter/marks/boilerplate.inc"
};

#define N_ROWS     ARRAY_LENGTH(boilerplate_rows)
#define WORD_BYTES 32   /* largest first word in bytes */
#define N_BITS     2048 /* different hashes of words */

/* The words with which lines can begin, as bits: those of each row, and those
 * of any row. Other words can have the same bit. */
static uint64_t boilerplate_first[N_ROWS];
static uint64_t boilerplate_known[N_BITS / 64];
static pthread_once_t boilerplate_once = PTHREAD_ONCE_INIT;

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

/* ---- the first word ---- */

static uint32_t
boilerplate_hash(struct slice word)
{
	uint32_t hash = 0;

	for (size_t i = 0; i < word.len; i++)
		hash = hash * 31 + (unsigned char)word.p[i];
	return hash % N_BITS;
}

/* Notes the words of the slots up to the first one that may not be missing. No
 * row begins with a slot for any word. */
static void
boilerplate_fill_first(void)
{
	for (size_t i = 0; i < N_ROWS; i++) {
		struct slice slots = slice_of(boilerplate_rows[i].slots), slot;
		bool is_optional = true;

		while (is_optional && slice_next(&slots, ' ', &slot)) {
			struct slice word;

			is_optional = slice_starts(slot, SLICE("~"));
			slot = slice_sub(slot, is_optional, slot.len);
			while (slice_next(&slot, '|', &word)) {
				uint32_t hash = boilerplate_hash(word);

				boilerplate_first[i] |= 1ull << hash % 64;
				boilerplate_known[hash / 64] |= 1ull
								<< hash % 64;
			}
		}
	}
}

/* Returns the bit of the first word of a block; 0: no row begins with it. The
 * word ends with its text node. */
static uint64_t
boilerplate_first_bit(const struct page *page, const struct block *b)
{
	char word[WORD_BYTES + 4];
	size_t n = 0;
	uint32_t hash;

	for (uint32_t i = b->first; i < b->end && n == 0; i++) {
		struct slice s = page->tree.nodes[i].text;

		if (page->tree.nodes[i].tag != TAG_TEXT)
			continue;
		for (size_t k = 0; k < s.len && n <= WORD_BYTES;) {
			uint32_t rune;

			k += utf8_decode(s.p + k, s.len - k, &rune);
			if (rune_is_word(rune))
				n += utf8_encode(rune_lower(rune), word + n);
			else if (n > 0)
				break;
		}
	}
	hash = boilerplate_hash((struct slice){ word, n });
	return n > 0 && n <= WORD_BYTES
		   ? boilerplate_known[hash / 64] & 1ull << hash % 64
		   : 0;
}

/* ---- rows ---- */

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

/* Returns true if the place and the signs of a line agree with its form. */
static bool
boilerplate_may_be(const struct block *b, const struct boilerplate_line *line,
    enum line_form form)
{
	if (form != LINE_LABEL &&
	    (b->is_heading || b->marks & (MARK_LIST | MARK_QUOTE)))
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
	struct boilerplate_line line = { .n = 0 };
	struct slice text;
	uint64_t bit;

	if (b->words == 0 || b->bytes > LINE_BYTES || b->marks & MARK_TABLE)
		return false;
	bit = boilerplate_first_bit(page, b);
	if (bit == 0 || boilerplate_has_break(page, b))
		return false;
	text = page_block_text(page, b);
	for (size_t i = 0; i < N_ROWS; i++) {
		if ((boilerplate_first[i] & bit) == 0)
			continue;
		if (line.n == 0 && !boilerplate_split(text, &line))
			return false;
		if (boilerplate_match(boilerplate_rows[i].slots, &line, 0) &&
		    boilerplate_may_be(b, &line, boilerplate_rows[i].form))
			return true;
	}
	return false;
}

void
features_remove_boilerplate(struct page *page)
{
	uint32_t left = 0;

	pthread_once(&boilerplate_once, boilerplate_fill_first);
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
