/*
 * charset.c -- bytes of any charset to UTF-8.
 *
 * After: XML 1.0, appendix F; RFC 7303 (whose ASCII default for text/xml
 * nobody keeps); WHATWG Encoding Standard for labels and 8-bit tables.
 */
#include "crawler/feed/charset.h"

#include <iconv.h>

#include "base/utf8.h"
#include "crawler/feed/charset_decode.h"

#define DECLARATION_BYTES 1024 /* how far behind the start one may stand */
#define LABEL_BYTES       40   /* the longest name of a charset */

enum charset_kind {
	CHARSET_UTF8,
	CHARSET_UTF16,
	CHARSET_UTF32,
	CHARSET_TABLE,
	CHARSET_ICONV
};

#define N_ELEMENTS(table) (sizeof(table) / sizeof((table)[0]))

struct charset {
	enum charset_kind kind;
	char name[LABEL_BYTES];
	const struct charset_table *table;
	bool big_endian; /* of UTF-16 and UTF-32 */
};

/* Labels that mean another charset than their name says, or are no table's
 * name: label, name, in lower case. */
static const char *const labels[][2] = {
	{ "utf8", "utf-8" },
	{ "utf_8", "utf-8" },
	{ "u8", "utf-8" },
	{ "unicode-1-1-utf-8", "utf-8" },
	{ "us-ascii", "utf-8" },
	{ "ascii", "utf-8" },
	{ "ansi_x3.4-1968", "utf-8" },
	{ "iso-8859-1", "windows-1252" },
	{ "iso8859-1", "windows-1252" },
	{ "iso_8859-1", "windows-1252" },
	{ "latin1", "windows-1252" },
	{ "latin-1", "windows-1252" },
	{ "l1", "windows-1252" },
	{ "cp1252", "windows-1252" },
	{ "x-cp1252", "windows-1252" },
	{ "win-1252", "windows-1252" },
	{ "ansi", "windows-1252" },
	{ "iso-8859-9", "windows-1254" },
	{ "latin5", "windows-1254" },
	{ "iso-8859-11", "cp874" },
	{ "tis-620", "cp874" },
	{ "windows-874", "cp874" },
	{ "latin2", "iso-8859-2" },
	{ "latin-2", "iso-8859-2" },
	{ "l2", "iso-8859-2" },
	{ "cyrillic", "iso-8859-5" },
	{ "arabic", "iso-8859-6" },
	{ "greek", "iso-8859-7" },
	{ "hebrew", "iso-8859-8" },
	{ "iso-8859-8-i", "iso-8859-8" },
	{ "latin-9", "iso-8859-15" },
	{ "latin9", "iso-8859-15" },
	{ "koi", "koi8-r" },
	{ "koi8", "koi8-r" },
	{ "cp1250", "windows-1250" },
	{ "cp1251", "windows-1251" },
	{ "win-1251", "windows-1251" },
	{ "cp1253", "windows-1253" },
	{ "cp1254", "windows-1254" },
	{ "cp1255", "windows-1255" },
	{ "cp1256", "windows-1256" },
	{ "cp1257", "windows-1257" },
	{ "cp1258", "windows-1258" },
	{ "mac", "macintosh" },
	{ "x-mac-roman", "macintosh" },
	{ "mac-roman", "macintosh" },
	{ "x-mac-cyrillic", "mac-cyrillic" },
	{ "ibm866", "cp866" },
	{ "866", "cp866" },
	{ "ibm437", "cp437" },
	{ "ibm850", "cp850" },
	{ "ibm852", "cp852" },
	/* East Asia: the wider sets that everybody means */
	{ "gb2312", "gb18030" },
	{ "gb_2312-80", "gb18030" },
	{ "gbk", "gb18030" },
	{ "x-gbk", "gb18030" },
	{ "cp936", "gb18030" },
	{ "chinese", "gb18030" },
	{ "hz-gb-2312", "hz" },
	{ "big5", "big5-hkscs" },
	{ "big-5", "big5-hkscs" },
	{ "x-x-big5", "big5-hkscs" },
	{ "cp950", "big5-hkscs" },
	{ "euc-kr", "cp949" },
	{ "ks_c_5601-1987", "cp949" },
	{ "korean", "cp949" },
	{ "windows-949", "cp949" },
	{ "shift_jis", "cp932" },
	{ "shift-jis", "cp932" },
	{ "sjis", "cp932" },
	{ "x-sjis", "cp932" },
	{ "windows-31j", "cp932" },
	{ "ms_kanji", "cp932" },
	{ "x-euc-jp", "euc-jp" },
};

static void
set_name(struct charset *charset, const char *name)
{
	size_t n = strlen(name);

	memset(charset->name, 0, sizeof(charset->name));
	memcpy(charset->name, name, n < LABEL_BYTES ? n : LABEL_BYTES - 1);
}

/* Whether a label names UTF-16, UTF-32 or UCS. */
static bool
is_wide(const char *label)
{
	return strncmp(label, "utf", 3) == 0 || strncmp(label, "ucs", 3) == 0 ||
	       strncmp(label, "unicode", 7) == 0 || strstr(label, "10646");
}

/* What a label means; false for one that nobody knows, and for UTF-16 and
 * UTF-32: text in which the label could be read is neither. */
static bool
charset_find(struct slice label, struct charset *ret)
{
	size_t n;
	iconv_t convert;

	label = slice_trim(label);
	if (label.len == 0 || label.len >= LABEL_BYTES)
		return false;
	*ret = (struct charset){ .kind = CHARSET_UTF8 };
	for (n = 0; n < label.len; n++)
		ret->name[n] = label.p[n] >= 'A' && label.p[n] <= 'Z'
				   ? (char)(label.p[n] | 0x20)
				   : label.p[n];
	for (size_t i = 0; i < N_ELEMENTS(labels); i++)
		if (strcmp(labels[i][0], ret->name) == 0) {
			set_name(ret, labels[i][1]);
			break;
		}
	if (strcmp(ret->name, "utf-8") == 0)
		return true;
	ret->table = charset_table_find(slice_of(ret->name));
	if (ret->table) {
		ret->kind = CHARSET_TABLE;
		set_name(ret, charset_table_name(ret->table));
		return true;
	}
	if (strpbrk(ret->name, "/,") || is_wide(ret->name))
		return false;
	convert = iconv_open("UTF-8", ret->name);
	if (convert == (iconv_t)-1)
		return false;
	iconv_close(convert);
	ret->kind = CHARSET_ICONV;
	return true;
}

struct slice
header_parameter(struct slice header, struct slice name)
{
	struct slice rest = header, part, value;
	size_t at;
	char quote;

	while (slice_next(&rest, ';', &part)) {
		part = slice_trim(part);
		if (!slice_starts_nocase(part, name))
			continue;
		value = slice_trim(slice_sub(part, name.len, part.len));
		/* "charset:iso-8859-1" is seen, too */
		if (value.len == 0 || (value.p[0] != '=' && value.p[0] != ':'))
			continue;
		value = slice_trim(slice_sub(value, 1, value.len));
		if (value.len == 0)
			return value;
		quote = value.p[0];
		if (quote != '"' && quote != '\'')
			return value;
		at = slice_find_char(value, quote, 1);
		return slice_sub(value, 1, at);
	}
	return SLICE_NONE;
}

/* encoding="…" of an XML declaration near the start; SLICE_NONE if none. */
static struct slice
declared(struct slice bytes)
{
	struct slice head = slice_sub(bytes, 0, DECLARATION_BYTES);
	size_t from = slice_find(head, SLICE("<?xml"), 0), at, end;

	if (from == SLICE_NOT_FOUND)
		return SLICE_NONE;
	end = slice_find(head, SLICE("?>"), from);
	head = slice_sub(head, from, end);
	at = slice_find_nocase(head, SLICE("encoding"), 0);
	if (at == SLICE_NOT_FOUND)
		return SLICE_NONE;
	for (at += 8; at < head.len && strchr(" \t\r\n=", head.p[at]); at++)
		;
	if (at >= head.len || (head.p[at] != '"' && head.p[at] != '\''))
		return SLICE_NONE;
	end = slice_find_char(head, head.p[at], at + 1);
	return slice_sub(head, at + 1, end);
}

/* Byte-order marks, longest first, and what '<' or '{' with zero bytes, or
 * EBCDIC's "<?xm", shows without one. */
static const struct {
	const char *bytes;
	unsigned char length, mark; /* mark: bytes to skip */
	enum charset_kind kind;
	bool big_endian;
	const char *name;
} signatures[] = {
	{ "\x00\x00\xfe\xff", 4, 4, CHARSET_UTF32, true, "utf-32be" },
	{ "\xff\xfe\x00\x00", 4, 4, CHARSET_UTF32, false, "utf-32le" },
	{ "\xfe\xff", 2, 2, CHARSET_UTF16, true, "utf-16be" },
	{ "\xff\xfe", 2, 2, CHARSET_UTF16, false, "utf-16le" },
	{ "\xef\xbb\xbf", 3, 3, CHARSET_UTF8, false, "utf-8" },
	{ "\0\0\0<", 4, 0, CHARSET_UTF32, true, "utf-32be" },
	{ "<\0\0\0", 4, 0, CHARSET_UTF32, false, "utf-32le" },
	{ "\0<\0", 3, 0, CHARSET_UTF16, true, "utf-16be" },
	{ "<\0", 2, 0, CHARSET_UTF16, false, "utf-16le" },
	{ "\0{\0", 3, 0, CHARSET_UTF16, true, "utf-16be" },
	{ "{\0", 2, 0, CHARSET_UTF16, false, "utf-16le" },
	{ "\x4c\x6f\xa7\x94", 4, 0, CHARSET_ICONV, false, "cp037" },
};

/* What the first bytes prove. Sets how many of them to skip. */
static bool
charset_sign(struct slice bytes, struct charset *ret, size_t *ret_skip)
{
	for (size_t i = 0; i < N_ELEMENTS(signatures); i++) {
		struct slice sign = { signatures[i].bytes,
			signatures[i].length };

		if (!slice_starts(bytes, sign))
			continue;
		*ret = (struct charset){ .kind = signatures[i].kind,
			.big_endian = signatures[i].big_endian };
		set_name(ret, signatures[i].name);
		*ret_skip = signatures[i].mark;
		return true;
	}
	return false;
}

/* Whether most of what is above ASCII is UTF-8: a document with a few bytes
 * of something else in it. */
static bool
is_mostly_utf8(struct slice bytes)
{
	size_t good = 0, bad = 0, taken;
	uint32_t rune;

	for (size_t i = 0; i < bytes.len; i += taken) {
		taken = 1;
		if ((unsigned char)bytes.p[i] < 0x80)
			continue;
		taken = utf8_decode(bytes.p + i, bytes.len - i, &rune);
		if (rune == RUNE_BAD)
			bad++;
		else
			good++;
	}
	return good > bad;
}

/* A label's charset against the bytes: UTF-8 where they are that, unless the
 * header insists. */
static void
charset_decide(
    struct slice bytes, struct slice content_type, struct charset *ret)
{
	struct slice label = header_parameter(content_type, SLICE("charset"));
	bool is_utf8 = utf8_valid(bytes);

	if (charset_find(label, ret) && ret->kind != CHARSET_UTF8)
		return;
	label = declared(bytes);
	if (charset_find(label, ret)) {
		if (is_utf8 && ret->kind == CHARSET_TABLE)
			charset_find(SLICE("utf-8"), ret);
		return;
	}
	if (is_utf8 || label.len > 0 || is_mostly_utf8(bytes) ||
	    !charset_find(slice_of(charset_guess(bytes)), ret))
		charset_find(SLICE("utf-8"), ret);
}

/* XML in EBCDIC says which one, once it can be read at all. */
static struct slice
decode_ebcdic(struct arena *arena, struct slice bytes)
{
	struct slice text = charset_decode_iconv(arena, bytes, "cp037"), label;
	struct charset charset;

	label = declared(text);
	if (slice_starts_nocase(label, SLICE("utf")) ||
	    !charset_find(label, &charset) || charset.kind != CHARSET_ICONV)
		return text;
	return charset_decode_iconv(arena, bytes, charset.name);
}

static struct slice
decode(struct arena *arena, struct slice bytes, const struct charset *charset)
{
	struct slice text = SLICE_NONE;

	switch (charset->kind) {
	case CHARSET_UTF16:
		return charset_decode_units(
		    arena, bytes, 2, charset->big_endian);
	case CHARSET_UTF32:
		return charset_decode_units(
		    arena, bytes, 4, charset->big_endian);
	case CHARSET_TABLE:
		return charset_decode_table(arena, bytes, charset->table);
	case CHARSET_ICONV:
		text = strcmp(charset->name, "cp037") == 0
			   ? decode_ebcdic(arena, bytes)
			   : charset_decode_iconv(arena, bytes, charset->name);
		break;
	case CHARSET_UTF8:
		break;
	}
	if (text.p && utf8_valid(text))
		return text;
	return utf8_valid(bytes) ? bytes : charset_decode_utf8(arena, bytes);
}

struct slice
feed_to_utf8(struct arena *arena, struct slice bytes, struct slice content_type,
    const char **ret_name)
{
	struct charset charset;
	struct slice text;
	size_t skip = 0;

	if (!charset_sign(bytes, &charset, &skip))
		charset_decide(bytes, content_type, &charset);
	text = decode(arena, slice_sub(bytes, skip, bytes.len), &charset);
	if (ret_name)
		*ret_name = arena_string(arena, slice_of(charset.name));
	return text;
}
