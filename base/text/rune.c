/*
 * rune.c -- classes of code points.
 *
 * base/text/rune.py generates the tables of letters and of lower case from the
 * Unicode Character Database; the short lists are in this file.
 */
#include "base/array.h"
#include "base/text/utf8.h"

struct lower_run {
	uint32_t first,
	    last;          /* every `step`-th code point from first to last */
	int32_t step, add; /* `add`: difference to the lower-case letter */
};

#include "base/text/rune.inc"

struct rune_range {
	uint32_t first, last;
};

/* Letters and marks of scripts that do not separate words by spaces. Digits are
 * not included. */
static const struct rune_range unspaced[] = {
	{ 0x0E01, 0x0E3A }, { 0x0E40, 0x0E4E }, /* Thai */
	{ 0x0E81, 0x0ECE }, { 0x0EDC, 0x0EDF }, /* Lao */
	{ 0x1000, 0x103F }, { 0x1050, 0x108F }, /* Myanmar */
	{ 0x1780, 0x17D3 }, { 0x17D7, 0x17D7 }, /* Khmer */
	{ 0x17DC, 0x17DD }, { 0x2E80, 0x2FD5 }, /* radicals */
	{ 0x3005, 0x3007 }, { 0x3021, 0x3029 }, /* 々 〆 〇, numerals */
	{ 0x3038, 0x303B }, { 0x3041, 0x3096 },
	{ 0x309D, 0x309F },                     /* hiragana */
	{ 0x30A1, 0x30FA }, { 0x30FC, 0x30FF }, /* katakana */
	{ 0x31F0, 0x31FF }, { 0x3400, 0x4DBF }, { 0x4E00, 0x9FFF }, /* Han */
	{ 0xA9E0, 0xA9EF }, { 0xA9FA, 0xA9FE }, /* Myanmar */
	{ 0xAA60, 0xAA76 }, { 0xAA7A, 0xAA7F }, { 0xF900, 0xFAFF }, /* Han */
	{ 0xFF66, 0xFF9D },   /* katakana */
	{ 0x1AFF0, 0x1B16F }, /* kana */
	{ 0x20000, 0x323AF }, /* Han */
};

static bool
rune_is_in_ranges(const struct rune_range *ranges, size_t n, uint32_t rune)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (rune > ranges[middle].last)
			low = middle + 1;
		else if (rune < ranges[middle].first)
			high = middle;
		else
			return true;
	}
	return false;
}

bool
rune_wide_is_space(uint32_t rune)
{
	if (rune < 0x1680)
		return rune == 0x85 || rune == 0xA0;
	return rune == 0x1680 || (rune >= 0x2000 && rune <= 0x200A) ||
	       rune == 0x2028 || rune == 0x2029 || rune == 0x202F ||
	       rune == 0x205F || rune == 0x3000;
}

bool
rune_wide_is_word(uint32_t rune)
{
	if (rune >> 8 >= WORD_PAGES)
		return false;
	return word_page[word_index[rune >> 8]][rune >> 6 & 3] >> (rune & 63) &
	       1;
}

bool
rune_wide_is_unspaced(uint32_t rune)
{
	if (rune < unspaced[0].first)
		return false;
	if (rune >= 0x4E00 && rune <= 0x9FFF) /* most letters of this kind */
		return true;
	return rune_is_in_ranges(unspaced, ARRAY_LENGTH(unspaced), rune);
}

uint32_t
rune_wide_lower(uint32_t rune)
{
	size_t low = 0, high = ARRAY_LENGTH(lower_runs);

	if (rune < LOWER_DIRECT)
		return rune + (uint32_t)lower_direct[rune - 0x80];
	if (rune >= LOWER_GAP_FIRST && rune <= LOWER_GAP_LAST)
		return rune;
	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct lower_run *run = &lower_runs[middle];

		if (rune > run->last)
			low = middle + 1;
		else if (rune < run->first)
			high = middle;
		else if ((rune - run->first) % (uint32_t)run->step == 0)
			return rune + (uint32_t)run->add;
		else
			break;
	}
	return rune;
}
