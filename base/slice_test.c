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

	ok(slice_equal(SLICE("ab"), SLICE("ab")), "equal");
	ok(!slice_equal(SLICE("ab"), SLICE("aB")), "case matters");
	ok(slice_equal(none, empty), "absent and empty texts are equal");
	ok(slice_equal_nocase(SLICE("ETag@["), SLICE("etAG@[")), "nocase");
	ok(!slice_equal_nocase(SLICE("@["), SLICE("`{")),
	    "nocase ignores the case of letters only");
	ok(!slice_equal_nocase(SLICE("\xC3\x89"), SLICE("\xC3\xA9")),
	    "nocase ignores the case of ASCII only");
	ok(slice_starts(SLICE("https://x"), SLICE("https:")), "starts");
	ok(!slice_starts(SLICE("ht"), SLICE("http")), "shorter than prefix");
	ok(slice_starts(none, none), "nothing starts with nothing");
	ok(slice_starts_nocase(SLICE("HTTP:"), SLICE("http")), "starts nocase");
	ok(slice_ends(SLICE("a.opml"), SLICE(".opml")), "ends");
	ok(!slice_ends(SLICE("opml"), SLICE(".opml")), "ends: too short");
	ok(slice_ends_nocase(SLICE("a.OPML"), SLICE(".opml")), "ends nocase");
	ok(slice_compare(SLICE("a"), SLICE("ab")) < 0, "shorter first");
	ok(slice_compare(SLICE("b"), SLICE("ab")) > 0, "by bytes");
	ok(slice_compare(SLICE("\xC3"), SLICE("a")) > 0, "bytes are unsigned");
	is_int(slice_compare(none, empty), 0, "compare of nothing");
}

static void
slice_test_find(void)
{
	struct slice s = SLICE("abcABCabc");

	is_int((int64_t)slice_find(s, SLICE("abc"), 0), 0, "find at 0");
	is_int((int64_t)slice_find(s, SLICE("abc"), 1), 6, "find from 1");
	ok(slice_find(s, SLICE("abc"), 7) == SLICE_NOT_FOUND,
	    "not after the end");
	ok(slice_find(s, SLICE("abc"), 99) == SLICE_NOT_FOUND, "from beyond");
	is_int((int64_t)slice_find(s, SLICE(""), 9), 9, "empty is everywhere");
	ok(slice_find(SLICE_NONE, SLICE("a"), 0) == SLICE_NOT_FOUND,
	    "nothing in nothing");
	is_int(
	    (int64_t)slice_find_nocase(s, SLICE("aBC"), 1), 3, "find_nocase");
	is_int((int64_t)slice_find_nocase(s, SLICE("bc"), 5), 7,
	    "find_nocase up to the very end");
	ok(slice_find_nocase(s, SLICE("abd"), 0) == SLICE_NOT_FOUND,
	    "find_nocase: absent");
	is_int((int64_t)slice_find_char(s, 'C', 0), 5, "find_char");
	ok(slice_find_char(s, 'C', 6) == SLICE_NOT_FOUND, "find_char: absent");
}

/* Matches across the edges of the search windows are found. */
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

static void
slice_test_cut(void)
{
	struct slice rest = SLICE("a,,b,"), part;

	is_text(slice_trim(SLICE(" \t\r\n a b \f\v")), "a b", "trim");
	is_text(slice_trim(SLICE(" \n ")), "", "trim to nothing");
	ok(slice_trim(SLICE_NONE).p == NULL, "trim of an absent one");
	ok(slice_next(&rest, ',', &part), "first part");
	is_text(part, "a", "is a");
	ok(slice_next(&rest, ',', &part), "second part");
	is_text(part, "", "is empty");
	ok(slice_next(&rest, ',', &part), "third part");
	is_text(part, "b", "is b");
	ok(slice_next(&rest, ',', &part), "last part");
	is_text(part, "", "is empty");
	ok(!slice_next(&rest, ',', &part), "no more");
	is_text(slice_sub(SLICE("abc"), 1, 99), "bc", "sub is clamped");
	is_text(
	    slice_sub(SLICE("abc"), 7, 2), "", "sub with from > to is empty");
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
		is_text(slice_of_int64(value, digits), texts[i], "of_int64");
	}
}

int
main(void)
{
	slice_test_compare();
	slice_test_find();
	slice_test_find_nocase_far();
	slice_test_cut();
	slice_test_to_int64();
	slice_test_of_int64();
	return done_testing();
}
