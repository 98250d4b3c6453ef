/*
 * regions_places_test.c -- a whole story before the article's headline is left
 * out; the first story may have no headline; headlines may have numbers, dates
 * or places before them; the feed's title may have only some words of the
 * headline, in another order, or may be shortened.
 */
#include "cuter/marks/region/regions_test.h"

#define HARBOUR_LONG                                                           \
	HARBOUR_TEXT                                                           \
	"<p>The ferry will leave from the fish market in summer, and the "     \
	"pilots of the ferry may use the waiting hall of the old terminal "    \
	"for another year, the chairwoman said after the argument. Eleven "    \
	"boats have used the pier since the bridge was closed, and their "     \
	"pilots had asked for a roof, for lamps and for a hall with a "        \
	"stove. A second plan, in which the ferry would have called at the "   \
	"islands, was rejected.</p>"
#define GARDEN_LONG                                                            \
	GARDEN_TEXT                                                            \
	"<p>Seven orchestras will sleep in the school near the garden, where " \
	"cooks prepare soup for three hundred musicians, and the doors stay "  \
	"open until dawn. The garden was closed for two years, because the "   \
	"roof had been damaged by hail, and the gardeners planted three "      \
	"hundred palms, which visitors can see from the stage and from two "   \
	"galleries above it.</p>"                                              \
	"<p>The orchestra of the port will play last, as it has done in each " \
	"of the eleven summers since the garden was opened to musicians, and " \
	"its choir sings on the stairs.</p>"

static void
regions_places_test_before(struct buf *page)
{
	static const char *const forms[][2] = {
		{ "<div class=featured><h2>" HARBOUR "</h2>" HARBOUR_LONG
		  "</div><article>",
		    "</article>" },
		{ "<h3>" HARBOUR "</h3>" HARBOUR_LONG, "" },
		{ "<section><h2>" HARBOUR "</h2>" HARBOUR_LONG
		  "</section><section><h2>" HARBOUR "</h2>" HARBOUR_LONG
		  "</section>",
		    "" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>" GARDEN " | The Post</title><main>%s<h1>" GARDEN
		    "</h1>" GARDEN_LONG "%s</main>",
		    forms[i][0], forms[i][1]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "a whole story before the headline");
	}
}

/* A text about the same subject before the headline is kept. */
static void
regions_places_test_same_subject(struct buf *page)
{
	struct slice text;

	buf_clear(page);
	buf_append_string(page,
	    "<title>" GARDEN
	    " | The Post</title><article><h2>The concerts at a "
	    "glance</h2>" GARDEN_LONG "<h1>" GARDEN
	    "</h1><p>Seven orchestras and their musicians will play in the "
	    "garden until the last violin has been packed into its case, and "
	    "the office of the garden has asked the visitors to bring no "
	    "chairs to the concerts, because the palms need the space.</p>"
	    "<p>The stage is under the glass roof, where the fireworks can be "
	    "seen, and the tickets for the galleries are free on Wednesday "
	    "for visitors under twenty, as in each summer. Musicians of the "
	    "orchestras, their choirs and the cooks have tickets for all "
	    "concerts until midnight, the cultural office said, and for the "
	    "school near the garden.</p></article>");
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	has(text, "Musicians from nine countries",
	    "a text about the same subject before the headline is kept");
	has(text, "bring no chairs", "and the text after it, too");
}

/* Only the first story has no headline. */
static void
regions_places_test_headless(struct buf *page)
{
	static const char *const wraps[][2] = { { "<div>", "</div>" },
		{ "<article>", "</article>" }, { "<section>", "</section>" } };

	for (size_t i = 0; i < ARRAY_LENGTH(wraps); i++) {
		const char *from = wraps[i][0], *to = wraps[i][1];

		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main>%s" GARDEN_LONG
		    "%s%s<h2>" HARBOUR "</h2>" HARBOUR_LONG "%s%s<h2>" SCHOOL
		    "</h2>" SCHOOL_TEXT "%s</main>",
		    from, to, from, to, from, to);
		regions_test_takes_garden(page, GARDEN,
		    "Musicians from nine countries rehearse this week under "
		    "the glass roof, the cultural office announced on "
		    "Wednesday. Tickets are free for everybody",
		    "a first story without a headline");
	}
}

static void
regions_places_test_labels(struct buf *page)
{
	static const char *const labels[][3] = {
		{ "1. ", "2. ", "3. " },
		{ "(1) ", "(2) ", "(3) " },
		{ "3 May 2026: ", "2 May 2026: ", "1 May 2026: " },
		{ "02/05/2026 ", "02/05/2026 ", "01/05/2026 " },
		{ "PORT ELLIS \xE2\x80\x93 ", "HARWICK \xE2\x80\x93 ",
		    "VELL \xE2\x80\x93 " },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main><h2>%sFerry</h2>" HARBOUR_TEXT
		    "<h2>%s" GARDEN "</h2>" GARDEN_TEXT
		    "<h2>%sKitchen</h2>" SCHOOL_TEXT "</main>",
		    labels[i][0], labels[i][1], labels[i][2]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "a headline after a label");
	}
}

/* Only one headline has the words of the title. */
static void
regions_places_test_words(struct buf *page)
{
	struct slice text;

	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><div><h2>" HARBOUR
	    "</h2>" HARBOUR_TEXT "</div><div><h2>" GARDEN
	    " until the last violin has been packed into its case at "
	    "midnight</h2>" GARDEN_TEXT "</div><div><h2>" SCHOOL
	    "</h2>" SCHOOL_TEXT "</div></main>");
	regions_test_takes_garden(page, "Midnight: violin, garden", NULL,
	    "a title with some words of the headline");
	text = testing_cut_with(
	    buf_slice(page), "Harbour: orchestras, kitchen", NULL, NULL)
		   .body;
	has(text, "Pupils cooked",
	    "words of several headlines select none of the stories");
}

/* The panels of an accordion are closed, and the feed shortens the title. */
static void
regions_places_test_panels(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main>"
	    "<div class=item><button>" HARBOUR
	    "</button><div class=text hidden>" HARBOUR_TEXT "</div></div>"
	    "<div class=item><button>" GARDEN
	    "</button><div class=text hidden>" GARDEN_TEXT "</div></div>"
	    "<div class=item><button>" SCHOOL
	    "</button><div class=text hidden>" SCHOOL_TEXT
	    "</div></div></main>");
	regions_test_takes_garden(page,
	    "Seven orchestras will play\xE2\x80\xA6", NULL,
	    "a closed panel with a shortened title");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	regions_places_test_before(&page);
	regions_places_test_same_subject(&page);
	regions_places_test_headless(&page);
	regions_places_test_labels(&page);
	regions_places_test_words(&page);
	regions_places_test_panels(&page);
	buf_release(&page);
	return testing_end();
}
