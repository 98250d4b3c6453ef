/*
 * date_digit.c -- see date_digit.h.
 */
#include "base/date/date_digit.h"

#include <stddef.h>

#include "base/array.h"

uint32_t
date_fold_digit(uint32_t rune)
{
	/* Arabic, Persian, Devanagari, Thai, full-width */
	static const uint32_t zeros[] = { 0x660, 0x6f0, 0x966, 0xe50, 0xff10 };

	for (size_t i = 0; i < ARRAY_LENGTH(zeros); i++)
		if (rune >= zeros[i] && rune <= zeros[i] + 9)
			return '0' + (rune - zeros[i]);
	return rune;
}
