/*
 * text.c -- prepares external text for a terminal.
 *
 * In:  any bytes. Out: UTF-8 without terminal control sequences
 * (docs/threat-rows.md, row 48), cut or wrapped to columns.
 */
#include <time.h>
#include <uniwidth.h>

#include "base/array.h"
#include "base/block.h"
#include "base/date/date.h"
#include "base/text/utf8.h"
#include "cli/cli.h"

#define ELLIPSIS "\xE2\x80\xA6" /* U+2026, one column */

/* ---------------------------------------------------------------- cleaning */

/* Characters that control a terminal, change the text direction, or are
 * invisible. */
static const struct {
	uint32_t first, last;
} controls[] = {
	{ 0x0000, 0x001F },   /* C0: ESC, BEL, CR … */
	{ 0x007F, 0x009F },   /* DEL; C1 with the 8-bit CSI, OSC, DCS */
	{ 0x2028, 0x202E },   /* line and paragraph separator, bidi */
	{ 0x2066, 0x206F },   /* bidi isolates, deprecated formats */
	{ 0xD800, 0xDFFF },   /* surrogates */
	{ 0xFEFF, 0xFEFF },   /* a byte order mark inside the text */
	{ 0xFFF9, 0xFFFB },   /* interlinear annotation */
	{ 0xE0000, 0xE007F }, /* tags: invisible text */
};

static bool
text_is_control(uint32_t rune)
{
	if (rune >= 0x20 && rune < 0x7F)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(controls); i++)
		if (rune >= controls[i].first && rune <= controls[i].last)
			return true;
	return false;
}

/* Spaces that allow a line break; U+00A0, U+2007, U+202F do not. */
static bool
text_is_breaking_space(uint32_t rune)
{
	return rune == ' ' || (rune != 0xA0 && rune != 0x2007 &&
				  rune != 0x202F && rune_is_space(rune));
}

static bool
text_is_line_end(uint32_t rune)
{
	return rune == '\n' || rune == 0x85 || rune == 0x2028 || rune == 0x2029;
}

void
text_clean(struct buf *out, struct slice text)
{
	bool space = false, begun = false;

	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (text_is_breaking_space(rune) || text_is_line_end(rune)) {
			space = begun;
		} else if (!text_is_control(rune)) {
			if (space)
				buf_append_char(out, ' ');
			buf_append_rune(out, rune);
			space = false;
			begun = true;
		}
	}
}

void
text_clean_lines(struct buf *out, struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (text_is_line_end(rune))
			buf_append_char(out, '\n');
		else if (rune == '\t')
			buf_append_char(out, ' ');
		else if (!text_is_control(rune))
			buf_append_rune(out, rune);
	}
}

/* Returns true if the block contains no control and no byte 0xc2. */
static inline bool
text_is_plain_block(const char *p)
{
	block b = block_load(p);

	return !block_any(block_below(b, 0x20) | block_equal(b, 0x7f) |
			  block_equal(b, 0xc2));
}

bool
text_is_plain(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c;

		while (text.len - i > BLOCK_BYTES &&
		       text_is_plain_block(text.p + i))
			i += BLOCK_BYTES;
		c = (unsigned char)text.p[i];
		if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
			return false;
		/* In UTF-8, U+0080 to U+009F are 0xC2 and a byte that equals
		 * the code point. */
		if (c == 0xC2 && i + 1 < text.len &&
		    (unsigned char)text.p[i + 1] < 0xA0)
			return false;
	}
	return utf8_valid(text);
}

/* --------------------------------------------------------------- measuring */

/* Returns the width of a code point: 0, 1 or 2. uc_width() requires the name of
 * an encoding. With "UTF-8" the characters of ambiguous width have one column.
 */
static size_t
text_rune_columns(uint32_t rune)
{
	int columns;

	if (rune >= 0x20 && rune < 0x7F)
		return 1;
	columns = uc_width(rune, "UTF-8");
	return columns > 0 ? (size_t)columns : 0; /* -1 for controls */
}

size_t
text_columns(struct slice text)
{
	size_t columns = 0;

	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		columns += text_rune_columns(rune);
	}
	return columns;
}

/* Returns the longest prefix that fits. Combining characters are not separated
 * from their base character. */
static size_t
text_prefix_bytes(struct slice text, size_t columns, size_t *ret_columns)
{
	size_t at = 0, used = 0;

	while (at < text.len) {
		uint32_t rune;
		size_t n = utf8_decode(text.p + at, text.len - at, &rune);
		size_t wide = text_rune_columns(rune);

		if (used + wide > columns)
			break;
		used += wide;
		at += n;
	}
	*ret_columns = used;
	return at;
}

void
text_fit(struct buf *out, struct slice clean, size_t columns)
{
	size_t used, whole = text_prefix_bytes(clean, columns, &used);

	if (whole < clean.len && columns > 0) {
		whole = text_prefix_bytes(clean, columns - 1, &used);
		/* The space before the ellipsis is removed. */
		clean = slice_trim(slice_sub(clean, 0, whole));
		buf_append_slice(out, clean);
		buf_append_string(out, ELLIPSIS);
	} else {
		buf_append_slice(out, slice_sub(clean, 0, whole));
	}
}

/* ---------------------------------------------------------------- wrapping */

/* Characters that must not begin a line (the first class of JIS X 4051). */
static bool
text_is_closing(uint32_t rune)
{
	static const uint32_t closing[] = { 0x3001, 0x3002, 0x3009, 0x300B,
		0x300D, 0x300F, 0x3011, 0x3015, 0x30FB, 0x30FC, 0xFF01, 0xFF09,
		0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F };

	for (size_t i = 0; i < ARRAY_LENGTH(closing); i++)
		if (closing[i] == rune)
			return true;
	return false;
}

/* A piece of text inside which no line is broken: a word without the spaces
 * before it, or a character of a script without spaces. */
struct piece {
	struct slice text;
	size_t columns;
	bool after_space;
};

static bool
text_next_piece(struct slice line, size_t *at, struct piece *ret)
{
	size_t from;
	uint32_t rune, before = 0;

	*ret = (struct piece){ 0 };
	while (*at < line.len) {
		size_t n = utf8_decode(line.p + *at, line.len - *at, &rune);

		if (!text_is_breaking_space(rune))
			break;
		ret->after_space = true;
		*at += n;
	}
	from = *at;
	while (*at < line.len) {
		size_t n = utf8_decode(line.p + *at, line.len - *at, &rune);
		size_t columns = text_rune_columns(rune);

		if (text_is_breaking_space(rune))
			break;
		if (*at > from && columns > 0 && !text_is_closing(rune) &&
		    (rune_is_unspaced(rune) || rune_is_unspaced(before)))
			break;
		if (columns > 0)
			before = rune;
		ret->columns += columns;
		*at += n;
	}
	ret->text = slice_sub(line, from, *at);
	return ret->text.len > 0;
}

static void
text_begin_line(struct buf *out, size_t indent)
{
	for (size_t i = 0; i < indent; i++)
		buf_append_char(out, ' ');
}

/* A unit that is wider than a line is cut at the last column. */
static size_t
text_put_long(
    struct buf *out, struct slice text, size_t indent, size_t max_columns)
{
	size_t used, n = text_prefix_bytes(text, max_columns, &used);

	while (n > 0 && n < text.len) {
		buf_append_slice(out, slice_sub(text, 0, n));
		buf_append_char(out, '\n');
		text_begin_line(out, indent);
		text = slice_sub(text, n, text.len);
		n = text_prefix_bytes(text, max_columns, &used);
	}
	buf_append_slice(out, text);
	return used;
}

static void
text_wrap_line(
    struct buf *out, struct slice line, size_t indent, size_t max_columns)
{
	struct piece piece;
	size_t at = 0, used = 0;
	bool begun = false;

	while (text_next_piece(line, &at, &piece)) {
		size_t space = begun && piece.after_space ? 1 : 0;

		if (!begun) {
			text_begin_line(out, indent);
		} else if (used + space + piece.columns > max_columns) {
			buf_append_char(out, '\n');
			text_begin_line(out, indent);
			used = space = 0;
		}
		if (space > 0)
			buf_append_char(out, ' ');
		if (piece.columns > max_columns)
			used =
			    text_put_long(out, piece.text, indent, max_columns);
		else
			buf_append_slice(out, piece.text);
		if (piece.columns <= max_columns)
			used += space + piece.columns;
		begun = true;
	}
	buf_append_char(out, '\n');
}

void
text_wrap(struct buf *out, struct slice text, size_t indent, size_t columns)
{
	struct buf clean;
	struct slice rest, line;
	size_t max_columns = SIZE_MAX;

	/* A wide character needs at least two columns. */
	if (columns > 0)
		max_columns = columns > indent + 2 ? columns - indent : 2;
	buf_init(&clean, out->max_bytes);
	text_clean_lines(&clean, text);
	if (buf_failed(&clean))
		out->failed = true;
	buf_carry_failure(out, &clean);
	rest = slice_trim(buf_slice(&clean));
	if (rest.len > 0)
		while (slice_next(&rest, '\n', &line))
			text_wrap_line(out, line, indent, max_columns);
	buf_release(&clean);
}

/* ----------------------------------------------------- times and quantities */

void
text_date(struct buf *out, int64_t at)
{
	time_t when = (time_t)at;
	struct tm tm;
	char text[64];

	if (at == DATE_NONE || localtime_r(&when, &tm) == NULL ||
	    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm) == 0) {
		buf_append_char(out, '-');
		return;
	}
	buf_append_string(out, text);
}

void
text_span(struct buf *out, int64_t seconds)
{
	static const struct {
		int64_t from_s, unit_s;
		char letter;
	} units[] = {
		{ 48 * 3600, 86400, 'd' },
		{ 90 * 60, 3600, 'h' },
		{ 90, 60, 'm' },
		{ 0, 1, 's' },
	};
	size_t i = 0;

	while (seconds < units[i].from_s)
		i++;
	buf_printf(out, "%lld%c", (long long)(seconds / units[i].unit_s),
	    units[i].letter);
}

void
text_age(struct buf *out, int64_t at, int64_t now_at)
{
	int64_t seconds;

	if (at == DATE_NONE) {
		buf_append_char(out, '-');
		return;
	}
	if (__builtin_sub_overflow(now_at, at, &seconds) ||
	    seconds == INT64_MIN) {
		text_date(out, at);
		return;
	}
	if (seconds == 0) {
		buf_append_string(out, "now");
		return;
	}
	if (seconds < 0)
		buf_append_string(out, "in ");
	text_span(out, seconds < 0 ? -seconds : seconds);
	if (seconds > 0)
		buf_append_string(out, " ago");
}

void
text_bytes(struct buf *out, int64_t bytes)
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
	double n = (double)bytes;
	size_t unit = 0;

	if (bytes < 1024) {
		buf_printf(out, "%lld bytes", (long long)bytes);
		return;
	}
	n /= 1024;
	while (n >= 1024 && unit + 1 < ARRAY_LENGTH(units)) {
		n /= 1024;
		unit++;
	}
	buf_printf(out, "%.1f %s", n, units[unit]);
}
