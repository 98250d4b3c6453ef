/*
 * date.h -- instants as int64_t UTC seconds: parsing and formatting.
 *
 * date_http.c parses the formats of HTTP; date_format.c writes instants.
 */
#ifndef BASE_DATE_DATE_H
#define BASE_DATE_DATE_H

#include "base/slice.h"

#define DATE_NONE       INT64_MIN
#define DATE_TEXT_BYTES 32

/* True if the date is set and has a time.  A date that was read from a text
 * without a time is midnight (UTC). */
static inline bool
date_has_time(int64_t at)
{
	return at != DATE_NONE && at % 86400 != 0;
}

enum date_flag {
	DATE_HAS_TIME = 1,    /* the text has an hour */
	DATE_HAS_ZONE = 2,    /* the text has a zone; else UTC is assumed */
	DATE_DAY_FIRST = 4,   /* a date like 31/12/2006 shows the order */
	DATE_MONTH_FIRST = 8, /* a date like 12/31/2006 shows the order */
	DATE_NO_DAY = 16 /* the text has no day: the first day of the month or
			    of the year is assumed */
};

/* The order of day and month in dates like 02/01/2006, as other dates of the
 * same source show it. */
enum date_order {
	DATE_ORDER_UNKNOWN, /* ambiguous dates are refused */
	DATE_ORDER_DAY_FIRST,
	DATE_ORDER_MONTH_FIRST
};

/* Parses a date as feeds and pages write it: RFC 822, 850, 2822, 3339, asctime,
 * ISO 8601, W3C-DTF, and common deviations (docs/feed-rows.md).  Reads at most
 * LIMIT_DATE_BYTES.  Returns false if the text is not a date, is ambiguous, or
 * is outside of 1970..9999. ret_flags (may be NULL) is a set of enum date_flag.
 * O(length). */
bool date_parse(struct slice, int64_t *ret_at, unsigned *ret_flags);
/* Like date_parse(), with a known order of day and month. */
bool date_parse_ordered(
    struct slice, enum date_order, int64_t *ret_at, unsigned *ret_flags);
/* Parses the three forms of RFC 9110, section 5.6.7, without tolerance. */
bool date_parse_http(struct slice, int64_t *ret_at);
/* Converts a date of the proleptic Gregorian calendar; `month` 1..12, other
 * ranges are not checked. */
int64_t date_from_civil(
    int year, int month, int day, int hour, int minute, int second);
/* Writes "2026-11-20T17:48:18Z", "" for DATE_NONE.  Returns the length. */
size_t date_format_rfc3339(int64_t at, char out[DATE_TEXT_BYTES]);
/* Like date_format_rfc3339(), in a zone that is zone_minutes east of UTC:
 * "2026-11-20T18:48:18+01:00". */
size_t date_format_zoned(
    int64_t at, int zone_minutes, char out[DATE_TEXT_BYTES]);

#endif
