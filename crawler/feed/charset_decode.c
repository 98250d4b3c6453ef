/*
 * charset_decode.c -- one charset's bytes to UTF-8.
 *
 * The 8-bit tables stand in charsets.inc, made by tables.py.
 */
#include "crawler/feed/charset_decode.h"

#include <errno.h>
#include <iconv.h>

#include "base/utf8.h"
#include "crawler/feed/entities.h"

struct charset_table {
	const char *name;
	uint16_t runes[128]; /* of bytes 0x80..0xff */
};

#include "crawler/feed/charsets.inc"

#define N_ELEMENTS(table) (sizeof(table) / sizeof((table)[0]))

static bool
is_table_name(const struct charset_table *table, struct slice label)
{
	struct slice name = slice_of(table->name);

	/* "iso8859-2", "iso_8859-2" */
	if (slice_starts(name, SLICE("iso-8859-")) &&
	    slice_starts(label, SLICE("iso"))) {
		size_t at = slice_find(label, SLICE("8859"), 3);

		return at <= 4 &&
		       slice_equal(slice_sub(label, at + 5, label.len),
			   slice_sub(name, 9, name.len));
	}
	return slice_equal(name, label);
}

const struct charset_table *
charset_table_find(struct slice label)
{
	for (size_t i = 0; i < N_ELEMENTS(charset_tables); i++)
		if (is_table_name(&charset_tables[i], label))
			return &charset_tables[i];
	return NULL;
}

const char *
charset_table_name(const struct charset_table *table)
{
	return table->name;
}

/* How many of the bytes are above ASCII. */
static size_t
count_high(struct slice bytes)
{
	size_t n = 0;

	for (size_t i = 0; i < bytes.len; i++)
		n += (unsigned char)bytes.p[i] >> 7;
	return n;
}

/* UTF-8 with bytes of Windows-1252 in it.  A character that the end of the
 * document cuts off goes. */
struct slice
charset_decode_utf8(struct arena *arena, struct slice bytes)
{
	char *out = arena_alloc(arena, bytes.len + 2 * count_high(bytes) + 1);
	size_t n = 0, taken, bad;
	uint32_t rune;

	for (size_t i = 0; i < bytes.len; i += taken) {
		taken = utf8_decode(bytes.p + i, bytes.len - i, &rune);
		bad = rune == RUNE_BAD && bytes.p[i] != '\xef' ? taken : 0;
		if (rune == RUNE_BAD && taken != 3)
			bad = taken;
		if (bad > 0 && i + taken == bytes.len && taken > 1)
			break;
		for (size_t k = i; k < i + bad; k++) {
			unsigned byte = (unsigned char)bytes.p[k];

			rune = windows_1252_rune(byte);
			n += utf8_encode(rune ? rune : byte, out + n);
		}
		if (bad == 0) {
			memcpy(out + n, bytes.p + i, taken);
			n += taken;
		}
	}
	return (struct slice){ out, n };
}

struct slice
charset_decode_table(
    struct arena *arena, struct slice bytes, const struct charset_table *table)
{
	char *out = arena_alloc(arena, bytes.len + 2 * count_high(bytes) + 1);
	size_t n = 0;

	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char c = (unsigned char)bytes.p[i];

		if (c < 0x80)
			out[n++] = (char)c;
		else
			n += utf8_encode(table->runes[c - 0x80], out + n);
	}
	return (struct slice){ out, n };
}

static uint32_t
read_unit(const char *p, size_t width, bool big_endian)
{
	uint32_t unit = 0;

	for (size_t i = 0; i < width; i++)
		unit = unit << 8 |
		       (unsigned char)p[big_endian ? i : width - 1 - i];
	return unit;
}

struct slice
charset_decode_units(
    struct arena *arena, struct slice bytes, size_t width, bool big_endian)
{
	char *out = arena_alloc(arena, bytes.len / width * 4 + 4);
	size_t n = 0;

	for (size_t i = 0; i + width <= bytes.len; i += width) {
		uint32_t rune = read_unit(bytes.p + i, width, big_endian), low;

		if (rune >= 0xd800 && rune <= 0xdbff && width == 2 &&
		    i + 4 <= bytes.len) {
			low = read_unit(bytes.p + i + 2, 2, big_endian);
			if (low >= 0xdc00 && low <= 0xdfff) {
				rune = 0x10000 + ((rune - 0xd800) << 10) +
				       (low - 0xdc00);
				i += 2;
			}
		}
		if (rune != 0xfeff)
			n += utf8_encode(rune, out + n);
	}
	return (struct slice){ out, n };
}

/* By the C library; a byte that it refuses becomes U+FFFD.  SLICE_NONE if it
 * does not know the charset. */
struct slice
charset_decode_iconv(struct arena *arena, struct slice bytes, const char *name)
{
	size_t in_left = bytes.len, out_left = bytes.len * 3 + 16;
	char *start = arena_alloc(arena, out_left), *out = start;
	char *in = arena_string(arena, bytes);
	iconv_t convert = iconv_open("UTF-8", name);

	if (convert == (iconv_t)-1)
		return SLICE_NONE;
	while (in_left > 0 && out_left > 8 &&
	       iconv(convert, &in, &in_left, &out, &out_left) == (size_t)-1) {
		if (errno != EILSEQ || in_left == 0 || out_left < 8)
			break;
		in++;
		in_left--;
		out += utf8_encode(RUNE_BAD, out);
		out_left -= 3;
	}
	iconv_close(convert);
	return (struct slice){ start, (size_t)(out - start) };
}
