/* html_test.c -- tests how HTML is escaped, and how links, languages and times
 * are written. */
#include "base/date/date.h"
#include "base/limits.h"
#include "serve/html.h"
#include "serve/response.h"
#include "tests/lib/tap.h"

static struct buf out;

static void
html_test_text(const char *text, const char *expected)
{
	buf_clear(&out);
	html_put_text(&out, slice_of(text));
	is_text(buf_slice(&out), expected, expected);
}

static void
html_test_link(const char *url, const char *expected)
{
	buf_clear(&out);
	ok(html_open_link(&out, slice_of(url)) == (expected[0] != '\0') &&
		strcmp(out.p, expected) == 0,
	    "a link to %s", url);
}

static void
html_test_language(const char *language, const char *expected)
{
	buf_clear(&out);
	html_put_language(&out, slice_of(language));
	ok(strcmp(out.p, expected) == 0, "the language \"%s\"", language);
}

static void
html_test_time(int64_t at, const char *expected)
{
	buf_clear(&out);
	html_put_time(&out, at);
	is_text(buf_slice(&out), expected, expected);
}

/* The field Link has no space for three links to such a query. */
static void
html_test_long_query(void)
{
	struct serve_response response;
	char query[6000];
	struct html_page page = { .section = "/search",
		.listing = SLICE("/search"),
		.listing_query = { query, sizeof(query) / 2 },
		.next = { query, sizeof(query) / 2 },
		.next_label = "More results" };

	memset(query, 'x', sizeof(query));
	serve_response_init(&response);
	html_begin_page(&response, &page);
	ok(strstr(response.links.p, "xx>; rel=\"next\", </search.atom?xx"),
	    "the next page is the first link");
	html_end_page(&response, &page);
	ok(strstr(response.body.p, "\">More results</a>") != NULL,
	    "the link to the next page has the text of the page");
	ok(strstr(response.links.p, ".json") == NULL &&
		strstr(response.body.p, "/search.json?xx") != NULL,
	    "a link that does not fit the field is on the page");
	serve_response_release(&response);
}

int
main(void)
{
	buf_init(&out, 1 * MIB);
	html_test_text("<a href=\"x\">'&amp;'</a>",
	    "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;");
	html_test_text("a\x01\x1b[31m\x7f\xc2\x85"
		       "b",
	    "a[31mb");
	html_test_text("x\xe2\x80\xaey\xe2\x81\xa6z\xe2\x80\xa8", "xyz");
	html_test_text("\xff<", "\xef\xbf\xbd&lt;");
	html_test_text("a\n\tb", "a\n\tb");
	buf_clear(&out);
	html_put_tag_path(&out, SLICE("a b/json"));
	buf_append_char(&out, ' ');
	html_put_tag_path(&out, SLICE("node.json"));
	buf_append_char(&out, ' ');
	html_put_tag_path(&out, SLICE("x&y.atom"));
	is_text(buf_slice(&out),
	    "/tag/a%20b%2Fjson /tag?name=node.json /tag?name=x%26y.atom",
	    "addresses of tags, which are not addresses of feeds");
	buf_clear(&out);
	html_put_line(&out, SLICE("  two \n\n words\t"));
	is_text(buf_slice(&out), "two words",
	    "white space is written as single spaces");
	buf_clear(&out);
	html_put_encoded(&out, SLICE("a b/c?d&e=\"é\"%~"));
	is_text(buf_slice(&out), "a%20b%2Fc%3Fd%26e%3D%22%C3%A9%22%25~",
	    "a segment of a path");
	buf_clear(&out);
	html_put_excerpt(&out, SLICE("some words and more"), 12);
	is_text(buf_slice(&out), "some words…",
	    "an excerpt ends after a whole word");
	html_test_link("https://x.org/?a&b",
	    "<a href=\"https://x.org/?a&amp;b\" rel=\"noopener noreferrer\">");
	html_test_link("HTTP://x.org/\"onclick=",
	    "<a href=\"HTTP://x.org/&quot;onclick=\" "
	    "rel=\"noopener noreferrer\">");
	html_test_link("javascript:alert(1)", "");
	html_test_link(" https://x.org/", "");
	html_test_link("data:text/html,x", "");
	html_test_link("//x.org/", "");
	html_test_language("en-GB", " lang=\"en-GB\" dir=\"ltr\"");
	html_test_language("ar", " lang=\"ar\" dir=\"rtl\"");
	html_test_language("he-IL", " lang=\"he-IL\" dir=\"rtl\"");
	html_test_language("az-Arab-IR", " lang=\"az-Arab-IR\" dir=\"rtl\"");
	html_test_language("ar-Latn", " lang=\"ar-Latn\" dir=\"ltr\"");
	html_test_language("arn", " lang=\"arn\" dir=\"ltr\"");
	html_test_language("en\" onclick=\"x", "");
	html_test_language("", "");
	html_test_time(1700000000,
	    "<time datetime=\"2023-11-14T22:13:20Z\" dir=\"ltr\">2023-11-14 "
	    "22:13 UTC</time>");
	html_test_time(DATE_NONE, "–");
	html_test_long_query();
	buf_release(&out);
	return done_testing();
}
