/* story_compare_test.c -- corrections, and lines that change at every visit. */
#include "base/array.h"
#include "store/story_compare.h"
#include "tests/lib/tap.h"

static const struct {
	const char *name, *a, *b;
	bool same;
} rows[] = {
	{ "two empty texts are the same", "", "", true },
	{ "equal texts are the same", "One.\n\nTwo.", "One.\n\nTwo.", true },
	{ "other line breaks are not a change", "One two\nthree.",
	    "One  two three.\n", true },
	{ "another word is a change", "One.\n\nTwo.", "One.\n\nThree.", false },
	{ "an additional paragraph is a change", "One.", "One.\n\nTwo.",
	    false },
	{ "a removed paragraph is a change", "One.\n\nTwo.", "One.", false },
	{ "another order of paragraphs is a change", "One.\n\nTwo.",
	    "Two.\n\nOne.", false },
	{ "another count in a line is not a change",
	    "One.\n\n12 comments\n\nTwo.", "One.\n\n13 comments\n\nTwo.",
	    true },
	{ "an additional line with a count is not a change", "One.\n\nTwo.",
	    "One.\n\n1 comment\n\nTwo.", true },
	{ "another count in a German line is not a change",
	    "Eins.\n\n12 Kommentare", "Eins.\n\n13 Kommentare", true },
	{ "another count in thousands is not a change", "1,234 shares\n\nA.",
	    "1.3k shares\n\nA.", true },
	{ "another date in a line is not a change",
	    "20 November 2026, 10:30 GMT\n\nA.",
	    "21 December 2026, 11:45 GMT\n\nA.", true },
	{ "another time since the update is not a change",
	    "Updated 5 minutes ago by Jane Doe\n\nA.",
	    "Updated 1 hour ago by Jane Doe\n\nA.", true },
	{ "another author of the update is a change",
	    "Updated 5 minutes ago by Jane Doe\n\nA.",
	    "Updated 5 minutes ago by John Doe\n\nA.", false },
	{ "another number in a sentence is a change", "12 people died.",
	    "13 people died.", false },
	{ "another date in a sentence is a change", "He died on 3 May.",
	    "He died on 4 May.", false },
	{ "another number in a long line is a change",
	    "Some 12 of the people who were on board are missing still",
	    "Some 13 of the people who were on board are missing still",
	    false },
	{ "another number in a quotation is a change",
	    "\xe2\x80\x9cWe saw 12 of them\xe2\x80\x9d",
	    "\xe2\x80\x9cWe saw 13 of them\xe2\x80\x9d", false },
	{ "another number in a Chinese sentence is a change", "他们有12人。",
	    "他们有13人。", false },
	{ "another number in a text of one line is a change", "Edit 1",
	    "Edit 2", false },
	{ "other bytes that are not UTF-8 are a change", "\xff\xfe 1\n",
	    "\xff\xfe 2\n", false },
	{ "another paragraph after a line without letters is a change",
	    "* * *\n\nA.", "* * *\n\nB.", false },
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
