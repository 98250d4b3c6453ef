/*
 * opml_repair.c -- prepares an OPML document for the reader.
 *
 * In: a document in UTF-16 or UTF-32, or with ampersands that do not start a
 * reference of XML, which libxml2 would refuse.
 * Out: a document that is not in UTF-16 or UTF-32, in which these ampersands
 * are written as "&amp;" and references of HTML as numeric references.
 * Comments, instructions and CDATA sections stay as they are.
 */
#include "base/array.h"
#include "base/text/charset.h"
#include "base/text/reference.h"
#include "config/opml/opml_parts.h"

/* ------------------------------------------------------------- the encoding */

/* A document starts with "<", so the first bytes show an encoding whose
 * characters have two or four bytes, even without a mark (XML 1.0, appendix
 * F). */
static const struct {
	struct slice bytes;
	struct charset charset;
} starts[] = {
	{ { "\0\0\0<", 4 }, { .kind = CHARSET_UTF32, .big_endian = true } },
	{ { "<\0\0\0", 4 }, { .kind = CHARSET_UTF32 } },
	{ { "\0<\0", 3 }, { .kind = CHARSET_UTF16, .big_endian = true } },
	{ { "<\0", 2 }, { .kind = CHARSET_UTF16 } },
};

static bool
opml_repair_find_charset(
    struct slice bytes, struct charset *ret, size_t *ret_mark)
{
	*ret_mark = 0;
	if (charset_find_mark(bytes, ret, ret_mark))
		return ret->kind != CHARSET_UTF8;
	for (size_t i = 0; i < ARRAY_LENGTH(starts); i++)
		if (slice_starts(bytes, starts[i].bytes)) {
			*ret = starts[i].charset;
			return true;
		}
	return false;
}

/* Overwrites the XML declaration with blanks, because its encoding is not the
 * encoding of the text any more. Line ends stay. */
static void
opml_repair_blank_declaration(struct buf *text)
{
	size_t end;

	if (!slice_starts(buf_slice(text), SLICE("<?xml")))
		return;
	end = slice_find(buf_slice(text), SLICE("?>"), 0);
	if (end == SLICE_NOT_FOUND)
		return;
	for (size_t i = 0; i < end + 2; i++)
		if (text->p[i] != '\n')
			text->p[i] = ' ';
}

struct slice
opml_to_utf8(struct slice bytes, struct buf *out)
{
	struct charset charset;
	struct charsets charsets;
	size_t mark;

	if (!opml_repair_find_charset(bytes, &charset, &mark))
		return bytes;
	charsets_init(&charsets);
	charset_decode(
	    &charsets, &charset, slice_sub(bytes, mark, bytes.len), 0, out);
	charsets_release(&charsets);
	opml_repair_blank_declaration(out);
	return buf_slice(out);
}

/* --------------------------------------------------------------- ampersands */

/* Returns the length of the comment, instruction or CDATA section that starts
 * at `at`; 0: none starts there. */
static size_t
opml_repair_skip(struct slice bytes, size_t at)
{
	static const struct {
		struct slice begin, end;
	} rows[] = {
		{ SLICE("<!--"), SLICE("-->") },
		{ SLICE("<![CDATA["), SLICE("]]>") },
		{ SLICE("<?"), SLICE("?>") },
	};
	struct slice rest = slice_sub(bytes, at, bytes.len);

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		size_t end;

		if (!slice_starts(rest, rows[i].begin))
			continue;
		end = slice_find(rest, rows[i].end, rows[i].begin.len);
		return end == SLICE_NOT_FOUND ? rest.len
					      : end + rows[i].end.len;
	}
	return 0;
}

/* Returns the length of the named or numeric reference of XML at the start of
 * `rest`, or 0 if there is none. Such references are not rewritten, because
 * libxml2 reads them and reports the invalid ones. */
static size_t
opml_repair_xml_reference(struct slice rest)
{
	static const struct slice names[] = { SLICE("&amp;"), SLICE("&lt;"),
		SLICE("&gt;"), SLICE("&quot;"), SLICE("&apos;") };
	uint32_t runes[2];

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (slice_starts(rest, names[i]))
			return names[i].len;
	return slice_starts(rest, SLICE("&#"))
		   ? reference_decode(rest, REFERENCE_STRICT, runes)
		   : 0;
}

/* Writes the reference of HTML at the start of `rest` as numeric references, or
 * the ampersand as "&amp;". Returns the number of bytes read. */
static size_t
opml_repair_one(struct slice rest, struct buf *out)
{
	uint32_t runes[2];
	size_t n = reference_decode(rest, REFERENCE_STRICT, runes);

	if (n == 0) {
		buf_append_string(out, "&amp;");
		return 1;
	}
	for (size_t i = 0; i < 2 && runes[i] != 0; i++)
		buf_printf(out, "&#%u;", (unsigned)runes[i]);
	return n;
}

struct slice
opml_repair_ampersands(
    struct slice bytes, struct buf *out, struct opml_repairs *ret)
{
	size_t copied = 0, at = 0;
	int line = 1;

	*ret = (struct opml_repairs){ 0, 0 };
	while (at < bytes.len) {
		struct slice rest = slice_sub(bytes, at, bytes.len);
		size_t n = bytes.p[at] == '<' ? opml_repair_skip(bytes, at)
			   : bytes.p[at] == '&'
			       ? opml_repair_xml_reference(rest)
			       : 1;

		if (n == 0 && bytes.p[at] == '&') {
			buf_append_slice(out, slice_sub(bytes, copied, at));
			n = opml_repair_one(rest, out);
			copied = at + n;
			if (ret->n++ == 0)
				ret->line = line;
		}
		for (n = n > 0 ? n : 1; n > 0; n--)
			line += bytes.p[at++] == '\n';
	}
	if (ret->n == 0)
		return bytes;
	buf_append_slice(out, slice_sub(bytes, copied, bytes.len));
	return buf_slice(out);
}
