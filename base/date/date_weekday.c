/*
 * date_weekday.c -- see date_weekday.h.
 *
 * The weekday distinguishes 7 June from 6 July in "Fri, 06/07/2024".  Drupal,
 * for example, writes such dates in feeds.  The table contains the languages in
 * which dates are usually written with slashes.
 */
#include "base/date/date_weekday.h"

#include "base/array.h"
#include "base/date/date_calendar.h"

#define LEAST_BYTES 3 /* of an abbreviation */

/* The names of the weekdays, from Sunday on. */
static const char *const weekdays[][7] = {
	{ "sunday", "monday", "tuesday", "wednesday", "thursday", "friday",
	    "saturday" },
	{ "dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi",
	    "samedi" },
	{ "domingo", "lunes", "martes", "miércoles", "jueves", "viernes",
	    "sábado" },
	{ "domingo", "lunes", "martes", "miercoles", "jueves", "viernes",
	    "sabado" },
	{ "domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì",
	    "sabato" },
	{ "domingo", "segunda", "terça", "quarta", "quinta", "sexta",
	    "sábado" },
	{ "κυριακή", "δευτέρα", "τρίτη", "τετάρτη", "πέμπτη", "παρασκευή",
	    "σάββατο" },
	{ "κυριακη", "δευτερα", "τριτη", "τεταρτη", "πεμπτη", "παρασκευη",
	    "σαββατο" },
};

/* Returns the weekday from 0 (Sunday) to 6 that the word names or abbreviates;
 * -1 for any other word, such as "Martin". */
static int
date_weekday_find(struct slice word)
{
	if (word.len < LEAST_BYTES)
		return -1;
	for (size_t i = 0; i < ARRAY_LENGTH(weekdays); i++)
		for (int day = 0; day < 7; day++)
			if (slice_starts(slice_of(weekdays[i][day]), word))
				return day;
	return -1;
}

/* Returns true if the date exists and is on this weekday.  Source: the formula
 * of Gauss for the weekday of the last day of the year before. */
static bool
date_weekday_is(int weekday, int year, int64_t month, int64_t day)
{
	int before = year - 1;
	int64_t days = day;

	if (year < 1 || month < 1 || month > 12 || day < 1 ||
	    day > date_month_days(year, (int)month))
		return false;
	for (int m = 1; m < month; m++)
		days += date_month_days(year, m);
	return (5 * (before % 4) + 4 * (before % 100) + 6 * (before % 400) +
		   days) %
		   7 ==
	       weekday;
}

bool
date_weekday_decides(const struct date_token *tokens, size_t n, int year,
    int64_t a, int64_t b, bool *ret_month_first)
{
	int weekday = -1;
	bool month_first;

	for (size_t i = 0; i < n && weekday < 0; i++)
		if (tokens[i].kind == TOKEN_WORD)
			weekday = date_weekday_find(tokens[i].text);
	month_first = date_weekday_is(weekday, year, a, b);
	if (month_first == date_weekday_is(weekday, year, b, a))
		return false;
	*ret_month_first = month_first;
	return true;
}
