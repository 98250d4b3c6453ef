/*
 * word_filter_test.c -- tests of word_filter.h.
 */
#include "base/array.h"
#include "base/text/word_filter.h"
#include "tests/lib/tap.h"

static void
word_filter_test_finds_all(void)
{
	static const char *const words[] = { "a", "of", "the", "janvier",
		"\xD1\x8F\xD0\xBD\xD0\xB2", "september" };
	struct word_filter filter = { 0 };
	size_t n = ARRAY_LENGTH(words);

	for (size_t i = 0; i < n; i++)
		ok(!word_filter_may_have(&filter, slice_of(words[i])),
		    "an empty filter does not have \"%s\"", words[i]);
	for (size_t i = 0; i < n; i++)
		word_filter_add(&filter, slice_of(words[i]));
	for (size_t i = 0; i < n; i++)
		ok(word_filter_may_have(&filter, slice_of(words[i])),
		    "the filter has \"%s\"", words[i]);
	ok(!word_filter_may_have(&filter, SLICE("")),
	    "no filter has an empty word");
}

/* The filter is only useful if it excludes most words. */
static void
word_filter_test_excludes_most(void)
{
	struct word_filter filter = { 0 };
	unsigned kept = 0;
	char word[4] = { 0 };

	word_filter_add(&filter, SLICE("may"));
	word_filter_add(&filter, SLICE("june"));
	for (char a = 'a'; a <= 'z'; a++)
		for (char b = 'a'; b <= 'z'; b++) {
			word[0] = word[2] = a;
			word[1] = b;
			kept += word_filter_may_have(
			    &filter, (struct slice){ word, 3 });
		}
	ok(kept < 10, "%u of 676 other words are kept", kept);
}

int
main(void)
{
	word_filter_test_finds_all();
	word_filter_test_excludes_most();
	return done_testing();
}
