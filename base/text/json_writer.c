/*
 * json_writer.c -- writes JSON (RFC 8259) into a buf, member by member.
 *
 * Numbers have a decimal point in every locale.
 */
#include "base/text/json_writer.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/block.h"
#include "base/date/date.h"
#include "base/text/utf8.h"

#define JSON_MAX_DEPTH    31
#define JSON_MAX_DIGITS   17  /* after the point */
#define JSON_NUMBER_BYTES 352 /* 309 digits, sign, point, JSON_MAX_DIGITS */

void
json_writer_init(struct json_writer *w, struct buf *out)
{
	*w = (struct json_writer){ .out = out };
}

static const char hex_digits[] = "0123456789abcdef";

static void
json_writer_append_escape(struct buf *out, uint32_t rune)
{
	static const char short_forms[32] = { ['\b'] = 'b',
		['\t'] = 't',
		['\n'] = 'n',
		['\f'] = 'f',
		['\r'] = 'r' };
	char escape[6] = { '\\', 'u' };

	if (rune == '"' || rune == '\\') {
		escape[1] = (char)rune;
		buf_append(out, escape, 2);
	} else if (rune < 32 && short_forms[rune] != '\0') {
		escape[1] = short_forms[rune];
		buf_append(out, escape, 2);
	} else {
		for (int i = 0; i < 4; i++)
			escape[2 + i] = hex_digits[rune >> (12 - 4 * i) & 15];
		buf_append(out, escape, 6);
	}
}

/* True for the quotation mark, the backslash, controls (C0, DEL, C1) and the
 * line separators of JavaScript. */
static inline bool
json_writer_is_escaped(uint32_t rune)
{
	return rune < 0x20 || rune == '"' || rune == '\\' ||
	       (rune >= 0x7F && rune < 0xA0) || rune == 0x2028 ||
	       rune == 0x2029;
}

static inline bool
json_writer_is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

static inline bool
json_writer_is_plain_block(const char *p)
{
	block b = block_load(p);

	return !block_any(block_below(b, 0x20) | block_equal(b, '"') |
			  block_equal(b, '\\') | block_equal(b, 0x7f) |
			  (b & block_of(0x80)));
}

static void
json_writer_append_string(struct buf *out, struct slice s)
{
	size_t from = 0, at = 0; /* the bytes from `from` to `at` need no escape
				    and are copied unchanged */

	buf_append_char(out, '"');
	while (at < s.len) {
		uint32_t rune;
		size_t taken;

		if (s.len - at >= BLOCK_BYTES &&
		    json_writer_is_plain_block(s.p + at)) {
			at += BLOCK_BYTES;
			continue;
		}
		if (json_writer_is_plain((unsigned char)s.p[at])) {
			at++;
			continue;
		}
		taken = utf8_decode(s.p + at, s.len - at, &rune);
		/* An encoded U+FFFD and an invalid sequence both decode to
		 * RUNE_BAD. */
		if (!json_writer_is_escaped(rune) && rune != RUNE_BAD) {
			at += taken;
			continue;
		}
		buf_append(out, s.p + from, at - from);
		if (rune == RUNE_BAD)
			buf_append(out, "\xEF\xBF\xBD", 3);
		else
			json_writer_append_escape(out, rune);
		at += taken;
		from = at;
	}
	if (at > from)
		buf_append(out, s.p + from, at - from);
	buf_append_char(out, '"');
}

/* Writes the comma, if one is needed, and the member's name. */
static void
json_writer_begin_item(struct json_writer *w, const char *key)
{
	uint32_t bit = 1u << w->depth;

	if (w->has_item & bit)
		buf_append_char(w->out, ',');
	/* Values at the top level have no commas between them: one object per
	 * line. */
	if (w->depth > 0)
		w->has_item |= bit;
	if (key != NULL) {
		json_writer_append_string(w->out, slice_of(key));
		buf_append_char(w->out, ':');
	}
}

static void
json_writer_open_level(struct json_writer *w, const char *key, char bracket)
{
	json_writer_begin_item(w, key);
	buf_append_char(w->out, bracket);
	assert(w->depth < JSON_MAX_DEPTH);
	w->depth++;
	w->has_item &= ~(1u << w->depth);
}

static void
json_writer_close_level(struct json_writer *w, char bracket)
{
	assert(w->depth > 0);
	w->depth--;
	buf_append_char(w->out, bracket);
}

void
json_write_object(struct json_writer *w, const char *key)
{
	json_writer_open_level(w, key, '{');
}

void
json_write_end_object(struct json_writer *w)
{
	json_writer_close_level(w, '}');
}

void
json_write_array(struct json_writer *w, const char *key)
{
	json_writer_open_level(w, key, '[');
}

void
json_write_end_array(struct json_writer *w)
{
	json_writer_close_level(w, ']');
}

void
json_write_text(struct json_writer *w, const char *key, struct slice s)
{
	json_writer_begin_item(w, key);
	json_writer_append_string(w->out, s);
}

void
json_write_text_or_null(struct json_writer *w, const char *key, struct slice s)
{
	if (s.len == 0)
		json_write_null(w, key);
	else
		json_write_text(w, key, s);
}

void
json_write_int(struct json_writer *w, const char *key, int64_t value)
{
	json_writer_begin_item(w, key);
	buf_printf(w->out, "%" PRId64, value);
}

void
json_write_number(
    struct json_writer *w, const char *key, double value, int digits)
{
	char text[JSON_NUMBER_BYTES], *point;
	size_t len;

	if (!isfinite(value)) {
		json_write_null(w, key);
		return;
	}
	if (digits < 0)
		digits = 0;
	if (digits > JSON_MAX_DIGITS)
		digits = JSON_MAX_DIGITS;
	len = (size_t)snprintf(text, sizeof(text), "%.*f", digits, value);
	point = digits > 0 ? text + len - (size_t)digits - 1 : NULL;
	if (point != NULL) {
		*point = '.';
		while (text[len - 1] == '0')
			len--;
		if (text[len - 1] == '.')
			len--;
	}
	if (len == 2 && text[0] == '-' && text[1] == '0') {
		text[0] = '0';
		len = 1;
	}
	json_writer_begin_item(w, key);
	buf_append(w->out, text, len);
}

void
json_write_bool(struct json_writer *w, const char *key, bool value)
{
	json_writer_begin_item(w, key);
	buf_append_string(w->out, value ? "true" : "false");
}

void
json_write_null(struct json_writer *w, const char *key)
{
	json_writer_begin_item(w, key);
	buf_append_string(w->out, "null");
}

void
json_write_date(struct json_writer *w, const char *key, int64_t at)
{
	char text[DATE_TEXT_BYTES];
	size_t len = date_format_rfc3339(at, text);

	json_write_text_or_null(w, key, (struct slice){ text, len });
}

void
json_write_zoned_date(
    struct json_writer *w, const char *key, int64_t at, int zone_minutes)
{
	char text[DATE_TEXT_BYTES];
	size_t len = date_format_zoned(at, zone_minutes, text);

	json_write_text_or_null(w, key, (struct slice){ text, len });
}

void
json_write_raw(struct json_writer *w, const char *key, struct slice json)
{
	json_writer_begin_item(w, key);
	buf_append_slice(w->out, json);
}
