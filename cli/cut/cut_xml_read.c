/*
 * cut_xml_read.c -- reads pages from XML:
 * <page><url/><title/><summary/><html/></page>
 * The input contains any number of <page> elements, inside any other element.
 * It may consist of several concatenated documents.
 *
 * In:  a stream, which is read as needed.
 * Out: one page after another.
 *
 * <html> contains the page's source, escaped or as CDATA, or it contains the
 * elements of the page directly. This is not a general XML parser: entities
 * declared in a document are not expanded, nothing external is fetched, and at
 * most one page of CUT_PAGE_BYTES is stored. O(bytes).
 */
#include <errno.h>

#include "base/io/input.h"
#include "base/limits.h"
#include "base/text/reference.h"
#include "base/text/utf8.h"
#include "cli/cut/cut_xml.h"

#define READ_BYTES (64 * KIB)
/* Largest depth of nested '[' in a tag or a document type declaration. Deeper
 * brackets are not counted. */
#define SUBSET_MAX 64

/* The kinds of constructs in angle brackets: the tags, and TOKEN_NONE for every
 * other construct. A struct token contains offsets instead of pointers, because
 * the buffer moves when it grows. */
enum token_kind {
	TOKEN_END,
	TOKEN_START,
	TOKEN_CLOSE,
	TOKEN_EMPTY,
	TOKEN_NONE
};

struct token {
	enum token_kind kind;
	size_t from, to; /* including < and > */
	struct slice name;
};

/* The element name of each field. Every field may be absent. */
static const char *const fields[XML_FIELD_COUNT] = {
	[XML_URL] = "url",
	[XML_TITLE] = "title",
	[XML_SUMMARY] = "summary",
	[XML_HTML] = "html",
};

void
xml_reader_init(struct xml_reader *r, FILE *in)
{
	memset(r, 0, sizeof(*r));
	r->in = in;
	buf_init(&r->data, CUT_PAGE_BYTES);
	charsets_init(&r->charsets);
	for (size_t i = 0; i < XML_FIELD_COUNT; i++)
		buf_init(&r->field[i],
		    i == XML_HTML ? CUT_PAGE_BYTES : LIMIT_FIELD_BYTES);
	buf_init(&r->work, CUT_PAGE_BYTES);
}

void
xml_reader_release(struct xml_reader *r)
{
	buf_release(&r->data);
	buf_release(&r->work);
	for (size_t i = 0; i < XML_FIELD_COUNT; i++)
		buf_release(&r->field[i]);
	charsets_release(&r->charsets);
}

/* ---- bytes ---- */

static bool
cut_xml_read_more(struct xml_reader *r)
{
	size_t n;

	if (r->ended)
		return false;
	if (!buf_reserve(&r->data, READ_BYTES)) {
		r->too_large = r->ended = true;
		return false;
	}
	n = input_read_stream(r->in, r->data.p + r->data.len, READ_BYTES);
	r->data.len += n;
	r->data.p[r->data.len] = '\0';
	if (n == 0)
		r->ended = true;
	return n > 0;
}

/* Finds `needle` at or after `from`. Each byte is searched once. */
static bool
cut_xml_read_find(
    struct xml_reader *r, size_t from, const char *needle, size_t *ret)
{
	struct slice wanted = slice_of(needle);

	for (;;) {
		size_t at = slice_find(buf_slice(&r->data), wanted, from);
		size_t len = r->data.len;

		if (at != SLICE_NOT_FOUND) {
			*ret = at;
			return true;
		}
		if (len >= wanted.len && len - wanted.len + 1 > from)
			from = len - wanted.len + 1;
		if (!cut_xml_read_more(r))
			return false;
	}
}

/* Finds the end of the tag that begins at `from`; '>' inside quotation marks or
 * square brackets does not end the tag. */
static bool
cut_xml_read_find_tag_end(struct xml_reader *r, size_t from, size_t *ret)
{
	char quote = 0;
	size_t depth = 0;

	for (size_t at = from;; at++) {
		char c;

		if (at >= r->data.len && !cut_xml_read_more(r))
			return false;
		c = r->data.p[at];
		if (quote != 0) {
			if (c == quote)
				quote = 0;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '[' && depth < SUBSET_MAX) {
			depth++;
		} else if (c == ']' && depth > 0) {
			depth--;
		} else if (c == '>' && depth == 0) {
			*ret = at + 1;
			return true;
		}
	}
}

static bool
cut_xml_read_starts_at(struct xml_reader *r, size_t at, const char *word)
{
	size_t n = strlen(word);

	while (r->data.len < at + n)
		if (!cut_xml_read_more(r))
			return false;
	return memcmp(r->data.p + at, word, n) == 0;
}

/* ---- tokens ---- */

/* Reads the charset from the XML declaration at the start of a document.
 * Returns false if the charset is not supported. */
static bool
cut_xml_read_declaration(struct xml_reader *r, struct slice text)
{
	size_t at = slice_find(text, SLICE("encoding"), 0), from, to;

	r->has_charset = false;
	if (at == SLICE_NOT_FOUND)
		return true;
	from = at + strlen("encoding");
	while (from < text.len && text.p[from] != '"' && text.p[from] != '\'')
		from++;
	to = slice_find_char(
	    text, from < text.len ? text.p[from] : '"', from + 1);
	if (to == SLICE_NOT_FOUND)
		return true;
	if (!charset_find_any(
		&r->charsets, slice_sub(text, from + 1, to), &r->charset))
		return false;
	r->has_charset = r->charset.kind != CHARSET_UTF8;
	return r->charset.kind != CHARSET_UTF16 &&
	       r->charset.kind != CHARSET_UTF32;
}

static struct slice
cut_xml_read_name_at(const struct xml_reader *r, size_t from, size_t to)
{
	size_t end = from;

	while (end < to && strchr(" \t\r\n/>", r->data.p[end]) == NULL)
		end++;
	return (struct slice){ r->data.p + from, end - from };
}

/* Constructs that are not needed become TOKEN_NONE and are skipped. */
static bool
cut_xml_read_skip(struct xml_reader *r, struct token *t, const char *end)
{
	t->kind = TOKEN_NONE;
	if (!cut_xml_read_find(r, t->from, end, &t->to))
		return false;
	t->to += strlen(end);
	return true;
}

/* Finds the next construct in angle brackets at or after r->at. Returns false
 * if the input has ended or ends inside the construct. */
static bool
cut_xml_read_next_token(struct xml_reader *r, struct token *t)
{
	size_t at;

	memset(t, 0, sizeof(*t));
	if (!cut_xml_read_find(r, r->at, "<", &t->from)) {
		r->at = r->data.len;
		return false;
	}
	at = t->from;
	if (cut_xml_read_starts_at(r, at, "<!--") &&
	    !cut_xml_read_skip(r, t, "-->"))
		return false;
	if (t->to == 0 && cut_xml_read_starts_at(r, at, "<![CDATA[") &&
	    !cut_xml_read_skip(r, t, "]]>"))
		return false;
	if (t->to == 0 && cut_xml_read_starts_at(r, at, "<?")) {
		if (!cut_xml_read_skip(r, t, "?>"))
			return false;
		if (cut_xml_read_starts_at(r, at, "<?xml ") &&
		    !cut_xml_read_declaration(
			r, slice_sub(buf_slice(&r->data), t->from, t->to)))
			r->bad_charset = true;
	}
	if (t->to == 0) {
		bool closes = cut_xml_read_starts_at(r, at, "</");

		if (!cut_xml_read_find_tag_end(r, at, &t->to))
			return false;
		t->name = cut_xml_read_name_at(r, at + (closes ? 2 : 1), t->to);
		t->kind = closes ? TOKEN_CLOSE : TOKEN_START;
		if (r->data.p[at + 1] == '!')
			t->kind = TOKEN_NONE;
		else if (!closes && r->data.p[t->to - 2] == '/')
			t->kind = TOKEN_EMPTY;
	}
	r->at = t->to;
	return true;
}

/* ---- fields ---- */

/* Decodes references outside CDATA. */
static void
cut_xml_read_add_decoded(struct buf *out, struct slice text)
{
	size_t i = 0;

	while (i < text.len) {
		size_t next = slice_find_char(text, '&', i), took;
		uint32_t runes[2];

		if (next == SLICE_NOT_FOUND)
			next = text.len;
		buf_append(out, text.p + i, next - i);
		if (next == text.len)
			return;
		took = reference_decode(
		    slice_sub(text, next, text.len), REFERENCE_STRICT, runes);
		if (took == 0) {
			buf_append_char(out, '&');
			took = 1;
		} else {
			buf_append_rune(out, runes[0]);
			if (runes[1] != 0)
				buf_append_rune(out, runes[1]);
		}
		i = next + took;
	}
}

/* Converts text with CDATA sections and comments to plain text. */
static void
cut_xml_read_add_text(struct buf *out, struct slice text)
{
	while (text.len > 0) {
		size_t at = slice_find_char(text, '<', 0), end;
		struct slice rest;

		cut_xml_read_add_decoded(out, slice_sub(text, 0, at));
		if (at == SLICE_NOT_FOUND)
			return;
		rest = slice_sub(text, at, text.len);
		if (slice_starts(rest, SLICE("<![CDATA["))) {
			end = slice_find(rest, SLICE("]]>"), 9);
			buf_append_slice(out, slice_sub(rest, 9, end));
			end += 3;
		} else {
			bool comment = slice_starts(rest, SLICE("<!--"));

			end = slice_find(
			    rest, comment ? SLICE("-->") : SLICE(">"), 0);
			end += comment ? 3 : 1;
		}
		text = slice_sub(rest, end, rest.len);
	}
}

/* Stores [from, to) of the data as the content of a field. */
static void
cut_xml_read_store_field(struct xml_reader *r, enum xml_field field,
    size_t from, size_t to, bool has_elements)
{
	struct slice raw = slice_sub(buf_slice(&r->data), from, to);
	struct buf *out = &r->field[field];

	buf_clear(out);
	if (r->has_charset) {
		buf_clear(&r->work);
		if (charset_decode(&r->charsets, &r->charset, raw, 0, &r->work))
			raw = buf_slice(&r->work);
	}
	/* If <html> contains the elements of the page directly, the character
	 * references stay as they are, because the HTML parser decodes them. */
	if (has_elements && field == XML_HTML)
		buf_append_slice(out, raw);
	else
		cut_xml_read_add_text(out, raw);
}

/* Reads up to the end of the element that was just opened. */
static bool
cut_xml_read_field(struct xml_reader *r, enum xml_field field)
{
	size_t from = r->at, depth = 1;
	bool has_elements = false;
	struct token t;

	while (cut_xml_read_next_token(r, &t)) {
		bool same = slice_equal(t.name, slice_of(fields[field]));

		if (t.kind == TOKEN_START && same)
			depth++;
		if (t.kind == TOKEN_START || t.kind == TOKEN_EMPTY)
			has_elements = true;
		if (t.kind != TOKEN_CLOSE || !same || --depth > 0)
			continue;
		cut_xml_read_store_field(r, field, from, t.from, has_elements);
		return true;
	}
	return false;
}

/* Returns the field of an element; XML_FIELD_COUNT: the element is not a field.
 * A name with a prefix is not a field. */
static enum xml_field
cut_xml_read_field_of(struct slice name)
{
	for (int i = 0; i < XML_FIELD_COUNT; i++)
		if (slice_equal(name, slice_of(fields[i])))
			return (enum xml_field)i;
	return XML_FIELD_COUNT;
}

static bool
cut_xml_read_fields(struct xml_reader *r)
{
	struct token t;

	while (cut_xml_read_next_token(r, &t)) {
		enum xml_field field = cut_xml_read_field_of(t.name);

		if (t.kind == TOKEN_CLOSE && slice_equal(t.name, SLICE("page")))
			return true;
		if (t.kind == TOKEN_START && field != XML_FIELD_COUNT &&
		    !cut_xml_read_field(r, field))
			return false;
	}
	return false;
}

/* Removes the bytes of earlier pages from the buffer. This is done rarely,
 * because the remaining bytes are moved. */
static void
cut_xml_read_forget_read(struct xml_reader *r)
{
	if (r->at < r->data.len / 2)
		return;
	memmove(r->data.p, r->data.p + r->at, r->data.len - r->at);
	r->data.len -= r->at;
	r->data.p[r->data.len] = '\0';
	r->at = 0;
}

static enum xml_result
cut_xml_read_fault(const struct xml_reader *r, enum xml_result otherwise)
{
	if (ferror(r->in))
		return XML_UNREADABLE;
	if (r->bad_charset)
		return XML_CHARSET;
	return r->too_large ? XML_TOO_LARGE : otherwise;
}

enum xml_result
xml_read_page(struct xml_reader *r)
{
	struct token t;

	for (size_t i = 0; i < XML_FIELD_COUNT; i++)
		buf_clear(&r->field[i]);
	for (;;) {
		if (r->data.len > 0)
			cut_xml_read_forget_read(r);
		if (!cut_xml_read_next_token(r, &t))
			return cut_xml_read_fault(
			    r, r->at < r->data.len ? XML_CUT_OFF : XML_END);
		if (r->bad_charset)
			return XML_CHARSET;
		if (!slice_equal(t.name, SLICE("page")))
			continue;
		if (t.kind == TOKEN_EMPTY)
			return XML_PAGE;
		if (t.kind != TOKEN_START)
			continue;
		if (cut_xml_read_fields(r))
			return buf_failed(&r->field[XML_HTML]) ? XML_TOO_LARGE
							       : XML_PAGE;
		return cut_xml_read_fault(r, XML_CUT_OFF);
	}
}
