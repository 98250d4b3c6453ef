/*
 * crunch_test.c -- each filter and the article subtree; the expected values
 * were computed by hand (Agarwal et al., Proposed Method).
 */
#include "cuter/methods/papers.h"
#include "tests/lib/methods.h"

/* Two links beside 40 letters, which count as 8 words: 0.25 links per word. */
static const char cell[] =
    "<body><table><tr><td>" CHARS_40 "<a href=/a>first-link</a><a "
    "href=/b>other-link</a></td><td>" CHARS_50 "text-cell</td></tr></table>";

static void
crunch_test_link_lists(void)
{
	takes("crunch:article=0", cell, "first-link");
	leaves("crunch:article=0,ratio=0.24", cell, "first-link");
	takes("crunch:article=0,ratio=0.24", cell, "text-cell");
	leaves("crunch:article=0,word-chars=6", cell, "first-link");
	takes("crunch:article=0,ratio=0.24,links=0", cell, "first-link");
	takes("crunch:article=0,ratio=0.24,retain=1", cell, "first-link");
}

/* The switches with the values of figure 1. */
static void
crunch_test_switches(void)
{
	static const char page[] =
	    "<body><p>" CHARS_50 "plain-text</p><p><a href=/a>text-link-text"
	    "</a></p><p><a href=/b><img src=/i.jpg>image-link-text</a></p>"
	    "<form><p>" CHARS_50 "form-text</p></form>"
	    "<div><button>button-text</button></div>";

	takes("crunch:article=0,links=0", page, "text-link-text");
	leaves("crunch:article=0,links=0,text-links=1", page, "text-link-text");
	leaves("crunch:article=0,links=0", page, "image-link-text");
	takes(
	    "crunch:article=0,links=0,image-links=0", page, "image-link-text");
	leaves("crunch:article=0,links=0,image-links=0,text-links=1", page,
	    "text-link-text");
	takes("crunch:article=0,links=0", page, "form-text");
	leaves("crunch:article=0,links=0,forms=1", page, "form-text");
	takes("crunch:article=0,links=0", page, "button-text");
	leaves("crunch:article=0,links=0,buttons=1", page, "button-text");
	takes("crunch:article=0,links=0,text-links=1", page, "plain-text");
}

/* Removed links follow the text, in their order. */
static void
crunch_test_retained(void)
{
	static const char page[] =
	    "<body><ul><li><a href=/a>first <b>link</b></a><li><a "
	    "href='https://b.example/?x=1&amp;y=2'>other&lt;link</a></ul>"
	    "<p>" CHARS_50 "the-text <a href=/in>in-text</a></p>"
	    "<div><a href=https://ad.doubleclick.net/c>an-ad</a></div>"
	    "<div><a href=javascript:x()>no-address</a></div>";
	static const char want[] =
	    CHARS_50 "the-text in-text\n\n"
		     "- first link <https://news.example.org/a>\n"
		     "- other<link <https://b.example/?x=1&y=2>\n"
		     "- an-ad <https://ad.doubleclick.net/c>";
	const struct cuter_options options = {
		.method = "crunch:article=0,retain=1",
		.methods = papers_methods
	};
	struct cuter_article a =
	    testing_cut_with(slice_of(page), NULL, NULL, &options);

	is_text(a.body, want, "removed links follow the text");
	has(a.body_html,
	    "<ul>\n<li><a "
	    "href=\"https://news.example.org/a\">first link</a></li>\n"
	    "<li><a href=\"https://b.example/?x=1&amp;y=2\">other&lt;link"
	    "</a></li>\n",
	    "removed links follow the HTML of the text");
	leaves("crunch:article=0", page, "first");
}

static const char boxes[] = "<body><div><div><a href=/a>first-link</a></div>"
			    "<p>" CHARS_50 "text-box</p></div>";

static void
crunch_test_cells(void)
{
	leaves("crunch:article=0", boxes, "first-link");
	takes("crunch:article=0", boxes, "text-box");
	takes("crunch:article=0,cells=0", boxes, "first-link");
}

static void
crunch_test_ads(void)
{
	static const char page[] =
	    "<body><p>" CHARS_50 "<a href=https://u:p@AD.doubleclick.net:443/"
	    "c?d=example.org>buy-this-and-then-buy-that-and-all-of-these-"
	    "others-too-today</a></p>"
	    "<p>" CHARS_50 "<a href=https://notdoubleclick.net/"
	    "?doubleclick.net>read-here</a></p>";

	leaves("crunch:article=0,links=0", page, "buy-this");
	takes("crunch:article=0,links=0,ads=0", page, "buy-this");
	takes("crunch:article=0,links=0", page, "read-here");
}

static void
crunch_test_empty_tables(void)
{
	static const char page[] = "<body><table><tr><td>10-letters"
				   "<tr><td>x</table><table><tr><td>few"
				   "</table>";

	leaves("crunch:article=0", page, "few");
	takes("crunch:article=0", page, "10-letters");
	takes("crunch:article=0,tables=0", page, "few");
	takes("crunch:article=0,substance=11", page, "10-letters");
	leaves("crunch:article=0,substance=12", page, "10-letters");
}

/* The subtree with 511 characters comes before the one with 530; 100 characters
 * are not enough for an article. */
static const char bodies[] =
    "<body><div><p>" CHARS_40 "teaser-one</p><p>" CHARS_50 "</p></div>"
    "<div><p>" CHARS_50 CHARS_50 CHARS_50 CHARS_50 CHARS_50 "article-one</p>"
    "<p>" CHARS_50 CHARS_50 CHARS_50 CHARS_50 CHARS_50 "</p></div>"
    "<div><p>" CHARS_50 CHARS_50 CHARS_50 CHARS_50 CHARS_50 CHARS_20
    "second-one</p><p>" CHARS_50 CHARS_50 CHARS_50 CHARS_50 CHARS_50
    "</p></div>";

static void
crunch_test_article(void)
{
	takes("crunch", bodies, "article-one");
	leaves("crunch", bodies, "teaser-one");
	leaves("crunch", bodies, "second-one");
	takes("crunch:least=100", bodies, "teaser-one");
	takes("crunch:least=512", bodies, "second-one");
	leaves("crunch:least=600", bodies, "one");
}

int
main(void)
{
	testing_begin();
	crunch_test_switches();
	crunch_test_link_lists();
	crunch_test_retained();
	crunch_test_cells();
	crunch_test_ads();
	crunch_test_empty_tables();
	crunch_test_article();
	return testing_end();
}
