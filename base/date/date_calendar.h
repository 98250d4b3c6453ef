/*
 * date_calendar.h -- years and months of the Gregorian calendar.  Private to
 * base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_CALENDAR_H
#define BASE_DATE_DATE_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

/* Year 0 of the Gregorian calendar in the Buddhist era. */
#define DATE_BUDDHIST_ERA 543

/* True if the year has a 29 February. */
bool date_is_leap(int year);
/* Converts an ISO 8601 week date.  `year` is the year of the week; the first
 * and last days of a week can belong to the year before or after it.  Weeks are
 * counted from 1, and day 1 is Monday.  Returns false if the date does not
 * exist. */
bool date_week_civil(
    int *year, int week, int day, int *ret_month, int *ret_day);
/* Returns the number of days of a month; month: 1 to 12. */
int date_month_days(int year, int month);
/* Returns the year that a number of `digits` digits stands for.  A number of
 * one or two digits is a year from 1970 to 2069. */
int date_full_year(int64_t written, int digits);
/* Returns the Gregorian year of a date in any language: programs in Thailand
 * write "Sat, 01 Jun 2567", too. */
int date_gregorian_year(int year);

#endif
