/*
 * region_rules_test.c -- rules of signs divide the stories of a page.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define PAGE(text) "<title>The Post</title><main><div>" text "</div></main>"
#define HARBOUR                                                                \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"
#define GARDEN                                                                 \
	"<p>Musicians from nine countries rehearse this week under the glass " \
	"roof, the cultural office announced on Wednesday.</p>"                \
	"<p>Tickets are free for everybody under twenty, and the last of "     \
	"these concerts begins at midnight, with fireworks.</p>"
#define FOREST                                                                 \
	"<p>Rangers counted eleven wolves in the northern forest last "        \
	"winter, "                                                             \
	"three more than in the year before, a report says.</p>"               \
	"<p>Farmers want taller fences, and the ministry is willing to pay "   \
	"for half of them, although nobody knows the price.</p>"
#define TITLE "Seven orchestras play in the garden"

static const char *const rules[] = { "<hr>", "<p>* * *</p>", "<p>---</p>",
	"<div align=center>•&nbsp;•&nbsp;•</div>", "<p>_______</p>",
	"<p>&nbsp;</p><p>⁂</p>" };

/* Tests that the text of the garden is taken, and no other. */
static void
region_rules_test_garden(struct slice text, const char *rule)
{
	has(text, "Musicians", rule);
	has(text, "with fireworks", rule);
	lacks(text, "voted on Tuesday", rule);
	lacks(text, "Rangers", rule);
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 16);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
		buf_clear(&page);
		buf_printf(&page, PAGE(HARBOUR "%s" GARDEN "%s" FOREST),
		    rules[i], rules[i]);
		region_rules_test_garden(
		    testing_cut_with(buf_slice(&page), "News",
			"Musicians from nine countries rehearse this week "
			"under the glass roof, the cultural office announced",
			NULL)
			.body,
		    rules[i]);
		/* Lines in the stories look like the headlines. */
		buf_clear(&page);
		buf_printf(&page,
		    PAGE("<p>Harbour council closes the ferry terminal</p>"
			 "%s<p>No answer for eleven years</p>" HARBOUR
			 "%s<p>" TITLE "</p>" GARDEN
			 "<p>More of it in the evening</p>" GARDEN
			 "%s<p>Eleven wolves live in the forest</p>" FOREST),
		    "", rules[i], rules[i]);
		region_rules_test_garden(
		    testing_cut_with(buf_slice(&page), TITLE, NULL, NULL).body,
		    rules[i]);
	}
	buf_release(&page);
	return testing_end();
}
