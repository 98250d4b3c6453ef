/*
 * xml.c -- see xml.h.
 */
#include "serve/feed/xml.h"

#include "base/text/utf8.h"

/* The reference that replaces an ASCII character; NULL: none. */
static const char *const xml_references[128] = {
	['&'] = "&amp;",
	['<'] = "&lt;",
	['>'] = "&gt;",
	['"'] = "&quot;",
	['\''] = "&#39;",
	['\r'] = "&#13;", /* otherwise a parser reads it as \n */
};

static bool
xml_is_plain(unsigned char c)
{
	return c < 0x80 && xml_references[c] == NULL &&
	       (c >= 0x20 || c == '\t' || c == '\n');
}

static bool
xml_is_allowed(uint32_t rune)
{
	return rune >= 0x20 && rune != 0xFFFE && rune != 0xFFFF;
}

/* Appends the character at s.p[at] as a reference, as UTF-8 or as U+FFFD.
 * Returns the length of the character in s. */
static size_t
xml_put_special(struct buf *out, struct slice s, size_t at)
{
	unsigned char c = (unsigned char)s.p[at];
	uint32_t rune;
	size_t taken;

	if (c < 0x80 && xml_references[c] != NULL) {
		buf_append_string(out, xml_references[c]);
		return 1;
	}
	taken = utf8_decode(s.p + at, s.len - at, &rune);
	if (rune != RUNE_BAD && xml_is_allowed(rune))
		buf_append(out, s.p + at, taken);
	else
		buf_append_rune(out, RUNE_BAD);
	return taken;
}

void
xml_put_text(struct buf *out, struct slice s)
{
	size_t at = 0;

	while (at < s.len) {
		size_t from = at;

		while (at < s.len && xml_is_plain((unsigned char)s.p[at]))
			at++;
		buf_append(out, s.p + from, at - from);
		if (at < s.len)
			at += xml_put_special(out, s, at);
	}
}

void
xml_put_element(struct buf *out, const char *name, struct slice text)
{
	buf_printf(out, "<%s>", name);
	xml_put_text(out, text);
	buf_printf(out, "</%s>\n", name);
}
