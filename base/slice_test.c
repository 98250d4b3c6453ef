/*
 * slice_test.c -- compares, searches and splits slices.
 */
#include "base/array.h"
#include "base/slice.h"
#include "tests/lib/tap.h"

static void
slice_test_compare(void)
{
	struct slice none = SLICE_NONE, empty = SLICE("");

	ok(slice_equal(SLICE("ab"), SLICE("ab")), "equal texts are equal");
	ok(!slice_equal(SLICE("ab"), SLICE("aB")),
	    "slice_equal() distinguishes upper and lower case");
	ok(slice_equal(none, empty), "absent and empty texts are equal");
	ok(slice_equal_nocase(SLICE("ETag@["), SLICE("etAG@[")),
	    "slice_equal_nocase() ignores the case of letters only");
	ok(!slice_equal_nocase(SLICE("@["), SLICE("`{")),
	    "nocase ignores the case of letters only");
	ok(!slice_equal_nocase(SLICE("\xC3\x89"), SLICE("\xC3\xA9")),
	    "nocase ignores the case of ASCII only");
	ok(slice_starts(SLICE("https://x"), SLICE("https:")),
	    "slice_starts() finds a prefix");
	ok(!slice_starts(SLICE("ht"), SLICE("http")),
	    "a text shorter than the prefix does not start with it");
	ok(slice_starts(none, none),
	    "an empty slice starts with an empty slice");
	ok(slice_starts_nocase(SLICE("HTTP:"), SLICE("http")),
	    "slice_starts_nocase() ignores case");
	ok(slice_ends(SLICE("a.opml"), SLICE(".opml")),
	    "slice_ends() finds a suffix");
	ok(!slice_ends(SLICE("opml"), SLICE(".opml")),
	    "a text shorter than the suffix does not end with it");
	ok(slice_ends_nocase(SLICE("a.OPML"), SLICE(".opml")),
	    "slice_ends_nocase() ignores case");
	ok(slice_compare(SLICE("a"), SLICE("ab")) < 0,
	    "a prefix is ordered before the longer text");
	ok(slice_compare(SLICE("b"), SLICE("ab")) > 0,
	    "slices are ordered by their bytes");
	ok(slice_compare(SLICE("\xC3"), SLICE("a")) > 0,
	    "bytes are compared as unsigned values");
	is_int(slice_compare(none, empty), 0,
	    "SLICE_NONE and an empty slice compare equal");
}

static void
slice_test_find(void)
{
	struct slice s = SLICE("abcABCabc");

	is_int((int64_t)slice_find(s, SLICE("abc"), 0), 0,
	    "slice_find() finds a text at offset 0");
	is_int((int64_t)slice_find(s, SLICE("abc"), 1), 6,
	    "slice_find() starts at the given offset");
	ok(slice_find(s, SLICE("abc"), 7) == SLICE_NOT_FOUND,
	    "slice_find() finds nothing after the last occurrence");
	ok(slice_find(s, SLICE("abc"), 99) == SLICE_NOT_FOUND,
	    "an offset beyond the end finds nothing");
	is_int((int64_t)slice_find(s, SLICE(""), 9), 9,
	    "an empty text is found at the given offset");
	ok(slice_find(SLICE_NONE, SLICE("a"), 0) == SLICE_NOT_FOUND,
	    "slice_find() finds nothing in SLICE_NONE");
	is_int((int64_t)slice_find_nocase(s, SLICE("aBC"), 1), 3,
	    "slice_find_nocase() ignores case");
	is_int((int64_t)slice_find_nocase(s, SLICE("bc"), 5), 7,
	    "slice_find_nocase() finds a text at the end");
	ok(slice_find_nocase(s, SLICE("abd"), 0) == SLICE_NOT_FOUND,
	    "slice_find_nocase() reports that a text is absent");
	is_int((int64_t)slice_find_char(s, 'C', 0), 5,
	    "slice_find_char() finds a byte");
	ok(slice_find_char(s, 'C', 6) == SLICE_NOT_FOUND,
	    "slice_find_char() reports that a byte is absent");
}

/* Tests that matches across the edges of the search windows are found. */
static void
slice_test_find_nocase_far(void)
{
	char text[2000];
	size_t lost = 0;

	for (size_t at = 0; at + 6 <= sizeof(text); at++) {
		memset(text, 'x', sizeof(text));
		memcpy(text + at, at % 2 ? "SCRIPT" : "script", 6);
		lost += slice_find_nocase((struct slice){ text, sizeof(text) },
			    SLICE("ScRiPt"), 0) != at;
	}
	is_int((int64_t)lost, 0, "find_nocase finds a needle at every place");
}

/* Searches texts that are shorter and longer than a block. The end of the text
 * may truncate the needle. */
static void
slice_test_find_nocase_short(void)
{
	char text[64];
	size_t wrong = 0;

	for (size_t len = 0; len <= 50; len++) {
		for (size_t at = 0; at <= len; at++) {
			struct slice s = { text, len };
			size_t want = at + 6 <= len ? at : SLICE_NOT_FOUND;

			memset(text, 'S', sizeof(text));
			memcpy(text + at, at % 2 ? "SCRIPT" : "script", 6);
			wrong +=
			    slice_find_nocase(s, SLICE("Script"), 0) != want;
			wrong += slice_find_nocase(s, SLICE("Script"),
				     at + 1) != SLICE_NOT_FOUND;
		}
	}
	is_int((int64_t)wrong, 0,
	    "find_nocase finds a needle at every place of a short text");
}

static void
slice_test_cut(void)
{
	struct slice rest = SLICE("a,,b,"), part;

	is_text(slice_trim(SLICE(" \t\r\n a b \f\v")), "a b",
	    "slice_trim() removes white space at both ends");
	is_text(slice_trim(SLICE(" \n ")), "",
	    "trimming white space alone gives an empty text");
	ok(slice_trim(SLICE_NONE).p == NULL,
	    "trimming an absent text gives an absent text");
	ok(slice_next(&rest, ',', &part), "slice_next() finds the first part");
	is_text(part, "a", "the first part is \"a\"");
	ok(slice_next(&rest, ',', &part), "slice_next() finds the second part");
	is_text(part, "", "the second part is empty");
	ok(slice_next(&rest, ',', &part), "slice_next() finds the third part");
	is_text(part, "b", "the third part is \"b\"");
	ok(slice_next(&rest, ',', &part), "slice_next() finds the last part");
	is_text(part, "", "the last part is empty");
	ok(!slice_next(&rest, ',', &part), "slice_next() reports the end");
	is_text(slice_sub(SLICE("abc"), 1, 99), "bc",
	    "slice_sub() limits the length to the end of the text");
	is_text(slice_sub(SLICE("abc"), 7, 2), "",
	    "slice_sub() with an offset beyond the end is empty");
}

static void
slice_test_to_int64(void)
{
	static const struct {
		const char *text;
		bool good;
		int64_t value;
	} cases[] = {
		{ "0", true, 0 },
		{ "-0", true, 0 },
		{ "+17", true, 17 },
		{ "0042", true, 42 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "-9223372036854775808", true, INT64_MIN },
		{ "9223372036854775808", false, 0 },
		{ "-9223372036854775809", false, 0 },
		{ "99999999999999999999", false, 0 },
		{ "", false, 0 },
		{ "-", false, 0 },
		{ "+-1", false, 0 },
		{ " 1", false, 0 },
		{ "1 ", false, 0 },
		{ "1.0", false, 0 },
		{ "0x10", false, 0 },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		int64_t value = 0;
		bool good = slice_to_int64(slice_of(cases[i].text), &value);

		ok(good == cases[i].good && value == cases[i].value,
		    "to_int64 \"%s\"", cases[i].text);
	}
}

static void
slice_test_of_int64(void)
{
	static const char *const texts[] = { "0", "7", "-1", "10", "1795000000",
		"9223372036854775807", "-9223372036854775808" };

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		char digits[SLICE_INT64_BYTES];
		int64_t value = 1;

		slice_to_int64(slice_of(texts[i]), &value);
		is_text(slice_of_int64(value, digits), texts[i],
		    "slice_of_int64() writes the number");
	}
}

int
main(void)
{
	slice_test_compare();
	slice_test_find();
	slice_test_find_nocase_far();
	slice_test_find_nocase_short();
	slice_test_cut();
	slice_test_to_int64();
	slice_test_of_int64();
	return done_testing();
}
