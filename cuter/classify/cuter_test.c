/*
 * cuter_test.c -- tests the method on small pages written by hand: one body,
 * several bodies, comments (the paper's section V), menus, the title.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define PARAGRAPH(n)                                                           \
	"<p>Paragraph " #n " of the report tells at some length what was "     \
	"found, who found it, and why it took the commission so long to say "  \
	"anything about it at all.</p>"

#define MENU                                                                   \
	"<ul><li><a href=/a>Home</a><li><a href=/b>Politics</a><li><a "        \
	"href=/c>Sport</a><li><a href=/d>Weather</a></ul>"

static struct cuter_article
cuter_test_cut_by_cuter(const char *html, const char *title)
{
	static const struct cuter_options options = { .method = "cuter" };

	return testing_cut_with(slice_of(html), title, NULL, &options);
}

static void
cuter_test_single_body(void)
{
	struct cuter_article a = cuter_test_cut_by_cuter(MENU
	    "<h1>The commission reports</h1><div>" PARAGRAPH(1) PARAGRAPH(2)
		PARAGRAPH(3) "</div><div>&copy; 2026 Example "
			     "Publishing. All rights reserved.</div>" MENU,
	    "The commission reports");

	has(a.body, "Paragraph 1 ", "single body: the first paragraph");
	has(a.body, "Paragraph 3 ", "single body: the last paragraph");
	lacks(a.body, "Politics", "single body: not the menu");
	lacks(a.body, "commission reports", "the title is not in the body");
	lacks(a.body, "All rights", "single body: not the footer");
	ok(a.class_count[CUTER_TEXT] > 0 && a.class_count[CUTER_NAVIGATION] > 0,
	    "the page has text and navigation");
}

/* "an article whose text is interrupted by advertisements": parts of the text
 * in sibling containers are neighbours. */
static void
cuter_test_multi_body(void)
{
	struct cuter_article a = cuter_test_cut_by_cuter(MENU
	    "<h1>The commission reports</h1><div>" PARAGRAPH(1)
		PARAGRAPH(2) "</div><div class=advert>Buy two of these and "
			     "get a third one for nothing, today only, in all "
			     "our shops and on "
			     "the net.</div><div>" PARAGRAPH(3) PARAGRAPH(
				 4) "</div><div><a href=/x>More of this kind "
				    "can be read here, "
				    "if you want</a></div><div>" PARAGRAPH(5)
					PARAGRAPH(6) "</div>",
	    "The commission reports");

	has(a.body, "Paragraph 1 ", "multi-body: the first segment");
	has(a.body, "Paragraph 4 ", "multi-body: the second segment");
	has(a.body, "Paragraph 6 ", "multi-body: the last segment");
	lacks(a.body, "Buy two", "multi-body: not the advertisement");
	lacks(a.body, "More of this kind",
	    "multi-body: not the link between segments");
	ok(a.class_count[CUTER_ADVERTISEMENT] > 0,
	    "multi-body: the advertisement has its class");
}

/* Comments that are not marked, far below the article: the first group that is
 * long enough is chosen. */
static void
cuter_test_comments(void)
{
	static const char page[] =
	    MENU "<h1>The commission reports</h1><div>" PARAGRAPH(1)
		PARAGRAPH(2) PARAGRAPH(3) PARAGRAPH(
		    4) "</div>%s<div>"
		       "<div><p>Somebody wrote: I have read the whole of the "
		       "report and "
		       "must say that nothing in it is new to those who live "
		       "here, as "
		       "everybody could have told them years ago.</p></div>"
		       "<div><p>Another wrote: and who will pay for all of it "
		       "in the end "
		       "is not said with a single word, as always when it is "
		       "about our "
		       "money and not about theirs.</p></div>"
		       "<div><p>A third wrote: the weather was better under "
		       "the last "
		       "commission, which at least answered its letters within "
		       "a "
		       "reasonable time.</p></div></div>";
	static char far[sizeof(page) + 32 * 1024];
	static char gap[32 * 1024];
	struct cuter_article a;

	/* Links are between the article and the comments, as on real pages. */
	for (int i = 0; i < 150; i++)
		strncat(gap, "<div><a href=/u>user</a></div>",
		    sizeof(gap) - strlen(gap) - 1);
	snprintf(far, sizeof(far), page, gap);
	a = cuter_test_cut_by_cuter(far, "The commission reports");
	has(a.body, "Paragraph 4 ", "comments: the article is taken");
	lacks(a.body, "Somebody wrote", "comments: the comments are not");
}

static void
cuter_test_marked_comments(void)
{
	struct cuter_article a = cuter_test_cut_by_cuter(
	    "<h1>The commission reports</h1><div>" PARAGRAPH(1) PARAGRAPH(
		2) "</div><div id=comments>" PARAGRAPH(7) PARAGRAPH(8) "</div>",
	    "The commission reports");

	has(a.body, "Paragraph 2 ",
	    "marked comments: the first paragraph is taken");
	lacks(a.body, "Paragraph 7 ", "marked comments: the comments are not");
}

static void
cuter_test_title_is_the_begin(void)
{
	static const char page[] = "<div>" PARAGRAPH(1)
	    PARAGRAPH(2) "</div><h2>The commission "
			 "reports again</h2><div>" PARAGRAPH(3) PARAGRAPH(4)
			     PARAGRAPH(5) "</div>";
	struct cuter_article a =
	    cuter_test_cut_by_cuter(page, "The Commission Reports Again!");

	lacks(a.body, "Paragraph 1 ", "text before the title is out");
	has(a.body, "Paragraph 3 ", "text after the title is in");
	is_text(a.title, "The Commission Reports Again!",
	    "the title has the feed's spelling");
	ok(!(a.flags & CUTER_FLAG_NO_TITLE), "the flag no-title is not set");

	a = cuter_test_cut_by_cuter(page, "Something else entirely happened");
	has(a.body, "Paragraph 1 ",
	    "if the title is not found, text before it is kept");
	ok(a.flags & CUTER_FLAG_NO_TITLE, "the flag no-title is set");
}

static void
cuter_test_link_percentage(void)
{
	struct cuter_article a = cuter_test_cut_by_cuter(
	    "<h1>The commission reports</h1><div>" PARAGRAPH(
		1) "<p>Half of this one <a href=/x>is a link, and "
		   "a half it is</a>"
		   "</p><p>Of this rather longer one <a "
		   "href=/y>less than half</a> "
		   "is, so that it stays in, since it says "
		   "something itself.</p>" PARAGRAPH(2) "</div>",
	    "The commission reports");

	lacks(a.body, "Half of this", "LP of 50 % or more is out");
	has(a.body, "Of this rather longer", "LP under 50 % is in");
	has(a.body, "less than half", "the text of its link is in");
}

static void
cuter_test_nothing(void)
{
	static const char *const pages[] = { "", " ", "<", "<html>", "x", "<p>",
		"<div></div>", "<a href=/x>only a link</a>",
		"<script>var a</script>", "<!-- -->" };

	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct cuter_article a =
		    cuter_test_cut_by_cuter(pages[i], "A title here");

		ok(a.body.len <= 1, "nothing in \"%s\"", pages[i]);
		ok(a.confidence <= 0.5, "the confidence is low: %.2f",
		    a.confidence);
	}
}

int
main(void)
{
	testing_begin();
	cuter_test_single_body();
	cuter_test_multi_body();
	cuter_test_comments();
	cuter_test_marked_comments();
	cuter_test_title_is_the_begin();
	cuter_test_link_percentage();
	cuter_test_nothing();
	return testing_end();
}
