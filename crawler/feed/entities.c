/*
 * entities.c -- character references as HTML5 reads them in text.
 *
 * The names stand in entities.inc, sorted by their bytes, made by tables.py
 * from Python's html.entities.
 * After: HTML Living Standard, 13.2.5.72 ff. (named, numeric references).
 */
#include "crawler/feed/entities.h"

#include "base/utf8.h"

#define LONGEST_NAME      31 /* CounterClockwiseContourIntegral */
#define LONGEST_BARE_NAME 6  /* frac12, Aacute … without semicolon */
#define MAX_DIGITS        10 /* leading zeros; more is no reference to us */

struct entity {
	uint16_t offset;
	uint8_t length;
	uint8_t is_bare; /* also known without its semicolon */
	uint32_t rune, second;
};

#include "crawler/feed/entities.inc"

#define N_ENTITIES (sizeof(entity_table) / sizeof(entity_table[0]))

/* 0x80..0x9f; 0 where Windows-1252 has nothing. */
static const uint16_t windows_1252[32] = { 0x20ac, 0, 0x201a, 0x192, 0x201e,
	0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d,
	0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc,
	0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178 };

uint32_t
windows_1252_rune(unsigned byte)
{
	return byte - 0x80 < 32 ? windows_1252[byte - 0x80] : 0;
}

static const struct entity *
entity_find(struct slice name)
{
	size_t low = 0, high = N_ENTITIES;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct entity *e = &entity_table[middle];
		int order = slice_compare(name,
		    (struct slice){ entity_names + e->offset, e->length });

		if (order == 0)
			return e;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

static int
digit_value(char c, unsigned base)
{
	unsigned value = 99;

	if (c >= '0' && c <= '9')
		value = (unsigned)(c - '0');
	else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
		value = (unsigned)((c | 0x20) - 'a' + 10);
	return value < base ? (int)value : -1;
}

/* "&#123;", "&#x7b;": the number as it stands.  0 if it is none. */
static size_t
read_number(struct slice text, uint32_t *ret_value)
{
	unsigned base = 10;
	size_t at = 2, from;
	uint64_t value = 0;

	if (text.len > 2 && (text.p[2] | 0x20) == 'x') {
		base = 16;
		at = 3;
	}
	for (from = at; at < text.len; at++) {
		int digit = digit_value(text.p[at], base);

		if (digit < 0)
			break;
		value = value * base + (unsigned)digit;
		if (value > 0x110000)
			value = 0x110000;
	}
	if (at == from || at - from > MAX_DIGITS)
		return 0;
	*ret_value = (uint32_t)value;
	return at < text.len && text.p[at] == ';' ? at + 1 : at;
}

/* Two references that are one character in UTF-16's way: &#55357;&#56841; */
static size_t
read_low_surrogate(struct slice rest, uint32_t high, uint32_t *ret_rune)
{
	uint32_t low;
	size_t n;

	if (rest.len < 4 || rest.p[0] != '&' || rest.p[1] != '#')
		return 0;
	n = read_number(rest, &low);
	if (n == 0 || low < 0xdc00 || low > 0xdfff)
		return 0;
	*ret_rune = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
	return n;
}

static size_t
decode_number(struct slice text, uint32_t ret_runes[2])
{
	uint32_t value, rune;
	size_t n = read_number(text, &value);

	if (n == 0)
		return 0;
	ret_runes[1] = 0;
	if (value >= 0xd800 && value <= 0xdbff) {
		size_t more = read_low_surrogate(
		    slice_sub(text, n, text.len), value, &ret_runes[0]);

		if (more > 0)
			return n + more;
	}
	rune = windows_1252_rune(value);
	if (rune != 0)
		value = rune;
	if (value == 0 || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff))
		value = RUNE_BAD;
	ret_runes[0] = value;
	return n;
}

static size_t
name_length(struct slice text)
{
	size_t n = 0;

	while (n + 1 < text.len && n <= LONGEST_NAME) {
		char c = text.p[n + 1];

		if ((c < '0' || c > '9') &&
		    ((c | 0x20) < 'a' || (c | 0x20) > 'z'))
			break;
		n++;
	}
	return n;
}

static size_t
take(const struct entity *e, size_t length, uint32_t ret_runes[2])
{
	ret_runes[0] = e->rune;
	ret_runes[1] = e->second;
	return length;
}

size_t
entity_decode_strict(struct slice text, uint32_t ret_runes[2])
{
	const struct entity *e;
	size_t n;

	if (text.len < 3 || text.p[0] != '&')
		return 0;
	if (text.p[1] == '#') {
		n = decode_number(text, ret_runes);
		return n > 0 && text.p[n - 1] == ';' ? n : 0;
	}
	n = name_length(text);
	if (n == 0 || n + 1 >= text.len || text.p[n + 1] != ';')
		return 0;
	e = entity_find(slice_sub(text, 1, n + 1));
	return e ? take(e, n + 2, ret_runes) : 0;
}

size_t
entity_decode(struct slice text, uint32_t ret_runes[2])
{
	const struct entity *e;
	size_t n;

	if (text.len < 3 || text.p[0] != '&')
		return 0;
	if (text.p[1] == '#')
		return decode_number(text, ret_runes);
	n = entity_decode_strict(text, ret_runes);
	if (n > 0)
		return n;
	n = name_length(text);
	if (n > LONGEST_BARE_NAME)
		n = LONGEST_BARE_NAME;
	for (; n >= 2; n--) {
		e = entity_find(slice_sub(text, 1, n + 1));
		if (e && e->is_bare)
			return take(e, n + 1, ret_runes);
	}
	return 0;
}
