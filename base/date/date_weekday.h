/*
 * date_weekday.h -- the order of day and month that a weekday shows.  Private
 * to base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_WEEKDAY_H
#define BASE_DATE_DATE_WEEKDAY_H

#include "base/date/date_token.h"

/* Finds the month in the date a/b/year by the weekday that one of the tokens
 * names.  Returns false if no token names a weekday, or if the weekday is right
 * for both orders or for neither.  O(n). */
bool date_weekday_decides(const struct date_token *tokens, size_t n, int year,
    int64_t a, int64_t b, bool *ret_month_first);

#endif
