/*
 * stories_test.c -- another article on the page is not part of this article,
 * but the sections of this article are.
 */
#include "tests/lib/cuter.h"

#define TITLE "Harbour council closes the old ferry terminal"
#define OWN                                                                    \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"                \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"
#define NEXT                                                                   \
	"<p>Seven orchestras will play in the botanical garden this summer, "  \
	"the city's cultural office said on Wednesday.</p>"                    \
	"<p>Tickets are free for everybody under twenty, and the last of the " \
	"concerts begins at midnight, with fireworks.</p>"                     \
	"<p>The garden stays open for walkers meanwhile, apart from the two "  \
	"glass houses, which are under repair until autumn.</p>"

static struct slice
stories_test_body(const char *html)
{
	return testing_cut(html, TITLE).body;
}

static void
stories_test_next_story(void)
{
	struct slice text = stories_test_body(
	    "<html><body><main><article><h1>" TITLE "</h1>" OWN
	    "</article><article class=second><h1>Orchestras in the garden"
	    "</h1>" NEXT "</article></main></body></html>");

	has(text, "voted on Tuesday",
	    "two articles: the text of the first is taken");
	lacks(text, "Seven orchestras",
	    "two articles: the next article is not taken");
	text = stories_test_body(
	    "<html><body><div><h1>" TITLE "</h1>" OWN
	    "</div><article><h1>Orchestras in the garden</h1>" NEXT
	    "</article></body></html>");
	has(text, "voted on Tuesday", "text before an <article>: it is taken");
	lacks(text, "Seven orchestras",
	    "text before an <article>: the <article> is not");
}

static void
stories_test_one_story(void)
{
	struct slice text = stories_test_body(
	    "<html><body><article><h1>" TITLE "</h1>" OWN
	    "<article><h1>Reactions from the quarter</h1>" NEXT
	    "</article></article></body></html>");

	has(text, "Seven orchestras",
	    "an <article> inside of the article is taken");
	text = stories_test_body("<html><body><article><h1>" TITLE "</h1>" OWN
				 "</article><article><p>What it means</p>" NEXT
				 "</article></body></html>");
	has(text, "voted on Tuesday",
	    "a second <article> without heading: the first is taken");
	has(text, "Seven orchestras",
	    "a second <article> without heading: it is taken, too");
}

/* An <article> without heading follows; the title has only two long words. */
static void
stories_test_short_title(void)
{
	struct slice text = testing_cut(
	    "<html><body><article><h1>Ferry terminal</h1>" OWN OWN
	    "<p>The walkers of the town had asked for a path along the quay, "
	    "and the council will now have one built from the stones of the "
	    "old waiting room, which nobody had entered for four winters.</p>"
	    "</article><article>" NEXT NEXT "</article></body></html>",
	    "Ferry terminal")
				.body;

	has(text, "voted on Tuesday", "a short title: its article is taken");
	lacks(text, "Seven orchestras",
	    "a short title: an <article> without its words is not taken");
}

static void
stories_test_second_asked_for(void)
{
	struct slice text = testing_cut(
	    "<html><body><main><article><h1>Orchestras in the "
	    "garden this summer</h1>" NEXT "</article><article><h1>" TITLE
	    "</h1>" OWN "</article></main></body></html>",
	    TITLE)
				.body;

	has(text, "voted on Tuesday",
	    "the title is in the second: the second is taken");
	lacks(text, "Seven orchestras",
	    "the title is in the second: the first is not taken");
}

#define FOREIGN                                                                \
	"<section><h1>Seven orchestras play beneath the palm trees</h1>" NEXT  \
	"<p>Visitors should bring blankets, warm clothes and patience, since " \
	"the gates open late and the queue is long every year.</p></section>"

/* Other stories in elements of any kind and depth. */
static void
stories_test_foreign_story(void)
{
	struct slice text =
	    stories_test_body("<html><body><div><div><h1>" TITLE "</h1>" OWN
			      "</div>" FOREIGN "</div></body></html>");

	has(text, "voted on Tuesday",
	    "a story after this one: this one is taken");
	lacks(text, "Seven orchestras", "a story after this one: it is not");
	text = stories_test_body("<html><body>" FOREIGN "<div><div><h1>" TITLE
				 "</h1>" OWN "</div></div></body></html>");
	has(text, "voted on Tuesday",
	    "a story before this one: this one is taken");
	lacks(text, "Seven orchestras", "a story before this one: it is not");
}

/* A section belongs to the article if it has words of the title, or if words of
 * its heading are in the text. */
static void
stories_test_section(void)
{
	struct slice text = stories_test_body(
	    "<html><body><div><div><h1>" TITLE "</h1>" OWN
	    "</div><section><h1>Eleven years of argument over posters</h1>" NEXT
	    "<p>The harbour was to have a ferry for everybody, and the old "
	    "terminal was what the council wanted to keep for walkers.</p>"
	    "</section></div></body></html>");

	has(text, "Seven orchestras",
	    "a section on the title's topic is taken");
}

/* A story on another subject whose headline consists of common words, most of
 * which are also in OWN_LONG. */
#define OWN_LONG                                                               \
	OWN "<p>The terminal of the harbour dates from the years when three "  \
	    "ferries crossed the bay every hour. The council wants to sell "   \
	    "it, and the money will pay for the new pier. People there said "  \
	    "it was the best place of the town.</p>"                           \
	    "<p>The chairwoman expects the first ferries at the pier in "      \
	    "May. The council will decide about the waiting room of the "      \
	    "terminal next year, when the town knows what people need.</p>"    \
	    "<p>The posters in the harbour asked for a vote of the whole "     \
	    "town, but the council refused it. The last ferry leaves the "     \
	    "terminal on the thirtieth of April, an hour before midnight.</p>"
#define COMMON_HEADLINE "The best place for people of the town"
#define GARDEN                                                                 \
	"<p>The orchestras rehearse in the garden each evening. The "          \
	"conductor chose music by four composers, and the orchestras play "    \
	"it beneath the palms of the garden.</p><p>Last summer the concert "   \
	"was cancelled, because rain had flooded the lawns. This summer the "  \
	"musicians have a tent above the lawns, and the conductor promised "   \
	"that each concert takes place. Visitors hear the music from "         \
	"benches beneath the palms, and the musicians play until "             \
	"midnight.</p><p>The composers of the summer are young. One of the "   \
	"composers is a gardener, who wrote his music in the tent.</p>"

static void
stories_test_common_headline(void)
{
	struct slice text = stories_test_body(
	    "<html><body><div><div><h1>" TITLE "</h1>" OWN_LONG
	    "</div><div><div><h1>" COMMON_HEADLINE "</h1></div><div>" GARDEN
	    "</div></div></div></body></html>");

	has(text, "voted on Tuesday",
	    "another subject with a common headline: the article is taken");
	lacks(text, "orchestras rehearse",
	    "another subject with a common headline: it is not taken");
}

/* Each part of the article has a heading of the title's rank and a container.
 * The part with the title's words shows the subject of the article. */
static void
stories_test_article_in_parts(void)
{
	struct slice text =
	    stories_test_body("<html><body><div><h1>" TITLE "</h1>"
			      "<div><h1>The vote of the council</h1>" OWN_LONG
			      "</div><div><h1>" COMMON_HEADLINE "</h1>" GARDEN
			      "</div></div></body></html>");

	has(text, "voted on Tuesday",
	    "the text has a heading of its own: it is taken");
	lacks(text, "orchestras rehearse",
	    "the text has a heading of its own: another subject is not taken");
}

/* A section has a heading of the title's rank and repeats the terms of the
 * article. */
static void
stories_test_section_in_box(void)
{
	struct slice text = stories_test_body(
	    "<html><body><div><div><h1>" TITLE "</h1>" OWN_LONG
	    "</div><div><h1>What remains</h1><p>The waiting room of the "
	    "terminal remains for the moment. The council had wanted to sell "
	    "the waiting room, but the chairwoman said that the ferries need "
	    "a terminal until the pier is ready.</p><p>The pier has no roof. "
	    "People who wait there for ferries in the rain will miss the "
	    "waiting room, said a man who spoke for the people of the "
	    "harbour. The money for a roof is missing, and the council has "
	    "no money before May.</p></div></div></body></html>");

	has(text, "voted on Tuesday",
	    "a section in a box: the article is taken");
	has(text, "The pier has no roof",
	    "a section in a box: it is taken, too");
}

/* The headline of the other story has a lower rank than the title. The sections
 * of an article have such headings, too. */
static void
stories_test_lower_rank(void)
{
	struct slice text = stories_test_body(
	    "<html><body><div><div><h1>" TITLE "</h1>" OWN_LONG
	    "</div><div><div><h2>" COMMON_HEADLINE "</h2></div><div>" GARDEN
	    "</div></div></div></body></html>");

	has(text, "voted on Tuesday",
	    "a headline of a lower rank: the article is taken");
	lacks(text, "orchestras rehearse",
	    "a headline of a lower rank: the other story is not taken");
	text = stories_test_body("<html><body><div><h1>" TITLE "</h1>" OWN_LONG
				 "<div><h2>" COMMON_HEADLINE "</h2>" GARDEN
				 "</div></div></body></html>");
	has(text, "orchestras rehearse",
	    "a section beside paragraphs of the article is taken");
}

/* The headline is repeated at the beginning of the text. */
static void
stories_test_repeated_title(void)
{
	struct slice text =
	    stories_test_body("<html><body><div><div><h1>" TITLE
			      "</h1>" OWN_LONG "</div><div><h1>" TITLE
			      "</h1>" GARDEN "</div></div></body></html>");

	has(text, "orchestras rehearse",
	    "an element with the title's headline is no other story");
}

/* The text of a post and its sections are in one element beside the title.  The
 * readers' comments have more words of the title than the post. */
static void
stories_test_sections_after_text(void)
{
	struct slice text = stories_test_body(
	    "<html><body><div id=content><div class=post><h2>" TITLE
	    "</h2><div class=entry-content>" GARDEN "<h2>" COMMON_HEADLINE
	    "</h2>" GARDEN
	    "</div><p>This post was written in the harbour, and it was printed "
	    "in the Tuesday issue of the paper as well.</p></div>"
	    "<div id=comments><h3>Three comments</h3>"
	    "<ol class=commentlist><li><p>Anna</p>" OWN_LONG
	    "</li></ol></div></div></body></html>");

	has(text, "orchestras rehearse",
	    "a text before the first section: the post is taken");
	text = stories_test_body("<html><body><div><h2>" TITLE "</h2>" OWN_LONG
				 "</div><div><h2>" COMMON_HEADLINE
				 "</h2>" GARDEN "</div></body></html>");
	lacks(text, "orchestras rehearse",
	    "a headline before the text: the other story is not taken");
}

int
main(void)
{
	testing_begin();
	stories_test_next_story();
	stories_test_one_story();
	stories_test_short_title();
	stories_test_second_asked_for();
	stories_test_foreign_story();
	stories_test_section();
	stories_test_common_headline();
	stories_test_article_in_parts();
	stories_test_section_in_box();
	stories_test_lower_rank();
	stories_test_repeated_title();
	stories_test_sections_after_text();
	return testing_end();
}
