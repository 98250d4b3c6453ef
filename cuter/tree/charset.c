/*
 * charset.c -- witnesses of a page's charset, and the conversion.
 *
 * windows-1252 (which is what ISO-8859-1 and ASCII mean on the web, WHATWG
 * Encoding, 4.2), UTF-8 and UTF-16 are converted here; the rest is iconv's.
 */
#include "cuter/tree/charset.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/utf8.h"

#define META_SCAN_BYTES                                                        \
	4096 /* the standard says 1024; real heads are later                   \
	      */
#define LABEL_BYTES 40

enum kind {
	KIND_UTF8,
	KIND_WINDOWS_1252,
	KIND_UTF16LE,
	KIND_UTF16BE,
	KIND_ICONV
};

/* What a label means on the web, and under which name iconv has it. */
static const struct encoding {
	const char *label;
	const char *iconv_name;
	enum kind kind;
} encodings[] = {
	{ "utf-8", "UTF-8", KIND_UTF8 },
	{ "utf8", "UTF-8", KIND_UTF8 },
	{ "unicode-1-1-utf-8", "UTF-8", KIND_UTF8 },
	{ "windows-1252", "WINDOWS-1252", KIND_WINDOWS_1252 },
	{ "cp1252", "WINDOWS-1252", KIND_WINDOWS_1252 },
	{ "iso-8859-1", "WINDOWS-1252", KIND_WINDOWS_1252 },
	{ "iso8859-1", "WINDOWS-1252", KIND_WINDOWS_1252 },
	{ "latin1", "WINDOWS-1252", KIND_WINDOWS_1252 },
	{ "us-ascii", "WINDOWS-1252", KIND_WINDOWS_1252 },
	{ "ascii", "WINDOWS-1252", KIND_WINDOWS_1252 },
	{ "utf-16", "UTF-16LE", KIND_UTF16LE },
	{ "utf-16le", "UTF-16LE", KIND_UTF16LE },
	{ "utf-16be", "UTF-16BE", KIND_UTF16BE },
	{ "iso-8859-2", "ISO-8859-2", KIND_ICONV },
	{ "iso-8859-5", "ISO-8859-5", KIND_ICONV },
	{ "iso-8859-7", "ISO-8859-7", KIND_ICONV },
	{ "iso-8859-9", "WINDOWS-1254", KIND_ICONV },
	{ "iso-8859-15", "ISO-8859-15", KIND_ICONV },
	{ "windows-1250", "WINDOWS-1250", KIND_ICONV },
	{ "windows-1251", "WINDOWS-1251", KIND_ICONV },
	{ "cp1251", "WINDOWS-1251", KIND_ICONV },
	{ "windows-1253", "WINDOWS-1253", KIND_ICONV },
	{ "windows-1254", "WINDOWS-1254", KIND_ICONV },
	{ "windows-1255", "WINDOWS-1255", KIND_ICONV },
	{ "windows-1256", "WINDOWS-1256", KIND_ICONV },
	{ "windows-1257", "WINDOWS-1257", KIND_ICONV },
	{ "windows-1258", "WINDOWS-1258", KIND_ICONV },
	{ "windows-874", "CP874", KIND_ICONV },
	{ "tis-620", "CP874", KIND_ICONV },
	{ "koi8-r", "KOI8-R", KIND_ICONV },
	{ "koi8-u", "KOI8-U", KIND_ICONV },
	{ "shift_jis", "CP932", KIND_ICONV },
	{ "shift-jis", "CP932", KIND_ICONV },
	{ "sjis", "CP932", KIND_ICONV },
	{ "windows-31j", "CP932", KIND_ICONV },
	{ "x-sjis", "CP932", KIND_ICONV },
	{ "euc-jp", "EUC-JP", KIND_ICONV },
	{ "iso-2022-jp", "ISO-2022-JP", KIND_ICONV },
	{ "gb2312", "GB18030", KIND_ICONV },
	{ "gbk", "GB18030", KIND_ICONV },
	{ "gb18030", "GB18030", KIND_ICONV },
	{ "big5", "BIG5-HKSCS", KIND_ICONV },
	{ "euc-kr", "CP949", KIND_ICONV },
	{ "ks_c_5601-1987", "CP949", KIND_ICONV },
};

#define N_ENCODINGS (sizeof(encodings) / sizeof(encodings[0]))

/* 0x80 to 0x9F of windows-1252 (WHATWG Encoding, index-windows-1252). */
static const uint16_t windows_1252[32] = {
	0x20AC,
	0x81,
	0x201A,
	0x0192,
	0x201E,
	0x2026,
	0x2020,
	0x2021,
	0x02C6,
	0x2030,
	0x0160,
	0x2039,
	0x0152,
	0x8D,
	0x017D,
	0x8F,
	0x90,
	0x2018,
	0x2019,
	0x201C,
	0x201D,
	0x2022,
	0x2013,
	0x2014,
	0x02DC,
	0x2122,
	0x0161,
	0x203A,
	0x0153,
	0x9D,
	0x017E,
	0x0178,
};

struct charset {
	iconv_t open[N_ENCODINGS]; /* (iconv_t)-1: not to be had */
};

int
charset_new(struct charset **ret)
{
	struct charset *c = malloc(sizeof(*c));

	if (c == NULL)
		return ERR_MEMORY;
	for (size_t i = 0; i < N_ENCODINGS; i++) {
		c->open[i] = (iconv_t)-1;
		if (encodings[i].kind != KIND_ICONV)
			continue;
		if (i > 0 && strcmp(encodings[i].iconv_name,
				 encodings[i - 1].iconv_name) == 0)
			c->open[i] = c->open[i - 1];
		else
			c->open[i] =
			    iconv_open("UTF-8", encodings[i].iconv_name);
	}
	*ret = c;
	return 0;
}

void
charset_free(struct charset *c)
{
	if (c == NULL)
		return;
	for (size_t i = 0; i < N_ENCODINGS; i++)
		if (c->open[i] != (iconv_t)-1 &&
		    (i == 0 || c->open[i] != c->open[i - 1]))
			iconv_close(c->open[i]);
	free(c);
}

static const struct encoding *
by_label(struct slice label)
{
	label = slice_trim(label);
	for (size_t i = 0; i < N_ENCODINGS; i++)
		if (slice_equal_nocase(label, slice_of(encodings[i].label)))
			return &encodings[i];
	return NULL;
}

/* What follows "charset=" in a header or a <meta>, quoted or not. */
static const struct encoding *
after_charset(struct slice s)
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
		return by_label(slice_sub(s, at, end));
	}
	return NULL;
}

static const struct encoding *
from_meta(struct slice bytes)
{
	struct slice head = slice_sub(bytes, 0, META_SCAN_BYTES);
	const struct encoding *found;
	size_t at = 0;

	/* XML declarations of XHTML pages count as HTML5 pages' metas do. */
	if (slice_starts(head, SLICE("<?xml"))) {
		size_t end = slice_find(head, SLICE("?>"), 0);
		struct slice xml = slice_sub(head, 0, end);
		size_t value = slice_find(xml, SLICE("encoding="), 0);

		if (value != SLICE_NOT_FOUND && value + 10 < xml.len) {
			char quote = xml.p[value + 9];

			found = by_label(slice_sub(xml, value + 10,
			    slice_find_char(xml, quote, value + 10)));
			if (found != NULL)
				return found;
		}
	}
	while ((at = slice_find_nocase(head, SLICE("<meta"), at)) !=
	       SLICE_NOT_FOUND) {
		size_t end = slice_find_char(head, '>', at);

		found = after_charset(slice_sub(head, at, end));
		if (found != NULL) {
			/* A <meta> that could be read is no UTF-16. */
			if (found->kind == KIND_UTF16LE ||
			    found->kind == KIND_UTF16BE)
				return by_label(SLICE("utf-8"));
			return found;
		}
		at += strlen("<meta");
	}
	return NULL;
}

static bool
is_ascii(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return false;
	return true;
}

uint32_t
charset_windows_1252(unsigned char c)
{
	return c >= 0x80 && c < 0xA0 ? windows_1252[c - 0x80] : c;
}

static void
from_windows_1252(struct slice s, struct buf *out)
{
	size_t start = 0;

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c < 0x80)
			continue;
		buf_append(out, s.p + start, i - start);
		buf_append_rune(out, charset_windows_1252(c));
		start = i + 1;
	}
	buf_append(out, s.p + start, s.len - start);
}

static void
from_utf16(struct slice s, bool big, struct buf *out)
{
	size_t hi = big ? 0 : 1;

	for (size_t i = 0; i + 1 < s.len; i += 2) {
		const unsigned char *p = (const unsigned char *)s.p + i;
		uint32_t rune = (uint32_t)p[hi] << 8 | p[1 - hi];

		if (rune >= 0xD800 && rune < 0xDC00 && i + 3 < s.len) {
			uint32_t low = (uint32_t)p[2 + hi] << 8 | p[3 - hi];

			if (low >= 0xDC00 && low < 0xE000) {
				rune = 0x10000 + ((rune - 0xD800) << 10) +
				       (low - 0xDC00);
				i += 2;
			}
		}
		buf_append_rune(out, rune);
	}
}

/* What is valid stays.  A lone bad byte is read as windows-1252, which is where
 * it mostly came from; a broken sequence becomes U+FFFD. */
static void
from_bad_utf8(struct slice s, struct buf *out)
{
	size_t start = 0, i = 0;

	while (i < s.len) {
		uint32_t rune;
		size_t took;

		if ((unsigned char)s.p[i] < 0x80) {
			i++;
			continue;
		}
		took = utf8_decode(s.p + i, s.len - i, &rune);
		if (rune == RUNE_BAD) {
			buf_append(out, s.p + start, i - start);
			buf_append_rune(out,
			    took == 1
				? charset_windows_1252((unsigned char)s.p[i])
				: RUNE_BAD);
			start = i + took;
		}
		i += took;
	}
	buf_append(out, s.p + start, s.len - start);
}

/* A byte that the charset does not have becomes U+FFFD. */
static void
from_iconv(iconv_t cd, struct slice s, struct buf *out)
{
	char piece[4096], *in = (char *)(uintptr_t)s.p;
	size_t left = s.len;

	iconv(cd, NULL, NULL, NULL, NULL);
	while (left > 0 && !buf_failed(out)) {
		char *to = piece;
		size_t room = sizeof(piece);
		size_t rc = iconv(cd, &in, &left, &to, &room);

		buf_append(out, piece, (size_t)(to - piece));
		if (rc != (size_t)-1 || errno == E2BIG)
			continue;
		buf_append_rune(out, RUNE_BAD);
		if (errno == EINVAL) /* the page ends inside a character */
			break;
		in++;
		left--;
	}
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

static const struct encoding *
choose(struct slice bytes, struct slice content_type)
{
	const struct encoding *said = after_charset(content_type);

	if (said == NULL)
		said = from_meta(bytes);
	if (said != NULL && (said->kind == KIND_UTF16LE ||
				said->kind == KIND_UTF16BE || is_ascii(bytes)))
		return said;
	if (is_utf8(bytes))
		return by_label(SLICE("utf-8"));
	if (said != NULL)
		return said;
	return by_label(SLICE("windows-1252"));
}

struct slice
charset_to_utf8(struct charset *c, struct slice bytes,
    struct slice content_type, struct buf *out, const char **ret_name)
{
	const struct encoding *encoding;

	buf_clear(out);
	if (slice_starts(bytes, SLICE("\xEF\xBB\xBF"))) {
		encoding = by_label(SLICE("utf-8"));
		bytes = slice_sub(bytes, 3, bytes.len);
	} else if (slice_starts(bytes, SLICE("\xFF\xFE"))) {
		encoding = by_label(SLICE("utf-16le"));
		bytes = slice_sub(bytes, 2, bytes.len);
	} else if (slice_starts(bytes, SLICE("\xFE\xFF"))) {
		encoding = by_label(SLICE("utf-16be"));
		bytes = slice_sub(bytes, 2, bytes.len);
	} else {
		encoding = choose(bytes, content_type);
	}
	*ret_name = encoding->label;
	if (encoding->kind == KIND_UTF8 && utf8_valid(bytes))
		return bytes;
	if (encoding->kind == KIND_WINDOWS_1252 && is_ascii(bytes))
		return bytes;

	switch (encoding->kind) {
	case KIND_UTF8:
		from_bad_utf8(bytes, out);
		break;
	case KIND_UTF16LE:
	case KIND_UTF16BE:
		from_utf16(bytes, encoding->kind == KIND_UTF16BE, out);
		break;
	case KIND_ICONV:
		if (c->open[encoding - encodings] != (iconv_t)-1) {
			from_iconv(c->open[encoding - encodings], bytes, out);
			break;
		}
		*ret_name = "windows-1252";
		/* fallthrough */
	case KIND_WINDOWS_1252:
		from_windows_1252(bytes, out);
		break;
	}
	return buf_slice(out);
}
