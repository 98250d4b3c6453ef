/*
 * regions_layouts_test.c -- the story that the feed's title names is extracted
 * from tables, boxes and uneven trees.
 */
#include "cuter/marks/region/regions_test.h"

/* One of the stories is one level deeper than the others. */
static void
regions_layouts_test_deeper(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><div><h2>" GARDEN "</h2>" GARDEN_TEXT
	    "</div><div class=promo><div><h2>" HARBOUR "</h2>" HARBOUR_TEXT
	    "</div></div><div><h2>" SCHOOL "</h2>" SCHOOL_TEXT "</div></main>");
	regions_test_takes_garden(
	    page, GARDEN, NULL, "the next story is deeper");
}

/* A row of headlines is over a row of texts. */
static void
regions_layouts_test_rows(struct buf *page)
{
	static const char *const cells[][2] = { { "<th>", "</th>" },
		{ "<td><b>", "</b></td>" }, { "<td><h3>", "</h3></td>" } };

	for (size_t i = 0; i < ARRAY_LENGTH(cells); i++)
		for (size_t rows = 1; rows <= 2; rows++) {
			const char *a = cells[i][0], *b = cells[i][1];

			buf_clear(page);
			buf_append_string(
			    page, "<title>The Post</title><main><table>");
			if (rows == 2)
				buf_printf(page,
				    "<tr>%sHeron census%s%sSnow on the pass of "
				    "the mill%s</tr><tr><td>" SCHOOL_TEXT
				    "</td><td>" SCHOOL_TEXT "</td></tr>",
				    a, b, a, b);
			buf_printf(page,
			    "<tr>%s" HARBOUR "%s%s" GARDEN
			    "%s</tr><tr><td>" HARBOUR_TEXT
			    "</td><td>" GARDEN_TEXT "</td></tr></table></main>",
			    a, b, a, b);
			regions_test_takes_garden(
			    page, GARDEN, NULL, "headlines over texts");
		}
}

/* Two boxes: the headline of the other story is short. */
static void
regions_layouts_test_two_boxes(struct buf *page)
{
	static const char *const hints[] = { GARDEN,
		GARDEN " | The Harbour Post",
		"Seven orchestras will play\xE2\x80\xA6" };

	buf_clear(page);
	buf_append_string(page,
	    "<title>The Harbour Post</title><main><div><h2>" GARDEN
	    "</h2>" GARDEN_TEXT "</div><div><h2>Heron census</h2>" SCHOOL_TEXT
	    "</div></main>");
	for (size_t i = 0; i < ARRAY_LENGTH(hints); i++)
		regions_test_takes_garden(page, hints[i], NULL,
		    "the headline of the other story is short");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	regions_layouts_test_deeper(&page);
	regions_layouts_test_rows(&page);
	regions_layouts_test_two_boxes(&page);
	buf_release(&page);
	return testing_end();
}
