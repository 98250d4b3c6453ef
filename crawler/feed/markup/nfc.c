/*
 * nfc.c -- Unicode Normalization Form C of one segment.
 *
 * In:  a base character and the combining marks that follow it.
 * Out: the same in Form C: decomposed, sorted by combining class, composed.
 * Source: Unicode 15, sections 3.11 (D117) and 3.12 (Hangul); UAX 15.  nfc.py
 * generates the tables.
 */
#include "crawler/feed/markup/nfc.h"

#include "base/array.h"

struct nfc_split {
	uint32_t rune, first, second;
};
struct nfc_join {
	uint32_t first, second, rune;
};
struct nfc_class {
	uint32_t first, last;
	uint8_t class;
};
struct nfc_range {
	uint32_t first, last;
};

#include "crawler/feed/markup/nfc.inc"

#define HANGUL    0xac00u
#define HANGUL_L  0x1100u
#define HANGUL_V  0x1161u
#define HANGUL_T  0x11a7u
#define HANGUL_LS 19u
#define HANGUL_VS 21u
#define HANGUL_TS 28u

bool
nfc_is_special(uint32_t rune)
{
	size_t low = 0, high = ARRAY_LENGTH(specials);
	uint32_t block = rune / 64;

	if (block / 8 >= sizeof(special_blocks) ||
	    !(special_blocks[block / 8] >> block % 8 & 1))
		return false;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (rune < specials[middle].first)
			high = middle;
		else if (rune > specials[middle].last)
			low = middle + 1;
		else
			return true;
	}
	return false;
}

static unsigned
nfc_combining_class(uint32_t rune)
{
	size_t low = 0, high = ARRAY_LENGTH(classes);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (rune < classes[middle].first)
			high = middle;
		else if (rune > classes[middle].last)
			low = middle + 1;
		else
			return classes[middle].class;
	}
	return 0;
}

static const struct nfc_split *
nfc_find_split(uint32_t rune)
{
	size_t low = 0, high = ARRAY_LENGTH(splits);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (splits[middle].rune == rune)
			return &splits[middle];
		if (rune < splits[middle].rune)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

static uint32_t
nfc_find_join(uint32_t first, uint32_t second)
{
	uint64_t key = (uint64_t)first << 32 | second, here;
	size_t low = 0, high = ARRAY_LENGTH(joins);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		here =
		    (uint64_t)joins[middle].first << 32 | joins[middle].second;
		if (here == key)
			return joins[middle].rune;
		if (key < here)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}

static uint32_t
nfc_join(uint32_t first, uint32_t second)
{
	if (first - HANGUL_L < HANGUL_LS && second - HANGUL_V < HANGUL_VS)
		return HANGUL +
		       ((first - HANGUL_L) * HANGUL_VS + (second - HANGUL_V)) *
			   HANGUL_TS;
	if (first - HANGUL < HANGUL_LS * HANGUL_VS * HANGUL_TS &&
	    (first - HANGUL) % HANGUL_TS == 0 &&
	    second - HANGUL_T - 1 < HANGUL_TS - 1)
		return first + (second - HANGUL_T);
	return nfc_find_join(first, second);
}

/* Appends the full canonical decomposition.  Its depth is at most 4: the first
 * part of a pair may decompose again, the second never does. */
static size_t
nfc_append_split(uint32_t *out, size_t n, uint32_t rune)
{
	uint32_t tail[8];
	size_t n_tail = 0;
	const struct nfc_split *split;

	if (rune - HANGUL < HANGUL_LS * HANGUL_VS * HANGUL_TS) {
		uint32_t index = rune - HANGUL, t = index % HANGUL_TS;

		if (t > 0)
			tail[n_tail++] = HANGUL_T + t;
		tail[n_tail++] = HANGUL_V + index / HANGUL_TS % HANGUL_VS;
		rune = HANGUL_L + index / HANGUL_TS / HANGUL_VS;
	}
	while (n_tail < 7 && (split = nfc_find_split(rune)) != NULL) {
		if (split->second != 0)
			tail[n_tail++] = split->second;
		rune = split->first;
	}
	if (n < NFC_SEGMENT)
		out[n++] = rune;
	while (n_tail > 0 && n < NFC_SEGMENT)
		out[n++] = tail[--n_tail];
	return n;
}

/* Sorts marks by combining class; the sort is stable. */
static void
nfc_sort_marks(uint32_t *runes, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint32_t rune = runes[i];
		unsigned class = nfc_combining_class(rune);
		size_t at = i;

		while (class > 0 && at > 0 &&
		       nfc_combining_class(runes[at - 1]) > class) {
			runes[at] = runes[at - 1];
			at--;
		}
		runes[at] = rune;
	}
}

size_t
nfc_compose(uint32_t *runes, size_t n)
{
	uint32_t split[NFC_SEGMENT];
	size_t n_split = 0, kept = 0, starter = SIZE_MAX;
	unsigned last_class = 0;

	for (size_t i = 0; i < n; i++)
		n_split = nfc_append_split(split, n_split, runes[i]);
	nfc_sort_marks(split, n_split);
	for (size_t i = 0; i < n_split; i++) {
		unsigned class = nfc_combining_class(split[i]);
		bool reaches = starter != SIZE_MAX &&
			       (kept == starter + 1 || last_class < class);
		uint32_t joined =
		    reaches ? nfc_join(runes[starter], split[i]) : 0;

		if (joined != 0) {
			runes[starter] = joined;
			continue;
		}
		if (class == 0)
			starter = kept;
		last_class = class;
		runes[kept++] = split[i];
	}
	return kept;
}
