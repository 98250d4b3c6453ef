/*
 * date_format.c -- writes instants as text (RFC 3339), and converts dates of
 * the proleptic Gregorian calendar to instants.
 */
#include <stdio.h>

#include "base/date/date.h"

#define DAY_SECONDS 86400

/* The computation uses years that start on 1 March, so that the leap day is the
 * last day of a year. Source: Howard Hinnant, "chrono-compatible low-level date
 * algorithms". */
int64_t
date_from_civil(int year, int month, int day, int hour, int minute, int second)
{
	int64_t y = (int64_t)year - (month <= 2);
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t year_of_era = y - era * 400;
	int64_t day_of_year =
	    (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	int64_t day_of_era = year_of_era * 365 + year_of_era / 4 -
			     year_of_era / 100 + day_of_year;
	int64_t days = era * 146097 + day_of_era - 719468;

	return days * DAY_SECONDS + hour * 3600 + minute * 60 + second;
}

size_t
date_format_rfc3339(int64_t at, char out[DATE_TEXT_BYTES])
{
	int64_t days, seconds, era, doe, yoe, doy, month, year;
	int n;

	out[0] = '\0';
	if (at == DATE_NONE)
		return 0;
	seconds = at % DAY_SECONDS;
	days = at / DAY_SECONDS - (seconds < 0) + 719468;
	seconds += seconds < 0 ? DAY_SECONDS : 0;
	era = (days >= 0 ? days : days - 146096) / 146097;
	doe = days - era * 146097;
	yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	month = (5 * doy + 2) / 153;
	year = yoe + era * 400 + (month >= 10);
	n = snprintf(out, DATE_TEXT_BYTES, "%04lld-%02d-%02dT%02d:%02d:%02dZ",
	    (long long)year, (int)(month < 10 ? month + 3 : month - 9),
	    (int)(doy - (153 * month + 2) / 5 + 1), (int)(seconds / 3600),
	    (int)(seconds / 60 % 60), (int)(seconds % 60));
	return n < 0                 ? 0
	       : n < DATE_TEXT_BYTES ? (size_t)n
				     : DATE_TEXT_BYTES - 1;
}

size_t
date_format_zoned(int64_t at, int zone_minutes, char out[DATE_TEXT_BYTES])
{
	int east = zone_minutes < 0 ? -zone_minutes : zone_minutes;
	size_t len = 0;
	int n;

	out[0] = '\0';
	if (at != DATE_NONE)
		len = date_format_rfc3339(at + zone_minutes * 60, out);
	if (len == 0)
		return 0;
	len--; /* remove the Z */
	n = snprintf(out + len, DATE_TEXT_BYTES - len, "%c%02d:%02d",
	    zone_minutes < 0 ? '-' : '+', east / 60 % 100, east % 60);
	return n < 0 || (size_t)n >= DATE_TEXT_BYTES - len ? len
							   : len + (size_t)n;
}
