/*
 * contents_test.c -- the list of key events of a live blog is not part of the
 * text; other lists are.
 */
#include "tests/lib/cuter.h"

#define TITLE "Harbour council closes the old ferry terminal"
#define POSTS(before, after)                                                   \
	before                                                                 \
	    "<time>14:05</time>" after                                         \
	    "<h3>Council votes on the terminal</h3>"                           \
	    "<p>The harbour council voted on Tuesday to close the old ferry "  \
	    "terminal, ending an argument of eleven years.</p>" before         \
	    "<time>13:40</time>" after "<h3>Mayor speaks of a loss</h3>"       \
	    "<p>Boats will be sent to the new pier from the first of May, "    \
	    "said "                                                            \
	    "the mayor, who did not say what comes after.</p>" before          \
	    "<time>12:10</time>" after "<h3>Two hundred people protest</h3>"   \
	    "<p>Nobody had expected so many people at the gate, where some "   \
	    "of "                                                              \
	    "them sang and others had brought posters.</p>"

static struct slice
contents_test_cut(struct buf *page, const char *list, const char *posts)
{
	buf_clear(page);
	buf_printf(page,
	    "<title>" TITLE "</title><main><h1>" TITLE
	    "</h1>%s<div class=posts>%s</div></main>",
	    list, posts);
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL).body;
}

static void
contents_test_events(struct buf *page)
{
	static const char *const lists[] = {
		"<div><p><b>What happened</b></p><ul>"
		"<li>14:05 Council votes on the terminal</li>"
		"<li>13:40 Mayor speaks of a loss</li>"
		"<li>12:10 Two hundred people protest</li></ul></div>",
		"<section><h2>What happened</h2><ol>"
		"<li><time>14:05</time> The harbour council voted on "
		"Tuesday</li>"
		"<li><time>13:40</time> Boats will be sent to the</li>"
		"<li><time>12:10</time> Nobody had expected so many people at"
		"</li></ol></section>",
	};

	for (size_t i = 0; i < 2; i++) {
		struct slice text =
		    contents_test_cut(page, lists[i], POSTS("<p>", "</p>"));

		lacks(text, "14:05 ", "the times of key events are no text");
		lacks(text, "- ", "the list of key events is no text");
		lacks(text, "What happened",
		    "the line before the list is no text");
		has(text, "voted on Tuesday to close",
		    "the posts of the live blog are text");
	}
}

static void
contents_test_other_lists(struct buf *page)
{
	struct slice text = contents_test_cut(page,
	    "<p>The council said in the morning what it had to decide on this "
	    "long day in the hall at the harbour:</p><ul>"
	    "<li>14:05 a new name for the lighthouse keeper's street</li>"
	    "<li>13:40 the price of a place for boats in winter</li>"
	    "<li>12:10 opening hours of the library at the pier</li></ul>",
	    POSTS("<p>", "</p>"));

	has(text, "new name for the lighthouse",
	    "a list that repeats nothing is text");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	contents_test_events(&page);
	contents_test_other_lists(&page);
	buf_release(&page);
	return testing_end();
}
