/*
 * teasers_test.c -- teasers with linked headings after a short article:
 * teasers.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define ARTICLE                                                                \
	"<article><header><span class=kicker>News</span><h1>Drinks reach the " \
	"games by boat</h1><p class=byline>By Anna Holm</p><time>22 October "  \
	"2026</time></header><div class=text><p>The drinks are carried by "    \
	"ship from a store near the city to a quay in the centre, and from "   \
	"there by electric vans to the stadiums, the hotels and the bars.</p>" \
	"<p>As the director of the wholesaler said, a barge replaces about "   \
	"thirty lorries a day, and nobody has to wait in a traffic jam while " \
	"the bottles become warm in the sun of July.</p><p>The harbour "       \
	"authority wants to extend the supply by water after the games. For "  \
	"this purpose three more quays will be repaired, two of them next to " \
	"markets, and the fees for night trips will be lowered.</p><p>Barges " \
	"have carried sand and gravel to the capital for centuries, but the "  \
	"last cellar with a pier of its own closed sixty years ago.</p></div>" \
	"</article>"

/* Teasers of other articles: title, summary. */
static const char *const teasers[][2] = {
	{ "Sports centre on the lake is enlarged",
	    "The sports centre in the east of the country has received a new "
	    "house with beds and a second hall, which were opened on Saturday "
	    "by the president of the canton in front of many guests." },
	{ "State paid a premium for boars",
	    "At the end of the hunting year the number of shot boars has "
	    "fallen again, the ministry of agriculture announced, although the "
	    "premium was doubled in all districts near the border." },
	{ "Neighbours help with the shopping",
	    "Members of the club ask everybody to keep a distance and to help "
	    "old people in their street, because many of them cannot leave "
	    "their flats during the next weeks of the epidemic." },
};

static void
teasers_test_page(struct buf *page, size_t n, const char *class)
{
	buf_clear(page);
	buf_append_string(page, "<title>Drinks reach the games by boat | The "
				"Post</title><main>" ARTICLE
				"<section class=more><h2>On the topic</h2>");
	for (size_t i = 0; i < n; i++)
		buf_printf(page,
		    "<div class=%s><a href=/r%zu.html><img src=/i.jpg><h3>%s"
		    "</h3></a><p>%s</p></div>",
		    class, i, teasers[i][0], teasers[i][1]);
	buf_append_string(page, "</section></main>");
}

int
main(void)
{
	static const char *const classes[] = { "card", "item", "col" };
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(classes); i++)
		for (size_t n = 2; n <= ARRAY_LENGTH(teasers); n++) {
			struct slice text;

			teasers_test_page(&page, n, classes[i]);
			text = testing_cut_with(buf_slice(&page),
			    "Drinks reach the games by boat", NULL, NULL)
				   .body;
			has(text, "carried by ship",
			    "the beginning of the article is kept");
			has(text, "sixty years ago",
			    "the end of the article is kept");
			for (size_t k = 0; k < n; k++)
				lacks(text,
				    k == 0   ? "has received a new house"
				    : k == 1 ? "shot boars has"
					     : "keep a distance",
				    "a teaser after the article");
		}
	buf_release(&page);
	return testing_end();
}
