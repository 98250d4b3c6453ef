/*
 * meta_stamps.c -- recognises lines with the date and authors of an article in
 * scripts without capitals, and in languages that write such lines in lower
 * case.
 *
 * In:  "发布时间：2026-11-20 10:00 来源：新华社", "입력 2026.11.20 10:00".
 * Out: true if the line has a date or a byline, and only a few characters
 *      remain without digits, units of dates, months, the words of
 *      meta_stamps.inc and the names next to labels.
 *
 * A sentence is not such a line, because its other words remain.
 * Cost: O(bytes * words of the table with the same first byte).
 */
#include <pthread.h>

#include "base/array.h"
#include "base/date/date_digit.h"
#include "base/date/date_names.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"

#define LINE_BYTES 240
#define NAME_RUNES 24 /* maximum characters of the names in a line */
#define REST_RUNES 2  /* maximum characters that are not explained */

enum stamp {
	STAMP_OF_DATE, /* a date follows */
	STAMP_FILLER,  /* a weekday, "o'clock" */
	STAMP_MONTH,
	STAMP_LABEL,         /* a name follows, if a separator follows */
	STAMP_ROLE,          /* "reporter": a name precedes */
	STAMP_LABEL_OR_ROLE, /* a name or an agency precedes, or a name follows
			      */
	STAMP_REPORT /* "reports": a name or place precedes, but the word alone
			does not make a byline */
};

/* The text is an array and not a pointer, which would need a relocation at each
 * start. */
struct stamp_word {
	char text[43];
	uint8_t is; /* enum stamp */
};

static const struct stamp_word stamp_words[] = {
#include "cuter/marks/meta_stamps.inc"
};

/* The words of the table by their first byte: the number of the first word + 1,
 * and of the next word + 1. 0: none. */
static uint16_t first_words[256], next_words[ARRAY_LENGTH(stamp_words)];
static pthread_once_t meta_stamps_once = PTHREAD_ONCE_INIT;

struct stamp_line {
	struct slice rest;
	unsigned numbers, units, months, stamps;
	unsigned names; /* characters of names next to labels and roles */
	unsigned
	    unknown;  /* characters of other words, with those of this run */
	unsigned run; /* such characters since the last known word */
	bool has_year, is_sentence;
	bool in_name;  /* a label precedes */
	bool has_role; /* the last word is a role */
	bool begins_by_label, has_words;
};

/* Writes the text in lower case, with ASCII digits and without joiners. */
static struct slice
meta_stamps_fold(struct slice text, char out[LINE_BYTES * 2])
{
	size_t n = 0;

	for (size_t i = 0; i < text.len && n + 4 <= (size_t)LINE_BYTES * 2;) {
		uint32_t rune;

		if ((unsigned char)text.p[i] < 0x80) {
			out[n++] = ascii_lower(text.p[i++]);
			continue;
		}
		i += utf8_decode(text.p + i, text.len - i, &rune);
		rune = date_fold_digit(rune);
		/* ZERO WIDTH NON-JOINER and JOINER, ARABIC TATWEEL */
		if (rune != 0x200C && rune != 0x200D && rune != 0x640)
			n += utf8_encode(rune_lower(rune), out + n);
	}
	return (struct slice){ out, n };
}

static bool
meta_stamps_is_letter(uint32_t rune)
{
	return rune_is_word(rune) &&
	       !(rune < 0x80 && ascii_is_digit((char)rune));
}

/* True if a word can end before `rest`: the word's script has no spaces, or no
 * letter follows. */
static bool
meta_stamps_ends(struct slice word, struct slice rest)
{
	uint32_t first, next = ' ';

	(void)utf8_decode(word.p, word.len, &first);
	if (rest.len > 0)
		(void)utf8_decode(rest.p, rest.len, &next);
	return rune_is_unspaced(first) || !meta_stamps_is_letter(next);
}

static void
meta_stamps_fill_index(void)
{
	for (size_t i = ARRAY_LENGTH(stamp_words); i-- > 0;) {
		uint16_t *first =
		    &first_words[(unsigned char)stamp_words[i].text[0]];

		next_words[i] = *first;
		*first = (uint16_t)(i + 1);
	}
}

/* Returns the longest word of the table at the start of a text; NULL: none. */
static const struct stamp_word *
meta_stamps_find(struct slice s)
{
	const struct stamp_word *best = NULL;
	size_t most = 0;

	for (size_t i = first_words[(unsigned char)s.p[0]]; i > 0;
	     i = next_words[i - 1]) {
		const char *text = stamp_words[i - 1].text;
		struct slice word;

		/* The test of the second byte is faster than strlen(). */
		if (text[1] != '\0' && (s.len < 2 || text[1] != s.p[1]))
			continue;
		word = slice_of(text);
		if (word.len > most && slice_starts(s, word) &&
		    meta_stamps_ends(word, slice_sub(s, word.len, s.len))) {
			best = &stamp_words[i - 1];
			most = word.len;
		}
	}
	return best;
}

/* Returns the length of the separator after a label: "：", " / ". */
static size_t
meta_stamps_separator(struct slice s)
{
	static const char *const marks[] = { " ", ":", "/", "\xEF\xBC\x9A",
		"\xEF\xBC\x8F", "\xE3\x80\x80" };
	size_t n = 0, before;

	do {
		before = n;
		for (size_t i = 0; i < ARRAY_LENGTH(marks); i++)
			if (slice_starts(
				slice_sub(s, n, s.len), slice_of(marks[i])))
				n += strlen(marks[i]);
	} while (n > before);
	return n == s.len ? 0 : n;
}

/* Counts the unknown characters since the last known word as a name. */
static void
meta_stamps_take_name(struct stamp_line *c)
{
	c->unknown -= c->run;
	c->names += c->run;
}

static void
meta_stamps_take_word(struct stamp_line *c, const struct stamp_word *word)
{
	size_t separator;

	c->rest = slice_sub(c->rest, strlen(word->text), c->rest.len);
	separator = meta_stamps_separator(c->rest);
	c->in_name = c->has_role = false;
	switch (word->is) {
	case STAMP_OF_DATE:
		c->stamps++;
		break;
	case STAMP_MONTH:
		c->months++;
		break;
	case STAMP_FILLER:
		break;
	case STAMP_LABEL:
	case STAMP_LABEL_OR_ROLE:
		c->in_name = separator > 0 && c->run == 0;
		c->begins_by_label |= c->in_name && !c->has_words;
		if (c->in_name)
			c->rest = slice_sub(c->rest, separator, c->rest.len);
		if (c->in_name || word->is == STAMP_LABEL)
			break;
		meta_stamps_take_name(c);
		break;
	case STAMP_ROLE:
		c->has_role = c->run >= 2;
		/* fall through */
	case STAMP_REPORT:
		meta_stamps_take_name(c);
		break;
	}
	c->has_words = true;
	c->run = 0;
}

static void
meta_stamps_take_number(struct stamp_line *c)
{
	size_t n = 0, unit;

	while (n < c->rest.len && ascii_is_digit(c->rest.p[n]))
		n++;
	c->numbers++;
	c->has_year |= n == 4 && (c->rest.p[0] == '1' || c->rest.p[0] == '2');
	unit = date_word_unspaced(slice_sub(c->rest, n, c->rest.len));
	c->units += unit > 0;
	c->rest = slice_sub(c->rest, n + unit, c->rest.len);
	c->in_name = c->has_role = false;
	c->has_words = true;
	c->run = 0;
}

/* Takes a word that is not in the table: a character of a script without
 * spaces, or the letters up to a space or digit. */
static void
meta_stamps_take_letters(struct stamp_line *c)
{
	size_t n = 0, runes = 0;
	enum date_word is;
	int value;

	while (n < c->rest.len) {
		uint32_t rune;
		size_t took =
		    utf8_decode(c->rest.p + n, c->rest.len - n, &rune);

		if (n > 0 &&
		    (!meta_stamps_is_letter(rune) || rune_is_unspaced(rune)))
			break;
		n += took;
		runes++;
		if (rune_is_unspaced(rune))
			break;
	}
	is = date_word_find(slice_sub(c->rest, 0, n), &value);
	c->months += is == DATE_WORD_MONTH;
	c->has_words = true;
	c->has_role = false;
	c->rest = slice_sub(c->rest, n, c->rest.len);
	if (c->in_name) {
		c->names += runes;
	} else if (is == DATE_WORD_UNKNOWN || is == DATE_WORD_UNIT) {
		c->unknown += runes;
		c->run += runes;
	}
}

static void
meta_stamps_take(struct stamp_line *c)
{
	const struct stamp_word *word;
	size_t half;
	uint32_t rune;
	size_t took = utf8_decode(c->rest.p, c->rest.len, &rune);

	if (rune < 0x80 && ascii_is_digit((char)rune)) {
		meta_stamps_take_number(c);
		return;
	}
	if (!rune_is_word(rune)) {
		c->is_sentence |= rune == 0x3002 || rune == 0xFF01 ||
				  rune == 0xFF1F || rune == 0x964 ||
				  rune == 0x61F || rune == '!' || rune == '?';
		if (rune == '/' || rune == '|' || rune == 0xFF0F) {
			c->in_name = false;
			c->run = 0;
		}
		c->rest = slice_sub(c->rest, took, c->rest.len);
		return;
	}
	word = meta_stamps_find(c->rest);
	if (word != NULL) {
		meta_stamps_take_word(c, word);
		return;
	}
	/* "上午", "오후", but not the single characters of units */
	half = date_word_unspaced(c->rest);
	if (half > 3) {
		c->rest = slice_sub(c->rest, half, c->rest.len);
		c->in_name = false;
		return;
	}
	meta_stamps_take_letters(c);
}

/* Returns true if the words up to now cannot belong to a line of the article's
 * date and authors. The characters before this run stay unknown, and a longer
 * run is not a name. */
static bool
meta_stamps_is_other(const struct stamp_line *c)
{
	return c->is_sentence || c->names > NAME_RUNES || c->run > NAME_RUNES ||
	       c->unknown - c->run > REST_RUNES;
}

bool
meta_stamps_is_line(struct slice text)
{
	char folded[LINE_BYTES * 2];
	struct stamp_line c = { 0 };

	if (text.len > LINE_BYTES)
		return false;
	pthread_once(&meta_stamps_once, meta_stamps_fill_index);
	c.rest = meta_stamps_fold(text, folded);
	while (c.rest.len > 0 && !meta_stamps_is_other(&c))
		meta_stamps_take(&c);
	if (meta_stamps_is_other(&c) || c.unknown > REST_RUNES)
		return false;
	if (c.numbers == 0)
		return c.names >= 2 && c.unknown == 0 &&
		       (c.begins_by_label || c.has_role);
	/* "2026年11月" alone is not the date of an article. */
	return (c.numbers >= 2 && (c.months > 0 || c.stamps > 0 ||
				      (c.units > 0 && !c.has_year))) ||
	       (c.numbers >= 3 && c.has_year);
}
