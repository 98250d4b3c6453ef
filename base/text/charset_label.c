/*
 * charset_label.c -- finds a charset by its label or by its byte-order mark.
 *
 * Source: WHATWG Encoding Standard, section 4.2 (names and labels); charset.py
 * generates the tables in charset.inc.  There are two differences from the
 * standard.  Labels for UTF-16 such as "unicode" are not known, because editors
 * declared them in 8-bit pages.  Some labels that occur in feeds and pages are
 * added.
 */
#include "base/text/charset_parts.h"

struct charset_table {
	const char *name;
	uint16_t upper[128]; /* code points of bytes 0x80..0xff */
};

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/charset.inc"

/* `name` is the name of a table in charset.inc or a name that iconv knows.
 * `labels` need not contain `name`.  The spellings "iso8859-2" and "iso_8859-2"
 * are normalised to "iso-8859-2" before the lookup. */
static const struct encoding {
	const char *name;
	enum charset_kind kind;
	const char *labels;
} encodings[] = {
	{ "utf-8", CHARSET_UTF8, "utf8 utf_8 u8 unicode-1-1-utf-8" },
	{ "windows-1252", CHARSET_TABLE,
	    "iso-8859-1 iso88591 iso-8859-1:1987 iso-ir-100 csisolatin1 latin1 "
	    "latin-1 l1 us-ascii ascii ansi_x3.4-1968 ansi cp1252 x-cp1252 "
	    "win-1252 cp819 ibm819" },
	{ "windows-1250", CHARSET_TABLE, "cp1250 x-cp1250 win-1250" },
	{ "windows-1251", CHARSET_TABLE, "cp1251 x-cp1251 win-1251" },
	{ "windows-1253", CHARSET_TABLE, "cp1253 x-cp1253" },
	{ "windows-1254", CHARSET_TABLE,
	    "iso-8859-9 iso88599 iso-8859-9:1989 iso-ir-148 csisolatin5 latin5 "
	    "latin-5 l5 cp1254 x-cp1254" },
	{ "windows-1255", CHARSET_TABLE, "cp1255 x-cp1255" },
	{ "windows-1256", CHARSET_TABLE, "cp1256 x-cp1256" },
	{ "windows-1257", CHARSET_TABLE, "cp1257 x-cp1257" },
	{ "cp1258", CHARSET_ICONV, "windows-1258 x-cp1258" },
	{ "cp874", CHARSET_TABLE,
	    "windows-874 dos-874 tis-620 iso-8859-11 iso885911" },
	{ "iso-8859-2", CHARSET_TABLE,
	    "iso88592 iso-8859-2:1987 iso-ir-101 csisolatin2 latin2 latin-2 "
	    "l2" },
	{ "iso-8859-3", CHARSET_TABLE,
	    "iso88593 iso-8859-3:1988 iso-ir-109 csisolatin3 latin3 l3" },
	{ "iso-8859-4", CHARSET_TABLE,
	    "iso88594 iso-8859-4:1988 iso-ir-110 csisolatin4 latin4 l4" },
	{ "iso-8859-5", CHARSET_TABLE,
	    "iso88595 iso-8859-5:1988 iso-ir-144 csisolatincyrillic cyrillic" },
	{ "iso-8859-6", CHARSET_TABLE,
	    "iso88596 iso-8859-6:1987 iso-8859-6-e iso-8859-6-i iso-ir-127 "
	    "csisolatinarabic csiso88596e csiso88596i arabic asmo-708 "
	    "ecma-114" },
	{ "iso-8859-7", CHARSET_TABLE,
	    "iso88597 iso-8859-7:1987 iso-ir-126 csisolatingreek greek greek8 "
	    "ecma-118 elot_928 sun_eu_greek" },
	{ "iso-8859-8", CHARSET_TABLE,
	    "iso88598 iso-8859-8:1988 iso-8859-8-e iso-8859-8-i iso-ir-138 "
	    "csisolatinhebrew csiso88598e csiso88598i hebrew visual logical" },
	{ "iso-8859-10", CHARSET_TABLE,
	    "iso885910 iso-ir-157 csisolatin6 latin6 l6" },
	{ "iso-8859-13", CHARSET_TABLE, "iso885913" },
	{ "iso-8859-14", CHARSET_TABLE, "iso885914" },
	{ "iso-8859-15", CHARSET_TABLE,
	    "iso885915 csisolatin9 latin9 latin-9 l9" },
	{ "iso-8859-16", CHARSET_TABLE, "" },
	{ "koi8-r", CHARSET_TABLE, "koi koi8 koi8_r cskoi8r" },
	{ "koi8-u", CHARSET_TABLE, "koi8-ru" },
	{ "macintosh", CHARSET_TABLE, "mac x-mac-roman mac-roman csmacintosh" },
	{ "mac-cyrillic", CHARSET_TABLE, "x-mac-cyrillic x-mac-ukrainian" },
	{ "cp866", CHARSET_TABLE, "866 ibm866 csibm866" },
	{ "cp437", CHARSET_TABLE, "ibm437" },
	{ "cp850", CHARSET_TABLE, "ibm850" },
	{ "cp852", CHARSET_TABLE, "ibm852" },
	/* East Asia: pages that declare these labels use the supersets */
	{ "gb18030", CHARSET_ICONV,
	    "gbk x-gbk gb2312 gb_2312 gb_2312-80 csgb2312 csiso58gb231280 "
	    "iso-ir-58 cp936 chinese" },
	{ "big5-hkscs", CHARSET_ICONV,
	    "big5 big-5 x-x-big5 csbig5 cn-big5 cp950" },
	{ "euc-jp", CHARSET_ICONV, "x-euc-jp cseucpkdfmtjapanese" },
	{ "iso-2022-jp", CHARSET_ICONV, "csiso2022jp" },
	{ "cp932", CHARSET_ICONV,
	    "shift_jis shift-jis sjis x-sjis csshiftjis ms932 ms_kanji "
	    "windows-31j" },
	{ "cp949", CHARSET_ICONV,
	    "euc-kr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 "
	    "ksc_5601 csksc56011987 iso-ir-149 windows-949" },
	{ "utf-16le", CHARSET_UTF16, "utf-16" },
	{ "utf-16be", CHARSET_UTF16, "" },
};

/* Charsets that occur in feeds, but are not part of the WHATWG Encoding
 * Standard: EBCDIC, and national charsets of Taiwan, Korea, Armenia, Georgia,
 * Vietnam and Tajikistan. */
static const char *const others[] = { "cp037", "euc-tw", "johab", "iso-2022-kr",
	"armscii-8", "georgian-ps", "viscii", "tcvn", "koi8-t" };

static const struct {
	const char *bytes;
	size_t length;
	enum charset_kind kind;
	bool big_endian;
	const char *name;
} marks[] = { /* longest first */
	{ "\x00\x00\xFE\xFF", 4, CHARSET_UTF32, true, "utf-32be" },
	{ "\xFF\xFE\x00\x00", 4, CHARSET_UTF32, false, "utf-32le" },
	{ "\xFE\xFF", 2, CHARSET_UTF16, true, "utf-16be" },
	{ "\xFF\xFE", 2, CHARSET_UTF16, false, "utf-16le" },
	{ "\xEF\xBB\xBF", 3, CHARSET_UTF8, false, "utf-8" }
};

static void
charset_label_set_name(struct charset *charset, const char *name)
{
	size_t n = strnlen(name, CHARSET_NAME_BYTES - 1);

	memset(charset->name, 0, sizeof(charset->name));
	memcpy(charset->name, name, n);
}

/* Normalises a label to lower case with the prefix "iso-8859-". Returns false
 * if the label is too long. */
static bool
charset_label_normalise(struct slice label, char out[CHARSET_NAME_BYTES])
{
	static const struct slice iso = SLICE("iso-8859-");
	size_t at, n = 0;

	label = slice_trim(label);
	if (slice_starts_nocase(label, SLICE("iso"))) {
		at = slice_find(slice_sub(label, 0, 8), SLICE("8859"), 3);
		if (at <= 4 && at + 5 < label.len &&
		    (label.p[at + 4] == '-' || label.p[at + 4] == '_')) {
			memcpy(out, iso.p, iso.len);
			n = iso.len;
			label = slice_sub(label, at + 5, label.len);
		}
	}
	if (n + label.len == 0 || n + label.len >= CHARSET_NAME_BYTES ||
	    memchr(label.p, '\0', label.len) != NULL)
		return false;
	for (size_t i = 0; i < label.len; i++)
		out[n++] = ascii_lower(label.p[i]);
	out[n] = '\0';
	return true;
}

static const struct encoding *
charset_label_find_encoding(struct slice label)
{
	struct slice rest, one;

	for (size_t i = 0; i < ARRAY_LENGTH(encodings); i++) {
		if (slice_equal(label, slice_of(encodings[i].name)))
			return &encodings[i];
		rest = slice_of(encodings[i].labels);
		while (slice_next(&rest, ' ', &one))
			if (slice_equal(label, one))
				return &encodings[i];
	}
	return NULL;
}

static const uint16_t *
charset_label_find_table(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++)
		if (strcmp(tables[i].name, name) == 0)
			return tables[i].upper;
	return NULL;
}

bool
charset_find(struct charsets *charsets, struct slice label, struct charset *ret)
{
	const struct encoding *encoding;
	char name[CHARSET_NAME_BYTES];

	if (!charset_label_normalise(label, name))
		return false;
	encoding = charset_label_find_encoding(slice_of(name));
	if (encoding == NULL ||
	    (encoding->kind == CHARSET_ICONV &&
		charsets_get(charsets, encoding->name) == (iconv_t)-1))
		return false;
	*ret = (struct charset){ .kind = encoding->kind };
	charset_label_set_name(ret, encoding->name);
	ret->big_endian = strcmp(encoding->name, "utf-16be") == 0;
	if (encoding->kind == CHARSET_TABLE)
		ret->upper = charset_label_find_table(encoding->name);
	return true;
}

/* True for names of UTF-7, UTF-16, UTF-32 and UCS. */
static bool
charset_label_is_unicode(const char *label)
{
	return strncmp(label, "utf", 3) == 0 || strncmp(label, "ucs", 3) == 0 ||
	       strncmp(label, "unicode", 7) == 0 || strstr(label, "10646");
}

bool
charset_find_any(
    struct charsets *charsets, struct slice label, struct charset *ret)
{
	char name[CHARSET_NAME_BYTES];

	if (charset_find(charsets, label, ret))
		return true;
	/* iconv interprets "/" and "," in a name, as in "//TRANSLIT" */
	if (!charset_label_normalise(label, name) ||
	    strpbrk(name, "/,") != NULL || charset_label_is_unicode(name) ||
	    charsets_get(charsets, name) == (iconv_t)-1)
		return false;
	*ret = (struct charset){ .kind = CHARSET_ICONV };
	charset_label_set_name(ret, name);
	return true;
}

bool
charset_find_mark(struct slice bytes, struct charset *ret, size_t *ret_length)
{
	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
		struct slice mark = { marks[i].bytes, marks[i].length };

		if (!slice_starts(bytes, mark))
			continue;
		*ret = (struct charset){ .kind = marks[i].kind,
			.big_endian = marks[i].big_endian };
		charset_label_set_name(ret, marks[i].name);
		*ret_length = mark.len;
		return true;
	}
	return false;
}

void
charsets_open_all(struct charsets *charsets)
{
	for (size_t i = 0; i < ARRAY_LENGTH(encodings); i++)
		if (encodings[i].kind == CHARSET_ICONV)
			charsets_get(charsets, encodings[i].name);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		charsets_get(charsets, others[i]);
}

uint32_t
charset_windows_1252(unsigned char byte)
{
	return byte < 0x80 ? byte : tables[0].upper[byte - 0x80];
}
