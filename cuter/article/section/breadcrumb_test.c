/*
 * breadcrumb_test.c -- tests the section that the breadcrumbs of a page give.
 */
#include "base/array.h"
#include "cuter/article/pages_test.h"
#include "tests/lib/cuter.h"

#define LD(items)                                                              \
	"<script type=application/ld+json>{\"@type\":\"BreadcrumbList\","      \
	"\"itemListElement\":[" items "]}</script>"
#define CRUMB(name) "{\"@type\":\"ListItem\",\"name\":\"" name "\"}"
#define LINKED(name, url)                                                      \
	"{\"@type\":\"ListItem\",\"item\":{\"@id\":\"" url                     \
	"\",\"name\":\"" name "\"}}"
#define NAV(links)       "<body><nav class=page-breadcrumbs>" links "</nav>"
#define LINK(name, path) "<li><a href=\"" path "\">" name "</a>"

static void
breadcrumb_test_sections(void)
{
	static const struct {
		const char *name, *html, *section;
	} rows[] = {
		{ "no breadcrumbs", PAGE("", ""), NULL },
		{ "JSON-LD without the home page",
		    LD(CRUMB("Home") "," CRUMB("Sport") "," CRUMB("Football"))
			PAGE("", ""),
		    "Sport > Football" },
		{ "a home page with another name",
		    LD(LINKED("The Gazette",
			"https://news.example.org/") "," LINKED("Sport",
			"https://news.example.org/sport/")) PAGE("", ""),
		    "Sport" },
		{ "the title is not a section",
		    LD(CRUMB("Sport") "," CRUMB(TITLE)) PAGE("", ""), "Sport" },
		{ "a long name is not a section",
		    LD(CRUMB("Sport") "," CRUMB("a b c d e f g")) PAGE("", ""),
		    "Sport" },
		{ "numbers are not sections",
		    LD(CRUMB("2021") "," CRUMB("01") "," CRUMB("Sport"))
			PAGE("", ""),
		    "Sport" },
		{ "at most three names",
		    LD(CRUMB("A") "," CRUMB("B") "," CRUMB("C") "," CRUMB("D"))
			PAGE("", ""),
		    "A > B > C" },
		{ "a stated section is preferred",
		    LD(CRUMB("Sport")) PAGE(
			"<meta property=article:section content=Games>", ""),
		    "Games" },
		{ "breadcrumbs of a WebPage object",
		    "<script type=application/ld+json>{\"@type\":\"WebPage\","
		    "\"breadcrumb\":{\"@type\":\"BreadcrumbList\","
		    "\"itemListElement\":[" CRUMB("Sport") "]}}</script>" PAGE(
			"", ""),
		    "Sport" },
		{ "links in the markup",
		    NAV(LINK("Start", "/start") LINK("/ Sport", "/sport")
			    LINK("&lt; Back", "/x")) PAGE("", ""),
		    "Sport" },
		{ "an element around the page is not a container",
		    "<body class=x><div class=has-breadcrumbs>"
		    "<a href=/a>Menu</a>" PAGE("", ""),
		    NULL },
		{ "a long name in Cyrillic is not a section",
		    LD(CRUMB("Sport") "," CRUMB("абвгдежзийклмнопрстуфхцчшщъыь"
						"эюяабвгдежзийклм"))
			PAGE("", ""),
		    "Sport" },
		{ "a container without a section",
		    NAV(LINK("Logo", "/")) PAGE("", ""), NULL },
		{ "JSON-LD that names only the article, and links",
		    LD(CRUMB("Home") "," CRUMB(TITLE)) NAV(LINK("Start",
			"/start") LINK("Sport", "/sport")) PAGE("", ""),
		    "Sport" },
		{ "the longest of several lists in JSON-LD",
		    LD(CRUMB("Home") "," CRUMB(TITLE))
			LD(CRUMB("Start") "," CRUMB("Sport") "," CRUMB(TITLE))
			    PAGE("", ""),
		    "Sport" },
		{ "links after the title",
		    PAGE("",
			"<p>" TITLE "</p><nav class=breadcrumbs>" LINK("Start",
			    "/start") LINK("Sport", "/sport") "</nav>"),
		    "Sport" },
		{ "links after the title that do not begin with the home page",
		    PAGE("", "<p>" TITLE "</p><nav class=breadcrumbs>" LINK(
				 "Sport", "/sport") "</nav>"),
		    NULL },
		{ "malformed objects",
		    LD("1,null,{\"name\":7},{\"item\":[]},{}") PAGE("", ""),
		    NULL },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		is_text(testing_cut(rows[i].html, TITLE).section,
		    rows[i].section, rows[i].name);
}

int
main(void)
{
	testing_begin();
	breadcrumb_test_sections();
	return testing_end();
}
