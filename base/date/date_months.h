/*
 * date_months.h -- the names of months.  Private to base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_MONTHS_H
#define BASE_DATE_DATE_MONTHS_H

#include "base/slice.h"

/* Returns the month, 1 to 12, of a lower-case name or of a prefix that belongs
 * to one month.  Returns 0 for other words.  O(log(number of names)). */
int date_month_find(struct slice word);

#endif
