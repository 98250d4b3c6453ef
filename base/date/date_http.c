/*
 * date_http.c -- parses dates in HTTP headers, strictly, because caching
 * depends on them.
 *
 * Source: RFC 9110, section 5.6.7 (IMF-fixdate, RFC 850, asctime).
 */
#include "base/array.h"
#include "base/date/date.h"
#include "base/date/date_calendar.h"
#include "base/text/ascii.h"

/* The forms of RFC 9110, section 5.6.7: D, d, Y, h, m and s are digits (d may
 * be a space), M is a month, W a weekday, L a weekday in full; other characters
 * stand for themselves. */
static const char *const http_forms[] = {
	"W, DD M YYYY hh:mm:ss GMT",
	"L, DD-M-YY hh:mm:ss GMT",
	"W M dD hh:mm:ss YYYY",
};

/* Removes the name at the start of *rest.  `names` is a list separated by
 * spaces.  Returns the position of the name in the list, counted from 1.
 * Returns 0 if *rest starts with none of the names. */
static int
date_http_take_name(struct slice *rest, const char *names)
{
	struct slice list = slice_of(names), name;

	for (int n = 1; slice_next(&list, ' ', &name); n++)
		if (slice_starts(*rest, name)) {
			*rest = slice_sub(*rest, name.len, rest->len);
			return n;
		}
	return 0;
}

static bool
date_http_take_names(struct slice *rest, char kind, int *ret_month)
{
	static const char days[] = "Mon Tue Wed Thu Fri Sat Sun";
	static const char long_days[] =
	    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday";
	static const char months[] =
	    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";

	if (kind != 'M')
		return date_http_take_name(
			   rest, kind == 'W' ? days : long_days) > 0;
	return (*ret_month = date_http_take_name(rest, months)) > 0;
}

static bool
date_http_match(struct slice rest, const char *form, int part[128])
{
	for (; *form != '\0'; form++) {
		unsigned char kind = (unsigned char)*form;
		bool is_name = kind == 'W' || kind == 'L';

		/* the M of GMT is a literal character, any other M is a month
		 */
		if (is_name || (kind == 'M' && form[-1] != 'G')) {
			if (!date_http_take_names(&rest, *form, &part['M']))
				return false;
			continue;
		}
		if (rest.len == 0)
			return false;
		if (strchr("DdYhms", kind) && ascii_is_digit(rest.p[0])) {
			kind = kind == 'd' ? 'D' : kind;
			part[kind] = part[kind] * 10 + (rest.p[0] - '0');
		} else if (!(kind == 'd' && rest.p[0] == ' ') &&
			   rest.p[0] != *form) {
			return false;
		} else if (strchr("DYhms", kind)) {
			return false; /* D, Y, h, m and s match only a digit,
					 not the letter itself */
		}
		rest = slice_sub(rest, 1, rest.len);
	}
	return rest.len == 0;
}

bool
date_parse_http(struct slice text, int64_t *ret_at)
{
	for (size_t i = 0; i < ARRAY_LENGTH(http_forms); i++) {
		int part[128] = { 0 };
		int year;

		if (!date_http_match(text, http_forms[i], part))
			continue;
		year = part['Y'];
		if (year < 100)
			year = date_full_year(year, 2);
		if (year < 1970 || part['D'] < 1 ||
		    part['D'] > date_month_days(year, part['M']) ||
		    part['h'] > 23 || part['m'] > 59 || part['s'] > 60)
			return false;
		*ret_at = date_from_civil(year, part['M'], part['D'], part['h'],
		    part['m'], part['s']);
		return true;
	}
	return false;
}
