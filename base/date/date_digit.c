/*
 * date_digit.c -- see date_digit.h.
 */
#include "base/date/date_digit.h"

#include <stddef.h>

#include "base/array.h"

uint32_t
date_fold_digit(uint32_t rune)
{
	/* Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Tamil,
	 * Telugu, Kannada, Malayalam, Thai, Lao, Myanmar, Khmer, full-width */
	static const uint32_t zeros[] = { 0x660, 0x6f0, 0x966, 0x9e6, 0xa66,
		0xae6, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
		0xff10 };

	for (size_t i = 0; rune >= 0x80 && i < ARRAY_LENGTH(zeros); i++)
		if (rune >= zeros[i] && rune <= zeros[i] + 9)
			return '0' + (rune - zeros[i]);
	return rune;
}
