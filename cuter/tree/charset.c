/*
 * charset.c -- decides a page's charset from the header, <meta> and the bytes.
 */
#include "cuter/tree/charset.h"

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

/* The limit of the HTML standard is 1024 bytes; on real pages the <meta> is
 * often later. */
#define META_SCAN_BYTES 4096
#define LABEL_BYTES     40
#define BROKEN_AMONG    16 /* minimum valid characters for each invalid byte */

static const struct charset utf8 = { .kind = CHARSET_UTF8, .name = "utf-8" };

/* Reads the label that follows "charset=" in a header or a <meta>, quoted or
 * not. */
static bool
tree_charset_read_label(
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

/* Reads the XML declaration of an XHTML page, which is used like a <meta
 * charset>. */
static bool
tree_charset_read_xml(
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

/* Finds the start of a tag outside of comments. Returns SLICE_NOT_FOUND if no
 * such tag follows. */
static size_t
tree_charset_find_tag(struct slice head, struct slice tag, size_t at)
{
	while ((at = slice_find_char(head, '<', at)) != SLICE_NOT_FOUND) {
		struct slice rest = slice_sub(head, at, head.len);

		if (slice_starts_nocase(rest, tag))
			return at;
		at++;
		/* "<!-->" is a whole comment (HTML standard, 13.2.3.2). */
		if (slice_starts(rest, SLICE("<!--")))
			at = slice_find(head, SLICE("-->"), at + 1);
		if (at == SLICE_NOT_FOUND)
			break;
	}
	return SLICE_NOT_FOUND;
}

static bool
tree_charset_read_meta(
    struct charsets *charsets, struct slice bytes, struct charset *ret)
{
	struct slice head = slice_sub(bytes, 0, META_SCAN_BYTES);
	size_t at = 0, end;

	if (tree_charset_read_xml(charsets, head, ret))
		return true;
	while ((at = tree_charset_find_tag(head, SLICE("<meta"), at)) !=
	       SLICE_NOT_FOUND) {
		end = slice_find_char(head, '>', at);
		if (tree_charset_read_label(
			charsets, slice_sub(head, at, end), ret)) {
			/* If the <meta> could be read as ASCII, the page cannot
			 * be in UTF-16. */
			if (ret->kind == CHARSET_UTF16)
				*ret = utf8;
			return true;
		}
		at += strlen("<meta");
	}
	return false;
}

/* True if s is valid UTF-8, or is valid without the last character, which may
 * be incomplete. In the second case the valid part must have a character
 * outside of ASCII. *ret_valid is set if all of s is valid. */
static bool
tree_charset_is_utf8(struct slice s, bool *ret_valid)
{
	*ret_valid = utf8_valid(s);
	if (*ret_valid)
		return true;
	for (size_t cut = 1; cut < 4 && cut < s.len; cut++)
		if (utf8_valid(slice_sub(s, 0, s.len - cut)))
			return !utf8_is_ascii(slice_sub(s, 0, s.len - cut));
	return false;
}

/* Counts the valid characters outside ASCII and the invalid bytes. */
static void
tree_charset_count_utf8(struct slice s, size_t *ret_whole, size_t *ret_broken)
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
	*ret_whole = whole;
	*ret_broken = broken;
}

/* True if s has only a few invalid bytes among many valid characters outside
 * ASCII, because a comment or an advertisement in another charset was inserted.
 * Text in another charset never has this form. */
static bool
tree_charset_is_nearly_utf8(struct slice s)
{
	size_t whole, broken;

	tree_charset_count_utf8(s, &whole, &broken);
	return whole >= BROKEN_AMONG * broken;
}

/* True if s has more invalid bytes than valid characters outside ASCII, as text
 * in another charset does. In Chinese and Japanese text the ratio is three to
 * eight. */
static bool
tree_charset_is_not_utf8(struct slice s)
{
	size_t whole, broken;

	tree_charset_count_utf8(s, &whole, &broken);
	return broken > whole;
}

static void
tree_charset_windows_1252(struct charsets *charsets, struct charset *ret)
{
	charset_find(charsets, SLICE("windows-1252"), ret);
}

/* The charsets of pages in a language, in the order in which they are tried.
 * GB 18030 accepts text in Big5, and code page 932 accepts text in EUC-JP, so
 * the regions with Big5 have rows of their own, and EUC-JP precedes. */
static const struct {
	const char *language, *labels[2];
} language_charsets[] = {
	{ "zh-tw", { "big5", "gb18030" } },
	{ "zh-hk", { "big5", "gb18030" } },
	{ "zh-mo", { "big5", "gb18030" } },
	{ "zh-hant", { "big5", "gb18030" } },
	{ "zh", { "gb18030", "big5" } },
	{ "ja", { "euc-jp", "shift_jis" } },
	{ "ko", { "euc-kr", NULL } },
	{ "ru", { "windows-1251", NULL } },
	{ "uk", { "windows-1251", NULL } },
	{ "be", { "windows-1251", NULL } },
	{ "bg", { "windows-1251", NULL } },
};

/* Returns the value of the attribute lang or xml:lang of <html>. */
static struct slice
tree_charset_read_language(struct slice head)
{
	size_t at = tree_charset_find_tag(head, SLICE("<html"), 0), end;
	struct slice tag;

	if (at == SLICE_NOT_FOUND)
		return SLICE_NONE;
	tag = slice_sub(head, at, slice_find_char(head, '>', at));
	at = slice_find_nocase(tag, SLICE("lang="), 0);
	if (at == SLICE_NOT_FOUND)
		return SLICE_NONE;
	at += strlen("lang=");
	while (at < tag.len && strchr("\"' ", tag.p[at]) != NULL)
		at++;
	for (end = at;
	     end < tag.len && (ascii_is_alnum(tag.p[end]) || tag.p[end] == '-');
	     end++)
		continue;
	return slice_sub(tag, at, end);
}

/* True if the bytes decode without an error, and without characters that no
 * page has: controls and private characters. Uses `out`. */
static bool
tree_charset_fits(struct charsets *charsets, const struct charset *charset,
    struct slice bytes, struct buf *out)
{
	struct slice text;
	uint32_t rune;

	buf_clear(out);
	if (!charset_decode(charsets, charset, bytes, CHARSET_DROP_CUT, out))
		return false;
	text = buf_slice(out);
	for (size_t i = 0; i < text.len;) {
		i += utf8_decode(text.p + i, text.len - i, &rune);
		if (rune == RUNE_BAD || (rune >= 0x80 && rune < 0xA0) ||
		    (rune >= 0xE000 && rune < 0xF900))
			return false;
	}
	return true;
}

/* Finds the charset of a page that declares none and is not in UTF-8, by the
 * page's language. Returns false if no charset of the language fits. */
static bool
tree_charset_find_by_language(struct charsets *charsets, struct slice bytes,
    struct buf *out, struct charset *ret)
{
	struct slice language =
	    tree_charset_read_language(slice_sub(bytes, 0, META_SCAN_BYTES));

	for (size_t i = 0; i < ARRAY_LENGTH(language_charsets); i++) {
		struct slice name = slice_of(language_charsets[i].language);

		if (!slice_starts_nocase(language, name) ||
		    (language.len > name.len && language.p[name.len] != '-'))
			continue;
		for (size_t k = 0; k < 2; k++) {
			const char *label = language_charsets[i].labels[k];

			if (label != NULL &&
			    charset_find(charsets, slice_of(label), ret) &&
			    tree_charset_fits(charsets, ret, bytes, out))
				return true;
		}
		return false;
	}
	return false;
}

/* Decides the charset of a page without a byte order mark. Uses `out`.
 * *ret_valid is set if the bytes were found to be valid UTF-8. */
static void
tree_charset_decide(struct charsets *charsets, struct slice bytes,
    struct slice content_type, struct buf *out, struct charset *ret,
    bool *ret_valid)
{
	bool said = tree_charset_read_label(charsets, content_type, ret) ||
		    tree_charset_read_meta(charsets, bytes, ret);
	struct charset other;

	if (said && (ret->kind == CHARSET_UTF16 || utf8_is_ascii(bytes)))
		return;
	/* Servers often declare windows-1252 by default, for pages in any
	 * charset. */
	if (tree_charset_is_utf8(bytes, ret_valid) ||
	    ((!said || strcmp(ret->name, "windows-1252") == 0) &&
		tree_charset_is_nearly_utf8(bytes)))
		*ret = utf8;
	else if (!said &&
		 !tree_charset_find_by_language(charsets, bytes, out, ret))
		tree_charset_windows_1252(charsets, ret);
	/* Servers declare UTF-8 by default, too. */
	else if (said && ret->kind == CHARSET_UTF8 &&
		 tree_charset_is_not_utf8(bytes) &&
		 tree_charset_read_meta(charsets, bytes, &other))
		*ret = other;
}

struct slice
page_to_utf8(struct charsets *charsets, struct slice bytes,
    struct slice content_type, struct buf *out, struct charset *ret)
{
	bool is_valid = false;
	size_t mark = 0;

	if (!charset_find_mark(bytes, ret, &mark))
		tree_charset_decide(
		    charsets, bytes, content_type, out, ret, &is_valid);
	buf_clear(out);
	bytes = slice_sub(bytes, mark, bytes.len);
	if (ret->kind == CHARSET_UTF8 && (is_valid || utf8_valid(bytes)))
		return bytes;
	if (ret->kind == CHARSET_TABLE && utf8_is_ascii(bytes))
		return bytes;
	if (!charset_decode(charsets, ret, bytes, 0, out)) {
		tree_charset_windows_1252(charsets, ret);
		charset_decode(charsets, ret, bytes, 0, out);
	}
	return buf_slice(out);
}
