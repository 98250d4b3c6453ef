/*
 * reference.c -- character references, by a table of their names.
 */
#include "cuter/tree/reference.h"

#include "base/utf8.h"
#include "cuter/tree/charset.h"

#define NAME_BYTES 32 /* no name is longer */

static const struct named {
	const char *name;
	uint16_t rune;
	bool bare;
} named[] = {
#include "cuter/tree/reference.inc"
};

#define N_NAMED (sizeof(named) / sizeof(named[0]))

static bool
is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

static int
digit_value(char c, bool hex)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (hex && c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (hex && c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static size_t
decode_number(const char *p, size_t n, uint32_t *ret_rune)
{
	size_t i = 2;
	bool hex = n > 2 && (p[2] == 'x' || p[2] == 'X');
	uint32_t value = 0;
	size_t first;

	if (hex)
		i++;
	first = i;
	for (; i < n && digit_value(p[i], hex) >= 0; i++)
		if (value < 0x110000)
			value = value * (hex ? 16 : 10) +
				(uint32_t)digit_value(p[i], hex);
	if (i == first)
		return 0;
	if (i < n && p[i] == ';')
		i++;
	/* C1 controls mean windows-1252 (HTML standard, 13.2.5.80). */
	if (value >= 0x80 && value < 0xA0)
		value = charset_windows_1252((unsigned char)value);
	if (value == 0 || value >= 0x110000 ||
	    (value >= 0xD800 && value < 0xE000))
		value = RUNE_BAD;
	*ret_rune = value;
	return i;
}

static const struct named *
find(const char *name, size_t n)
{
	size_t low = 0, high = N_NAMED;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strncmp(name, named[middle].name, n);

		if (order == 0 && named[middle].name[n] == '\0')
			return &named[middle];
		if (order < 0 || (order == 0 && named[middle].name[n] != '\0'))
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

size_t
reference_decode(
    const char *p, size_t n, enum reference_place place, uint32_t *ret_rune)
{
	const struct named *found;
	size_t end = 1;

	if (n < 3)
		return 0;
	if (p[1] == '#')
		return decode_number(p, n, ret_rune);
	while (end < n && end <= NAME_BYTES && is_alnum(p[end]))
		end++;
	if (end < n && p[end] == ';') {
		found = find(p + 1, end - 1);
		if (found != NULL) {
			*ret_rune = found->rune;
			return end + 1;
		}
	}
	/* The longest of the old names, which need no semicolon. */
	for (size_t len = end - 1 < 6 ? end - 1 : 6; len >= 2; len--) {
		/* In an attribute, "&copy=1" is a parameter of a URL. */
		if (place == REFERENCE_IN_ATTRIBUTE && 1 + len < n &&
		    (p[1 + len] == '=' || is_alnum(p[1 + len])))
			continue;
		found = find(p + 1, len);
		if (found != NULL && found->bare) {
			*ret_rune = found->rune;
			return 1 + len;
		}
	}
	return 0;
}

void
reference_decode_to(struct buf *out, struct slice s, enum reference_place place)
{
	size_t start = 0, at = 0;

	while ((at = slice_find_char(s, '&', at)) != SLICE_NOT_FOUND) {
		uint32_t rune;
		size_t took =
		    reference_decode(s.p + at, s.len - at, place, &rune);

		if (took == 0) {
			at++;
			continue;
		}
		buf_append(out, s.p + start, at - start);
		buf_append_rune(out, rune);
		at += took;
		start = at;
	}
	buf_append(out, s.p + start, s.len - start);
}

struct slice
reference_text(struct arena *arena, struct slice s, enum reference_place place)
{
	char *copy;
	size_t n = 0, i = 0;

	if (s.len == 0 || memchr(s.p, '&', s.len) == NULL)
		return s;
	/* No reference is shorter than what it stands for. */
	copy = arena_alloc(arena, s.len + 1);
	while (i < s.len) {
		uint32_t rune;
		size_t took = 0;

		if (s.p[i] == '&')
			took =
			    reference_decode(s.p + i, s.len - i, place, &rune);
		if (took == 0) {
			copy[n++] = s.p[i++];
			continue;
		}
		n += utf8_encode(rune, copy + n);
		i += took;
	}
	return (struct slice){ copy, n };
}
