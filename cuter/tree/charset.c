/*
 * charset.c -- which witness of a page's charset is believed.
 */
#include "cuter/tree/charset.h"

#include "base/utf8.h"

/* The standard says 1024; real heads are later. */
#define META_SCAN_BYTES 4096
#define LABEL_BYTES     40
#define BROKEN_AMONG    16 /* whole characters a broken byte */

static const struct charset utf8 = { .kind = CHARSET_UTF8, .name = "utf-8" };

/* What follows "charset=" in a header or a <meta>, quoted or not. */
static bool
find_after_charset(
    struct charsets *charsets, struct slice s, struct charset *ret)
{
	size_t at = 0;

	while ((at = slice_find_nocase(s, SLICE("charset"), at)) !=
	       SLICE_NOT_FOUND) {
		size_t end;

		at += strlen("charset");
		while (at < s.len && strchr(" \t\r\n", s.p[at]) != NULL)
			at++;
		if (at >= s.len || s.p[at] != '=')
			continue;
		at++;
		while (at < s.len && strchr(" \t\r\n\"'", s.p[at]) != NULL)
			at++;
		for (end = at; end < s.len && end - at < LABEL_BYTES &&
			       strchr(" \t\r\n\"';/>", s.p[end]) == NULL;
		     end++)
			continue;
		return charset_find(charsets, slice_sub(s, at, end), ret);
	}
	return false;
}

/* XML declarations of XHTML pages count as HTML5 pages' metas do. */
static bool
find_in_declaration(
    struct charsets *charsets, struct slice head, struct charset *ret)
{
	size_t end = slice_find(head, SLICE("?>"), 0);
	struct slice xml = slice_sub(head, 0, end);
	size_t value = slice_find(xml, SLICE("encoding="), 0);
	char quote;

	if (!slice_starts(head, SLICE("<?xml")) || value == SLICE_NOT_FOUND ||
	    value + 10 >= xml.len)
		return false;
	quote = xml.p[value + 9];
	return charset_find(charsets,
	    slice_sub(xml, value + 10, slice_find_char(xml, quote, value + 10)),
	    ret);
}

static bool
find_in_meta(struct charsets *charsets, struct slice bytes, struct charset *ret)
{
	struct slice head = slice_sub(bytes, 0, META_SCAN_BYTES);
	size_t at = 0, end;

	if (find_in_declaration(charsets, head, ret))
		return true;
	while ((at = slice_find_nocase(head, SLICE("<meta"), at)) !=
	       SLICE_NOT_FOUND) {
		end = slice_find_char(head, '>', at);
		if (find_after_charset(
			charsets, slice_sub(head, at, end), ret)) {
			/* A <meta> that could be read is no UTF-16. */
			if (ret->kind == CHARSET_UTF16)
				*ret = utf8;
			return true;
		}
		at += strlen("<meta");
	}
	return false;
}

static bool
is_ascii(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

/* Valid, or cut off inside its last character, which needs another that was
 * whole to be believed. */
static bool
is_utf8(struct slice s)
{
	if (utf8_valid(s))
		return true;
	for (size_t cut = 1; cut < 4 && cut < s.len; cut++)
		if (utf8_valid(slice_sub(s, 0, s.len - cut)))
			return !is_ascii(slice_sub(s, 0, s.len - cut));
	return false;
}

/* Broken bytes among many characters that are whole, as a comment or an
 * advertisement brings along: no other charset looks like that. */
static bool
is_nearly_utf8(struct slice s)
{
	size_t whole = 0, broken = 0, took;
	uint32_t rune;

	for (size_t i = 0; i < s.len; i += took) {
		took = 1;
		if ((unsigned char)s.p[i] < 0x80)
			continue;
		took = utf8_decode(s.p + i, s.len - i, &rune);
		if (rune == RUNE_BAD)
			broken++;
		else
			whole++;
	}
	return whole >= BROKEN_AMONG * broken;
}

static void
find_windows_1252(struct charsets *charsets, struct charset *ret)
{
	charset_find(charsets, SLICE("windows-1252"), ret);
}

static void
decide(struct charsets *charsets, struct slice bytes, struct slice content_type,
    struct charset *ret)
{
	bool said = find_after_charset(charsets, content_type, ret) ||
		    find_in_meta(charsets, bytes, ret);

	if (said && (ret->kind == CHARSET_UTF16 || is_ascii(bytes)))
		return;
	/* What says windows-1252 is a server that was not told, often. */
	if (is_utf8(bytes) ||
	    ((!said || strcmp(ret->name, "windows-1252") == 0) &&
		is_nearly_utf8(bytes)))
		*ret = utf8;
	else if (!said)
		find_windows_1252(charsets, ret);
}

struct slice
page_to_utf8(struct charsets *charsets, struct slice bytes,
    struct slice content_type, struct buf *out, struct charset *ret)
{
	size_t mark = 0;

	buf_clear(out);
	if (!charset_find_mark(bytes, ret, &mark))
		decide(charsets, bytes, content_type, ret);
	bytes = slice_sub(bytes, mark, bytes.len);
	if (ret->kind == CHARSET_UTF8 && utf8_valid(bytes))
		return bytes;
	if (ret->kind == CHARSET_TABLE && is_ascii(bytes))
		return bytes;
	if (!charset_decode(charsets, ret, bytes, 0, out)) {
		find_windows_1252(charsets, ret);
		charset_decode(charsets, ret, bytes, 0, out);
	}
	return buf_slice(out);
}
