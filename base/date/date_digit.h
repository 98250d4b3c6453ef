/*
 * date_digit.h -- the decimal digits of the scripts in which dates are written.
 */
#ifndef BASE_DATE_DATE_DIGIT_H
#define BASE_DATE_DATE_DIGIT_H

#include <stdint.h>

/* Returns the ASCII digit for a decimal digit of a script of Asia, or for a
 * full-width digit.  Other characters are returned unchanged. */
uint32_t date_fold_digit(uint32_t rune);

#endif
