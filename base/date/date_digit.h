/*
 * date_digit.h -- the decimal digits of the scripts in which dates are written.
 */
#ifndef BASE_DATE_DATE_DIGIT_H
#define BASE_DATE_DATE_DIGIT_H

#include "base/slice.h"

/* Returns the ASCII digit for a decimal digit of a script of Asia, or for a
 * full-width digit.  Other characters are returned unchanged. */
uint32_t date_fold_digit(uint32_t rune);

/* Reads a number from 0 to 9999 in Chinese characters before the character for
 * year, month or day, such as 十二 in 十二月, 二十三 in 二十三日 and 二〇〇六
 * in 二〇〇六年.  Returns its length in bytes, 0 if the text does not begin
 * with such a number. */
size_t date_take_han_number(struct slice text, int64_t *ret_value);

#endif
