/* Tests the search for the target of a page that only leads to another page. */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define PAGE "https://news.example.org/2026/"

static const struct {
	const char *name, *content, *target;
} cases[] = {
	{ "an absolute address", "0;url=https://other.example/a",
	    "https://other.example/a" },
	{ "a relative address", "0; url=a?b=1", PAGE "a?b=1" },
	{ "URL in capitals, spaces", " 3 ;  URL = /a ",
	    "https://news.example.org/a" },
	{ "quotes", "0;url='/a' and more", "https://news.example.org/a" },
	{ "no closing quote", "0;url='/a", "https://news.example.org/a" },
	{ "no name", "0;/a", "https://news.example.org/a" },
	{ "a comma", "0,url=/a", "https://news.example.org/a" },
	{ "a space", "0 url=/a", "https://news.example.org/a" },
	{ "a fraction", "0.5;url=/a", "https://news.example.org/a" },
	{ "no digit before the point", ".5;url=/a",
	    "https://news.example.org/a" },
	{ "an address that begins with url", "0;urls/1", PAGE "urls/1" },
	{ "ten seconds", "10;url=/a", "https://news.example.org/a" },
	{ "eleven seconds", "11;url=/a", NULL },
	{ "a long delay", "99999999999999999999;url=/a", NULL },
	{ "no delay", "url=/a", NULL },
	{ "no separator", "0url=/a", NULL },
	{ "only a delay", "0", NULL },
	{ "no address", "0;url=", NULL },
	{ "the page itself", "0;url=" PAGE "#top", NULL },
	{ "a script", "0;url=javascript:alert(1)", NULL },
	{ "data", "0;url=data:text/html,a", NULL },
	{ "a file", "0;url=file:///etc/passwd", NULL },
	{ "credentials", "0;url=https://a:b@other.example/", NULL },
};

static struct slice
refresh_test_target_of(const char *before, const char *content,
    const char *after, const char *body)
{
	static char html[16384];
	struct cuter_input input = { .url = SLICE(PAGE) };
	struct cuter_article a = { 0 };
	struct err e = ERR_INIT;

	snprintf(html, sizeof(html),
	    "<html><head><title>Moved</title><meta name=refresh content=0>"
	    "%s<meta http-equiv=Refresh content=\"%s\">%s</head>"
	    "<body>%s</body></html>",
	    before, content, after, body);
	input.bytes = slice_of(html);
	if (cuter_cut(testing_cuter, &input, NULL, &a, &e) != 0)
		ok(false, "the page is cut: %s", e.text);
	return a.refresh_url;
}

int
main(void)
{
	struct buf text;

	buf_init(&text, 16384);
	buf_append_string(&text, "<article><h1>The ferry</h1><p>");
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		is_text(refresh_test_target_of(
			    "", cases[i].content, "", "<p>Redirecting…</p>"),
		    cases[i].target, cases[i].name);
	for (int i = 0; i < 20; i++)
		buf_append_string(&text,
		    "The council voted on Tuesday to close the old ferry "
		    "terminal, because two of its piers can no longer carry "
		    "it.</p><p>");
	is_text(refresh_test_target_of("", "0;url=/a", "", text.p), NULL,
	    "a page with a text");
	is_text(refresh_test_target_of("<noscript>", "0;url=/no-script",
		    "</noscript>", "<div id=app></div>"),
	    NULL, "a version of the page without scripts");
	is_text(refresh_test_target_of("<noscript>",
		    "0;url=https://other.example/a", "</noscript>", ""),
	    "https://other.example/a", "a short link for no scripts");
	is_text(refresh_test_target_of(
		    "<noscript><meta http-equiv=refresh content=\"0;url="
		    "https://other.example/b\"></noscript>",
		    "0;url=/a", "", ""),
	    "https://news.example.org/a",
	    "a refresh outside of <noscript> is preferred");
	buf_release(&text);
	return testing_end();
}
