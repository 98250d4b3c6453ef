/*
 * date_calendar.h -- years and months of the Gregorian calendar.  Private to
 * base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_CALENDAR_H
#define BASE_DATE_DATE_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

bool date_is_leap(int year);
int date_month_days(int year, int month); /* month 1..12 */
/* Returns the year for a number written with `digits` digits: with one or two
 * digits, the year within 1970..2069. */
int date_full_year(int64_t written, int digits);

#endif
