/*
 * date.h -- instants as int64_t UTC seconds; reading them by their shape.
 */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include "base/slice.h"

#define DATE_NONE       INT64_MIN
#define DATE_TEXT_BYTES 32

enum date_flag {
	DATE_HAS_TIME = 1,   /* an hour was given */
	DATE_HAS_ZONE = 2,   /* a zone was given; else UTC was assumed */
	DATE_DAY_FIRST = 4,  /* its 31/12/2006 shows the order of its source */
	DATE_MONTH_FIRST = 8 /* so does 12/31/2006 */
};

/* How to read 02/01/2006; what other dates of its source may tell. */
enum date_order {
	DATE_ORDER_UNKNOWN, /* such dates are refused */
	DATE_ORDER_DAY_FIRST,
	DATE_ORDER_MONTH_FIRST
};

/* Reads a date as feeds and pages write it (RFC 822/2822/850, asctime, RFC
 * 3339, ISO 8601, W3C-DTF, and the usual mistakes: see docs), by tokens and
 * not by a list of formats.  False if it is none or out of 1970..9999.
 * Nothing is guessed.  O(length), at most LIMIT_DATE_BYTES are looked at.
 * ret_flags (may be NULL) is a set of enum date_flag. */
bool date_parse(struct slice, int64_t *ret_at, unsigned *ret_flags);
/* The same where the order of day and month is known. */
bool date_parse_ordered(
    struct slice, enum date_order, int64_t *ret_at, unsigned *ret_flags);
/* The three forms of RFC 9110, 5.6.7, strictly. */
bool date_parse_http(struct slice, int64_t *ret_at);
/* Proleptic Gregorian; month 1..12. No range check. */
int64_t date_from_civil(
    int year, int month, int day, int hour, int minute, int second);
/* "2026-11-20T17:48:18Z"; DATE_NONE gives "".  Returns the length. */
size_t date_format_rfc3339(int64_t at, char out[DATE_TEXT_BYTES]);
/* The same on the clock of a place so many minutes east of Greenwich:
 * "2026-11-20T18:48:18+01:00". */
size_t date_format_zoned(
    int64_t at, int zone_minutes, char out[DATE_TEXT_BYTES]);

#endif
