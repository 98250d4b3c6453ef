/*
 * date_find.c -- a date among other words.
 *
 * base/date.h reads a text that is a date; a page shows one as "Posted on
 * April 13, 2023 · 10 min read" or "公開日:2019年4月4日".  Looked for is a
 * year of four digits; the words around it that can be read as a date with a
 * day and a month are it.
 */
#include "config/limits.h"
#include "cuter/article/published.h"

#define AROUND     4    /* words of a date before its year, or behind it */
#define FIRST_YEAR 1980 /* no page is older, and "1848" is history */
#define LAST_YEAR  2100
#define WORDS      40 /* of a text that are looked at */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_year(struct slice s, size_t at)
{
	int year = 0;

	if (at + 4 > s.len || (at > 0 && is_digit(s.p[at - 1])) ||
	    (at + 4 < s.len && is_digit(s.p[at + 4])))
		return false;
	for (size_t i = at; i < at + 4; i++) {
		if (!is_digit(s.p[i]))
			return false;
		year = year * 10 + (s.p[i] - '0');
	}
	return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/* Figures beside the year's, or a letter: a day or a month, not a bare year. */
static bool
says_day(struct slice s)
{
	size_t digits = 0;

	for (size_t i = 0; i < s.len; i++)
		digits += is_digit(s.p[i]);
	return digits >= 5 && s.len >= 8;
}

static struct slice
bare(struct slice s)
{
	while (s.len > 0 && strchr("([,;:|-", s.p[0]) != NULL)
		s = slice_sub(s, 1, s.len);
	while (s.len > 0 && strchr(")],;:|-", s.p[s.len - 1]) != NULL)
		s.len--;
	return slice_trim(s);
}

/* The first of a month is what is read where no day is said: believed where a
 * 1 stands alone beside the year. */
static bool
is_first(int64_t at)
{
	char text[DATE_TEXT_BYTES];

	return date_format_rfc3339(at, text) > 10 &&
	       memcmp(text + 7, "-01", 3) == 0;
}

static bool
has_lone_one(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.p[i] == '1' &&
		    (i + 1 == s.len || !is_digit(s.p[i + 1])) &&
		    (i == 0 || !is_digit(s.p[i - 1]) || s.p[i - 1] == '0'))
			return true;
	return false;
}

static bool
reads(struct slice s, enum date_order order, int64_t *ret_at, unsigned *flags)
{
	s = bare(s);
	return s.len <= LIMIT_DATE_BYTES && says_day(s) &&
	       date_parse_ordered(s, order, ret_at, flags) &&
	       (!is_first(*ret_at) || has_lone_one(s));
}

/* "公開日:2019年4月4日": the figures around the year and what joins them. */
static struct slice
figures(struct slice word, size_t year)
{
	size_t from = year, to = year + 4;

	while (from > 0 && (is_digit(word.p[from - 1]) ||
			       strchr("./-", word.p[from - 1]) != NULL))
		from--;
	while (to < word.len &&
	       (is_digit(word.p[to]) || strchr("./-", word.p[to]) != NULL ||
		   (unsigned char)word.p[to] >= 0x80))
		to++;
	return slice_sub(word, from, to);
}

static bool
is_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

/* Signs that stand between the parts of a line, with or without spaces. */
static const char *const dots[] = { "\xE2\x80\xA2", "\xC2\xB7", "|" };

static size_t
dot_at(struct slice word)
{
	for (size_t i = 0; i < sizeof(dots) / sizeof(dots[0]); i++)
		if (slice_starts(word, slice_of(dots[i])))
			return strlen(dots[i]);
	return 0;
}

/* The first part of a word in which parts are joined, and off the text:
 * "2019January" are two dates in elements of their own, "Jane Roe•Oct" a
 * name and a date. */
static struct slice
next_part(struct slice *word)
{
	size_t at = 0, sign = 0;
	struct slice part;

	while (at < word->len) {
		sign = dot_at(slice_sub(*word, at, word->len));
		if (sign > 0)
			break;
		if (at >= 4 && at + 2 <= word->len && is_letter(word->p[at]) &&
		    is_letter(word->p[at + 1]) && is_year(*word, at - 4))
			break;
		at++;
	}
	part = slice_sub(*word, 0, at);
	*word = slice_sub(*word, at + sign, word->len);
	return part;
}

/* Of words[0..n) the widest run around number `at` that is a date: the year
 * last, or first, or alone. */
static bool
around(const struct slice *words, size_t n, size_t at, enum date_order order,
    int64_t *ret_at, unsigned *flags)
{
	for (size_t back = AROUND + 1; back-- > 0;) {
		size_t from;

		if (back > at)
			continue;
		from = at - back;
		if (reads((struct slice){ words[from].p,
			      (size_t)(words[at].p + words[at].len -
				       words[from].p) },
			order, ret_at, flags))
			return true;
	}
	for (size_t on = 1; on <= 2 && at + on < n; on++)
		if (reads((struct slice){ words[at].p,
			      (size_t)(words[at + on].p + words[at + on].len -
				       words[at].p) },
			order, ret_at, flags))
			return true;
	return false;
}

/* Most lines have no four figures on end. */
static bool
may_hold_year(struct slice text)
{
	size_t digits = 0;

	for (size_t i = 0; i < text.len && digits < 4; i++)
		digits = is_digit(text.p[i]) ? digits + 1 : 0;
	return digits == 4;
}

bool
published_find(
    struct slice text, enum date_order order, int64_t *ret_at, unsigned *flags)
{
	struct slice words[WORDS], rest = text, word;
	size_t n = 0;

	if (!may_hold_year(text))
		return false;
	while (n < WORDS && slice_next(&rest, ' ', &word))
		while (n < WORDS && word.len > 0) {
			struct slice part = next_part(&word);

			if (part.len > 0)
				words[n++] = part;
		}
	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; at + 4 <= words[i].len; at++) {
			if (!is_year(words[i], at))
				continue;
			if (around(words, n, i, order, ret_at, flags) ||
			    reads(figures(words[i], at), order, ret_at, flags))
				return true;
			at += 3;
		}
	return false;
}

/* Two digits at `at`, of 1 .. most; 0: none. */
static int
two(struct slice s, size_t at, int most)
{
	int value;

	if (at + 2 > s.len || !is_digit(s.p[at]) || !is_digit(s.p[at + 1]))
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
		int year = two(url, at, 20) * 100 + two(url, at + 2, 99);

		if (is_digit(url.p[at - 1]) || year < FIRST_YEAR ||
		    two(url, month, 12) == 0)
			continue;
		if (apart && (day >= url.len || url.p[day] != sign))
			continue;
		day += apart;
		if (two(url, day, 31) == 0 ||
		    (day + 2 < url.len && is_digit(url.p[day + 2])))
			continue;
		*ret_at = date_from_civil(
		    year, two(url, month, 12), two(url, day, 31), 0, 0, 0);
		return true;
	}
	return false;
}
