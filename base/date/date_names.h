/*
 * date_names.h -- the words in dates: months, halves of the day, zones, units
 * and fillers.  Private to base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_NAMES_H
#define BASE_DATE_DATE_NAMES_H

#include "base/slice.h"

enum date_word {
	DATE_WORD_UNKNOWN,
	DATE_WORD_MONTH,       /* value 1..12 */
	DATE_WORD_HALF,        /* value 0: am, 1: pm */
	DATE_WORD_HALF_AFTER,  /* the same, only directly after a time */
	DATE_WORD_ZONE,        /* value in minutes east of UTC */
	DATE_WORD_UNIT,        /* value: one of enum date_unit */
	DATE_WORD_ORDINAL,     /* the "th" of 4th */
	DATE_WORD_MONTH_LABEL, /* the month is the next number: "tháng 11" */
	DATE_WORD_FILLER       /* "de", "um", "at": ignored */
};

enum date_unit {
	DATE_UNIT_YEAR,
	DATE_UNIT_MONTH,
	DATE_UNIT_DAY,
	DATE_UNIT_HOUR,
	DATE_UNIT_MINUTE,
	DATE_UNIT_SECOND
};

/* Classifies a lower-case word.  O(size of the tables). */
enum date_word date_word_find(struct slice word, int *ret_value);

/* Returns the month whose name consists of two lower-case words, such as
 * "تشرين الثاني". Returns 0 if the words are not such a name. */
int date_words_month(struct slice first, struct slice second);
/* True if the word is the name of a month in Thai. Dates with such a name have
 * years of the Buddhist era. */
bool date_word_is_thai(struct slice word);

/* Returns the length of the unit or of the half of the day ("年", "오후") at
 * the start of a text in a script without spaces.  Returns 0 if the text starts
 * with neither. */
size_t date_word_unspaced(struct slice text);

#endif
