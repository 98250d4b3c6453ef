/*
 * roff.c -- writes text as lines of roff, with requests and escapes disabled.
 *
 * In:  UTF-8, with `words` in backquotes. Out: ASCII; other characters are
 * \[uXXXX], which groff and mandoc support.
 */
#include <string.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "cli/help/manual.h"

#define LINE_BYTES 76 /* maximum line length, except for longer words */

/* Characters that roff replaces, and their escapes for literal text. */
static const struct {
	char c;
	const char *roff;
} shapes[] = {
	{ '-', "\\-" },
	{ '\'', "\\(aq" },
	{ '`', "\\(ga" },
	{ '^', "\\(ha" },
	{ '~', "\\(ti" },
	{ '"', "\\(dq" },
};

static void
roff_put_rune(struct buf *out, uint32_t rune, bool literal)
{
	if (rune == '\\') {
		buf_append_string(out, "\\e");
		return;
	}
	if (rune >= 0x80) {
		buf_printf(out, "\\[u%04X]", rune);
		return;
	}
	for (size_t i = 0; literal && i < ARRAY_LENGTH(shapes); i++)
		if (rune == (uint32_t)(unsigned char)shapes[i].c) {
			buf_append_string(out, shapes[i].roff);
			return;
		}
	buf_append_char(out, (char)rune);
}

/* Writes the next character. Returns the number of bytes that were read. */
static size_t
roff_put_next(struct buf *out, struct slice rest, bool literal)
{
	uint32_t rune;
	size_t n;

	if (rest.len == 0)
		return 0;
	n = utf8_decode(rest.p, rest.len, &rune);
	roff_put_rune(out, rune, literal);
	return n;
}

void
roff_literal(struct buf *out, struct slice text)
{
	if (text.len > 0 && text.p[0] == '.')
		buf_append_string(out, "\\&");
	for (size_t i = 0; i < text.len;)
		i += roff_put_next(out, slice_sub(text, i, text.len), true);
}

/* Returns true if a sentence ends before the space at `at`. */
static bool
roff_ends_sentence(struct slice text, size_t at)
{
	size_t end = at;

	while (end > 0 && strchr(")\"", text.p[end - 1]) != NULL)
		end--;
	return end > 0 && strchr(".!?", text.p[end - 1]) != NULL;
}

/* Returns the approximate length of the word at `at` in the output. */
static size_t
roff_word_bytes(struct slice text, size_t at)
{
	size_t n = 0;

	for (; at < text.len && strchr(" \n", text.p[at]) == NULL; at++)
		n += text.p[at] == '`' || text.p[at] == '\\' ||
			     (unsigned char)text.p[at] >= 0x80
			 ? 3
			 : 1;
	return n;
}

void
roff_text(struct buf *out, struct slice text)
{
	bool line_begins = true, bold = false;
	size_t line_at = out->len;

	for (size_t i = 0; i < text.len;) {
		char c = text.p[i];

		if (c == ' ' || c == '\n') {
			line_begins =
			    roff_ends_sentence(text, i) ||
			    out->len - line_at + roff_word_bytes(text, i + 1) >
				LINE_BYTES;
			buf_append_char(out, line_begins ? '\n' : ' ');
			if (line_begins)
				line_at = out->len;
			i++;
			continue;
		}
		if (line_begins && (c == '.' || c == '\''))
			buf_append_string(out, "\\&");
		line_begins = false;
		if (c == '`') {
			bold = !bold;
			buf_append_string(out, bold ? "\\fB" : "\\fR");
			i++;
			continue;
		}
		i += roff_put_next(out, slice_sub(text, i, text.len), bold);
	}
	if (bold)
		buf_append_string(out, "\\fR");
	buf_append_char(out, '\n');
}
