/*
 * title_test.c -- tests the headline of pages whose feed gave no title, or a
 * title that is not on the page.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define LONG                                                                   \
	"<p>The report, which was to have been published in spring, tells at " \
	"length what was found, by whom, and why it took so long.</p>"
#define TEXT  "<div>" LONG LONG LONG LONG "</div>"
#define OG(t) "<meta property=og:title content='" t "'>"
#define SITE  "<meta property=og:site_name content='The Example'>"
#define NEWS(t)                                                                \
	"<script type=application/ld+json>{\"@type\":\"NewsArticle\","         \
	"\"headline\":\"" t "\"}</script>"

static const struct {
	const char *what, *html, *title;
} rows[] = {
	{ "a kicker in an element of its own is separated by a colon",
	    OG("Harbour: Ferry runs aground at dawn") "<h1><span>Harbour</span>"
						      "<span>Ferry runs "
						      "aground at "
						      "dawn</span></h1>" TEXT,
	    "Harbour: Ferry runs aground at dawn" },
	{ "emphasis inside a headline is not a kicker",
	    OG("'Night Ferry': a place to visit") "<h1><em>Night Ferry</em>: a "
						  "place to visit</h1>" TEXT,
	    "Night Ferry: a place to visit" },
	{ "a kicker's class on the last part of the heading is ignored",
	    "<title>Other words</title><h1><span class=subline>Ferry runs"
	    "</span> <span class=topline>aground at dawn</span></h1>" TEXT,
	    "Ferry runs aground at dawn" },
	{ "a kicker and a hidden colon for screen readers",
	    "<h1><span>Harbour</span><span class=visually-hidden>: </span>"
	    "<span>Ferry runs aground</span></h1>" TEXT,
	    "Harbour: Ferry runs aground" },
	{ "a date inside the heading is left out",
	    "<h1><time datetime=2026-05-04>May 4</time>Ferry runs "
	    "aground</h1>" TEXT,
	    "Ferry runs aground" },
	{ "a label and a number of comments inside the heading are left out",
	    OG("Ferry runs aground at dawn") "<h1><b>Blog:</b> <a "
					     "href=/x>Ferry "
					     "runs aground at dawn</a> <a "
					     "href=/y>139</a></h1>" TEXT,
	    "Ferry runs aground at dawn" },
	{ "the headline of JSON-LD has a kicker before the heading",
	    OG("Harbour: Ferry aground")
		NEWS("Harbour: Ferry aground") "<h1>Ferry aground</h1>" TEXT,
	    "Harbour: Ferry aground" },
	{ "the heading is in JSON-LD and differs from og:title",
	    OG("Why ferries run aground")
		NEWS("Ferry aground at dawn, again") "<h1>Ferry aground at "
						     "dawn, again</h1>" TEXT,
	    "Ferry aground at dawn, again" },
	{ "the undeclared name of the site as <h1>",
	    "<title>Ferry runs aground at dawn in the harbour - Daily"
	    "</title><h1>Daily</h1>" TEXT,
	    "Ferry runs aground at dawn in the harbour" },
	{ "a section as <h1>, the headline as <h2>",
	    "<title>Superbugs: what they are and how you get them</title><h1>"
	    "Information and Resources</h1><h2>Superbugs: what they are and "
	    "how you get them</h2>" TEXT,
	    "Superbugs: what they are and how you get them" },
	{ "the site before a colon is left out",
	    SITE "<title>The Example: Ferry runs "
		 "aground</title>" TEXT,
	    "Ferry runs aground" },
	{ "the site after a comma is left out",
	    SITE "<title>Ferry runs aground, The "
		 "Example</title>" TEXT,
	    "Ferry runs aground" },
	{ "a colon of the headline is kept",
	    SITE "<title>Harbour: ferry runs aground"
		 "</title>" TEXT,
	    "Harbour: ferry runs aground" },
	{ "the site after an underscore is left out",
	    SITE "<title>\xE6\xB8\xA1\xE8\xBD\xAE\xE6\x90\x81\xE6\xB5\x85_The "
		 "Example</title>" TEXT,
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\x90\x81\xE6\xB5\x85" },
	{ "a publisher and sections after underscores are left out",
	    "<title>"
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85__"
	    "\xE5\x9C\xB0\xE6\x96\xB9_"
	    "\xE6\xB8\xAF\xE5\x8F\xA3\xE6\x96\xB0\xE9\x97\xBB_"
	    "\xE6\xB5\xB7\xE6\xB8\xAF\xE7\xBD\x91</title>" TEXT,
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85" },
	{ "a Chinese publisher after a hyphen is left out",
	    "<title>"
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85-"
	    "\xE6\xB5\xB7\xE6\xB8\xAF\xE6\x97\xA5\xE6\x8A\xA5</title>" TEXT,
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85" },
	{ "a Chinese publisher after a space is left out",
	    "<title>"
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85 "
	    "\xE6\xB5\xB7\xE6\xB8\xAF\xE7\xBD\x91</title>" TEXT,
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85" },
	{ "a Japanese publisher after a bar is left out",
	    "<title>"
	    "\xE3\x83\x95\xE3\x82\xA7\xE3\x83\xAA\xE3\x83\xBC\xE3\x81\x8C\xE6"
	    "\xB8\xAF\xE3\x81\xA7\xE5\xBA\xA7\xE7\xA4\x81|"
	    "\xE6\xB8\xAF\xE3\x83\x8B\xE3\x83\xA5\xE3\x83\xBC\xE3\x82\xB9</"
	    "title>" TEXT,
	    "\xE3\x83\x95\xE3\x82\xA7\xE3\x83\xAA\xE3\x83\xBC\xE3\x81\x8C\xE6"
	    "\xB8\xAF\xE3\x81\xA7\xE5\xBA\xA7\xE7\xA4\x81" },
	{ "a hyphen of a Chinese headline is kept",
	    "<title>\xE4\xB8\x8A\xE6\xB5\xB7-"
	    "\xE5\x8C\x97\xE4\xBA\xAC\xE9\xAB\x98\xE9\x93\x81\xE6\x96\xB0\xE9"
	    "\x97\xBB</title>" TEXT,
	    "\xE4\xB8\x8A\xE6\xB5\xB7-"
	    "\xE5\x8C\x97\xE4\xBA\xAC\xE9\xAB\x98\xE9\x93\x81\xE6\x96\xB0\xE9"
	    "\x97\xBB" },
	{ "a space of a Chinese headline is kept",
	    "<title>"
	    "\xE5\xAA\x92\xE4\xBD\x93\xE8\xAF\x84\xE5\x87\xBA\xE4\xBB\x8A\xE5"
	    "\xB9\xB4\xE7\x9A\x84\xE5\x8D\x81\xE5\xA4\xA7 "
	    "\xE4\xBD\x93\xE8\x82\xB2\xE6\x96\xB0\xE9\x97\xBB</title>" TEXT,
	    "\xE5\xAA\x92\xE4\xBD\x93\xE8\xAF\x84\xE5\x87\xBA\xE4\xBB\x8A\xE5"
	    "\xB9\xB4\xE7\x9A\x84\xE5\x8D\x81\xE5\xA4\xA7 "
	    "\xE4\xBD\x93\xE8\x82\xB2\xE6\x96\xB0\xE9\x97\xBB" },
	{ "an underscore of a Chinese headline is kept",
	    "<title>"
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85_"
	    "\xE8\xAE\xB0\xE8\x80\x85\xE6\x89\x8B\xE8\xAE\xB0</title>" TEXT,
	    "\xE6\xB8\xA1\xE8\xBD\xAE\xE6\xB8\x85\xE6\x99\xA8\xE5\x9C\xA8\xE6"
	    "\xB8\xAF\xE5\x8F\xA3\xE6\x90\x81\xE6\xB5\x85_"
	    "\xE8\xAE\xB0\xE8\x80\x85\xE6\x89\x8B\xE8\xAE\xB0" },
	{ "a publisher with two words of the host is left out",
	    OG("Ferry runs aground | News Example") TEXT,
	    "Ferry runs aground" },
	{ "the headline among several <h1>",
	    OG("Ferry runs aground") "<h1>Sign up for news</h1><h1>Ferry runs "
				     "aground</h1>" TEXT
				     "<h1>More stories</h1>",
	    "Ferry runs aground" },
};

/* Pages whose headline agrees with no title that is known before the text is
 * found. The headline is not in the text. */
static const struct {
	const char *what, *html, *hint, *title;
} apart[] = {
	{ "another title in the head than on the page",
	    "<title>News of the week</title><h1>Ferry runs aground at "
	    "dawn</h1>" TEXT,
	    NULL, "Ferry runs aground at dawn" },
	{ "no title in the head", "<h1>Ferry runs aground at dawn</h1>" TEXT,
	    NULL, "Ferry runs aground at dawn" },
	{ "a feed's title that is not on the page",
	    "<title>News of the week</title><h1>Ferry runs aground at "
	    "dawn</h1>" TEXT,
	    "Council elects new chairwoman", "Ferry runs aground at dawn" },
	{ "the heading and the text in one element",
	    "<div><h1>Ferry runs aground at dawn</h1>" LONG LONG LONG LONG
	    "</div>",
	    NULL, "Ferry runs aground at dawn" },
};

static void
title_test_apart(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(apart); i++) {
		struct cuter_article a =
		    testing_cut(apart[i].html, apart[i].hint);

		is_text(a.title, apart[i].title, apart[i].what);
		lacks(a.body, apart[i].title, apart[i].what);
		has(a.body, "The report", apart[i].what);
	}
	/* A text that has no other block is kept. */
	has(testing_cut("<h1>Ferry runs aground at dawn in the old harbour of "
			"the town, and nobody is hurt</h1>",
		NULL)
		.body,
	    "Ferry", "a page with nothing but a heading keeps it as text");
}

int
main(void)
{
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct cuter_article a = testing_cut(rows[i].html, NULL);

		is_text(a.title, rows[i].title, rows[i].what);
	}
	title_test_apart();
	return testing_end();
}
