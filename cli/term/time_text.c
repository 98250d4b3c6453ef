/*
 * time_text.c -- parses durations and points in time from a command line.
 */
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/text/ascii.h"
#include "cli/cli.h"
#include "config/units.h"

bool
duration_parse(const char *text, int64_t *ret_s)
{
	int64_t ms;

	if (!duration_read(slice_of(text), &ms) || ms < 1000 || ms % 1000 != 0)
		return false;
	*ret_s = ms / 1000;
	return true;
}

/* Removes a prefix of the given shape; d is a digit. */
static bool
time_text_take_shape(struct slice *s, const char *shape)
{
	size_t length = strlen(shape);

	if (s->len < length)
		return false;
	for (size_t i = 0; i < length; i++)
		if (shape[i] == 'd' ? !ascii_is_digit(s->p[i])
				    : s->p[i] != shape[i])
			return false;
	*s = slice_sub(*s, length, s->len);
	return true;
}

/* Accepts "2026-11-20", "2026-11-20T17:48" and "2026-11-20 17:48:18.5+02:00",
 * but not the other formats that date_parse accepts in feeds. */
static bool
time_text_looks_like_date(struct slice s)
{
	if (!time_text_take_shape(&s, "dddd-dd-dd"))
		return false;
	if (s.len == 0)
		return true;
	if (!time_text_take_shape(&s, "T") && !time_text_take_shape(&s, "t") &&
	    !time_text_take_shape(&s, " "))
		return false;
	if (!time_text_take_shape(&s, "dd:dd"))
		return false;
	if (time_text_take_shape(&s, ":dd") && time_text_take_shape(&s, ".d"))
		while (time_text_take_shape(&s, "d"))
			;
	if (time_text_take_shape(&s, "+dd") || time_text_take_shape(&s, "-dd"))
		(void)(time_text_take_shape(&s, ":dd") ||
		       time_text_take_shape(&s, "dd"));
	else
		(void)(time_text_take_shape(&s, "Z") ||
		       time_text_take_shape(&s, "z"));
	return s.len == 0;
}

/* Converts a local time that was parsed as if it were UTC. */
static bool
time_text_as_local(int64_t at, int64_t *ret_at)
{
	time_t utc = (time_t)at, local;
	struct tm tm;

	if (gmtime_r(&utc, &tm) == NULL)
		return false;
	tm.tm_isdst = -1;
	local = mktime(&tm);
	if (local == (time_t)-1)
		return false;
	*ret_at = local;
	return true;
}

bool
time_parse(const char *text, int64_t now_at, int64_t *ret_at)
{
	struct slice s = slice_of(text);
	unsigned flags;
	int64_t at, back_s;

	if (duration_parse(text, &back_s)) {
		/* If the duration reaches before 1970, the result is 1970. */
		*ret_at = back_s > now_at ? 0 : now_at - back_s;
		return true;
	}
	if (!time_text_looks_like_date(s) || !date_parse(s, &at, &flags))
		return false;
	if (flags & DATE_HAS_ZONE) {
		*ret_at = at;
		return true;
	}
	return time_text_as_local(at, ret_at);
}
