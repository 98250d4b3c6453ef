/*
 * json_ld_test.c -- tests which article objects of JSON-LD are read, and the
 * repair of JSON-LD.
 */
#include "base/array.h"
#include "cuter/article/pages_test.h"
#include "tests/lib/cuter.h"

/* Of several articles in JSON-LD, the page's article is read. */
static void
json_ld_test_stories(void)
{
#define LD(objects) "<script type=application/ld+json>[" objects "]</script>"
#define OTHER                                                                  \
	"{\"@type\":\"NewsArticle\",\"headline\":\"Other story about bees\","  \
	"\"datePublished\":\"2024-01-01\",\"author\":\"Other Person\","        \
	"\"keywords\":\"bees\"}"
#define OWN(head, more)                                                        \
	"{\"@type\":\"NewsArticle\",\"headline\":\"" head "\"," more           \
	"\"datePublished\":\"2026-11-20\",\"author\":\"Jane Roe\"}"
	static const struct {
		const char *name, *html, *hint, *author;
		size_t tags;
	} rows[] = { { "the feed's title names the article",
			 LD(OTHER "," OWN(TITLE, "")) PAGE("", ""), TITLE,
			 "Jane Roe", 0 },
		{ "the h1 names the article",
		    LD(OTHER "," OWN(TITLE, "")) PAGE("", ""), NULL, "Jane Roe",
		    0 },
		{ "og:title names the article",
		    LD(OTHER "," OWN(TITLE, "")) HEADLESS(
			"<meta property=og:title content='" TITLE "'>"),
		    NULL, "Jane Roe", 0 },
		{ "the address names the article",
		    LD(OTHER "," OWN("Quite another headline of it",
			"\"mainEntityOfPage\":{\"@id\":"
			"\"https://news.example.org/x/#a\"},"))
			PAGE("<link rel=canonical "
			     "href='https://news.example.org/x'>",
			    ""),
		    NULL, "Jane Roe", 0 },
		{ "nothing names the article",
		    LD(OTHER "," OWN("Quite another headline of it", ""))
			PAGE("", ""),
		    NULL, "Other Person", 1 },
		{ "objects of one article are merged",
		    LD("{\"@type\":\"Article\",\"@id\":\"#a\",\"name\":\"A\","
		       "\"keywords\":\"x\"}," OTHER "," OWN(
			   TITLE, "\"@id\":\"#a\",") ",{\"@type\":\"Article\","
						     "\"keywords\":\"y\"}")
			PAGE("", ""),
		    TITLE, "Jane Roe", 1 } };

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct cuter_article a =
		    testing_cut(rows[i].html, rows[i].hint);

		is_int((int64_t)a.n_authors, 1, rows[i].name);
		is_text(a.authors[0], rows[i].author, rows[i].name);
		is_int((int64_t)a.n_tags, (int64_t)rows[i].tags, rows[i].name);
	}
#undef LD
#undef OTHER
#undef OWN
}

/* JSON-LD with comments before it or with surplus commas is read. */
static void
json_ld_test_repairs(void)
{
#define OBJECT "{\"@type\":\"Article\",\"author\":\"Ann Pear\"}"
	static const struct {
		const char *name, *script;
	} rows[] = { { "slashes and CDATA", "//<![CDATA[\n" OBJECT "\n//]]>" },
		{ "slashes and CDATA on one line",
		    "// <![CDATA[ " OBJECT "// ]]>" },
		{ "CDATA", "<![CDATA[" OBJECT "]]>" },
		{ "CDATA in comments", "/*<![CDATA[*/" OBJECT "/*]]>*/" },
		{ "a comment with a bracket", "/* schema [v2] */" OBJECT },
		{ "a line with a bracket", "// schema [v2]\n" OBJECT },
		{ "a comment on the line of the object", "// x " OBJECT "\n" },
		{ "an object in an HTML comment", "<!-- " OBJECT " -->" },
		{ "an HTML comment", "<!-- schema [v2] -->" OBJECT },
		{ "a comma before a bracket", "[" OBJECT ",\n]" },
		{ "commas before a bracket and a brace",
		    "{\"@type\":\"Article\",\"author\":[\"Ann Pear\", "
		    "],\n}" },
		{ "references for quotes",
		    "{&quot;@type&quot;:&quot;Article&quot;,&quot;author&quot;:"
		    "&quot;Ann Pear&quot;}" },
		{ "two objects", "{\"@type\":\"WebSite\"}\n" OBJECT },
		{ "two objects and a comma",
		    "{\"@type\":\"WebSite\"}, " OBJECT ";" },
		{ "quotes in a string",
		    "{\"@type\":\"Article\",\"description\":\"She said \"no\" "
		    "to it\",\"author\":\"Ann Pear\"}" },
		{ "a script that is truncated in a string",
		    "{\"@graph\":[{\"@type\":\"Article\",\"author\":\"Ann "
		    "Pear\",\"articleBody\":\"The long" },
		{ "a script that is truncated after a list",
		    "{\"@type\":\"Article\",\"author\":[\"Ann Pear\"]" },
		{ "a name in two members",
		    "{\"@type\":\"Article\",\"author\":{\"givenName\":"
		    "\"Ann\",\"familyName\":\"Pear\"}}" },
		{ "a list object",
		    "{\"@type\":\"Article\",\"author\":{\"@list\":[{"
		    "\"name\":\"Ann Pear\"}]}}" },
		{ "a comma in a string",
		    "{\"@type\":\"Article\",\"name\":\",\",\"author\":"
		    "\"Ann Pear\"}" } };

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		char page[4096];
		struct cuter_article a;

		snprintf(page, sizeof(page),
		    "<script type=application/ld+json>%s</script>" PAGE("", ""),
		    rows[i].script);
		a = testing_cut(page, TITLE);
		is_int((int64_t)a.n_authors, 1, rows[i].name);
		is_text(a.n_authors > 0 ? a.authors[0] : SLICE_NONE, "Ann Pear",
		    rows[i].name);
	}
#undef OBJECT
}

/* Dates that are numbers or objects are read. */
static void
json_ld_test_dates(void)
{
	static const char *const dates[] = { "1777888800", "1777888800000",
		"\"1777888800\"", "{\"@value\":\"2026-05-04T10:00:00Z\"}",
		"[\"2026-05-04T10:00:00Z\"]" };

	for (size_t i = 0; i < ARRAY_LENGTH(dates); i++) {
		char page[4096];

		snprintf(page, sizeof(page),
		    "<script type=application/ld+json>{\"@type\":\"Article\","
		    "\"datePublished\":%s}</script>" PAGE("", ""),
		    dates[i]);
		is_int(testing_cut(page, TITLE).published_at,
		    date_from_civil(2026, 5, 4, 10, 0, 0), dates[i]);
	}
}

int
main(void)
{
	testing_begin();
	json_ld_test_stories();
	json_ld_test_repairs();
	json_ld_test_dates();
	return testing_end();
}
