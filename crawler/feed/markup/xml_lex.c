/*
 * xml_lex.c -- the characters and names that XML allows.
 *
 * Source: XML 1.0, fifth edition, productions 2 to 5, 66 and 68.
 */
#include "crawler/feed/markup/xml_lex.h"

#include "base/array.h"
#include "base/block.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

struct range {
	uint32_t first, last;
};

static const struct range name_starts[] = {
	{ 0xc0, 0xd6 },
	{ 0xd8, 0xf6 },
	{ 0xf8, 0x2ff },
	{ 0x370, 0x37d },
	{ 0x37f, 0x1fff },
	{ 0x200c, 0x200d },
	{ 0x2070, 0x218f },
	{ 0x2c00, 0x2fef },
	{ 0x3001, 0xd7ff },
	{ 0xf900, 0xfdcf },
	{ 0xfdf0, 0xfffd },
	{ 0x10000, 0xeffff },
};
static const struct range name_more[] = {
	{ 0xb7, 0xb7 },
	{ 0x300, 0x36f },
	{ 0x203f, 0x2040 },
};

/* Bytes that end a run of plain text: < & ] controls, and 0xef, the first byte
 * of U+FFFE and U+FFFF. */
static const bool text_stops[256] = {
	[0x00 ... 0x08] = true,
	[0x0b ... 0x0c] = true,
	[0x0e ... 0x1f] = true,
	['<'] = true,
	['&'] = true,
	[']'] = true,
	[0xef] = true,
};

bool
xml_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool
xml_is_char(uint32_t rune)
{
	if (rune < 0x20)
		return rune == '\t' || rune == '\n' || rune == '\r';
	return rune <= 0xd7ff || (rune >= 0xe000 && rune <= 0xfffd) ||
	       (rune >= 0x10000 && rune <= 0x10ffff);
}

static bool
xml_lex_within(const struct range *ranges, size_t n, uint32_t rune)
{
	for (size_t i = 0; i < n; i++)
		if (rune >= ranges[i].first && rune <= ranges[i].last)
			return true;
	return false;
}

static bool
xml_lex_is_name_ascii(char c, bool first)
{
	if (ascii_is_letter(c) || c == '_' || c == ':')
		return true;
	return !first && (ascii_is_digit(c) || c == '-' || c == '.');
}

static bool
xml_lex_is_name_rune(uint32_t rune, bool first)
{
	return xml_lex_within(name_starts, ARRAY_LENGTH(name_starts), rune) ||
	       (!first &&
		   xml_lex_within(name_more, ARRAY_LENGTH(name_more), rune));
}

/* Returns the length of a run of name characters; the caller checks colons. */
static size_t
xml_lex_name_run_length(struct slice text)
{
	uint32_t rune;
	size_t n = 0, taken;
	bool first = true; /* true at the beginning and after a colon, because
			      each part is a name */

	while (n < text.len && n <= XML_NAME_BYTES) {
		char c = text.p[n];

		taken = 1;
		if ((unsigned char)c >= 0x80) {
			taken = utf8_decode(text.p + n, text.len - n, &rune);
			if (!xml_lex_is_name_rune(rune, first))
				break;
		} else if (!xml_lex_is_name_ascii(c, first)) {
			break;
		}
		first = c == ':';
		n += taken;
	}
	return n;
}

size_t
xml_name_length(struct slice text)
{
	size_t n = xml_lex_name_run_length(text);
	struct slice name = slice_sub(text, 0, n);
	size_t colon = slice_find_char(name, ':', 0);

	if (n > XML_NAME_BYTES || colon == 0 || colon + 1 == n)
		return 0;
	if (colon != SLICE_NOT_FOUND &&
	    slice_find_char(name, ':', colon + 1) != SLICE_NOT_FOUND)
		return 0;
	return n;
}

static size_t
xml_lex_predefined_length(struct slice text)
{
	static const struct slice names[] = { SLICE("&lt;"), SLICE("&gt;"),
		SLICE("&amp;"), SLICE("&quot;"), SLICE("&apos;") };

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (text.len >= names[i].len && text.p[1] == names[i].p[1] &&
		    memcmp(text.p, names[i].p, names[i].len) == 0)
			return names[i].len;
	return 0;
}

/* Returns the length of a numeric reference as XML defines it, else 0.  HTML
 * allows more. */
static size_t
xml_lex_number_length(struct slice text)
{
	bool hex = text.len > 2 && text.p[2] == 'x';
	size_t at = hex ? 3 : 2, from = at;
	uint32_t value = 0;

	for (; at < text.len && at - from < 10; at++) {
		int digit = ascii_hex_value(text.p[at]);

		if (digit < 0 || (!hex && digit > 9))
			break;
		value = value * (hex ? 16 : 10) + (uint32_t)digit;
		if (value > 0x10ffff)
			return 0;
	}
	if (at == from || at >= text.len || text.p[at] != ';' ||
	    !xml_is_char(value))
		return 0;
	return at + 1;
}

size_t
xml_reference_length(struct slice text)
{
	if (text.len > 2 && text.p[1] == '#')
		return xml_lex_number_length(text);
	return xml_lex_predefined_length(text);
}

/* True if none of sixteen bytes is in text_stops, and none is a tab or line
 * end. */
static inline bool
xml_lex_is_text_block(const char *p)
{
	block b = block_load(p);

	return !block_any(block_below(b, 0x20) | block_equal(b, '<') |
			  block_equal(b, '&') | block_equal(b, ']') |
			  block_equal(b, 0xef));
}

/* True if none of sixteen bytes is a control character other than tab and line
 * end, and none is 0xef, the first byte of a character that XML may forbid.
 * Used for CDATA sections, in which markup is text. */
static inline bool
xml_lex_is_section_block(const char *p)
{
	block b = block_load(p);
	block spaces =
	    block_equal(b, '\n') | block_equal(b, '\r') | block_equal(b, '\t');

	return !block_any(
	    (block_below(b, 0x20) & ~spaces) | block_equal(b, 0xef));
}

static inline bool
xml_lex_is_noncharacter(struct slice text, size_t at)
{
	return text.p[at] == '\xef' && at + 2 < text.len &&
	       text.p[at + 1] == '\xbf' &&
	       (unsigned char)text.p[at + 2] >= 0xbe;
}

bool
xml_is_all_chars(struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		unsigned char c = (unsigned char)text.p[at];

		if (text.len - at >= BLOCK_BYTES &&
		    xml_lex_is_section_block(text.p + at)) {
			at += BLOCK_BYTES;
			continue;
		}
		if (c < 0x20 && !xml_is_space((char)c))
			return false;
		if (xml_lex_is_noncharacter(text, at))
			return false;
		at++;
	}
	return true;
}

size_t
xml_plain_end(struct slice text, size_t at)
{
	for (;; at++) {
		while (text.len - at >= BLOCK_BYTES &&
		       xml_lex_is_text_block(text.p + at))
			at += BLOCK_BYTES;
		while (at < text.len && !text_stops[(unsigned char)text.p[at]])
			at++;
		if (at >= text.len)
			return text.len;
		if (text.p[at] == ']') {
			if (slice_starts(
				slice_sub(text, at, text.len), SLICE("]]>")))
				return at;
		} else if (text.p[at] == '\xef') {
			if (xml_lex_is_noncharacter(text, at))
				return at;
		} else {
			return at;
		}
	}
}
