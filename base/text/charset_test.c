/*
 * charset_test.c -- charset labels, decoding and byte-order marks.
 */
#include "base/array.h"
#include "base/text/charset.h"
#include "base/text/utf8.h"
#include "tests/lib/tap.h"

#define B(text)                                                                \
	{                                                                      \
		(text), sizeof(text) - 1                                       \
	}

static struct charsets charsets;
static struct buf out;

static const struct {
	const char *label;
	const char *name; /* NULL: unknown label */
} labels[] = {
	{ "UTF-8", "utf-8" },
	{ " utf8\r\n", "utf-8" },
	{ "ISO-8859-1", "windows-1252" },
	{ "ISO_8859-1:1987", "windows-1252" },
	{ "us-ascii", "windows-1252" },
	{ "iso8859-2", "iso-8859-2" },
	{ "iso_8859_2", "iso-8859-2" },
	{ "ISO8859-15", "iso-8859-15" },
	{ "iso-8859-9", "windows-1254" },
	{ "TIS-620", "cp874" },
	{ "x-sjis", "cp932" },
	{ "GB2312", "gb18030" },
	{ "big5", "big5-hkscs" },
	{ "KS_C_5601-1987", "cp949" },
	{ "utf-16", "utf-16le" },
	{ "", NULL },
	{ "utf-7", NULL },
	{ "johab", NULL },
	{ "x-nothing", NULL },
	{ "iso-8859-", NULL },
	{ "iso-8859-99", NULL },
	{ "a-label-that-is-longer-than-any-charset-has-ever-had", NULL },
};

static void
charset_test_labels(void)
{
	struct charset charset;

	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++) {
		bool found = charset_find(
		    &charsets, slice_of(labels[i].label), &charset);

		is_text(found ? slice_of(charset.name) : SLICE_NONE,
		    labels[i].name, labels[i].label);
	}
	ok(!charset_find(&charsets, (struct slice)B("utf-8\0x"), &charset),
	    "a label cannot contain a NUL");
	ok(charset_find_any(&charsets, SLICE("Johab"), &charset),
	    "charset_find_any() finds a charset of iconv");
	ok(!charset_find_any(&charsets, SLICE("utf-7"), &charset) &&
		!charset_find_any(&charsets, SLICE("UCS-4"), &charset) &&
		!charset_find_any(&charsets, SLICE("utf-8//IGNORE"), &charset),
	    "a character set is not found by an unreadable label");
}

static const struct {
	const char *why, *label;
	struct slice bytes;
	unsigned options;
	const char *text;
} rows[] = {
	{ "a table", "koi8-r", B("a\xF0"), 0, "aП" },
	{ "a byte that the table does not have", "iso-8859-3", B("\xA5z"), 0,
	    "\uFFFDz" },
	{ "a byte that is a control in windows-1252", "windows-1252", B("\x81"),
	    0, "\xC2\x81" },
	{ "U+FFFD itself", "utf-8", B("\xEF\xBF\xBD\xFF"), 1, "\uFFFDÿ" },
	{ "invalid bytes between valid UTF-8", "utf-8", B("\xC3\xA9\x96\xE9."),
	    0, "é–é." },
	{ "an invalid sequence", "utf-8", B("a\xE2\x82z"), 0, "a\uFFFDz" },
	{ "an invalid sequence is read byte by byte", "utf-8", B("a\xE2\x82z"),
	    CHARSET_SPLIT_BROKEN, "aâ‚z" },
	{ "a truncated sequence", "utf-8", B("a\xE2\x82"), 0, "a\uFFFD" },
	{ "a truncated sequence is dropped", "utf-8", B("a\xE2\x82"),
	    CHARSET_SPLIT_BROKEN | CHARSET_DROP_CUT, "a" },
	{ "CESU-8", "utf-8", B("a\xED\xA0\xBD\xED\xB8\x89z"), 0, "a😉z" },
	{ "CESU-8, read byte by byte otherwise", "utf-8",
	    B("\xED\xA0\xBD\xED\xB8\x89\xED\xA0\xBD"), CHARSET_SPLIT_BROKEN,
	    "😉í\xC2\xA0½" },
	{ "UTF-16", "utf-16be", B("\0\xE9\xD8\x3D\xDE\x00\xD8\x3D"), 0,
	    "é😀\uFFFD" },
	{ "a byte order mark inside the text is dropped", "utf-16le",
	    B("a\0\xFF\xFE"
	      "b\0"),
	    0, "ab" },
	{ "the last unit is incomplete", "utf-16le", B("a\0b"), 0, "a" },
	{ "Shift_JIS", "shift_jis", B("\x93\xFA\x96\x7B"), 0, "日本" },
	{ "Shift_JIS, truncated", "shift_jis", B("\x93\xFA\x96"), 0,
	    "日\uFFFD" },
	{ "Shift_JIS, the truncated end is dropped", "shift_jis",
	    B("\x93\xFA\x96"), CHARSET_DROP_CUT, "日" },
	{ "a byte that EUC-JP does not have", "euc-jp", B("\xFF\xC6\xFC"), 0,
	    "\uFFFD日" },
	{ "ISO-2022-JP", "iso-2022-jp", B("\x1B$BF|"), 0, "日" },
	{ "ISO-2022-JP: no state of the earlier text is kept", "iso-2022-jp",
	    B("F|"), 0, "F|" },
	{ "Big5-HKSCS: a letter that may get an accent", "big5", B("\x88\x66"),
	    0, "Ê" },
	{ "windows-1258: a letter without its accent", "windows-1258",
	    B("e\x9A"
	      "e"),
	    0, "e\uFFFDe" },
	{ "Vietnamese letters and accents are composed", "windows-1258",
	    B("a\xEC, \xEA\xF2"), 0, "á, ệ" },
};

static void
charset_test_bytes(void)
{
	struct charset charset;

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		buf_clear(&out);
		ok(charset_find(&charsets, slice_of(rows[i].label), &charset) &&
			charset_decode(&charsets, &charset, rows[i].bytes,
			    rows[i].options, &out),
		    "%s is found", rows[i].label);
		is_text(buf_slice(&out), rows[i].text, rows[i].why);
	}
}

static const struct {
	struct slice bytes;
	size_t length; /* 0: no mark */
	const char *text;
} marks[] = {
	{ B("\xEF\xBB\xBF\xC3\xA9"), 3, "é" },
	{ B("\xFF\xFE\xE9\0"), 2, "é" },
	{ B("\xFE\xFF\0\xE9"), 2, "é" },
	{ B("\xFF\xFE\0\0\xE9\0\0\0"), 4, "é" },
	{ B("\0\0\xFE\xFF\0\1\xF6\0"), 4, "😀" },
	{ B("\xFE\0"), 0, NULL },
};

static void
charset_test_marks(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++) {
		struct slice bytes = marks[i].bytes;
		struct charset charset;
		size_t length = 0;
		bool found = charset_find_mark(bytes, &charset, &length);

		is_int(length, marks[i].length,
		    "charset_find_mark() returns the length of the mark");
		if (!found)
			continue;
		buf_clear(&out);
		charset_decode(&charsets, &charset,
		    slice_sub(bytes, length, bytes.len), 0, &out);
		is_text(buf_slice(&out), marks[i].text, charset.name);
	}
}

/* Decodes inputs that are longer than one piece of output, and inputs that are
 * longer than the buffer. */
static void
charset_test_lengths(void)
{
	static char many[10000];
	struct slice bytes = { many, sizeof(many) };
	struct charset charset;
	struct buf small;

	memset(many, 0xE4, sizeof(many));
	for (size_t i = 0; i < 3; i++) {
		static const char *const names[] = { "koi8-r", "big5",
			"utf-16le" };
		static const size_t n_bytes[] = { 20000, 15000, 15000 };

		buf_clear(&out);
		charset_find(&charsets, slice_of(names[i]), &charset);
		charset_decode(&charsets, &charset, bytes, 0, &out);
		is_int(out.len, n_bytes[i], names[i]);
		buf_init(&small, 9000);
		charset_decode(&charsets, &charset, bytes, 0, &small);
		ok(buf_failed(&small) && small.len > 4000 &&
			utf8_valid(buf_slice(&small)),
		    "a full buffer truncates the text to whole characters");
		buf_release(&small);
	}
}

/* Tests that unusual labels do not close the converters that are already open.
 */
static void
charset_test_places(void)
{
	static const char *const strange[] = { "ibm037", "ibm256", "ibm273",
		"ibm277", "ibm278", "ibm280", "ibm284", "ibm285", "ibm290",
		"ibm297", "ibm420", "ibm423", "ibm424", "ibm500" };
	struct charset charset;
	iconv_t kept;
	size_t before;

	charsets_open_all(&charsets);
	before = charsets.n;
	kept = charsets.open[before - 1].to_utf8;
	ok(before >= 7 && before < CHARSETS_OPEN_MAX,
	    "%zu character sets are open", before);
	charsets_open_all(&charsets);
	is_int(charsets.n, before, "a character set is opened once");
	for (size_t i = 0; i < ARRAY_LENGTH(strange); i++) {
		buf_clear(&out);
		if (charset_find_any(&charsets, slice_of(strange[i]), &charset))
			charset_decode(
			    &charsets, &charset, SLICE("\xC1"), 0, &out);
		ok(out.len > 0, "%s", strange[i]);
	}
	is_int(
	    charsets.n, CHARSETS_OPEN_MAX, "the list of converters is limited");
	ok(charsets.open[before - 1].to_utf8 == kept,
	    "open converters are kept");
}

int
main(void)
{
	charsets_init(&charsets);
	buf_init(&out, 1 << 20);
	charset_test_labels();
	charset_test_bytes();
	charset_test_marks();
	charset_test_lengths();
	charset_test_places();
	is_int(charset_windows_1252(0x80), 0x20AC,
	    "0x80 of windows-1252 is the euro sign");
	is_int(charset_windows_1252(0xE9), 0xE9,
	    "bytes of windows-1252 above its control characters are Latin-1");
	is_int(charset_windows_1252('a'), 'a',
	    "ASCII bytes of windows-1252 are unchanged");
	buf_release(&out);
	charsets_release(&charsets);
	return done_testing();
}
