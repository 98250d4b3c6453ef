/*
 * repair_text.c -- makes text, attribute values and CDATA sections valid XML.
 *
 * In:  the text between two tags, between two quotes, or in a section.
 * Out: the same with bare & and < escaped, HTML's references decoded and
 * forbidden characters removed.
 */
#include "crawler/feed/markup/repair_text.h"

#include "base/limits.h"
#include "base/text/reference.h"
#include "base/text/utf8.h"
#include "crawler/feed/markup/xml_lex.h"

void
repair_separate(struct buf *out)
{
	if (out->len > 0 && out->p[out->len - 1] == ']')
		buf_append_char(out, ' ');
}

/* Writes a character, or a reference if the character is markup. */
static void
repair_text_write_rune(struct buf *out, uint32_t rune)
{
	switch (rune) {
	case '<':
		buf_append_string(out, "&lt;");
		break;
	case '>':
		buf_append_string(out, "&gt;");
		break;
	case '&':
		buf_append_string(out, "&amp;");
		break;
	case '"':
		buf_append_string(out, "&quot;");
		break;
	default:
		if (xml_is_char(rune))
			buf_append_rune(out, rune);
		else
			repair_separate(out);
	}
}

/* Writes the reference at text[0] == '&'; returns its length.  Named references
 * need a semicolon: "?a=1&copy=2" is an address. */
static size_t
repair_text_write_reference(struct buf *out, struct slice text)
{
	uint32_t runes[2];
	size_t n = xml_reference_length(text);

	if (n > 0) {
		buf_append(out, text.p, n);
		return n;
	}
	n = reference_decode(text,
	    text.len > 1 && text.p[1] == '#' ? REFERENCE_IN_TEXT
					     : REFERENCE_STRICT,
	    runes);
	if (n == 0) {
		buf_append_string(out, "&amp;");
		return 1;
	}
	repair_text_write_rune(out, runes[0]);
	if (runes[1] != 0)
		repair_text_write_rune(out, runes[1]);
	return n;
}

/* Skips a character that XML forbids; U+FFFE and U+FFFF have 3 bytes. */
static size_t
repair_text_drop_char(struct buf *out, struct slice text, size_t at)
{
	repair_separate(out);
	return at + (text.p[at] == '\xef' ? 3 : 1);
}

void
repair_text(struct buf *out, struct slice text, bool in_quotes)
{
	size_t at = 0, end, quote = 0;

	while (at < text.len) {
		end = xml_plain_end(text, at);
		if (in_quotes && quote <= at)
			quote = slice_find_char(text, '"', at);
		if (in_quotes && quote < end)
			end = quote;
		buf_append(out, text.p + at, end - at);
		at = end;
		if (at == text.len)
			break;
		if (text.p[at] == '&') {
			at += repair_text_write_reference(
			    out, slice_sub(text, at, text.len));
		} else if (text.p[at] == ']') {
			buf_append_string(out, "]]&gt;");
			at += 3;
		} else if (text.p[at] == '<' || text.p[at] == '"') {
			repair_text_write_rune(
			    out, (unsigned char)text.p[at++]);
		} else {
			at = repair_text_drop_char(out, text, at);
		}
	}
}

bool
repair_cdata(struct buf *out, struct slice text)
{
	bool is_cut = text.len > LIMIT_FIELD_BYTES;
	size_t at = 0, end;

	if (is_cut)
		text = utf8_prefix(text, LIMIT_FIELD_BYTES);
	buf_append_string(out, "<![CDATA[");
	while (at < text.len) {
		end = xml_plain_end(text, at);
		buf_append(out, text.p + at, end - at);
		at = end;
		if (at == text.len)
			break;
		if (text.p[at] == '<' || text.p[at] == '&')
			buf_append_char(out, text.p[at++]);
		else
			at = repair_text_drop_char(out, text, at);
	}
	buf_append_string(out, "]]>");
	return is_cut;
}
