/*
 * trained_test.c -- hidden parts, copies, tables, captions and further stories
 * in pages cut by the default method: trained.c, repeats.c, revealed.c,
 * stories.c, notices.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "Harbour council closes the old ferry terminal"
#define TEXT                                                                   \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"                \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"
#define REST                                                                   \
	"<p>The council's engineers had found in spring that the piles under " \
	"the terminal are rotten and cannot be repaired for the money that "   \
	"is left.</p>"                                                         \
	"<p>The building itself will stay, the chairwoman said, because the "  \
	"city wants to move its archive there before the end of next "         \
	"year.</p>"
#define OTHER                                                                  \
	"<p>Seven orchestras will play in the botanical garden this summer, "  \
	"the city's cultural office said on Wednesday.</p>"                    \
	"<p>Tickets are free for everybody under twenty, and the last of the " \
	"concerts begins at midnight, with fireworks, if the weather is good " \
	"and the fire brigade agrees to it in time.</p>"                       \
	"<p>The garden stays open for walkers meanwhile, apart from the two "  \
	"glass houses, which are under repair until autumn, when the palms "   \
	"come back from the nursery where they spent the year.</p>"            \
	"<p>More than forty thousand people heard the concerts last summer, "  \
	"twice as many as in the year before, and all the benches that the "   \
	"office had put there were taken before noon.</p>"
#define MENU                                                                   \
	"<ul><li><a href=/a>Harbour</a></li><li><a href=/b>City</a></li><li>"  \
	"<a href=/c>Sport</a></li></ul>"

/* %T: the title and the text. */
static const struct {
	const char *name, *html, *kept, *lost;
} cases[] = {
	{ "text that React sends in a hidden element",
	    "<article>%T</article><div hidden id=\"S:1b\">" REST "</div>",
	    "piles under the terminal", NULL },
	{ "an element with a similar identifier stays hidden",
	    "<article>%T</article><div hidden id=\"S:menu\">" REST "</div>",
	    "voted on Tuesday", "piles under the terminal" },
	{ "a closed panel of an accordion",
	    "<article>%T<div class=\"x-accordion\"><div id=p0 style=\"display:"
	    "none\" role=region>" REST "</div></div></article>",
	    "piles under the terminal", NULL },
	{ "a paragraph that is hidden until the reader has paid",
	    "<article>%T<p class=paywall aria-hidden=true>The council's "
	    "engineers had found in spring that the piles under the terminal "
	    "are rotten and cannot be repaired for the money that is left.</p>"
	    "</article>",
	    "piles under the terminal", NULL },
	{ "other hidden text",
	    "<article>%T<div style=\"display:none\">" REST "</div></article>",
	    "voted on Tuesday", "piles under the terminal" },
	{ "a table with linked cells",
	    "<article>%T<table><tr><th>Pier</th><th>Built</th></tr><tr><td>"
	    "<a href=/n>North quay</a></td><td>in 1931</td></tr><tr><td><a "
	    "href=/s>South quay</a></td><td>in 1954</td></tr></table>" REST
	    "</article>",
	    "1954", NULL },
	{ "a long caption",
	    "<article>%T" REST "<figure><img src=/a.jpg><figcaption>" OTHER
	    "</figcaption></figure>" REST "</article>",
	    "piles under the terminal", "Seven orchestras" },
	{ "a longer article below this one",
	    "<main><article class=article><div class=article-body>%T" REST
	    "</div></article><div class=under><article class=article><div "
	    "class=article-body><h1>All in time</h1>" OTHER OTHER
	    "</div></article></div></main>",
	    "voted on Tuesday", "Seven orchestras" },
	{ "a longer <article> below a teaser",
	    "<main><article><h1>" TITLE "</h1></article><article><h1>Vote in "
	    "the harbour</h1>" TEXT REST "</article></main>",
	    "voted on Tuesday", NULL },
	{ "a question before embedded contents",
	    "<article>%T<div class=embed><p>I agree that external content is "
	    "shown to me. Accept cookies to view it.</p></div>" REST
	    "</article>",
	    "piles under the terminal", "Accept cookies" },
	{ "a German question before embedded contents",
	    "<article>%T<p>An dieser Stelle findest du einen externen Inhalt "
	    "von YouTube, der den Artikel ergänzt.</p>" REST "</article>",
	    "piles under the terminal", "YouTube" },
};

static struct slice
trained_test_body(struct buf *page, const char *html)
{
	const char *at = strstr(html, "%T");
	const char *rest = at == NULL ? html : at + 2;

	buf_clear(page);
	buf_printf(page,
	    "<html><head><title>%s</title></head><body>" MENU "%.*s%s%s"
	    "</body></html>",
	    TITLE, at == NULL ? 0 : (int)(at - html), html,
	    at == NULL ? "" : "<h1>" TITLE "</h1>" TEXT, rest);
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL).body;
}

static unsigned
trained_test_count(struct slice text, const char *part)
{
	size_t at = 0;
	unsigned n = 0;

	while ((at = slice_find(text, slice_of(part), at)) != SLICE_NOT_FOUND) {
		n++;
		at++;
	}
	return n;
}

static void
trained_test_copies(struct buf *page)
{
	struct slice text = trained_test_body(page,
	    "<div class=wide>%T" REST "</div><div class=narrow>" TEXT REST
	    "</div>");

	is_int(trained_test_count(text, "voted on Tuesday"), 1,
	    "the text of a copy for narrow screens is read once");
	is_int(trained_test_count(text, "piles under the terminal"), 1,
	    "the rest of a copy for narrow screens is read once");
	text = trained_test_body(page, "<div>%T" TEXT "</div>");
	is_int(trained_test_count(text, "voted on Tuesday"), 2,
	    "paragraphs that are repeated in one element stay");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct slice text = trained_test_body(&page, cases[i].html);

		has(text, cases[i].kept, cases[i].name);
		if (cases[i].lost != NULL)
			lacks(text, cases[i].lost, cases[i].name);
	}
	trained_test_copies(&page);
	buf_release(&page);
	return testing_end();
}
