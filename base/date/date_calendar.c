/*
 * date_calendar.c -- years and months of the Gregorian calendar.
 */
#include "base/date/date_calendar.h"

/* End of the years that are of the Buddhist era in any language. */
#define DATE_BUDDHIST_END 2643
#define CENTURY_TURN      70 /* two-digit years from 70 on mean 19xx */

bool
date_is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int
date_month_days(int year, int month)
{
	static const char days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31,
		30, 31 };

	return days[month - 1] + (month == 2 && date_is_leap(year));
}

int
date_full_year(int64_t written, int digits)
{
	if (digits > 2)
		return written > 99999 ? 99999 : (int)written;
	return (int)written + (written < CENTURY_TURN ? 2000 : 1900);
}

int
date_gregorian_year(int year)
{
	return year >= 1970 + DATE_BUDDHIST_ERA && year < DATE_BUDDHIST_END
		   ? year - DATE_BUDDHIST_ERA
		   : year;
}

/* Returns the weekday of 1 January; 0 is Monday. */
static int
date_calendar_new_year(int year)
{
	int before = year - 1; /* 1 January of year 1 is a Monday */

	return (before * 365 + before / 4 - before / 100 + before / 400) % 7;
}

bool
date_week_civil(int *year, int week, int day, int *ret_month, int *ret_day)
{
	int first, month = 1;

	if (*year < 1971 || *year > 9998 || week < 1 || week > 53 || day < 1 ||
	    day > 7)
		return false;
	/* week 1 contains the first Thursday of the year */
	first = date_calendar_new_year(*year);
	day += (week - 1) * 7 - first + (first > 3 ? 7 : 0);
	if (day < 1) {
		*year -= 1;
		month = 12;
		day += 31;
	}
	for (; day > date_month_days(*year, month); month++) {
		day -= date_month_days(*year, month);
		if (month == 12) {
			*year += 1;
			month = 0;
		}
	}
	*ret_month = month;
	*ret_day = day;
	return true;
}
