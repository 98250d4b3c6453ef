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

/* Rooms for music, with a line for each. */
static const struct {
	const char *room, *text, *line;
} rooms[] = {
	{ "Town hall",
	    "The former town hall has a stage for sixty people, and its owner "
	    "invites a choir from the region on each Sunday of the month.",
	    "Tickets at the door, no cards" },
	{ "Blue Barn",
	    "Farmers built the barn for their horses, but a jazz club has "
	    "rented it since the horses were sold to a riding school.",
	    "Tickets from the baker, cash only" },
	{ "Customs House",
	    "Sailors paid their duties in this hall, where a string quartet "
	    "now plays on Fridays for whoever comes in from the quay.",
	    "Free, a hat goes round" },
	{ "Mill Cellar",
	    "The cellar of the water mill is cold even in May, so the singers "
	    "bring blankets, and the audience is asked to do the same.",
	    "Tickets from the miller, no cards" },
	{ "Tram Depot",
	    "Trams of the first line were kept here, and the rails in the "
	    "floor make it hard to place the chairs in a straight row.",
	    "Tickets on the tram, cash only" },
	{ "Glass House",
	    "A gardener lends his glass house to young guitarists, as long as "
	    "they do not open the windows on the side of the tomatoes.",
	    "Free, a basket goes round" },
};

/* Extracts the list. line: the line with the class for bylines, instead of the
 * line of each room; may be NULL. */
static struct slice
trained_test_list(struct buf *page, const char *line)
{
	buf_clear(page);
	buf_printf(page,
	    "<title>Six places to hear music</title><article><h1>Six places to "
	    "hear music</h1><p>Our reporters have visited rooms in which "
	    "musicians play from March to May, and describe the best.</p>");
	for (size_t i = 0; i < ARRAY_LENGTH(rooms); i++)
		buf_printf(page,
		    "<h2>%s</h2><p>%s</p><div class='event-author'>%s</div>",
		    rooms[i].room, rooms[i].text,
		    line != NULL ? line : rooms[i].line);
	buf_printf(page, "</article>");
	return testing_cut_with(
	    buf_slice(page), "Six places to hear music", NULL, NULL)
	    .body;
}

/* Many lines with a class for bylines are not bylines, unless they are names.
 */
static void
trained_test_items(struct buf *page)
{
	struct slice text = trained_test_list(page, NULL);

	for (size_t i = 0; i < ARRAY_LENGTH(rooms); i++)
		has(text, rooms[i].line, "a line of each item of a list");
	text = trained_test_list(page, "By Anna Holm");
	has(text, rooms[3].text, "a byline after each item: the text stays");
	lacks(text, "Anna Holm", "a byline after each item is no text");
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
	trained_test_items(&page);
	buf_release(&page);
	return testing_end();
}
