/*
 * date.c -- parses dates by the form of their parts.
 *
 * In:  the text of pubDate, dc:date, <updated>, <time datetime> …
 * Out: UTC seconds.
 *
 * The text is split into numbers, words and signs, and each part is classified
 * by its own form: 15:04:05 is a time, "Jan" is a month, a number of four
 * digits is a year, and +0100 after a time is a zone. The order of the parts,
 * weekdays and filler words in any language therefore do not matter, and there
 * is no list of formats. If day and month cannot be told apart (02/01/2006),
 * the date is refused unless the caller knows the order.
 *
 * Source: RFC 822, 850, 2822, 3339, 9110 (section 5.6.7); ISO 8601; W3C
 * NOTE-datetime; common deviations in feeds (docs/feed-rows.md).
 */
#include "base/date/date.h"

#include "base/date/date_calendar.h"
#include "base/date/date_fields.h"
#include "base/date/date_instant.h"
#include "base/date/date_names.h"
#include "base/date/date_token.h"
#include "base/date/date_weekday.h"
#include "base/date/date_zone.h"

#define DATE_UNKNOWN_MAX 4 /* unknown words; a text with more is prose */
/* In a Thai text, an earlier year is a Gregorian one. */
#define DATE_BUDDHIST_MIN 2400
#define DATE_END          253402300800 /* 10000-01-01 */

static int
date_clamp(int64_t value)
{
	return value > 99999 ? 99999 : (int)value;
}

static void
date_set_date(struct date_fields *r, int64_t year, int64_t month, int64_t day)
{
	r->year = date_clamp(year);
	r->month = date_clamp(month);
	r->day = date_clamp(day);
}

/* Sets an ISO 8601 ordinal date: a year and a day from 1 to 366. */
static bool
date_set_ordinal(struct date_fields *r, int year, int64_t day_of_year)
{
	int month = 1;

	if (day_of_year < 1 || day_of_year > 365 + date_is_leap(year))
		return false;
	for (; day_of_year > date_month_days(year, month); month++)
		day_of_year -= date_month_days(year, month);
	date_set_date(r, year, month, day_of_year);
	return true;
}

/* True for the time "15.04" after a complete date, as in Danish, Finnish,
 * Indonesian and Italian. */
static bool
date_is_dotted_time(const struct date_fields *r, const struct date_token *t)
{
	return date_has_date(r) && date_is_sign(&t[1], '.') && !t[1].spaced &&
	       date_is_joined_number(&t[2]) && t[2].digits == 2;
}

/* Parses hh:mm or hh:mm:ss; a fraction is dropped.  Returns the number of
 * tokens used, 0 if there is no time. */
static size_t
date_take_time(struct date_fields *r, const struct date_token *t)
{
	char sign = date_is_dotted_time(r, t) ? '.' : ':';
	size_t n = 3;

	if (r->hour >= 0 || t[0].digits > 2 || !date_is_sign(&t[1], sign) ||
	    t[2].kind != TOKEN_NUMBER || t[2].digits > 2)
		return 0;
	r->hour = (int)t[0].value;
	r->minute = (int)t[2].value;
	r->second = 0;
	if (date_is_sign(&t[3], sign) && date_is_joined_number(&t[4]) &&
	    t[4].digits <= 2) {
		r->second = (int)t[4].value;
		n = 5;
	}
	if ((date_is_sign(&t[n], '.') || date_is_sign(&t[n], ',')) &&
	    date_is_joined_number(&t[n + 1]))
		n += 2;
	else if (date_is_sign(&t[n], ':') && !date_is_joined_number(&t[n + 1]))
		n++; /* "15:04:-0700" */
	return n;
}

/* Parses a number that consists of several fields without signs between them,
 * such as 20060102 or 150405. */
static bool
date_take_run(struct date_fields *r, const struct date_token *t)
{
	int64_t v = t->value;

	if (r->hour < 0 && r->year >= 0 && (t->digits == 4 || t->digits == 6)) {
		int64_t clock = t->digits == 4 ? v * 100 : v;

		r->hour = (int)(clock / 10000);
		r->minute = (int)(clock / 100 % 100);
		r->second = (int)(clock % 100);
		return true;
	}
	if (r->year >= 0)
		return false;
	switch (t->digits) {
	case 14: /* YYYYMMDDhhmmss */
	case 12:
		v = t->digits == 12 ? v * 100 : v;
		date_set_date(
		    r, v / 10000000000, v / 100000000 % 100, v / 1000000 % 100);
		r->hour = (int)(v / 10000 % 100);
		r->minute = (int)(v / 100 % 100);
		r->second = (int)(v % 100);
		return true;
	case 8:
		date_set_date(r, v / 10000, v / 100 % 100, v % 100);
		return true;
	case 7:
		return date_set_ordinal(r, (int)(v / 1000), v % 1000);
	case 6:
		date_set_date(
		    r, date_full_year(v / 10000, 2), v / 100 % 100, v % 100);
		return true;
	case 5:
		return date_set_ordinal(
		    r, date_full_year(v / 1000, 2), v % 1000);
	}
	return false;
}

/* Sets a date a/b/c, in which only the order shows the day, the month and the
 * year. The year is last, unless a has two digits, c has at most two, and the
 * sign is "-" or a is above 31. */
static bool
date_set_by_order(struct date_fields *r, const struct date_token *t, char sign)
{
	int64_t a = t[0].value, b = t[2].value;
	struct number c = { t[4].value, t[4].digits };
	int year = date_gregorian_year(date_full_year(c.value, c.digits));
	enum date_order order = r->order;
	bool month_first;

	if (c.digits < 3 && t[0].digits == 2 && (sign == '-' || a > 31)) {
		date_set_date(r, date_full_year(a, 2), b, c.value);
		return true;
	}
	if (a > 12 || a == b || sign == '.' || (sign == '-' && b <= 12))
		order = DATE_ORDER_DAY_FIRST;
	else if (b > 12)
		order = DATE_ORDER_MONTH_FIRST;
	else if (order == DATE_ORDER_UNKNOWN &&
		 date_weekday_decides(
		     r->tokens, r->n_tokens, year, a, b, &month_first))
		order =
		    month_first ? DATE_ORDER_MONTH_FIRST : DATE_ORDER_DAY_FIRST;
	if (sign == '/' && a != b && (a > 12 || b > 12 || order != r->order))
		r->order_shown = order == DATE_ORDER_DAY_FIRST
				     ? DATE_DAY_FIRST
				     : DATE_MONTH_FIRST;
	if (order == DATE_ORDER_DAY_FIRST)
		date_set_date(r, year, b, a);
	else if (order == DATE_ORDER_MONTH_FIRST)
		date_set_date(r, year, a, b);
	return order != DATE_ORDER_UNKNOWN;
}

/* True for the Czech, Hungarian and Korean forms "2. 1. 2006" and "2006. 1.
 * 2.", with a year of four digits. */
static bool
date_is_spaced_date(const struct date_token *t)
{
	return date_is_sign(&t[1], '.') && t[2].kind == TOKEN_NUMBER &&
	       t[2].digits <= 2 && date_is_sign(&t[3], '.') &&
	       t[4].kind == TOKEN_NUMBER &&
	       ((t[0].digits <= 2 && t[4].digits == 4) ||
		   (t[0].digits == 4 && t[4].digits <= 2));
}

/* Parses an ISO 8601 week date, such as 2006-W01-1 or 2006-W01, which is the
 * Monday of the week.  Returns the number of tokens used, SIZE_MAX if the date
 * is invalid. */
static size_t
date_take_week(struct date_fields *r, const struct date_token *t)
{
	bool has_day = date_is_sign(&t[4], '-') && t[5].digits == 1 &&
		       date_is_joined_number(&t[5]);
	int year = date_clamp(t[0].value), month, day;

	if (t[3].digits != 2 ||
	    !date_week_civil(&year, (int)t[3].value,
		has_day ? (int)t[5].value : 1, &month, &day))
		return SIZE_MAX;
	date_set_date(r, year, month, day);
	return has_day ? 6 : 4;
}

/* Parses a date whose parts are joined by "-", "/" or ".". A date of two parts
 * must be a year and a month, or a year and a day of the year, such as 2006-01
 * or 2006-032. Returns the number of tokens used. Returns 0 if the tokens are
 * not such a date, and SIZE_MAX if the date is invalid or ambiguous. */
static size_t
date_take_joined(struct date_fields *r, const struct date_token *t)
{
	char sign = t[1].kind == TOKEN_SIGN ? t[1].text.p[0] : ' ';
	struct number first = { t[0].value, t[0].digits };
	int month;
	bool three;

	if ((sign != '-' && sign != '/' && sign != '.') || r->year >= 0)
		return 0;
	if (sign == '-' && first.digits == 4 && date_is_joined_number(&t[3]) &&
	    slice_equal(t[2].text, SLICE("w")))
		return date_take_week(r, t);
	three = date_is_sign(&t[3], sign) && t[4].kind == TOKEN_NUMBER;
	if (t[2].kind == TOKEN_WORD && three &&
	    date_word_find(t[2].text, &month) == DATE_WORD_MONTH) {
		r->month_named = true;
		if (first.digits > 2)
			date_set_date(r, first.value, month, t[4].value);
		else
			date_set_date(r,
			    date_full_year(t[4].value, t[4].digits), month,
			    first.value);
		return 5;
	}
	if (!date_is_joined_number(&t[2]) && !date_is_spaced_date(t))
		return 0;
	if (first.digits >= 3 && three) {
		date_set_date(r, first.value, t[2].value, t[4].value);
		return 5;
	}
	if (three)
		return date_set_by_order(r, t, sign) ? 5 : SIZE_MAX;
	if (first.digits != 4 || sign != '-')
		return 0;
	if (t[2].digits == 3)
		return date_set_ordinal(r, date_clamp(first.value), t[2].value)
			   ? 3
			   : SIZE_MAX;
	date_set_date(r, first.value, t[2].value, 1);
	r->no_day = true;
	return t[2].digits <= 2 ? 3 : SIZE_MAX;
}

/* Sets the field that the unit after a number names: 年 in 2006年 is the year,
 * h in 15h04 is the hour. */
static bool
date_set_unit(struct date_fields *r, int64_t value, int unit)
{
	int *const parts[] = { &r->year, &r->month, &r->day, &r->hour,
		&r->minute, &r->second };

	*parts[unit] = date_clamp(value);
	if (unit == DATE_UNIT_MONTH)
		r->month_named = true;
	if (unit == DATE_UNIT_HOUR)
		r->minute = r->second = 0;
	return true;
}

static size_t
date_take_number(struct date_fields *r, const struct date_token *t)
{
	int value;
	size_t n = date_zone_take_unsigned(r, t);

	if (n == 0)
		n = date_take_time(r, t);
	if (n == 0)
		n = date_take_joined(r, t);
	if (n > 0)
		return n;
	if (t[1].kind == TOKEN_WORD &&
	    date_word_find(t[1].text, &value) == DATE_WORD_UNIT) {
		date_set_unit(r, t->value, value);
		/* "15h04", and "15 h 04" after a date: the minutes have no unit
		 */
		if (value != DATE_UNIT_HOUR || t[2].kind != TOKEN_NUMBER ||
		    (t[2].spaced && (t[2].digits != 2 || !date_has_date(r))) ||
		    t[3].kind == TOKEN_WORD)
			return 2;
		r->minute = date_clamp(t[2].value);
		return 3;
	}
	if (date_take_run(r, t))
		return 1;
	if (r->n_loose == DATE_LOOSE_MAX)
		return SIZE_MAX;
	r->loose[r->n_loose++] = (struct number){ t->value, t->digits };
	return 1;
}

/* Sets the month that a label and a number or two words give: "tháng 11",
 * "تشرين الثاني". */
static bool
date_set_month_pair(struct date_fields *r, const struct date_token *t)
{
	int month = 0;

	if (t[1].kind == TOKEN_WORD)
		month = date_words_month(t[0].text, t[1].text);
	else if (t[1].kind == TOKEN_NUMBER && t[1].digits <= 2)
		month = (int)t[1].value;
	if (month < 1 || month > 12)
		return false;
	r->month = month;
	r->month_named = true;
	return true;
}

/* Parses "a. m." and "p. m.", the Spanish forms with a space. Returns the
 * number of tokens used. */
static size_t
date_take_spaced_half(struct date_fields *r, const struct date_token *t)
{
	bool is_pm = slice_equal(t[0].text, SLICE("p"));
	size_t n = date_is_sign(&t[1], '.') ? 2 : 1;

	if (r->hour < 0 || (!is_pm && !slice_equal(t[0].text, SLICE("a"))) ||
	    !slice_equal(t[n].text, SLICE("m")))
		return 0;
	r->half = is_pm;
	return n + 1;
}

static size_t
date_take_word(struct date_fields *r, const struct date_token *t)
{
	size_t n = date_take_spaced_half(r, t);
	int value = 0;

	if (n > 0)
		return n;
	switch (date_word_find(t->text, &value)) {
	case DATE_WORD_MONTH: /* "mar" can be a weekday or a month. Of several
				 such words, as in "mar, 2 giu", the last one is
				 the month */
		if (!r->month_named || r->year < 0)
			r->month = value;
		r->month_named = true;
		r->is_thai |= date_word_is_thai(t->text);
		break;
	case DATE_WORD_HALF:
		r->half = value;
		break;
	case DATE_WORD_HALF_AFTER:
		if (r->hour >= 0 && t > r->tokens &&
		    t[-1].kind == TOKEN_NUMBER && t[-1].digits == 2)
			r->half = value;
		break;
	case DATE_WORD_ZONE:
		if (r->hour < 0 || r->zone_is_number)
			break;
		r->zone_minutes = value;
		r->has_zone = true;
		break;
	case DATE_WORD_MONTH_LABEL:
		return date_set_month_pair(r, t) ? 2 : 1;
	case DATE_WORD_UNKNOWN:
		if (t[1].kind == TOKEN_WORD && date_set_month_pair(r, t))
			return 2;
		if (++r->n_unknown > DATE_UNKNOWN_MAX)
			return SIZE_MAX;
		break;
	case DATE_WORD_UNIT:
	case DATE_WORD_ORDINAL:
	case DATE_WORD_FILLER:
		break;
	}
	return 1;
}

/* Parses "-03-12", which is December 2003 (ISO 8601, truncated form). */
static size_t
date_take_truncated(struct date_fields *r)
{
	const struct date_token *t = r->tokens;

	if (r->n_tokens != 4 || !date_is_sign(&t[0], '-') || t[1].digits != 2 ||
	    !date_is_sign(&t[2], '-') || t[3].digits != 2)
		return 0;
	date_set_date(r, date_full_year(t[1].value, 2), t[3].value, 1);
	r->no_day = true;
	return 4;
}

static bool
date_take_all(struct date_fields *r)
{
	size_t i = date_take_truncated(r), n;

	if (date_instant_find(r->tokens, r->n_tokens, &r->instant))
		return r->is_instant = true;
	for (; i < r->n_tokens; i += n) {
		const struct date_token *t = &r->tokens[i];

		switch (t->kind) {
		case TOKEN_NUMBER:
			n = date_take_number(r, t);
			break;
		case TOKEN_WORD:
			n = date_take_word(r, t);
			break;
		default:
			n = date_zone_take(r, t);
		}
		if (n == SIZE_MAX)
			return false;
	}
	return true;
}

/* Assigns the remaining numbers to day and year; a year alone is 1 January. A
 * year with a time and without a month is refused: its day and month are words
 * that are not known. */
static bool
date_assign_loose(struct date_fields *r)
{
	struct number *a = &r->loose[0], *b = &r->loose[1];

	if (r->n_loose == 0)
		return r->year >= 0;
	if (r->n_loose == 1 && r->year < 0 && a->digits == 4) {
		if (r->month < 0 && r->hour >= 0)
			return false;
		r->year = (int)a->value;
		r->no_day |= r->day < 0;
		r->month = r->month < 0 ? 1 : r->month;
		r->day = r->day < 0 ? 1 : r->day;
		return true;
	}
	if (r->n_loose == 1 && r->day < 0 && r->year >= 0) {
		r->day = date_clamp(a->value);
		return true;
	}
	if (r->n_loose != 2 || r->year >= 0 || r->month < 0)
		return false;
	if (a->digits > 2 || (b->digits <= 2 && a->value > 31)) {
		r->year = date_full_year(a->value, a->digits);
		r->day = date_clamp(b->value);
	} else {
		r->year = date_full_year(b->value, b->digits);
		r->day = date_clamp(a->value);
	}
	return true;
}

static bool
date_complete_clock(struct date_fields *r)
{
	if (r->hour < 0)
		return true;
	if (r->half == 1 && r->hour < 12)
		r->hour += 12;
	else if (r->half == 0 && r->hour == 12)
		r->hour = 0;
	/* 24:00 is the end of the day (ISO 8601); the second 60 is a leap
	 * second. */
	if (r->hour == 24)
		return r->minute == 0 && r->second == 0;
	return r->hour < 24 && r->minute < 60 && r->second <= 60;
}

/* True if no number has the four digits of a year. */
static bool
date_is_year_short(const struct date_fields *r)
{
	for (size_t i = 0; i < r->n_tokens; i++)
		if (r->tokens[i].kind == TOKEN_NUMBER &&
		    r->tokens[i].digits >= 4)
			return false;
	return true;
}

/* Returns the Gregorian year of a date in Thai. date_full_year() has completed
 * a year of two digits as a Gregorian one. */
static int
date_thai_year(const struct date_fields *r)
{
	if (r->year >= DATE_BUDDHIST_MIN)
		return r->year - DATE_BUDDHIST_ERA;
	if (!date_is_year_short(r))
		return r->year;
	if (r->year > 2043)
		return r->year - 43; /* "69" is 2569 */
	if (r->year >= 1970 && r->year < 1980)
		return r->year + 57; /* "70" is 2570 */
	return r->year;
}

static bool
date_complete(struct date_fields *r, int64_t *ret_at)
{
	if (r->is_instant) {
		*ret_at = r->instant;
		return true;
	}
	if (!date_assign_loose(r) || !date_complete_clock(r))
		return false;
	if (r->day < 0 && r->year >= 0 && r->month >= 1) {
		r->day = 1;
		r->no_day = true;
	}
	r->year = r->is_thai ? date_thai_year(r) : date_gregorian_year(r->year);
	if (r->year < 1970 || r->year > 9999 || r->month < 1 || r->month > 12 ||
	    r->day < 1 || r->day > date_month_days(r->year, r->month))
		return false;
	*ret_at = date_from_civil(r->year, r->month, r->day,
	    r->hour < 0 ? 0 : r->hour, r->hour < 0 ? 0 : r->minute,
	    r->hour < 0 ? 0 : r->second);
	*ret_at -= (int64_t)r->zone_minutes * 60;
	return true;
}

bool
date_parse_ordered(struct slice text, enum date_order order, int64_t *ret_at,
    unsigned *ret_flags)
{
	struct date_tokens tokens;
	struct date_fields r = { .order = order,
		.year = -1,
		.month = -1,
		.day = -1,
		.hour = -1,
		.half = -1 };
	int64_t at;

	if (!date_tokenise(text, &tokens))
		return false;
	r.tokens = tokens.tokens;
	r.n_tokens = tokens.n;
	if (!date_take_all(&r) || !date_complete(&r, &at) || at < 0 ||
	    at >= DATE_END)
		return false;
	*ret_at = at;
	if (ret_flags)
		*ret_flags = (r.hour >= 0 || r.is_instant ? DATE_HAS_TIME : 0) |
			     (r.has_zone || r.is_instant ? DATE_HAS_ZONE : 0) |
			     (r.no_day ? DATE_NO_DAY : 0) | r.order_shown;
	return true;
}

bool
date_parse(struct slice text, int64_t *ret_at, unsigned *ret_flags)
{
	return date_parse_ordered(text, DATE_ORDER_UNKNOWN, ret_at, ret_flags);
}
