/*
 * title_words_test.c -- words that two titles share.
 */
#include "base/array.h"
#include "store/entry/title_words.h"
#include "tests/lib/tap.h"

static const struct {
	const char *a, *b;
	unsigned n_shared, n_least;
} pairs[] = {
	{ "First words", "Better words", 1, 2 },
	{ "Amazon to cut 10,000 jobs", "AMAZON cuts 10000 posts", 1, 2 },
	{ "The fire", "A very long title with fire", 1, 1 },
	{ "10500 10500", "10500", 0, 0 },
	{ "", "Words", 0, 0 },
	{ "\xc3\x9c"
	  "bung am Fluss",
	    "\xc3\xbc"
	    "bung, verschoben",
	    1, 2 },
	/* scripts without spaces: pairs of characters */
	{ "\xe4\xb8\xad\xe5\x9b\xbd\xe9\x93\xb6\xe8\xa1\x8c",
	    "\xe4\xba\xba\xe4\xb8\xad\xe5\x9b\xbd", 1, 2 },
	{ "\xe4\xb8\xad\xe5\x9b\xbd", "\xe9\x93\xb6\xe8\xa1\x8c", 0, 1 },
};

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(pairs); i++) {
		struct title_words words = title_words_compare(
		    slice_of(pairs[i].a), slice_of(pairs[i].b));

		is_int(words.n_shared, pairs[i].n_shared, pairs[i].a);
		is_int(words.n_least, pairs[i].n_least,
		    "the number of words of the shorter title");
	}
	ok(!title_words_agree(&(struct title_words){ 1, 2 }),
	    "half of the words do not agree");
	ok(title_words_agree(&(struct title_words){ 2, 3 }),
	    "more than half of the words agree");
	return done_testing();
}
