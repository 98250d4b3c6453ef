/* text_test.c -- tests the comparison of texts and the count of words. */
#include "base/text/utf8.h"
#include "store/search/text.h"
#include "tests/lib/tap.h"

static void
text_test_is_same(const char *a, const char *b, bool expected)
{
	ok(text_equal_folded(slice_of(a), slice_of(b)) == expected,
	    "\"%s\" and \"%s\"", a ? a : "(none)", b ? b : "(none)");
}

static void
text_test_begins(const char *a, const char *b, bool expected)
{
	ok(text_starts_folded(slice_of(a), slice_of(b)) == expected,
	    "\"%s\" begins with \"%s\"", a, b);
}

/* text_count_words() has a table of the ASCII characters of words. */
static void
text_test_ascii_words(void)
{
	int wrong = 0;

	for (int byte = 0; byte < 128; byte++) {
		char text[] = { (char)byte, (char)byte };

		wrong += text_count_words((struct slice){ text, 2 }) !=
			 rune_is_word((uint32_t)byte);
	}
	is_int(wrong, 0, "ASCII characters form words as in utf8.h");
	is_int(text_count_words(SLICE("'ab'c 'd' e\xc3\xa9'f g'")), 4,
	    "an apostrophe continues a word and does not begin one");
}

int
main(void)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice line;

	text_test_is_same("a b", "a b", true);
	text_test_is_same("a b", " a\n\n\tb ", true);
	text_test_is_same("a b",
	    "a\xc2\xa0"
	    "b",
	    true);
	text_test_is_same("", "  \n", true);
	text_test_is_same(NULL, "", true);
	text_test_is_same("ab", "a b", false);
	text_test_is_same("a b", "a b c", false);
	text_test_is_same("a b c", "a b", false);
	text_test_is_same("a", "A", false);
	text_test_is_same("a", NULL, false);
	text_test_begins("one two three", "one  two", true);
	text_test_begins("one two", "one two ", true);
	text_test_begins("one two", "one two three", false);
	text_test_begins("one", "", true);
	is_int(text_count_words(SLICE("One two, three-four; don't.")), 5,
	    "words separated by signs are counted");
	is_int(text_count_words(SLICE("\xe6\x9d\xb1\xe4\xba\xac x")), 3,
	    "in scripts without spaces each character is one");
	text_test_ascii_words();
	is_int(text_count_words(SLICE_NONE), 0, "an absent text has no words");
	is_int(text_count_words(SLICE(" ... -- ")), 0, "signs are not words");
	arena_init(&arena, 1 << 20);
	if (setjmp(exhausted) != 0)
		return 1;
	arena.exhausted = &exhausted;
	line = text_one_line(&arena, SLICE("a\nb\x01"
					   "c\t"));
	is_slice(
	    line, SLICE("a b c "), "a text with line breaks becomes one line");
	line = text_one_line(&arena, SLICE("plain"));
	is_slice(
	    line, SLICE("plain"), "a text of one line is returned unchanged");
	arena_release(&arena);
	return done_testing();
}
