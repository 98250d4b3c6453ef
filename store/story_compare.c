/*
 * story_compare.c -- checks if a text has changed for its reader.
 *
 * In:  two bodies, paragraphs separated by line breaks.
 * Out: true if they are the same story.
 *
 * Pages are fetched again to find corrections.  Counts of comments and times
 * since publication change at every visit and are not corrections.  They are in
 * separate short lines with a number and without a full stop.  Such a line is
 * ignored if it has at most one word besides numbers and time words ("13
 * comments", "20 November 2026, 10:30 GMT").  In other lines of this kind the
 * numbers and the time words are ignored ("Updated 5 minutes ago by Jane").
 * "12 people died." is a sentence and is compared.
 */
#include "store/story_compare.h"

#include "base/array.h"
#include "base/text/utf8.h"
#include "store/search/text.h"

#define SHORT_WORDS 8 /* a longer line is a sentence without a full stop */

/* Words of dates and counters. A counter may contain one word that is not
 * listed, so counters in other languages are recognised, too. */
static const char *const time_words[] = { "january", "february", "march",
	"april", "may", "june", "july", "august", "september", "october",
	"november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug",
	"sep", "sept", "oct", "nov", "dec", "monday", "tuesday", "wednesday",
	"thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu",
	"fri", "sat", "sun", "am", "pm", "gmt", "utc", "bst", "est", "edt",
	"cet", "cest", "et", "at", "on", "ago", "min", "mins", "minute",
	"minutes", "hour", "hours", "hr", "hrs", "h", "m", "s", "d", "day",
	"days", "week", "weeks", "month", "months", "year", "years", "seconds",
	"second", "st", "nd", "rd", "th", "t", "z", "k", "last", "read",
	"januar", "februar", "märz", "mai", "juni", "juli", "oktober",
	"dezember", "uhr", "vor", "minuten", "stunden", "il", "y", "a",
	"heures", "janvier", "février", "mars", "avril", "juin", "juillet",
	"août", "septembre", "octobre", "novembre", "décembre", "de", "enero",
	"febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
	"septiembre", "octubre", "noviembre", "diciembre" };

static bool
story_compare_is_digit(uint32_t rune)
{
	return rune >= '0' && rune <= '9';
}

/* Takes the next word, which contains only letters or only digits.  Returns
 * false at the end of the text. */
static bool
story_compare_next_word(struct slice *rest, struct slice *ret, bool *ret_number)
{
	size_t from = 0, at = 0;
	uint32_t rune = 0;

	while (at < rest->len) {
		size_t n = utf8_decode(rest->p + at, rest->len - at, &rune);

		from = at;
		at += n;
		if (rune_is_word(rune))
			break;
		from = at;
	}
	if (from == rest->len)
		return false;
	*ret_number = story_compare_is_digit(rune);
	while (at < rest->len && !rune_is_unspaced(rune)) {
		size_t n = utf8_decode(rest->p + at, rest->len - at, &rune);

		if (!rune_is_word(rune) ||
		    story_compare_is_digit(rune) != *ret_number)
			break;
		at += n;
	}
	*ret = slice_sub(*rest, from, at);
	*rest = slice_sub(*rest, at, rest->len);
	return true;
}

static bool
story_compare_is_time_word(struct slice word)
{
	for (size_t i = 0; i < ARRAY_LENGTH(time_words); i++)
		if (slice_equal_nocase(word, slice_of(time_words[i])))
			return true;
	return false;
}

static bool
story_compare_ends_sentence(struct slice line)
{
	static const struct slice ends[] = { SLICE("."), SLICE("!"), SLICE("?"),
		SLICE("…"), SLICE("。"), SLICE("！"), SLICE("？"), SLICE("\""),
		SLICE("”"), SLICE("’"), SLICE("»"), SLICE(".)") };

	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++)
		if (slice_ends(line, ends[i]))
			return true;
	return false;
}

enum line_kind {
	LINE_TEXT,   /* every word of the line is compared */
	LINE_MOVING, /* the line is compared without numbers and time words */
	LINE_COUNTER /* the line is ignored */
};

static enum line_kind
story_compare_kind_of(struct slice line)
{
	struct slice rest = line, word;
	int words = 0, names = 0, numbers = 0;
	bool number;

	if (story_compare_ends_sentence(line))
		return LINE_TEXT;
	while (story_compare_next_word(&rest, &word, &number)) {
		if (number)
			numbers++;
		else if (++words > SHORT_WORDS)
			return LINE_TEXT;
		else if (!story_compare_is_time_word(word))
			names++;
	}
	if (numbers == 0)
		return LINE_TEXT;
	return names <= 1 ? LINE_COUNTER : LINE_MOVING;
}

/* Takes the next line that is compared.  Returns false at the end of the
 * text. */
static bool
story_compare_next_line(
    struct slice *rest, struct slice *ret, enum line_kind *ret_kind)
{
	while (slice_next(rest, '\n', ret)) {
		*ret = slice_trim(*ret);
		if (ret->len == 0)
			continue;
		*ret_kind = story_compare_kind_of(*ret);
		if (*ret_kind != LINE_COUNTER)
			return true;
	}
	return false;
}

/* True if the texts are equal apart from numbers and time words. */
static bool
story_compare_same_but_numbers(struct slice a, struct slice b)
{
	struct slice left = SLICE_NONE, right = SLICE_NONE;
	bool number, more_left, more_right;

	for (;;) {
		do
			more_left = story_compare_next_word(&a, &left, &number);
		while (
		    more_left && (number || story_compare_is_time_word(left)));
		do
			more_right =
			    story_compare_next_word(&b, &right, &number);
		while (more_right &&
		       (number || story_compare_is_time_word(right)));
		if (!more_left || !more_right)
			return more_left == more_right;
		if (!slice_equal(left, right))
			return false;
	}
}

/* Compares line by line.  Returns false if both texts contain nothing but
 * counters, because story_compare() has compared the counters before. */
static bool
story_compare_lines(struct slice a, struct slice b)
{
	struct slice left, right;
	enum line_kind of_left = LINE_TEXT, of_right = LINE_TEXT;
	bool any = false;

	for (;;) {
		bool more_left = story_compare_next_line(&a, &left, &of_left);
		bool more_right =
		    story_compare_next_line(&b, &right, &of_right);

		if (!more_left || !more_right)
			return any && more_left == more_right;
		any = true;
		if (text_equal_folded(left, right))
			continue;
		if (of_left != LINE_MOVING || of_right != LINE_MOVING ||
		    !story_compare_same_but_numbers(left, right))
			return false;
	}
}

bool
story_compare(struct slice a, struct slice b)
{
	/* text_equal_folded() is true if only the line breaks differ */
	return text_equal_folded(a, b) || story_compare_lines(a, b);
}
