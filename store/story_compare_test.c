/* story_compare_test.c -- corrections, and lines that change at every visit. */
#include "base/array.h"
#include "store/story_compare.h"
#include "tests/lib/tap.h"

static const struct {
	const char *name, *a, *b;
	bool same;
} rows[] = {
	{ "nothing", "", "", true },
	{ "itself", "One.\n\nTwo.", "One.\n\nTwo.", true },
	{ "wrapped anew", "One two\nthree.", "One  two three.\n", true },
	{ "a word", "One.\n\nTwo.", "One.\n\nThree.", false },
	{ "a paragraph more", "One.", "One.\n\nTwo.", false },
	{ "a paragraph less", "One.\n\nTwo.", "One.", false },
	{ "another order", "One.\n\nTwo.", "Two.\n\nOne.", false },
	{ "a counter", "One.\n\n12 comments\n\nTwo.",
	    "One.\n\n13 comments\n\nTwo.", true },
	{ "a counter comes", "One.\n\nTwo.", "One.\n\n1 comment\n\nTwo.",
	    true },
	{ "a counter in German", "Eins.\n\n12 Kommentare",
	    "Eins.\n\n13 Kommentare", true },
	{ "a counter in thousands", "1,234 shares\n\nA.", "1.3k shares\n\nA.",
	    true },
	{ "a date", "20 November 2026, 10:30 GMT\n\nA.",
	    "21 December 2026, 11:45 GMT\n\nA.", true },
	{ "since when", "Updated 5 minutes ago by Jane Doe\n\nA.",
	    "Updated 1 hour ago by Jane Doe\n\nA.", true },
	{ "but by whom", "Updated 5 minutes ago by Jane Doe\n\nA.",
	    "Updated 5 minutes ago by John Doe\n\nA.", false },
	{ "a number in a sentence", "12 people died.", "13 people died.",
	    false },
	{ "a date in a sentence", "He died on 3 May.", "He died on 4 May.",
	    false },
	{ "in a long line without a stop",
	    "Some 12 of the people who were on board are missing still",
	    "Some 13 of the people who were on board are missing still",
	    false },
	{ "in a quotation", "\xe2\x80\x9cWe saw 12 of them\xe2\x80\x9d",
	    "\xe2\x80\x9cWe saw 13 of them\xe2\x80\x9d", false },
	{ "Chinese, a correction", "他们有12人。", "他们有13人。", false },
	{ "nothing but a counter", "Edit 1", "Edit 2", false },
	{ "bytes that are no text", "\xff\xfe 1\n", "\xff\xfe 2\n", false },
	{ "no letters at all", "* * *\n\nA.", "* * *\n\nB.", false },
};

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct slice a = slice_of(rows[i].a), b = slice_of(rows[i].b);

		ok(story_compare(a, b) == rows[i].same &&
			story_compare(b, a) == rows[i].same,
		    "%s", rows[i].name);
	}
	return done_testing();
}
