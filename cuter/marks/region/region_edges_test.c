/*
 * region_edges_test.c -- the first and last lines that all stories of a page
 * have are not part of the extracted story.
 */
#include "cuter/marks/region/regions_test.h"

static const struct {
	const char *name;
	const char *first[3], *last[3]; /* lines of the three stories */
	const char *lacks;
} edges[] = {
	{ "topics", { "", "", "" },
	    { "<p>Filed under: Harbours, Ferries</p>",
		"<p>Filed under: Music</p>",
		"<p>Filed under: Schools, Cooking, Bakeries</p>" },
	    "Filed under" },
	{ "a sentence with topics", { "", "", "" },
	    { "<p>This entry was posted in Ferries and tagged piers.</p>",
		"<p>This entry was posted in Music and tagged concerts.</p>",
		"<p>This entry was posted in Schools and tagged food.</p>" },
	    "This entry" },
	{ "contacts", { "", "", "" },
	    { "<p>Media contact</p><p>Anna Holm</p><p>anna@pier.example</p>",
		"<p>Media contact</p><p>Omar Weiss</p><p>omar@play.example</p>",
		"<p>Media contact</p><p>Ruth Dahl</p><p>ruth@oven.example</p>" },
	    "contact" },
	{ "contacts: the name", { "", "", "" },
	    { "<p>Media contact</p><p>Anna Holm</p><p>anna@pier.example</p>",
		"<p>Media contact</p><p>Omar Weiss</p><p>omar@play.example</p>",
		"<p>Media contact</p><p>Ruth Dahl</p><p>ruth@oven.example</p>" },
	    "Omar" },
	{ "signatures", { "", "", "" },
	    { "<p><i>Anna Holm, Harwick</i></p>",
		"<p><i>Omar Weiss, Marbeck</i></p>",
		"<p><i>Ruth Dahl, Port Ellis</i></p>" },
	    "Omar" },
	{ "place and date", { "<p>Where: the old pier</p>",
				"<p>Where: the glass house</p>",
				"<p>Where: the kitchen</p>" },
	    { "", "", "" }, "Where" },
	{ "notes about the author", { "", "", "" },
	    { "<p>Anna Holm is a reporter for The Harbour Post in Harwick.</p>",
		"<p>Omar Weiss is a reporter for The Harbour Post in Vell.</p>",
		"<p>Ruth Dahl is a reporter for The Harbour Post in Brenn."
		"</p>" },
	    "reporter" },
	{ "labelled boxes", { "", "", "" },
	    { "<div><p>Sponsored</p><p>Buy a boat from the dealer at the "
	      "corner, who sells eleven kinds of them.</p></div>",
		"<div><p>Sponsored</p><p>Shoes that never wear out, made for "
		"people who walk to their work each day.</p></div>",
		"<div><p>Sponsored</p><p>Learn to bake with the best: our "
		"course begins in autumn and costs nothing.</p></div>" },
	    "Shoes" },
	{ "links to the next stories", { "", "", "" },
	    { "<p><a href=/2>Next: " GARDEN "</a></p>",
		"<p><a href=/1>Previous: " HARBOUR
		"</a> <a href=/3>Next: " SCHOOL "</a></p>",
		"<p><a href=/2>Previous: " GARDEN "</a></p>" },
	    "Previous" },
};

static void
region_edges_test_write(struct buf *page, size_t i, const char *const wrap[2])
{
	static const char *const stories[][2] = { { HARBOUR, HARBOUR_TEXT },
		{ GARDEN, GARDEN_TEXT }, { SCHOOL, SCHOOL_TEXT } };

	buf_clear(page);
	buf_append_string(page, "<title>The Harbour Post</title><main>");
	for (size_t k = 0; k < ARRAY_LENGTH(stories); k++)
		buf_printf(page, "%s<h2>%s</h2>%s%s%s%s", wrap[0],
		    stories[k][0], edges[i].first[k], stories[k][1],
		    edges[i].last[k], wrap[1]);
	buf_append_string(page, "</main>");
}

static void
region_edges_test_lines(struct buf *page)
{
	static const char *const wraps[][2] = {
		{ "<article>", "</article>" },
		{ "<div>", "</div>" },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(edges); i++)
		for (size_t k = 0; k < ARRAY_LENGTH(wraps); k++) {
			region_edges_test_write(page, i, wraps[k]);
			regions_test_takes_garden(
			    page, GARDEN, NULL, edges[i].name);
			lacks(testing_cut_with(
				  buf_slice(page), GARDEN, NULL, NULL)
				  .body,
			    edges[i].lacks, edges[i].name);
		}
}

/* Last paragraphs of different stories are text, also if they are short or
 * begin with the same words. */
static void
region_edges_test_text(struct buf *page)
{
	static const char *const last[] = {
		"<p>The pier will be closed in autumn.</p>",
		"<p>The orchestra from Vell plays first.</p>",
		"<p>Nobody had expected so many guests.</p>",
	};
	struct slice text;

	buf_clear(page);
	buf_printf(page,
	    "<title>The Harbour Post</title><main><h2>" HARBOUR
	    "</h2>" HARBOUR_TEXT "%s<h2>" GARDEN "</h2>" GARDEN_TEXT
	    "%s<h2>" SCHOOL "</h2>" SCHOOL_TEXT "%s</main>",
	    last[0], last[1], last[2]);
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	has(text, "plays first", "the last sentence of a story is text");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	region_edges_test_lines(&page);
	region_edges_test_text(&page);
	buf_release(&page);
	return testing_end();
}
