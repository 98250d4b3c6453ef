/*
 * regions_test.h -- three stories, for regions_test.c, regions_layouts_test.c,
 * regions_signs_test.c and regions_next_test.c.
 */
#ifndef CUTER_MARKS_REGION_REGIONS_TEST_H
#define CUTER_MARKS_REGION_REGIONS_TEST_H

#include "base/array.h"
#include "tests/lib/cuter.h"

#define HARBOUR "Harbour council closes the old ferry terminal"
#define GARDEN  "Seven orchestras will play in the garden"
#define SCHOOL  "Village school opens a second kitchen"

#define HARBOUR_TEXT                                                           \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"
#define GARDEN_TEXT                                                            \
	"<p>Musicians from nine countries rehearse this week under the glass " \
	"roof, the cultural office announced on Wednesday.</p>"                \
	"<p>Tickets are free for everybody under twenty, and the last of the " \
	"concerts begins at midnight, with fireworks.</p>"
#define SCHOOL_TEXT                                                            \
	"<p>Pupils cooked for their parents on Friday, when the mayor cut a "  \
	"ribbon made of dough in front of two hundred guests.</p>"             \
	"<p>Its ovens were paid for by a bakery that had closed in spring "    \
	"and left its machines to the teachers.</p>"

/* Tests that exactly the text of the second story is extracted. */
static void
regions_test_takes_garden(
    struct buf *page, const char *title, const char *summary, const char *name)
{
	struct slice text =
	    testing_cut_with(buf_slice(page), title, summary, NULL).body;

	has(text, "Musicians from nine countries", name);
	has(text, "with fireworks", name);
	lacks(text, "voted on Tuesday", name);
	lacks(text, "Pupils cooked", name);
}

#endif
