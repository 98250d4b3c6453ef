/*
 * crunch_test.c -- each filter and the article subtree, computed by hand
 * (Agarwal et al., Proposed Method).
 */
#include "tests/lib/methods.h"

/* Two links beside 40 letters, which are 8 words: 0.25 links per word. */
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

/* 510 letters come before 520; 100 are not an article. */
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
	crunch_test_link_lists();
	crunch_test_cells();
	crunch_test_ads();
	crunch_test_empty_tables();
	crunch_test_article();
	return testing_end();
}
