/*
 * charset.c -- converts bytes of a charset to UTF-8; manages iconv's
 * converters.
 */
#include "base/text/charset.h"

#include <errno.h>

#include "base/array.h"
#include "base/text/charset_parts.h"
#include "base/text/utf8.h"

#define CHARSET_NO_CONVERTER ((iconv_t)-1)

/* ---- converters ---- */

void
charsets_init(struct charsets *c)
{
	c->n = 0;
}

void
charsets_release(struct charsets *c)
{
	for (size_t i = 0; i < c->n; i++)
		iconv_close(c->open[i].to_utf8);
	c->n = 0;
}

/* Returns the converter to UTF-8 for an iconv name.  When the list is full, the
 * last converter is closed and replaced; this happens only if a process sees
 * many unusual charsets. */
iconv_t
charsets_get(struct charsets *c, const char *name)
{
	struct charset_converter *place;
	iconv_t converter;

	for (size_t i = 0; i < c->n; i++)
		if (strcmp(c->open[i].name, name) == 0)
			return c->open[i].to_utf8;
	if (strlen(name) >= CHARSET_NAME_BYTES)
		return CHARSET_NO_CONVERTER;
	converter = iconv_open("UTF-8", name);
	if (converter == CHARSET_NO_CONVERTER)
		return CHARSET_NO_CONVERTER;
	if (c->n == CHARSETS_OPEN_MAX)
		iconv_close(c->open[--c->n].to_utf8);
	place = &c->open[c->n++];
	memcpy(place->name, name, strlen(name) + 1);
	place->to_utf8 = converter;
	return converter;
}

/* ---- buffered output ---- */

#define CHARSET_PIECE_BYTES 4096

struct charset_writer {
	struct buf *out;
	size_t n;
	char piece[CHARSET_PIECE_BYTES];
};

static void
charset_flush(struct charset_writer *w)
{
	buf_append(w->out, w->piece, w->n);
	w->n = 0;
}

static inline void
charset_write_rune(struct charset_writer *w, uint32_t rune)
{
	if (w->n > CHARSET_PIECE_BYTES - 4)
		charset_flush(w);
	if (rune < 0x80)
		w->piece[w->n++] = (char)rune;
	else
		w->n += utf8_encode(rune, w->piece + w->n);
}

/* ---- decoders ---- */

static void
charset_decode_table(const uint16_t *upper, struct slice s, struct buf *out)
{
	struct charset_writer w = { .out = out };

	for (size_t i = 0; i < s.len && !buf_failed(out); i++) {
		unsigned char c = (unsigned char)s.p[i];

		charset_write_rune(&w, c < 0x80 ? c : upper[c - 0x80]);
	}
	charset_flush(&w);
}

static uint32_t
charset_read_unit(const char *p, size_t width, bool big_endian)
{
	uint32_t unit = 0;

	for (size_t i = 0; i < width; i++)
		unit = unit << 8 |
		       (unsigned char)p[big_endian ? i : width - 1 - i];
	return unit;
}

/* Decodes UTF-16 (width 2) and UTF-32 (width 4).  A byte-order mark inside the
 * text is dropped, because concatenated documents contain such marks. */
static void
charset_decode_units(
    struct slice s, size_t width, bool big_endian, struct buf *out)
{
	struct charset_writer w = { .out = out };

	for (size_t i = 0; i + width <= s.len && !buf_failed(out); i += width) {
		uint32_t rune = charset_read_unit(s.p + i, width, big_endian),
			 low;

		if (rune >= 0xD800 && rune <= 0xDBFF && width == 2 &&
		    i + 4 <= s.len) {
			low = charset_read_unit(s.p + i + 2, 2, big_endian);
			if (low >= 0xDC00 && low <= 0xDFFF) {
				rune = 0x10000 + ((rune - 0xD800) << 10) +
				       (low - 0xDC00);
				i += 2;
			}
		}
		if (rune != 0xFEFF)
			charset_write_rune(&w, rune);
	}
	charset_flush(&w);
}

static void
charset_append_broken(
    struct slice broken, bool at_end, unsigned options, struct buf *out)
{
	if (broken.len > 1 && at_end && (options & CHARSET_DROP_CUT))
		return;
	if (broken.len > 1 && !(options & CHARSET_SPLIT_BROKEN)) {
		buf_append_rune(out, RUNE_BAD);
		return;
	}
	for (size_t i = 0; i < broken.len; i++)
		buf_append_rune(
		    out, charset_windows_1252((unsigned char)broken.p[i]));
}

#define CHARSET_CESU8_BYTES 6

size_t
charset_read_cesu8(struct slice s, uint32_t *ret_rune)
{
	const unsigned char *p = (const unsigned char *)s.p;

	if (s.len < CHARSET_CESU8_BYTES || p[0] != 0xED || p[3] != 0xED ||
	    (p[1] & 0xF0) != 0xA0 || (p[4] & 0xF0) != 0xB0 ||
	    (p[2] & 0xC0) != 0x80 || (p[5] & 0xC0) != 0x80)
		return 0;
	*ret_rune =
	    0x10000 + ((uint32_t)(p[1] & 0xF) << 16 | (p[2] & 0x3Fu) << 10 |
			  (p[4] & 0xFu) << 6 | (p[5] & 0x3Fu));
	return CHARSET_CESU8_BYTES;
}

/* Copies valid sequences, including an encoded U+FFFD. */
static void
charset_decode_utf8(struct slice s, unsigned options, struct buf *out)
{
	static const struct slice mark = { "\xEF\xBF\xBD", 3 };
	size_t start = 0, i = 0, took;
	uint32_t rune;

	while (i < s.len) {
		if ((unsigned char)s.p[i] < 0x80) {
			i++;
			continue;
		}
		took = utf8_decode(s.p + i, s.len - i, &rune);
		if (rune == RUNE_BAD &&
		    !slice_starts(slice_sub(s, i, i + took), mark)) {
			size_t pair =
			    charset_read_cesu8(slice_sub(s, i, s.len), &rune);

			buf_append(out, s.p + start, i - start);
			took = pair > 0 ? pair : took;
			start = i + took;
			if (pair > 0)
				buf_append_rune(out, rune);
			else
				charset_append_broken(slice_sub(s, i, start),
				    start == s.len, options, out);
		}
		i += took;
	}
	if (start < s.len)
		buf_append(out, s.p + start, s.len - start);
}

/* True for a charset in which iconv delays the output of a letter until it has
 * read the next character, which may be a combining accent. */
static bool
charset_is_joining(const char *name)
{
	static const char *const joining[] = { "cp1258", "tcvn", "big5-hkscs" };

	for (size_t i = 0; i < ARRAY_LENGTH(joining); i++)
		if (strcmp(name, joining[i]) == 0)
			return true;
	return false;
}

/* Writes the output that iconv has delayed and resets its shift state. */
static void
charset_finish(iconv_t converter, struct buf *out)
{
	char piece[64], *to = piece;
	size_t space = sizeof(piece);

	iconv(converter, NULL, NULL, &to, &space);
	buf_append(out, piece, (size_t)(to - piece));
}

/* Writes U+FFFD for each byte that is invalid in the charset. */
static void
charset_decode_iconv(iconv_t converter, const struct charset *charset,
    struct slice s, unsigned options, struct buf *out)
{
	bool joins = charset_is_joining(charset->name);
	char *in = (char *)(uintptr_t)s.p;
	size_t left = s.len;

	iconv(converter, NULL, NULL, NULL, NULL);
	while (left > 0 && !buf_failed(out)) {
		char piece[CHARSET_PIECE_BYTES], *to = piece;
		size_t space = sizeof(piece);
		size_t rc = iconv(converter, &in, &left, &to, &space);
		int why = errno;

		buf_append(out, piece, (size_t)(to - piece));
		if (rc != (size_t)-1 || why == E2BIG)
			continue;
		if (why == EINVAL && (options & CHARSET_DROP_CUT))
			break;
		if (joins)
			charset_finish(converter, out);
		buf_append_rune(out, RUNE_BAD);
		if (why == EINVAL) /* the input ends inside a character */
			break;
		in++;
		left--;
	}
	charset_finish(converter, out);
}

bool
charset_decode(struct charsets *charsets, const struct charset *charset,
    struct slice bytes, unsigned options, struct buf *out)
{
	size_t before = out->len;
	iconv_t converter;

	switch (charset->kind) {
	case CHARSET_UTF8:
		charset_decode_utf8(bytes, options, out);
		return true;
	case CHARSET_UTF16:
		charset_decode_units(bytes, 2, charset->big_endian, out);
		return true;
	case CHARSET_UTF32:
		charset_decode_units(bytes, 4, charset->big_endian, out);
		return true;
	case CHARSET_TABLE:
		charset_decode_table(charset->upper, bytes, out);
		return true;
	case CHARSET_ICONV:
		break;
	}
	converter = charsets_get(charsets, charset->name);
	if (converter == CHARSET_NO_CONVERTER)
		return false;
	charset_decode_iconv(converter, charset, bytes, options, out);
	/* iconv decodes UCS-4 (which has many names) to values above U+10FFFF.
	 */
	if (utf8_valid(slice_sub(buf_slice(out), before, out->len)))
		return true;
	out->len = before;
	out->p[before] = '\0';
	return false;
}
