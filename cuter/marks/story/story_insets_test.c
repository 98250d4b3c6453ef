/*
 * story_insets_test.c -- a story in a box between the paragraphs of an article
 * is another story; a box about the article's subject is part of the article.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE  "Harbour council closes the old ferry terminal"
#define GARDEN "Seven orchestras play in the garden"
#define FIRST                                                                  \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"
#define LAST                                                                   \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"              \
	"<p>The terminal was built in 1911, and its clock, which the council " \
	"wants to keep, has not worked for thirty years.</p>"
#define OTHER                                                                  \
	"<p>Musicians from nine countries rehearse this week under the glass " \
	"roof, the cultural office announced on Wednesday.</p>"                \
	"<p>Tickets are free for everybody under twenty, and the last of "     \
	"these concerts begins at midnight, with fireworks.</p>"               \
	"<p>Two violins of the oldest ensemble were lent by a museum, which "  \
	"has kept them behind glass since a famous soloist died.</p>"
#define BACKGROUND                                                             \
	"<p>The ferry terminal has three berths, and the council pays for a "  \
	"guard, although no boats have used one of them since 2009.</p>"       \
	"<p>The harbour sold the pier beside it to a company that wants to "   \
	"build flats, and the old terminal was to be part of them.</p>"

static const struct {
	const char *begin, *end;
} boxes[] = {
	{ "<div class=box><h3>", "</h3>" },
	{ "<aside><h2>", "</h2>" },
	{ "<section><p><b>", "</b></p>" },
	{ "<div><div><h4>", "</h4>" },
	{ "<table><tr><td><h3>", "</h3>" },
};
static const char *const ends[] = { "</div>", "</aside>", "</section>",
	"</div></div>", "</td></tr></table>" };

/* Writes an article with a box between its paragraphs. */
static struct slice
story_insets_test_cut(struct buf *page, size_t i, const char *headline,
    const char *text, const char *title)
{
	buf_clear(page);
	buf_printf(page,
	    "<title>" TITLE " | The Post</title><main><article><h1>" TITLE
	    "</h1>" FIRST "%s%s%s%s%s" LAST "</article></main>",
	    boxes[i].begin, headline, boxes[i].end, text, ends[i]);
	return testing_cut_with(buf_slice(page), title, NULL, NULL).body;
}

#define BEGIN                                                                  \
	"<title>" TITLE " | The Post</title><main><article><h1>" TITLE "</h1>"
#define END         "</article></main>"
#define PARTS(text) "<div class=part>" text "</div>"

/* Pages with a box of another form or at another place. */
static const struct {
	const char *what, *html;
	bool is_taken; /* the text of the box is part of the article */
} rows[] = {
	{ "a label precedes the headline",
	    BEGIN FIRST "<div class=box><p>Read also</p><h3>" GARDEN
			"</h3>" OTHER "</div>" LAST END,
	    false },
	{ "a label and an image precede a bold headline",
	    BEGIN FIRST "<div><p><b>Lesen Sie auch</b></p><img src=/i.jpg>"
			"<p><b>" GARDEN "</b></p>" OTHER "</div>" LAST END,
	    false },
	{ "the headline is a plain line",
	    BEGIN FIRST "<div><div class=head>" GARDEN "</div>" OTHER
			"</div>" LAST END,
	    false },
	{ "the paragraphs are in elements of their own",
	    BEGIN PARTS(FIRST) "<div class=part><aside><h3><a href=/g>" GARDEN
			       "</a></h3>" OTHER "</aside></div>" PARTS(LAST)
				   END,
	    false },
	{ "the box is after the last paragraph",
	    BEGIN FIRST LAST "<div><h3>" GARDEN "</h3>" OTHER "</div>" END,
	    false },
	{ "a linked headline and one sentence",
	    BEGIN FIRST "<div><h3><a href=/g>" GARDEN
			"</a></h3><p>Musicians from nine countries rehearse "
			"this week under the glass roof, the office says.</p>"
			"</div>" LAST END,
	    false },
	{ "an announced box is after the last paragraph",
	    BEGIN PARTS(FIRST) PARTS(LAST)
		PARTS("<p>Read also</p><h3>" GARDEN "</h3>" OTHER) END,
	    false },
	{ "a box with a short linked headline is after the last paragraph",
	    BEGIN FIRST LAST
	    "<div><h3><a href=/g>Seven orchestras</a></h3>" OTHER "</div>" END,
	    false },
	{ "a box of the same subject continues on another page",
	    BEGIN FIRST
	    "<div><h3><a href=/g>Musicians plan concerts beside the clock</a>"
	    "</h3><p>They want to play in the old terminal, said the "
	    "chairwoman, and the council does not know who will send the boats "
	    "and the people home after it.</p><p><a href=/g>Read more</a></p>"
	    "</div>" LAST END,
	    false },
	{ "an announced box with a link is before the first paragraph",
	    BEGIN "<div><p>Read also</p><h3><a href=/g>" GARDEN
		  "</a></h3>" OTHER "</div>" FIRST LAST END,
	    false },
	{ "a box of the same subject ends with a link",
	    BEGIN FIRST "<div><h3>The ferry terminal and its harbour</h3>"
			"<p>Musicians may use one of the berths, said the "
			"council, if they bring boats.</p>" BACKGROUND
			"<p><a href=/plan>The plan of the council</a></p>"
			"</div>" LAST END,
	    true },
	{ "another box is between the box and the next paragraph",
	    BEGIN FIRST "<div><h3>" GARDEN "</h3>" OTHER
			"</div><aside><h4>The museum lends two violins</h4><p>"
			"An ensemble borrows what a famous soloist left to a "
			"museum, and plays in a garden with fireworks at the "
			"end of the last of nine concerts under a glass roof "
			"that was built for an exhibition of flowers.</p>"
			"</aside>" LAST END,
	    false },
	{ "a list of links looks alike",
	    BEGIN FIRST "<aside><h2>" GARDEN "</h2>" OTHER "</aside>" LAST
			"<aside><h3>Most read</h3><ul><li><a href=/1>A new "
			"bridge for the old town</a><li><a href=/2>Bees "
			"return to the park</a></ul></aside>" END,
	    false },
	{ "three items look alike",
	    BEGIN FIRST "<div class=i><h3>" GARDEN "</h3>" OTHER "</div>"
			"<p>The second place is not far from the first one, "
			"and as warm.</p><div class=i><h3>Nine fountains of a "
			"desert kingdom</h3>" BACKGROUND
			"</div><p>The third place has no roof at all, and "
			"nobody minds.</p><div class=i><h3>Tall grasses on a "
			"former runway</h3>" BACKGROUND "</div>" LAST END,
	    true },
	{ "an item of a list begins with a line",
	    BEGIN FIRST
	    "<ul><li>Seven orchestras in one garden<li>Musicians "
	    "from nine countries rehearse this week under the "
	    "glass roof, the cultural office announced, and all "
	    "tickets are free for everybody under twenty, also "
	    "for the last of these concerts at midnight.</ul>" LAST END,
	    true },
};

/* Tests the rows[]. */
static void
story_insets_test_rows(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct slice text =
		    testing_cut_with(slice_of(rows[i].html), TITLE, NULL, NULL)
			.body;

		has(text, "voted on Tuesday", rows[i].what);
		has(text, "has not worked", rows[i].what);
		if (rows[i].is_taken)
			has(text, "Musicians", rows[i].what);
		else
			lacks(text, "Musicians", rows[i].what);
	}
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	story_insets_test_rows();
	for (size_t i = 0; i < ARRAY_LENGTH(boxes); i++) {
		struct slice text =
		    story_insets_test_cut(&page, i, GARDEN, OTHER, TITLE);

		has(text, "voted on Tuesday", "the text before a box is taken");
		has(text, "has not worked", "the text after a box is taken");
		lacks(text, "Musicians", "a story in a box is not taken");
		text = story_insets_test_cut(&page, i, GARDEN, OTHER, GARDEN);
		has(text, "Musicians", "a story in a box is asked for");
		has(text, "with fireworks", "a story in a box is taken wholly");
		lacks(text, "voted on Tuesday",
		    "the article around the asked-for story is not taken");
		if (strstr(boxes[i].begin, "<aside") != NULL)
			continue;
		text = story_insets_test_cut(
		    &page, i, TITLE " so far", OTHER, TITLE);
		has(text, "Musicians", "a box with the title is taken");
		text = story_insets_test_cut(&page, i,
		    "The ferry terminal and its harbour", BACKGROUND, TITLE);
		has(text, "three berths", "a box with background is taken");
	}
	buf_release(&page);
	return testing_end();
}
