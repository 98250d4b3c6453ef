/*
 * names_test.c -- words of class and id, in the spellings that pages use.
 */
#include "cuter/features/names.h"
#include "tests/lib/tap.h"

static struct names_index names_index;

static void
speaks_of(const char *value, enum name_kind kind, const char *name)
{
	ok(names_read(&names_index, slice_of(value)) >> kind & 1, "%s: \"%s\"",
	    name, value);
}

static void
silent_of(const char *value, enum name_kind kind, const char *name)
{
	ok(!(names_read(&names_index, slice_of(value)) >> kind & 1),
	    "%s: \"%s\"", name, value);
}

int
main(void)
{
	names_index_init(&names_index);
	char longest[4096];

	speaks_of("article-body", NAME_BODY, "dash");
	speaks_of("articleBody", NAME_BODY, "capital");
	speaks_of("c-article__body", NAME_BODY, "underlines");
	speaks_of("ARTICLE-BODY", NAME_BODY, "all capitals");
	speaks_of("col-8 related-links", NAME_RELATED, "second word");
	speaks_of("commentlist", NAME_COMMENT, "begin of a word");
	silent_of("uncommented", NAME_COMMENT, "not inside one");
	speaks_of("box ad", NAME_ADVERTISEMENT, "a whole word");
	silent_of("adaptive", NAME_ADVERTISEMENT, "no begin of another");
	is_int(names_read(&names_index, SLICE("")), 0, "empty: nothing");
	is_int(names_read(&names_index, SLICE_NONE), 0, "absent: nothing");
	is_int(names_read(&names_index, SLICE("42 -- ?")), 0,
	    "no letters: nothing");
	memset(longest, 'x', sizeof(longest));
	is_int(names_read(
		   &names_index, (struct slice){ longest, sizeof(longest) }),
	    0, "a long one");
	return done_testing();
}
