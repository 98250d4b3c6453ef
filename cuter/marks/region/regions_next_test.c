/*
 * regions_next_test.c -- stories that are announced after the article are left
 * out, also if they are longer than the article or their headlines are plain
 * lines; whole stories on other subjects are left out without a sign; the story
 * without a headline is found between stories with one; the text of a story may
 * be a caption; a live blog without the story is a listing.
 */
#include "cuter/marks/region/regions_test.h"

#define GARDEN_MORE                                                            \
	"<p>The orchestra of the port will play last, as it has done in each " \
	"of the eleven summers since the garden was opened to musicians, and " \
	"its choir sings on the stairs.</p>"
#define HARBOUR_MORE                                                           \
	"<p>Eleven boats have used the terminal since the bridge was closed, " \
	"and their pilots had asked for a roof over the pier, for lamps and "  \
	"for a waiting hall with a stove.</p>"                                 \
	"<p>The council rejected a second plan for the terminal, in which "    \
	"the ferry would have called at the fish market before the boats "     \
	"leave for the islands.</p>"

#define GARDEN_LONG                                                            \
	"<p>Seven orchestras will sleep in the school near the garden, where " \
	"cooks prepare soup for three hundred musicians, and the doors stay "  \
	"open until dawn.</p>"                                                 \
	"<p>The garden was closed for two years, because the roof had been "   \
	"damaged by hail, and the gardeners planted three hundred palms, "     \
	"which visitors can see from the stage and from two galleries above "  \
	"it.</p>"                                                              \
	"<p>Who has no ticket may listen in the park in front of the gate, "   \
	"where loudspeakers hang in the trees, and where two bakers sell "     \
	"bread and lemonade until the last violin has been packed into its "   \
	"case.</p>"
#define HARBOUR_LONG                                                           \
	"<p>The ferry will leave from the fish market in summer, and the "     \
	"pilots of the ferry may use the waiting hall of the old terminal "    \
	"for "                                                                 \
	"another year, the harbour council said after the argument.</p>"       \
	"<p>Its chairwoman wants to sell the ferry in autumn, because boats "  \
	"of the islands need no pilots, and because a new ferry would cost "   \
	"the council more than a pier with lamps, a stove and a roof.</p>"
#define SCHOOL_LONG                                                            \
	"<p>Eighty pupils now eat warm meals at the village school, and the "  \
	"teachers hope that the second kitchen will feed the pupils of two "   \
	"smaller villages as well, whose parents drive them to the village "   \
	"each morning.</p>"                                                    \
	"<p>Three teachers learned to bake with the old machines, and the "    \
	"mayor promised flour for a year, if the pupils and their parents "    \
	"bake the rolls for the village market on every second Friday.</p>"    \
	"<p>A kitchen inspector visits the ovens in autumn, before the meals " \
	"of the smaller villages are cooked by the teachers.</p>"

/* A line announces the stories, which are longer than the article. */
static void
regions_next_test_labels(struct buf *page)
{
	static const struct {
		const char *label, *from, *to;
	} forms[] = {
		{ "<h2>Related stories</h2>", "<h3>", "</h3>" },
		{ "<p><b>Das k\xC3\xB6nnte Sie auch interessieren</b></p>",
		    "<div class=t>", "</div>" },
		{ "<h4>\xC3\x80 lire aussi</h4>", "<p><a href=/r>",
		    "</a></p>" },
		{ "<div>\xD0\xA7\xD0\xB8\xD1\x82\xD0\xB0\xD0\xB9\xD1\x82\xD0"
		  "\xB5 \xD1\x82\xD0\xB0\xD0\xBA\xD0\xB6\xD0\xB5</div>",
		    "<p><b>", "</b></p>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *from = forms[i].from, *to = forms[i].to;

		buf_clear(page);
		buf_printf(page,
		    "<title>" GARDEN " | The Post</title><main><h1>" GARDEN
		    "</h1>" GARDEN_TEXT GARDEN_MORE "<section>%s%s" HARBOUR
		    "%s" HARBOUR_TEXT HARBOUR_MORE "%s" SCHOOL "%s" SCHOOL_TEXT
		    "</section></main>",
		    forms[i].label, from, to, from, to);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "announced stories");
	}
}

/* The article is declared, and the whole story after it is, too. */
static void
regions_next_test_declared(struct buf *page)
{
	static const char *const forms[][2] = {
		{ "<amp-next-page><section><h4>",
		    "</section></amp-next-page>" },
		{ "<div><article><h4>", "</article></div>" },
		{ "<div class=related-stream><div><h4>", "</div></div>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>" GARDEN
		    " | The Post</title><main><article><h1>" GARDEN
		    "</h1>" GARDEN_TEXT GARDEN_MORE GARDEN_LONG "</article>"
		    "%s" HARBOUR "</h4>" HARBOUR_TEXT HARBOUR_MORE
		    "<p>The ferry will leave from the fish market in summer, "
		    "and the pilots of the boats may use the hall of the "
		    "terminal for another year, the council said.</p>%s</main>",
		    forms[i][0], forms[i][1]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "a declared story");
	}
}

/* Two whole stories without any sign follow the text in its element, and are
 * longer than it. Sections about the subject of the text are kept. */
static void
regions_next_test_whole(struct buf *page)
{
	static const char *const forms[][2] = { { "", "" },
		{ "<section>", "</section>" } };
	struct slice text;

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *from = forms[i][0], *to = forms[i][1];

		buf_clear(page);
		buf_printf(page,
		    "<title>" GARDEN " | The Post</title><main><h1>" GARDEN
		    "</h1>" GARDEN_TEXT GARDEN_LONG "%s<h2>" HARBOUR
		    "</h2>" HARBOUR_TEXT HARBOUR_MORE HARBOUR_LONG
		    "%s%s<h2>" SCHOOL "</h2>" SCHOOL_TEXT SCHOOL_LONG
		    "%s</main>",
		    from, to, from, to);
		regions_test_takes_garden(page, GARDEN, NULL, "whole stories");
	}
	buf_clear(page);
	buf_append_string(page,
	    "<title>" GARDEN " | The Post</title><main><h1>" GARDEN
	    "</h1>" GARDEN_TEXT GARDEN_MORE
	    "<p>The garden is open, and seven musicians guide its visitors "
	    "to the stage, the office said. Each of the orchestras brings a "
	    "choir, and the choirs sing until midnight in this garden.</p>"
	    "<h2>What the orchestras will do at night</h2>" GARDEN_LONG
	    "<h2>How musicians can still take part</h2>" GARDEN_LONG
	    "<p>Orchestras may ask the office for tickets.</p></main>");
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	has(text, "loudspeakers hang", "a section");
	has(text, "ask the office for tickets", "the last section");
}

/* An article may continue after its declared element. */
static void
regions_next_test_continued(struct buf *page)
{
	struct slice text;

	buf_clear(page);
	buf_append_string(page,
	    "<title>" GARDEN " | The Post</title><main><article><h1>" GARDEN
	    "</h1>" GARDEN_TEXT GARDEN_MORE "</article><section>"
	    "<h2>What the council wants to build</h2>" HARBOUR_TEXT
	    "<h2>Where the pupils will eat soup</h2>" SCHOOL_TEXT
	    "</section></main>");
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	has(text, "with fireworks", "first part of the article");
	has(text, "voted on Tuesday", "first section");
	has(text, "Pupils cooked", "second section");
}

/* Only the metadata has the headline of the first story. */
static void
regions_next_test_headless(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><meta property=og:title content='" GARDEN
	    "'><main><section>" GARDEN_TEXT GARDEN_MORE
	    "</section><section><h2>" HARBOUR "</h2>" HARBOUR_TEXT HARBOUR_MORE
	    "</section><section><h2>" SCHOOL "</h2>" SCHOOL_TEXT
	    "</section></main>");
	regions_test_takes_garden(
	    page, GARDEN, NULL, "a story without headline");
}

/* The text of each story is the caption of its image. */
static void
regions_next_test_captions(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main>"
	    "<figure><img src=/a.jpg width=900><figcaption><h3>" HARBOUR
	    "</h3>" HARBOUR_TEXT "</figcaption></figure>"
	    "<figure><img src=/b.jpg width=900><figcaption><h3>" GARDEN
	    "</h3>" GARDEN_TEXT "</figcaption></figure>"
	    "<figure><img src=/c.jpg width=900><figcaption><h3>" SCHOOL
	    "</h3>" SCHOOL_TEXT "</figcaption></figure></main>");
	regions_test_takes_garden(page, GARDEN, NULL, "a story in a caption");
}

/* The entries together have the words of the feed's title, but no entry is its
 * story. */
static void
regions_next_test_live(struct buf *page)
{
	struct cuter_article a;

	buf_clear(page);
	buf_append_string(page,
	    "<title>Live blog | The Post</title><main><h1>Live blog: the day"
	    "</h1><div class=live>"
	    "<div class=e><time>21:40</time><h3>" HARBOUR "</h3>" HARBOUR_TEXT
	    "</div><div class=e><time>20:15</time><h3>" GARDEN
	    "</h3>" GARDEN_TEXT "</div>"
	    "<div class=e><time>19:05</time><h3>" SCHOOL "</h3>" SCHOOL_TEXT
	    "</div><div class=e><time>18:20</time><h3>Pilots ask for a roof "
	    "over the pier</h3>" HARBOUR_MORE "</div>"
	    "<div class=e><time>17:10</time><h3>Choir sings on the stairs "
	    "again</h3>" GARDEN_MORE "</div></div></main>");
	a = testing_cut_with(buf_slice(page),
	    "Pupils and musicians rejected the machines of the bakery", NULL,
	    NULL);
	ok(a.page_class == CUTER_PAGE_LISTING,
	    "a live blog without the story is a listing");
	ok(a.confidence <= 0.4, "with a low confidence");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	regions_next_test_labels(&page);
	regions_next_test_declared(&page);
	regions_next_test_whole(&page);
	regions_next_test_continued(&page);
	regions_next_test_headless(&page);
	regions_next_test_captions(&page);
	regions_next_test_live(&page);
	buf_release(&page);
	return testing_end();
}
