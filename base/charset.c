/*
 * charset.c -- bytes of a charset to UTF-8, and iconv's open converters.
 */
#include "base/charset.h"

#include <errno.h>

#include "base/charset_parts.h"
#include "base/utf8.h"

#define NO_CONVERTER ((iconv_t)-1)

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

/* When all places are taken, which needs many strange labels, the last of
 * them changes its tenant. */
iconv_t
charsets_get(struct charsets *c, const char *name)
{
	struct charset_converter *place;
	iconv_t converter;

	for (size_t i = 0; i < c->n; i++)
		if (strcmp(c->open[i].name, name) == 0)
			return c->open[i].to_utf8;
	if (strlen(name) >= CHARSET_NAME_BYTES)
		return NO_CONVERTER;
	converter = iconv_open("UTF-8", name);
	if (converter == NO_CONVERTER)
		return NO_CONVERTER;
	if (c->n == CHARSETS_OPEN_MAX)
		iconv_close(c->open[--c->n].to_utf8);
	place = &c->open[c->n++];
	memcpy(place->name, name, strlen(name) + 1);
	place->to_utf8 = converter;
	return converter;
}

/* ---- what is written in pieces ---- */

#define PIECE_BYTES 4096

struct writer {
	struct buf *out;
	size_t n;
	char piece[PIECE_BYTES];
};

static void
flush(struct writer *w)
{
	buf_append(w->out, w->piece, w->n);
	w->n = 0;
}

static inline void
write_rune(struct writer *w, uint32_t rune)
{
	if (w->n > PIECE_BYTES - 4)
		flush(w);
	if (rune < 0x80)
		w->piece[w->n++] = (char)rune;
	else
		w->n += utf8_encode(rune, w->piece + w->n);
}

/* ---- decoders ---- */

static void
decode_table(const uint16_t *upper, struct slice s, struct buf *out)
{
	struct writer w = { .out = out };

	for (size_t i = 0; i < s.len && !buf_failed(out); i++) {
		unsigned char c = (unsigned char)s.p[i];

		write_rune(&w, c < 0x80 ? c : upper[c - 0x80]);
	}
	flush(&w);
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

/* UTF-16 and UTF-32: width 2 or 4.  A byte-order mark within the text joined
 * two documents once; it is no character of either. */
static void
decode_units(struct slice s, size_t width, bool big_endian, struct buf *out)
{
	struct writer w = { .out = out };

	for (size_t i = 0; i + width <= s.len && !buf_failed(out); i += width) {
		uint32_t rune = read_unit(s.p + i, width, big_endian), low;

		if (rune >= 0xD800 && rune <= 0xDBFF && width == 2 &&
		    i + 4 <= s.len) {
			low = read_unit(s.p + i + 2, 2, big_endian);
			if (low >= 0xDC00 && low <= 0xDFFF) {
				rune = 0x10000 + ((rune - 0xD800) << 10) +
				       (low - 0xDC00);
				i += 2;
			}
		}
		if (rune != 0xFEFF)
			write_rune(&w, rune);
	}
	flush(&w);
}

static void
append_broken(
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

/* What is valid stays, U+FFFD itself, too. */
static void
decode_utf8(struct slice s, unsigned options, struct buf *out)
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
			buf_append(out, s.p + start, i - start);
			start = i + took;
			append_broken(slice_sub(s, i, start), start == s.len,
			    options, out);
		}
		i += took;
	}
	if (start < s.len)
		buf_append(out, s.p + start, s.len - start);
}

/* In these a letter waits for the accent that may follow it. */
static bool
is_joining(const char *name)
{
	static const char *const joining[] = { "cp1258", "tcvn", "big5-hkscs" };

	for (size_t i = 0; i < sizeof(joining) / sizeof(joining[0]); i++)
		if (strcmp(name, joining[i]) == 0)
			return true;
	return false;
}

/* What waits comes out; shift states go back to the first. */
static void
finish(iconv_t converter, struct buf *out)
{
	char piece[64], *to = piece;
	size_t room = sizeof(piece);

	iconv(converter, NULL, NULL, &to, &room);
	buf_append(out, piece, (size_t)(to - piece));
}

/* A byte that the charset does not have becomes U+FFFD. */
static void
decode_iconv(iconv_t converter, const struct charset *charset, struct slice s,
    unsigned options, struct buf *out)
{
	bool joins = is_joining(charset->name);
	char *in = (char *)(uintptr_t)s.p;
	size_t left = s.len;

	iconv(converter, NULL, NULL, NULL, NULL);
	while (left > 0 && !buf_failed(out)) {
		char piece[PIECE_BYTES], *to = piece;
		size_t room = sizeof(piece);
		size_t rc = iconv(converter, &in, &left, &to, &room);
		int why = errno;

		buf_append(out, piece, (size_t)(to - piece));
		if (rc != (size_t)-1 || why == E2BIG)
			continue;
		if (why == EINVAL && (options & CHARSET_DROP_CUT))
			break;
		if (joins)
			finish(converter, out);
		buf_append_rune(out, RUNE_BAD);
		if (why == EINVAL) /* the end is inside a character */
			break;
		in++;
		left--;
	}
	finish(converter, out);
}

bool
charset_decode(struct charsets *charsets, const struct charset *charset,
    struct slice bytes, unsigned options, struct buf *out)
{
	size_t before = out->len;
	iconv_t converter;

	switch (charset->kind) {
	case CHARSET_UTF8:
		decode_utf8(bytes, options, out);
		return true;
	case CHARSET_UTF16:
		decode_units(bytes, 2, charset->big_endian, out);
		return true;
	case CHARSET_UTF32:
		decode_units(bytes, 4, charset->big_endian, out);
		return true;
	case CHARSET_TABLE:
		decode_table(charset->upper, bytes, out);
		return true;
	case CHARSET_ICONV:
		break;
	}
	converter = charsets_get(charsets, charset->name);
	if (converter == NO_CONVERTER)
		return false;
	decode_iconv(converter, charset, bytes, options, out);
	/* Of UCS-4, by whatever name, it makes more than Unicode has. */
	if (utf8_valid(slice_sub(buf_slice(out), before, out->len)))
		return true;
	out->len = before;
	out->p[before] = '\0';
	return false;
}
