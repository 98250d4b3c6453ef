/*
 * date_find.c -- finds a date inside a text.
 *
 * base/date/date.h parses a text that is a date, but pages show lines like
 * "Posted on April 13, 2023 · 10 min read" or "公開日:2019年4月4日". The search
 * looks for a year of four digits. The date is the longest run of words that
 * ends with the year and parses as a date with day and month, else a run that
 * begins with the year.
 */
#include "base/array.h"
#include "base/date/date_digit.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/date/published.h"

/* Largest number of words of a date before its year. */
#define AROUND     4
#define FIRST_YEAR 1980 /* earlier years are mostly not publication dates */
#define LAST_YEAR  2100
/* The same years in the Buddhist era, which dates in Thai have. */
#define FIRST_THAI_YEAR (FIRST_YEAR + 543)
#define LAST_THAI_YEAR  (LAST_YEAR + 543)
#define WORDS           40  /* largest number of words that are examined */
#define TEXT_BYTES      512 /* largest number of bytes that are examined */

static bool
date_find_is_year(struct slice s, size_t at)
{
	int year = 0;

	if (at + 4 > s.len || (at > 0 && ascii_is_digit(s.p[at - 1])) ||
	    (at + 4 < s.len && ascii_is_digit(s.p[at + 4])))
		return false;
	for (size_t i = at; i < at + 4; i++) {
		if (!ascii_is_digit(s.p[i]))
			return false;
		year = year * 10 + (s.p[i] - '0');
	}
	return (year >= FIRST_YEAR && year <= LAST_YEAR) ||
	       (year >= FIRST_THAI_YEAR && year <= LAST_THAI_YEAR);
}

/* True if s has at least eight bytes and more than four digits. The digits that
 * are not part of the year may be the day or the month. */
static bool
date_find_has_day(struct slice s)
{
	size_t digits = 0;

	for (size_t i = 0; i < s.len; i++)
		digits += ascii_is_digit(s.p[i]);
	return digits >= 5 && s.len >= 8;
}

static struct slice
date_find_trim(struct slice s)
{
	while (s.len > 0 && strchr("([,;:|-", s.p[0]) != NULL)
		s = slice_sub(s, 1, s.len);
	while (s.len > 0 && strchr(")],;:|-", s.p[s.len - 1]) != NULL)
		s.len--;
	return slice_trim(s);
}

static bool
date_find_parse(
    struct slice s, enum date_order order, int64_t *ret_at, unsigned *flags)
{
	s = date_find_trim(s);
	return s.len <= LIMIT_DATE_BYTES && date_find_has_day(s) &&
	       date_parse_ordered(s, order, ret_at, flags) &&
	       !(*flags & DATE_NO_DAY) &&
	       *ret_at < date_from_civil(LAST_YEAR + 1, 1, 1, 0, 0, 0);
}

/* Returns the digits around the year with the characters between them:
 * "2019年4月4日" in "公開日:2019年4月4日". */
static struct slice
date_find_digits(struct slice word, size_t year)
{
	size_t from = year, to = year + 4;

	while (from > 0 && (ascii_is_digit(word.p[from - 1]) ||
			       strchr("./-", word.p[from - 1]) != NULL))
		from--;
	while (to < word.len && (ascii_is_digit(word.p[to]) ||
				    strchr("./-", word.p[to]) != NULL ||
				    (unsigned char)word.p[to] >= 0x80))
		to++;
	return slice_sub(word, from, to);
}

/* Separators between the parts of a line. There may be no spaces around them.
 */
static const char *const dots[] = { "\xE2\x80\xA2", "\xC2\xB7", "|" };

static size_t
date_find_dot_at(struct slice word)
{
	for (size_t i = 0; i < ARRAY_LENGTH(dots); i++)
		if (slice_starts(word, slice_of(dots[i])))
			return strlen(dots[i]);
	return 0;
}

/* Removes the first part of a word from *word and returns it. A word may
 * consist of the texts of two adjacent elements: "2019January" (two dates),
 * "Jane Roe•Oct". */
static struct slice
date_find_next_part(struct slice *word)
{
	size_t at = 0, sign = 0;
	struct slice part;

	while (at < word->len) {
		sign = date_find_dot_at(slice_sub(*word, at, word->len));
		if (sign > 0)
			break;
		if (at >= 4 && at + 2 <= word->len &&
		    ascii_is_letter(word->p[at]) &&
		    ascii_is_letter(word->p[at + 1]) &&
		    date_find_is_year(*word, at - 4))
			break;
		at++;
	}
	part = slice_sub(*word, 0, at);
	*word = slice_sub(*word, at + sign, word->len);
	return part;
}

/* Returns the largest number of words after the year. In Latvian and Lithuanian
 * a word for "year" is between the year and the month: "2026. gada 20.
 * novembrī". */
static size_t
date_find_words_after(const struct slice *words, size_t n, size_t at)
{
	if (at + 1 < n && (slice_equal_nocase(words[at + 1], SLICE("gada")) ||
			      slice_equal_nocase(words[at + 1], SLICE("m."))))
		return 3;
	return 2;
}

/* Finds a date in a run of words around words[at], which contains a year. Tries
 * the longest run that ends with words[at] first, then runs that begin with it.
 */
static bool
date_find_around(const struct slice *words, size_t n, size_t at,
    enum date_order order, int64_t *ret_at, unsigned *flags)
{
	size_t after;

	for (size_t back = AROUND + 1; back-- > 0;) {
		size_t from;

		if (back > at)
			continue;
		from = at - back;
		if (date_find_parse((struct slice){ words[from].p,
					(size_t)(words[at].p + words[at].len -
						 words[from].p) },
			order, ret_at, flags))
			return true;
	}
	after = date_find_words_after(words, n, at);
	for (size_t on = 1; on <= after && at + on < n; on++)
		if (date_find_parse(
			(struct slice){ words[at].p,
			    (size_t)(words[at + on].p + words[at + on].len -
				     words[at].p) },
			order, ret_at, flags))
			return true;
	return false;
}

/* A quick test before the search: most lines have no four digits in a row. */
static bool
date_find_may_hold_year(struct slice text)
{
	size_t digits = 0;

	for (size_t i = 0; i < text.len && digits < 4; i++)
		digits = ascii_is_digit(text.p[i]) ? digits + 1 : 0;
	return digits == 4;
}

/* Copies the text with ASCII digits in place of the digits of other scripts. */
static struct slice
date_find_fold(struct slice text, char out[TEXT_BYTES + 4])
{
	size_t n = 0;

	for (size_t i = 0; i < text.len && n < TEXT_BYTES;) {
		uint32_t rune;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		n += utf8_encode(date_fold_digit(rune), out + n);
	}
	return (struct slice){ out, n };
}

bool
published_find(
    struct slice text, enum date_order order, int64_t *ret_at, unsigned *flags)
{
	char folded[TEXT_BYTES + 4];
	struct slice words[WORDS], rest, word;
	size_t n = 0;

	rest = date_find_fold(text, folded);
	if (!date_find_may_hold_year(rest))
		return false;
	while (n < WORDS && slice_next(&rest, ' ', &word))
		while (n < WORDS && word.len > 0) {
			struct slice part = date_find_next_part(&word);

			if (part.len > 0)
				words[n++] = part;
		}
	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; at + 4 <= words[i].len; at++) {
			if (!date_find_is_year(words[i], at))
				continue;
			if (date_find_around(
				words, n, i, order, ret_at, flags) ||
			    date_find_parse(date_find_digits(words[i], at),
				order, ret_at, flags))
				return true;
			at += 3;
		}
	return false;
}

/* Returns the two-digit number at `at`. Returns 0 if there is no such number or
 * if it is 0 or greater than `most`. */
static int
date_find_two_digits(struct slice s, size_t at, int most)
{
	int value;

	if (at + 2 > s.len || !ascii_is_digit(s.p[at]) ||
	    !ascii_is_digit(s.p[at + 1]))
		return 0;
	value = (s.p[at] - '0') * 10 + (s.p[at + 1] - '0');
	return value <= most ? value : 0;
}

bool
published_in_url(struct slice url, int64_t *ret_at)
{
	for (size_t at = 1; at + 8 <= url.len; at++) {
		char sign = at + 4 < url.len ? url.p[at + 4] : 0;
		bool apart = sign == '/' || sign == '-' || sign == '_';
		size_t month = at + 4 + apart, day = month + 2;
		int year = date_find_two_digits(url, at, 20) * 100 +
			   date_find_two_digits(url, at + 2, 99);

		if (ascii_is_digit(url.p[at - 1]) || year < FIRST_YEAR ||
		    date_find_two_digits(url, month, 12) == 0)
			continue;
		if (apart && (day >= url.len || url.p[day] != sign))
			continue;
		day += apart;
		if (date_find_two_digits(url, day, 31) == 0 ||
		    (day + 2 < url.len && ascii_is_digit(url.p[day + 2])))
			continue;
		*ret_at =
		    date_from_civil(year, date_find_two_digits(url, month, 12),
			date_find_two_digits(url, day, 31), 0, 0, 0);
		return true;
	}
	return false;
}
