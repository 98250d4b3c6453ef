/*
 * region_pre_test.c -- of several stories in one <pre>, only the story of the
 * feed's title is extracted; one article in a <pre> is kept: region_pre.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define HARBOUR "Harbour council closes the old ferry terminal"
#define GARDEN  "Seven orchestras will play in the garden"
#define SCHOOL  "Village school opens a second kitchen"
#define HARBOUR_TEXT                                                           \
	"The harbour council voted on Tuesday evening to close the old "       \
	"ferry\n"                                                              \
	"terminal, ending an argument of eleven years.\n\n"                    \
	"Boats will be sent to the new pier from the first of May, said its\n" \
	"chairwoman, who did not say what comes after.\n"
#define GARDEN_TEXT                                                            \
	"Musicians from nine countries rehearse this week under the glass\n"   \
	"roof, the cultural office announced on Wednesday.\n\n"                \
	"Tickets are free for everybody under twenty, and the last of the\n"   \
	"concerts begins at midnight, with fireworks.\n"
#define SCHOOL_TEXT                                                            \
	"Pupils cooked for their parents on Friday, when the mayor cut a\n"    \
	"ribbon made of dough in front of two hundred guests.\n\n"             \
	"Its ovens were paid for by a bakery that had closed in spring and\n"  \
	"left its machines to the teachers.\n"

/* The name of a form; what is before a headline, after it, and after a story.
 */
static const struct {
	const char *name, *before, *after, *end;
} forms[] = {
	{ "underlined headlines", "", "\n=====\n\n", "\n" },
	{ "headlines with a sign", "* ", "\n\n", "\n" },
	{ "headlines with a date", "[3 May 2026] ", "\n\n", "\n" },
	{ "rules", "", "\n\n", "\n----------\n\n" },
	{ "empty lines", "", "\n\n", "\n\n\n" },
};

static struct slice
region_pre_test_cut(
    struct buf *page, const char *title, size_t form, const char *headline)
{
	const char *before = forms[form].before, *after = forms[form].after,
		   *end = forms[form].end;

	buf_clear(page);
	buf_printf(page,
	    "<html><head><title>%s</title></head><body><h1>The Post</h1><pre>"
	    "%s" HARBOUR "%s" HARBOUR_TEXT "%s%s%s%s" GARDEN_TEXT "%s%s" SCHOOL
	    "%s" SCHOOL_TEXT "%s</pre></body></html>",
	    title, before, after, end, before, headline, after, end, before,
	    after, end);
	return testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
}

int
main(void)
{
	struct slice text;
	struct buf page;

	buf_init(&page, 1 << 16);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		text = region_pre_test_cut(&page, "The Post", i, GARDEN);
		has(text, "Musicians from nine countries", forms[i].name);
		has(text, "with fireworks", forms[i].name);
		lacks(text, "voted on Tuesday", forms[i].name);
		lacks(text, "Pupils cooked", forms[i].name);
	}
	text = region_pre_test_cut(&page, GARDEN, 0, GARDEN);
	has(text, "voted on Tuesday", "a page with the feed's title");
	has(text, "Pupils cooked", "its last section");
	text = region_pre_test_cut(&page, "The Post", 0, "Concerts in summer");
	has(text, "Musicians from nine countries", "no line has the title");
	buf_release(&page);
	return testing_end();
}
