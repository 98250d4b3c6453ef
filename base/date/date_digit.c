/*
 * date_digit.c -- see date_digit.h.
 */
#include "base/date/date_digit.h"

#include "base/array.h"
#include "base/text/utf8.h"

#define HAN_CHARACTERS 4 /* of a year, such as 二〇〇六 */
#define HAN_FIRST      0x3007
#define HAN_TEN        10
#define HAN_TWENTY     20
#define HAN_THIRTY     30

/* Returns the value of a character from 0 to 10, or 20 or 30; -1 for others. */
static int
date_digit_of_han(uint32_t rune)
{
	static const struct {
		uint32_t rune;
		int value;
	} digits[] = { { 0x3007, 0 }, { 0x96f6, 0 }, { 0x4e00, 1 },
		{ 0x4e8c, 2 }, { 0x4e09, 3 }, { 0x56db, 4 }, { 0x4e94, 5 },
		{ 0x516d, 6 }, { 0x4e03, 7 }, { 0x516b, 8 }, { 0x4e5d, 9 },
		{ 0x5341, HAN_TEN }, { 0x5eff, HAN_TWENTY },
		{ 0x5345, HAN_THIRTY } };

	for (size_t i = 0; rune >= HAN_FIRST && i < ARRAY_LENGTH(digits); i++)
		if (digits[i].rune == rune)
			return digits[i].value;
	return -1;
}

/* True for the characters for year, month and day, and for 号 and 號, which
 * mean day, too. */
static bool
date_digit_is_han_unit(uint32_t rune)
{
	return rune == 0x5e74 || rune == 0x6708 || rune == 0x65e5 ||
	       rune == 0x53f7 || rune == 0x865f;
}

/* Returns the number that n characters with these values are; -1 if there is
 * none.  They are the digits of the number, or its tens and ones: 十二, 二十三,
 * 廿三. */
static int64_t
date_digit_han_value(const int *values, size_t n)
{
	int64_t value = 0;
	bool has_ten = false;

	for (size_t i = 0; i < n; i++) {
		if (values[i] < HAN_TEN && !has_ten)
			value = value * 10 + values[i];
		else if (values[i] < HAN_TEN && i + 1 == n)
			value += values[i];
		else if (has_ten || i > 1 || (i == 1 && values[i] != HAN_TEN))
			return -1;
		else
			value = i == 1 ? value * HAN_TEN : values[i];
		has_ten |= values[i] >= HAN_TEN;
	}
	return value;
}

size_t
date_take_han_number(struct slice text, int64_t *ret_value)
{
	int values[HAN_CHARACTERS];
	size_t n = 0, at = 0;
	int64_t value;
	uint32_t rune;

	while (at < text.len) {
		size_t taken = utf8_decode(text.p + at, text.len - at, &rune);
		int digit = date_digit_of_han(rune);

		if (digit < 0)
			break;
		if (n == HAN_CHARACTERS)
			return 0;
		values[n++] = digit;
		at += taken;
	}
	if (n == 0 || at == text.len || !date_digit_is_han_unit(rune) ||
	    (value = date_digit_han_value(values, n)) < 0)
		return 0;
	*ret_value = value;
	return at;
}

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
