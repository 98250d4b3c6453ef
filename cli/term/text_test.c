/*
 * text_test.c -- cleaning, measuring, cutting and wrapping of text for
 * terminals.
 */
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/text/utf8.h"
#include "cli/cli.h"
#include "tests/lib/tap.h"

#define TEXT(literal) SLICE(literal)

/* docs/threat-rows.md, row 48: sequences that control a terminal, hide text or
 * change its direction, each between an A and a B. Some are incomplete. */
static const struct slice hostile[] = {
	TEXT("A\x1b]0;owned\x07"
	     "B"),                    /* OSC 0 sets the title of the terminal */
	TEXT("A\x1b]0;owned\x1b\\B"), /* ended by ST */
	TEXT("A\x1b]2;owned\x07"
	     "B"),
	TEXT("A\x1b]8;;http://evil.test\x1b\\B"), /* a hyperlink */
	TEXT("A\x1b]52;c;ZXZpbA==\x07"
	     "B"), /* the clipboard */
	TEXT("A\x1b]4;1;?\x07"
	     "B"), /* a query that the terminal answers by typing text */
	TEXT("A\x1b]1337;File=:AAAA\x07"
	     "B"),
	TEXT("A\x1b[2JB"), /* CSI: clears */
	TEXT("A\x1b[HB"),
	TEXT("A\x1b[31mB"),
	TEXT("A\x1b[8mhidden\x1b[0mB"),
	TEXT("A\x1b[1;1HB"),
	TEXT("A\x1b[?1049hB"),
	TEXT("A\x1b[6nB"), /* a query that the terminal answers by typing its
			      position */
	TEXT("A\x1b[21tB"),
	TEXT("A\x1b[20l\x1b[999CB"),
	TEXT("A\x1bP$q\x22p\x1b\\B"), /* DCS */
	TEXT("A\x1bP+q544e\x1b\\B"),
	TEXT("A\x1b_apc\x1b\\B"), /* APC */
	TEXT("A\x1b^pm\x1b\\B"),  /* PM */
	TEXT("A\x1bXsos\x1b\\B"), /* SOS */
	TEXT("A\x1b"
	     "cB"), /* RIS: reset */
	TEXT("A\x1b#8B"),
	TEXT("A\x1b(0lqqk\x1b(BB"), /* line drawing */
	TEXT("A\x9b"
	     "2JB"), /* 8-bit CSI, no UTF-8 */
	TEXT("A\xc2\x9b"
	     "2JB"), /* U+009B */
	TEXT("A\x9d"
	     "0;owned\x9c"
	     "B"), /* 8-bit OSC */
	TEXT("A\xc2\x9d"
	     "0;owned\xc2\x9c"
	     "B"),
	TEXT("A\x90"
	     "$qm\x9c"
	     "B"), /* 8-bit DCS */
	TEXT("A\xc2\x90"
	     "$qm\xc2\x9c"
	     "B"),
	TEXT("A\xe2\x80\xae"
	     "gpj.exe\xe2\x80\xac"
	     "B"), /* RLO, PDF */
	TEXT("A\xe2\x80\xad"
	     "x\xe2\x80\xaa\xe2\x80\xab"
	     "B"),
	TEXT("A\xe2\x81\xa6x\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9"
	     "B"),
	TEXT("A\x08\x08\x08"
	     "B"),    /* backspaces */
	TEXT("A\rB"), /* overwrites the line */
	TEXT("A\x0e"
	     "B\x0f"), /* shifts */
	TEXT("A\x05"
	     "B"), /* ENQ: answers */
	TEXT("A\x7f"
	     "B"),
	TEXT("A\0B"),
	TEXT("A\x0b\x0c"
	     "B"),
	TEXT("A\xed\xa0\x80\xed\xb0\x80"
	     "B"),             /* surrogates */
	TEXT("A\xc0\x9b[2JB"), /* overlong ESC */
	TEXT("A\xe0\x80\x9b[2JB"),
	TEXT("A\xc1\x9b"
	     "B"),
	TEXT("A\xf3\xa0\x81\xa5\xf3\xa0\x81\xb6"
	     "B"), /* tags */
	TEXT("A\xe2\x80\xa8"
	     "B\xe2\x80\xa9"), /* line separator */
	TEXT("A\xef\xbb\xbf"
	     "B"),
	TEXT("A\x1b"), /* a sequence whose end is missing */
	TEXT("A\xc2"), /* a character whose second byte is missing */
	TEXT("A\x1b]0;"),
};

/* Returns true if the output has only allowed bytes: \n, and 0x20 and above
 * except DEL; UTF-8 without C1 and directional characters. */
static bool
text_test_is_harmless(struct slice text)
{
	if (!utf8_valid(text))
		return false;
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if ((rune < 0x20 && rune != '\n') ||
		    (rune >= 0x7f && rune < 0xa0) ||
		    (rune >= 0x2028 && rune <= 0x202e) ||
		    (rune >= 0x2066 && rune <= 0x206f) ||
		    (rune >= 0xe0000 && rune <= 0xe007f) || rune == 0xfeff)
			return false;
	}
	return true;
}

static void
text_test_hostile(void)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(hostile); i++) {
		bool held;

		buf_clear(&out);
		text_clean(&out, hostile[i]);
		held = text_test_is_harmless(buf_slice(&out)) && out.len > 0 &&
		       out.p[0] == 'A' && memchr(out.p, '\n', out.len) == NULL;
		buf_clear(&out);
		text_clean_lines(&out, hostile[i]);
		held = held && text_test_is_harmless(buf_slice(&out));
		buf_clear(&out);
		text_wrap(&out, hostile[i], 3, 20);
		held = held && text_test_is_harmless(buf_slice(&out));
		ok(held, "S48: hostile text %zu is made harmless", i);
	}
	buf_release(&out);
}

static void
text_test_is_cleaned(struct slice text, const char *expected, const char *name)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	text_clean(&out, text);
	is_text(buf_slice(&out), expected, name);
	buf_release(&out);
}

static void
text_test_clean(void)
{
	text_test_is_cleaned(
	    SLICE("  a \t\n b\r\nc  "), "a b c", "white space folds");
	text_test_is_cleaned(SLICE("a\x1b[2Jb"), "a[2Jb",
	    "the ESC of an escape sequence is removed");
	text_test_is_cleaned(SLICE("a\xff"
				   "b"),
	    "a\xef\xbf\xbd"
	    "b",
	    "an invalid byte becomes a replacement character");
	text_test_is_cleaned(SLICE("\xe5\xb9\xb4\xe3\x80\x80\xe6\x9c\x88"),
	    "\xe5\xb9\xb4 \xe6\x9c\x88",
	    "an ideographic space becomes a space");
	text_test_is_cleaned(
	    SLICE("10\xc2\xa0%"), "10\xc2\xa0%", "a no-break space is kept");
	text_test_is_cleaned(
	    SLICE("e\xcc\x81"), "e\xcc\x81", "combining characters stay");
	text_test_is_cleaned(
	    SLICE("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80"),
	    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80",
	    "joined emoji stay joined");
	text_test_is_cleaned(SLICE(" \x1b "), "", "an absent text is empty");
}

static void
text_test_columns(void)
{
	static const struct {
		struct slice text;
		int64_t columns;
		const char *name;
	} rows[] = {
		{ TEXT(""), 0, "nothing" },
		{ TEXT("abc"), 3, "ASCII" },
		{ TEXT("\xc3\xa9t\xc3\xa9"), 3, "accents, composed" },
		{ TEXT("e\xcc\x81"), 1, "accents, combining" },
		{ TEXT("\xe6\x96\xb0\xe8\x81\x9e"), 4, "Han" },
		{ TEXT("\xef\xbc\xa1"), 2, "fullwidth A" },
		{ TEXT("\xef\xbd\xb1"), 1, "halfwidth katakana" },
		{ TEXT("\xed\x95\x9c\xea\xb5\xad"), 4, "Hangul syllables" },
		{ TEXT("\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab"), 2,
		    "Hangul of three jamo" },
		{ TEXT("\xf0\x9f\x9a\x80"), 2, "an emoji" },
		{ TEXT("a\xe2\x80\x8b"
		       "b"),
		    2, "a zero width space" },
		{ TEXT("\xe0\xa4\x95\xe0\xa5\x8d\xe0\xa4\xb7"), 2,
		    "Devanagari with a virama" },
		{ TEXT("\xd7\xa9\xd6\xb8"), 1, "Hebrew with a point" },
		{ TEXT("\xe0\xb8\x81\xe0\xb8\xb5\xe0\xb9\x88"), 1,
		    "Thai with two marks" },
		{ TEXT("\xf0\xa0\x80\x80"), 2, "Han of the second plane" },
		{ TEXT("\xe2\x80\xa6"), 1, "an ellipsis" },
		{ TEXT("\u1112\u1161\ud7cb"), 2,
		    "Hangul of three jamo, the last a rare one" },
		{ TEXT("\U0001F469\u200D\U0001F680"), 4,
		    "two emoji and a joiner" },
		{ TEXT("\u2764\uFE0F"), 1, "a heart and a selector" },
		{ TEXT("\U0001F1E9\U0001F1EA"), 2, "a flag of two letters" },
		{ TEXT("\u3000\uFF01\u3042"), 6, "full-width forms" },
		{ TEXT("\u202E\u2066"), 0, "directional controls" },
		{ TEXT("a\u00ADb"), 2, "a soft hyphen" },
		{ TEXT("a\tb\x7f\x1b"), 2, "ASCII controls" },
		{ TEXT("a\xc2\x9b"), 1, "a C1 control" },
		{ TEXT("\xff"), 1, "an invalid byte, shown as U+FFFD" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		is_int((int64_t)text_columns(rows[i].text), rows[i].columns,
		    rows[i].name);
}

static void
text_test_is_fitted(const char *text, size_t columns, const char *expected)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	text_fit(&out, slice_of(text), columns);
	ok(strcmp(out.p, expected) == 0 &&
		text_columns(buf_slice(&out)) <= columns,
	    "'%s' in %zu columns is '%s'", text, columns, expected);
	if (strcmp(out.p, expected) != 0)
		printf("# got '%s'\n", out.p);
	buf_release(&out);
}

static void
text_test_fit(void)
{
	text_test_is_fitted("abcdef", 6, "abcdef");
	text_test_is_fitted("abcdef", 5, "abcd\xe2\x80\xa6");
	text_test_is_fitted("abcdef", 1, "\xe2\x80\xa6");
	text_test_is_fitted("abcdef", 0, "");
	text_test_is_fitted("abc def", 5, "abc\xe2\x80\xa6");
	/* A wide character is not cut in half. */
	text_test_is_fitted("\xe6\x96\xb0\xe8\x81\x9e\xe7\xb4\x99", 4,
	    "\xe6\x96\xb0\xe2\x80\xa6");
	text_test_is_fitted("\xe6\x96\xb0\xe8\x81\x9e\xe7\xb4\x99", 5,
	    "\xe6\x96\xb0\xe8\x81\x9e\xe2\x80\xa6");
	/* A letter and its combining accent are not separated. */
	text_test_is_fitted("ae\xcc\x81"
			    "b",
	    3,
	    "ae\xcc\x81"
	    "b");
	text_test_is_fitted("ae\xcc\x81"
			    "bc",
	    3, "ae\xcc\x81\xe2\x80\xa6");
}

static void
text_test_is_wrapped(const char *text, size_t indent, size_t columns,
    const char *expected, const char *name)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	text_wrap(&out, slice_of(text), indent, columns);
	is_text(buf_slice(&out), expected, name);
	buf_release(&out);
}

static void
text_test_wrap(void)
{
	text_test_is_wrapped(
	    "one two three four", 0, 9, "one two\nthree\nfour\n", "at spaces");
	text_test_is_wrapped(
	    "one two three", 2, 10, "  one two\n  three\n", "indented");
	text_test_is_wrapped(
	    "a b\n\nc d", 0, 80, "a b\n\nc d\n", "paragraphs stay apart");
	text_test_is_wrapped("abcdefghij", 0, 4, "abcd\nefgh\nij\n",
	    "a word that is too long is cut");
	text_test_is_wrapped("a abcdefghij b", 0, 4, "a\nabcd\nefgh\nij b\n",
	    "the line continues after the cut word");
	text_test_is_wrapped("one two", 0, 0, "one two\n", "not at all");
	text_test_is_wrapped("\n\n a \n\n", 0, 10, "a\n", "empty ends go");
	text_test_is_wrapped("", 0, 10, "", "an empty text has no line");
	text_test_is_wrapped("10\xc2\xa0% 20\xc2\xa0%", 0, 6,
	    "10\xc2\xa0%\n20\xc2\xa0%\n",
	    "a line does not break at a no-break space");
	text_test_is_wrapped("\xe6\x96\xb0\xe8\x81\x9e\xe7\xb4\x99", 0, 4,
	    "\xe6\x96\xb0\xe8\x81\x9e\n\xe7\xb4\x99\n",
	    "a line may break between Han characters");
	text_test_is_wrapped("\xe6\x96\xb0\xe8\x81\x9e\xe3\x80\x82", 0, 4,
	    "\xe6\x96\xb0\n\xe8\x81\x9e\xe3\x80\x82\n",
	    "a line does not begin with a full stop");
	text_test_is_wrapped("a\xe6\x96\xb0", 0, 1, "a\n\xe6\x96\xb0\n",
	    "a wide character is kept in a line of one column");
}

/* Every line fits its width, and no character is lost. */
static void
text_test_wrap_widths(void)
{
	static const char text[] =
	    "Markets rose on Friday, \xe6\x96\xb0\xe8\x81\x9e reported; "
	    "e\xcc\x81t\xc3\xa9 http://example.org/a/very/long/address/indeed "
	    "\xf0\x9f\x9a\x80 fin.";
	bool held = true;

	for (size_t columns = 2; columns < 60; columns++) {
		struct slice rest, line;
		struct buf out;
		size_t letters = 0, expected = 0;

		buf_init(&out, 1 << 20);
		text_wrap(&out, slice_of(text), 0, columns);
		rest = buf_slice(&out);
		while (slice_next(&rest, '\n', &line))
			if (text_columns(line) > columns)
				held = false;
		for (size_t i = 0; i < out.len; i++)
			letters += out.p[i] != ' ' && out.p[i] != '\n';
		for (size_t i = 0; i < sizeof text - 1; i++)
			expected += text[i] != ' ';
		held = held && letters == expected;
		buf_release(&out);
	}
	ok(held, "lines of 2 to 59 columns fit and lose no text");
}

static void
text_test_quantities(void)
{
	struct buf out;

	buf_init(&out, 4096);
	text_bytes(&out, 1023);
	buf_append_char(&out, '|');
	text_bytes(&out, 1536);
	buf_append_char(&out, '|');
	text_bytes(&out, 5LL << 30);
	is_text(buf_slice(&out), "1023 bytes|1.5 KiB|5.0 GiB",
	    "sizes are written in their largest unit");
	setenv("TZ", "Asia/Tokyo", 1);
	tzset();
	buf_clear(&out);
	text_date(&out, 1795196898);
	buf_append_char(&out, '|');
	text_date(&out, DATE_NONE);
	buf_append_char(&out, '|');
	text_date(&out, INT64_MAX);
	is_text(buf_slice(&out), "2026-11-21 02:48|-|-",
	    "dates are written in local time, and missing or invalid dates as "
	    "a dash");
	buf_release(&out);
}

static void
text_test_ages(int64_t at, const char *expected, const char *name)
{
	struct buf out;

	buf_init(&out, 64);
	text_age(&out, at, 1000000);
	is_text(buf_slice(&out), expected, name);
	buf_release(&out);
}

static void
text_test_test_ages(void)
{
	text_test_ages(1000000, "now", "now");
	text_test_ages(1000000 - 89, "89s ago", "seconds");
	text_test_ages(1000000 - 90, "1m ago", "minutes");
	text_test_ages(1000000 + 600, "in 10m", "to come");
	text_test_ages(1000000 - 7200, "2h ago", "hours");
	text_test_ages(1000000 - 3 * 86400, "3d ago", "days");
	text_test_ages(DATE_NONE, "-", "never");
	text_test_ages(INT64_MIN + 1, "-", "beyond all calendars");
}

static void
text_test_plain(void)
{
	static const struct slice orders[] = { TEXT("A\x1b[2JB"), TEXT("A\rB"),
		TEXT("A\x7f"),
		TEXT("A\xc2\x9b"
		     "2JB"),
		TEXT("A\0"),
		TEXT("A\x9b"
		     "2JB"),
		TEXT("\xc3") };

	ok(text_is_plain(
	       TEXT("{\"a\":\t\"\xc3\xa9 \xc2\xa0\xf0\x9f\x98\x80\"}\n")),
	    "a line with tabs, letters and emoji is plain");
	ok(text_is_plain(TEXT("")), "an empty text is plain");
	for (size_t i = 0; i < ARRAY_LENGTH(orders); i++)
		ok(!text_is_plain(orders[i]),
		    "S48: a text with a control sequence is not plain");
}

int
main(void)
{
	text_test_hostile();
	text_test_clean();
	text_test_columns();
	text_test_fit();
	text_test_wrap();
	text_test_wrap_widths();
	text_test_quantities();
	text_test_test_ages();
	text_test_plain();
	return done_testing();
}
