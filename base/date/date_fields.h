/*
 * date_fields.h -- the parts of a date that were found so far.  Private to
 * base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_FIELDS_H
#define BASE_DATE_DATE_FIELDS_H

#include "base/date/date_token.h"

#define DATE_LOOSE_MAX 3 /* numbers that are not part of a date or time */

struct number {
	int64_t value;
	int digits;
};

/* The parts that were found so far.  A part that was not found is -1. */
struct date_fields {
	const struct date_token *tokens;
	size_t n_tokens;
	unsigned order; /* enum date_order */
	struct number loose[DATE_LOOSE_MAX];
	int n_loose, n_unknown;
	int year, month, day, hour, minute, second;
	int half; /* half of the day: 0 is am, 1 is pm */
	bool month_named, is_thai, no_day, has_zone, zone_is_number, is_instant;
	unsigned order_shown; /* DATE_DAY_FIRST, DATE_MONTH_FIRST or 0 */
	int zone_minutes;
	int64_t instant;
};

/* True if the parts before this one are a date. */
static inline bool
date_has_date(const struct date_fields *r)
{
	return r->year >= 0 || (r->month_named && r->n_loose == 2);
}

#endif
