/*
 * reference.c -- decodes HTML character references.
 *
 * Source: HTML standard, sections 13.2.5.72 to 13.2.5.80 (syntax) and 13.5
 * (names, generated into reference.inc).
 */
#include "base/text/reference.h"

#include "base/text/charset.h"
#include "base/text/utf8.h"

#define REFERENCE_LONGEST_NAME      31 /* CounterClockwiseContourIntegral */
#define REFERENCE_LONGEST_BARE_NAME 6 /* frac12, Aacute … without semicolon */

struct named {
	uint16_t offset; /* position in names */
	uint8_t length;
	uint8_t is_bare; /* the reference is also valid without a semicolon */
	uint32_t rune, second;
};

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/reference.inc"

#define N_NAMED (ARRAY_LENGTH(named))

static const struct named *
reference_find(const char *name, size_t n)
{
	size_t low = 0, high = N_NAMED;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct named *at = &named[middle];
		int order = memcmp(
		    name, names + at->offset, n < at->length ? n : at->length);

		if (order == 0 && n == at->length)
			return at;
		if (order < 0 || (order == 0 && n < at->length))
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/* Parses the numeric reference at the start of text. Returns the length of the
 * reference, with "&#" and the semicolon if there is one; 0 if there is no
 * number. */
static size_t
reference_read_number(struct slice text, uint32_t *ret_value)
{
	unsigned base = text.len > 2 && (text.p[2] | 0x20) == 'x' ? 16 : 10;
	size_t first = base == 16 ? 3 : 2, at;
	uint32_t value = 0;

	for (at = first; at < text.len; at++) {
		int digit = ascii_hex_value(text.p[at]);

		if (digit < 0 || digit >= (int)base)
			break;
		if (value < 0x110000)
			value = value * base + (uint32_t)digit;
	}
	if (at <= first)
		return 0;
	*ret_value = value;
	return at < text.len && text.p[at] == ';' ? at + 1 : at;
}

/* Parses a reference to a low surrogate, which must follow a reference to a
 * high surrogate. Returns its length, 0 if there is no such reference. */
static size_t
reference_read_low_surrogate(
    struct slice rest, uint32_t high, uint32_t *ret_rune)
{
	uint32_t low;
	size_t n;

	if (rest.len < 3 || rest.p[0] != '&' || rest.p[1] != '#')
		return 0;
	n = reference_read_number(rest, &low);
	if (n == 0 || low < 0xDC00 || low > 0xDFFF)
		return 0;
	*ret_rune = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
	return n;
}

static size_t
reference_decode_number(struct slice text, uint32_t ret_runes[2])
{
	uint32_t value;
	size_t n = reference_read_number(text, &value), more;

	if (n == 0)
		return 0;
	ret_runes[1] = 0;
	if (value >= 0xD800 && value <= 0xDBFF) {
		more = reference_read_low_surrogate(
		    slice_sub(text, n, text.len), value, &ret_runes[0]);
		if (more > 0)
			return n + more;
	}
	/* C1 controls are read as windows-1252 (HTML standard, 13.2.5.80). */
	if (value >= 0x80 && value < 0xA0)
		value = charset_windows_1252((unsigned char)value);
	if (value == 0 || value > 0x10FFFF ||
	    (value >= 0xD800 && value <= 0xDFFF))
		value = RUNE_BAD;
	ret_runes[0] = value;
	return n;
}

static size_t
reference_take(const struct named *found, size_t length, uint32_t ret_runes[2])
{
	ret_runes[0] = found->rune;
	ret_runes[1] = found->second;
	return length;
}

/* Finds the longest name that is valid without a semicolon. */
static size_t
reference_decode_bare(struct slice text, size_t n, enum reference_place place,
    uint32_t ret_runes[2])
{
	const struct named *found;

	for (n = n < REFERENCE_LONGEST_BARE_NAME ? n
						 : REFERENCE_LONGEST_BARE_NAME;
	     n >= 2; n--) {
		if (place == REFERENCE_IN_ATTRIBUTE && 1 + n < text.len &&
		    (text.p[1 + n] == '=' || ascii_is_alnum(text.p[1 + n])))
			continue;
		found = reference_find(text.p + 1, n);
		if (found != NULL && found->is_bare)
			return reference_take(found, 1 + n, ret_runes);
	}
	return 0;
}

size_t
reference_decode(
    struct slice text, enum reference_place place, uint32_t ret_runes[2])
{
	const struct named *found;
	size_t n = 0;

	if (text.len < 3 || text.p[0] != '&')
		return 0;
	if (text.p[1] == '#') {
		n = reference_decode_number(text, ret_runes);
		if (place == REFERENCE_STRICT && n > 0 && text.p[n - 1] != ';')
			return 0;
		return n;
	}
	while (n + 1 < text.len && n <= REFERENCE_LONGEST_NAME &&
	       ascii_is_alnum(text.p[n + 1]))
		n++;
	if (n + 1 < text.len && text.p[n + 1] == ';') {
		found = reference_find(text.p + 1, n);
		if (found != NULL)
			return reference_take(found, n + 2, ret_runes);
	}
	return place == REFERENCE_STRICT
		   ? 0
		   : reference_decode_bare(text, n, place, ret_runes);
}

struct slice
reference_text(struct arena *arena, struct slice s, enum reference_place place)
{
	char *copy;
	size_t n = 0, i = 0;

	if (s.len == 0 || memchr(s.p, '&', s.len) == NULL)
		return s;
	/* A reference is at least as long as its UTF-8 text, except &nGt; and
	 * &nLt;, whose five bytes become six. */
	copy = arena_alloc(arena, s.len + s.len / 5 + 1);
	while (i < s.len) {
		uint32_t runes[2];
		size_t took = 0;

		if (s.p[i] == '&')
			took = reference_decode(
			    slice_sub(s, i, s.len), place, runes);
		if (took == 0) {
			copy[n++] = s.p[i++];
			continue;
		}
		n += utf8_encode(runes[0], copy + n);
		if (runes[1] != 0)
			n += utf8_encode(runes[1], copy + n);
		i += took;
	}
	return (struct slice){ copy, n };
}
