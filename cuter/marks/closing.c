/*
 * closing.c -- finds what follows the text of a press release: the contact for
 * the press, the description of the company, notes to editors.
 *
 * In:  blocks, the decision of the method.
 * Out: class and reason of the chosen blocks from the first such part to the
 *      end.
 *
 * Each part begins with a line of closing.inc, which the method may have left
 * out. The rest of the page must have the signs of such a part, because a
 * section of an article may begin with the same words:
 *
 *     CLOSING_CONTACT       an e-mail address or a telephone number
 *     CLOSING_CONTACT_LINE  the same; the line has no other words
 *     CLOSING_ABOUT         the line names a company, the next text begins with
 *                           this name, and the rest has an address and a word
 *                           of closing_company[]
 *     CLOSING_NOTES         the line has at most NOTES_WORDS words
 *
 * A line with only "###" or "- ends -" also begins the part if one of these
 * lines follows. Nothing is removed if the part is longer than the text before
 * it, or if a heading in it is not a line of closing.inc.
 * Cost: O(bytes of the chosen blocks).
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"

#define LEAST_TEXT     60 /* words before the part */
#define LINE_WORDS     10 /* largest line that names a company */
#define NOTES_WORDS    6
#define LINE_BYTES     128 /* beginning of a line that is compared */
#define CONTACT_BLOCKS 12  /* in which the address is */
#define NAME_BYTES     120 /* beginning of a text that repeats the name */
#define NAME_LEAST     3   /* a word of the name has more bytes */
#define PHONE_DIGITS   8

enum closing_kind {
	CLOSING_NONE,
	CLOSING_CONTACT,
	CLOSING_CONTACT_LINE,
	CLOSING_ABOUT,
	CLOSING_NOTES,
	CLOSING_END, /* "###" */
};

static const struct {
	const char *phrase;
	enum closing_kind kind;
} closing_lines[] = {
#include "cuter/marks/closing.inc"
};

/* Words of the description of a company, or beginnings of words. */
static const char *const closing_company[] = { "founded in", "headquarter",
	"is a leading", "is the leading", "leading provider", "employees",
	"employs", "nasdaq", "nyse", "non-profit", "nonprofit", "gegründet",
	"mit sitz in", "mitarbeite", "beschäftigt", "führende", "fondée en",
	"créée en", "collaborateurs", "leader mondial", "siège social",
	"fundada en", "fundada em", "con sede en", "líder", "empleados",
	"fondata nel", "con sede a", "dipendenti", "opgericht in",
	"medewerkers", "grundades", "medarbetare", "medarbejdere", "założona",
	"zaměstnanc", "основана" };

/* A line in lower case, with one space between words. */
struct closing_line {
	char text[2 * LINE_BYTES];
	size_t len, words;
};

static void
closing_fold(struct slice s, struct closing_line *ret)
{
	bool in_word = false;

	*ret = (struct closing_line){ .len = 0 };
	for (size_t i = 0; i < s.len && ret->len + 8 < sizeof(ret->text);) {
		uint32_t rune;

		i += utf8_decode(s.p + i, s.len - i, &rune);
		if (!rune_is_word(rune)) {
			in_word = false;
			continue;
		}
		if (!in_word && ret->words++ > 0)
			ret->text[ret->len++] = ' ';
		in_word = true;
		ret->len += utf8_encode(rune_lower(rune), ret->text + ret->len);
	}
}

/* Returns the first text of a block, up to a change of element or a <br>. */
static struct slice
closing_first_text(const struct page *page, const struct block *b)
{
	for (uint32_t i = b->first; i < b->end; i++) {
		struct slice text = slice_trim(page->tree.nodes[i].text);

		if (page->tree.nodes[i].tag == TAG_TEXT && text.len > 0)
			return text;
	}
	return SLICE("");
}

/* ---- the first letters ---- */

#define N_FIRST 256 /* hashes of the first two bytes of a line */

static bool closing_first[N_FIRST];
static pthread_once_t closing_once = PTHREAD_ONCE_INIT;

static size_t
closing_hash(const char *p)
{
	return ((unsigned char)p[0] * 31u + (unsigned char)p[1]) % N_FIRST;
}

static void
closing_fill_first(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(closing_lines); i++)
		closing_first[closing_hash(closing_lines[i].phrase)] = true;
}

/* Returns false for most of the texts that begin with no line of closing.inc.
 */
static bool
closing_may_begin(struct slice text)
{
	struct closing_line line;

	if (text.len < 3)
		return false;
	closing_fold(slice_sub(text, 0, 8), &line);
	return line.len < 2 || !ascii_is_letter(line.text[0]) ||
	       closing_first[closing_hash(line.text)];
}

/* ---- lines ---- */

/* Returns true if a text is "###", or "ends" between hyphens or brackets. */
static bool
closing_is_end(struct slice text, const struct closing_line *line)
{
	static const char *const words[] = { "end", "ends", "ende", "fin",
		"30" };

	if (text.len >= 3 && line->len == 0 && text.p[0] == '#')
		return true;
	if (line->words != 1 || text.len == 0 || ascii_is_letter(text.p[0]) ||
	    ascii_is_digit(text.p[0]))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (slice_equal((struct slice){ line->text, line->len },
			slice_of(words[i])))
			return true;
	return false;
}

/* Returns true if the line of a kind may have the words after the phrase. */
static bool
closing_agrees(
    enum closing_kind kind, const struct closing_line *line, size_t phrase_len)
{
	switch (kind) {
	case CLOSING_CONTACT_LINE:
		return line->len == phrase_len;
	case CLOSING_ABOUT:
		return line->len > phrase_len && line->words <= LINE_WORDS;
	case CLOSING_NOTES:
		return line->words <= NOTES_WORDS;
	default:
		return true;
	}
}

/* Returns the kind of the line with which a block begins. *ret_name: the words
 * after the phrase. */
static enum closing_kind
closing_kind_of(const struct page *page, const struct block *b,
    struct closing_line *ret_line, struct slice *ret_name)
{
	struct slice text = closing_first_text(page, b), line;

	if (!closing_may_begin(text))
		return CLOSING_NONE;
	closing_fold(slice_sub(text, 0, LINE_BYTES), ret_line);
	if (closing_is_end(text, ret_line))
		return CLOSING_END;
	line = (struct slice){ ret_line->text, ret_line->len };
	if (line.len == 0)
		return CLOSING_NONE;
	for (size_t i = 0; i < ARRAY_LENGTH(closing_lines); i++) {
		struct slice phrase;

		/* the test of the first byte is faster than strlen() */
		if (line.p[0] != closing_lines[i].phrase[0])
			continue;
		phrase = slice_of(closing_lines[i].phrase);
		if (!slice_starts(line, phrase) ||
		    (line.len > phrase.len && line.p[phrase.len] != ' ') ||
		    !closing_agrees(
			closing_lines[i].kind, ret_line, phrase.len))
			continue;
		*ret_name = slice_sub(line, phrase.len, line.len);
		return closing_lines[i].kind;
	}
	return CLOSING_NONE;
}

/* Returns the first chosen block at or after `at`; n_blocks if no block there
 * is chosen. */
static uint32_t
closing_next(const struct page *page, uint32_t at)
{
	while (at < page->n_blocks && page->blocks[at].reason != REASON_CHOSEN)
		at++;
	return at;
}

static bool
closing_has_address(struct slice text)
{
	size_t digits = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c == '@' && i > 0 && i + 1 < text.len &&
		    text.p[i - 1] != ' ' && text.p[i + 1] != ' ')
			return true;
		if (ascii_is_digit(c))
			digits++;
		else if (c != ' ' && c != '-' && c != '/' && c != '(' &&
			 c != ')' && c != '+' && c != '.')
			digits = 0;
		if (digits >= PHONE_DIGITS)
			return true;
	}
	return false;
}

/* Returns true if one of the next blocks from `at` on has an address. */
static bool
closing_has_contact(const struct page *page, uint32_t at)
{
	for (uint32_t i = at; i < page->n_blocks && i - at < CONTACT_BLOCKS;
	     i++)
		if (!(page->blocks[i].marks & MARK_HIDDEN) &&
		    closing_has_address(
			page_block_text(page, &page->blocks[i])))
			return true;
	return false;
}

/* Returns true if a chosen block from `at` on has a word that describes a
 * company. */
static bool
closing_has_company(const struct page *page, uint32_t at)
{
	for (uint32_t i = closing_next(page, at); i < page->n_blocks;
	     i = closing_next(page, i + 1)) {
		struct slice text = page_block_text(page, &page->blocks[i]);

		for (size_t k = 0; k < ARRAY_LENGTH(closing_company); k++)
			if (slice_find_nocase(text,
				slice_of(closing_company[k]),
				0) != SLICE_NOT_FOUND)
				return true;
	}
	return false;
}

/* Returns true if the text after the line begins with a word of the name. */
static bool
closing_repeats_name(
    const struct page *page, uint32_t at, struct slice line, struct slice name)
{
	struct slice text = page_block_text(page, &page->blocks[at]), word;
	struct closing_line begin;

	text = slice_sub(text, line.len, text.len);
	if (text.len < NAME_BYTES / 2) {
		at = closing_next(page, at + 1);
		if (at == page->n_blocks)
			return false;
		text = page_block_text(page, &page->blocks[at]);
	}
	closing_fold(slice_sub(text, 0, NAME_BYTES), &begin);
	while (slice_next(&name, ' ', &word))
		if (word.len > NAME_LEAST &&
		    slice_find((struct slice){ begin.text, begin.len }, word,
			0) != SLICE_NOT_FOUND)
			return true;
	return false;
}

/* Returns true if the last word of a line begins with a capital, as a name. */
static bool
closing_is_name(struct slice line)
{
	size_t at = line.len;
	uint32_t rune;

	while (at > 0 && line.p[at - 1] != ' ')
		at--;
	if (at == line.len)
		return false;
	utf8_decode(line.p + at, line.len - at, &rune);
	return rune != rune_lower(rune) || rune - '0' < 10u;
}

static bool
closing_begins(const struct page *page, uint32_t at)
{
	const struct block *b = &page->blocks[at];
	struct slice first = closing_first_text(page, b), name;
	struct closing_line line;
	enum closing_kind kind;

	switch (closing_kind_of(page, b, &line, &name)) {
	case CLOSING_CONTACT:
	case CLOSING_CONTACT_LINE:
		return closing_has_contact(page, at);
	case CLOSING_ABOUT:
		return closing_is_name(first) &&
		       closing_repeats_name(page, at, first, name) &&
		       closing_has_company(page, at) &&
		       closing_has_contact(page, at);
	case CLOSING_NOTES:
		return true;
	case CLOSING_END:
		at = closing_next(page, at + 1);
		if (at == page->n_blocks)
			return true;
		kind = closing_kind_of(page, &page->blocks[at], &line, &name);
		return kind != CLOSING_NONE && kind != CLOSING_END;
	default:
		return false;
	}
}

/* Returns true if each heading from `at` on begins a part. */
static bool
closing_has_headings_of_parts(const struct page *page, uint32_t at)
{
	struct closing_line line;
	struct slice name;

	for (uint32_t i = closing_next(page, at + 1); i < page->n_blocks;
	     i = closing_next(page, i + 1))
		if (page->blocks[i].is_heading &&
		    closing_kind_of(page, &page->blocks[i], &line, &name) ==
			CLOSING_NONE)
			return false;
	return true;
}

/* Removes the chosen blocks from `at` on. */
static void
closing_remove(struct page *page, uint32_t at)
{
	for (at = closing_next(page, at); at < page->n_blocks;
	     at = closing_next(page, at + 1)) {
		page->blocks[at].class = CUTER_NAVIGATION;
		page->blocks[at].reason = REASON_LABEL;
	}
}

void
features_remove_closing(struct page *page)
{
	uint32_t words = 0, before = 0;

	pthread_once(&closing_once, closing_fill_first);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (page->blocks[i].reason == REASON_CHOSEN)
			words += page->blocks[i].words;
	for (uint32_t i = 0; i < page->n_blocks && before < words; i++) {
		const struct block *b = &page->blocks[i];
		bool is_text = b->reason == REASON_CHOSEN;

		if (before >= LEAST_TEXT && 2 * before >= words &&
		    (is_text || (b->words <= LINE_WORDS &&
				    !(b->marks & MARK_HIDDEN))) &&
		    closing_begins(page, i) &&
		    closing_has_headings_of_parts(page, i)) {
			closing_remove(page, i);
			return;
		}
		before += is_text ? b->words : 0;
	}
}
