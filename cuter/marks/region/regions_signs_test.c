/*
 * regions_signs_test.c -- the story that the feed's title names is extracted
 * if its headline is an image, a link or the label of a closed panel, or also
 * that of a teaser; other stories beside the article are left out.
 */
#include "cuter/marks/region/regions_test.h"

/* A teaser with the headline and the first paragraph is before the story. */
static void
regions_signs_test_paywall(struct buf *page)
{
	static const char *const boxes[] = { "div", "article", "section" };

	for (size_t i = 0; i < ARRAY_LENGTH(boxes); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main><%s><h2>" GARDEN
		    "</h2><p>Musicians from nine countries rehearse this week "
		    "under the glass roof, the cultural office announced on "
		    "Wednesday, and added that all of them had arrived.</p>"
		    "<p><a href=/a>Subscribe</a></p></%s>"
		    "<%s><h2>" HARBOUR "</h2>" HARBOUR_TEXT "</%s>"
		    "<%s><h2>" GARDEN "</h2>" GARDEN_TEXT
		    "<p>The garden was closed for two years, because the roof "
		    "had been damaged by hail, and the gardeners planted "
		    "three hundred palms in the halls, which visitors can see "
		    "from the stage and from two galleries above it.</p>"
		    "<p>The orchestra of the port will play last, as it has "
		    "done in each of the eleven summers since the garden was "
		    "opened to musicians, and its choir sings on the "
		    "stairs.</p>"
		    "</%s></main>",
		    boxes[i], boxes[i], boxes[i], boxes[i], boxes[i], boxes[i]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "a teaser repeats the headline");
	}
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	regions_signs_test_paywall(&page);
	buf_release(&page);
	return testing_end();
}
