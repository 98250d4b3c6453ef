/*
 * link_test.c -- resolution of references against bases: RFC 3986, section 5.4,
 * and samples from feeds.
 */
#include "base/array.h"
#include "crawler/feed/link.h"
#include "tests/lib/tap.h"

static const struct {
	const char *base, *reference, *expected;
} rows[] = {
#define RFC "http://a/b/c/d;p?q"
	{ RFC, "g:h", "g:h" },
	{ RFC, "g", "http://a/b/c/g" },
	{ RFC, "./g", "http://a/b/c/g" },
	{ RFC, "g/", "http://a/b/c/g/" },
	{ RFC, "/g", "http://a/g" },
	{ RFC, "//g", "http://g" },
	{ RFC, "?y", "http://a/b/c/d;p?y" },
	{ RFC, "g?y", "http://a/b/c/g?y" },
	{ RFC, "#s", "http://a/b/c/d;p?q#s" },
	{ RFC, "g?y#s", "http://a/b/c/g?y#s" },
	{ RFC, ";x", "http://a/b/c/;x" },
	{ RFC, ".", "http://a/b/c/" },
	{ RFC, "./", "http://a/b/c/" },
	{ RFC, "..", "http://a/b/" },
	{ RFC, "../g", "http://a/b/g" },
	{ RFC, "../..", "http://a/" },
	{ RFC, "../../g", "http://a/g" },
	{ RFC, "../../../g", "http://a/g" },
	{ RFC, "/./g", "http://a/g" },
	{ RFC, "/../g", "http://a/g" },
	{ RFC, "g.", "http://a/b/c/g." },
	{ RFC, "..g", "http://a/b/c/..g" },
	{ RFC, "./../g", "http://a/b/g" },
	{ RFC, "./g/.", "http://a/b/c/g/" },
	{ RFC, "g/../h", "http://a/b/c/h" },
	{ RFC, "g?y/../x", "http://a/b/c/g?y/../x" },
	/* from feeds */
	{ RFC, " \n g \t", "http://a/b/c/g" },
	{ RFC, "/a\n  b", "http://a/a  b" },
	{ RFC, "", NULL },
	{ RFC, "  ", NULL },
	{ RFC, "mailto:a@b", "mailto:a@b" },
	{ RFC, "HTTP://X.example/%2F?a=1&copy=2#f",
	    "HTTP://X.example/%2F?a=1&copy=2#f" },
	{ RFC, "/g?y=1&amp;z=2&#038;x=3&AMP;w", "http://a/g?y=1&z=2&x=3&w" },
	{ RFC, "http://h.example/?y&amp;amp;z&ampx;&",
	    "http://h.example/?y&amp;z&ampx;&" },
	{ "http://h.example", "x", "http://h.example/x" },
	{ "https://h.example/f/", "www.h.example/x?y#z",
	    "https://www.h.example/x?y#z" },
	{ "https://h.example/f/", "WWW.h.example", "https://WWW.h.example" },
	{ "https://h.example/f/", "www.html", "https://h.example/f/www.html" },
	{ "https://h.example/f/", "www.d/x.html",
	    "https://h.example/f/www.d/x.html" },
	{ "https://h.example/f/",
	    "\xc2\xa0\xe2\x80\x8b http://h.example/x\xc2\xa0",
	    "http://h.example/x" },
	{ RFC, "\xef\xbb\xbfg", "http://a/b/c/g" },
	{ RFC, "\xc2\xa0", NULL },
	{ RFC, "http:/h.example/x", "http://h.example/x" },
	{ RFC, "http:h.example", "http://h.example" },
	{ RFC, "https:///h/x", "https://h/x" },
	{ RFC, "http//h.example/x", "http://h.example/x" },
	{ RFC, "http://http://h.example/x", "http://h.example/x" },
	{ RFC, "http://HTTPS//h.example/x", "HTTPS://h.example/x" },
	{ RFC, "http://https.example/http://x.y/",
	    "http://https.example/http://x.y/" },
	{ RFC, "http://http:8080/x.y", "http://http:8080/x.y" },
	{ RFC, "https/x.y", "http://a/b/c/https/x.y" },
	{ RFC, "httpd.html", "http://a/b/c/httpd.html" },
	{ RFC, "http:x/y.html", "http:x/y.html" },
	{ RFC, "http://", "http://" },
	{ RFC, "http://http", "http://http" },
	{ RFC, "http:\\\\h.example\\x\\y?a\\b#c\\d",
	    "http://h.example/x/y?a\\b#c\\d" },
	{ RFC, "https:\\/\\/h.example\\/x", "https://h.example/x" },
	{ RFC, "https://h.example\\@b.example/x",
	    "https://h.example/@b.example/x" },
	{ RFC, "\\x\\y", "http://a/x/y" },
	{ RFC, "x\\..\\y", "http://a/b/c/y" },
	{ RFC, "\\\\h.example\\x", "http://h.example/x" },
	{ NULL, "http:\\\\h.example\\x", "http://h.example/x" },
	{ RFC, "c:\\x\\y", "c:\\x\\y" },
	{ "file:///b", "\\x", "file:///\\x" },
	{ "http://h.example?q", "/x", "http://h.example/x" },
	{ "javascript:alert(1)", "/x", "/x" },
	{ NULL, "/x", "/x" },
	{ RFC, "<a href=\"/x?a=1&amp;b=2\" hreflang='en'>Read</a>",
	    "http://a/x?a=1&b=2" },
	{ RFC, "<p><a class=b href='x'>Read</a></p>", "http://a/b/c/x" },
	{ RFC, "<span>\n http://h.example/x </span>", "http://h.example/x" },
	{ RFC, "http://h.example/?q=<b>", "http://h.example/?q=<b>" },
	{ RFC, "<http://h.example/x>", "http://h.example/x" },
	{ RFC, "<p></p>", NULL },
	{ RFC, "<a href=\"x", "http://a/b/c/x" },
	{ RFC, "<a href=", NULL },
};

int
main(void)
{
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, 1 << 20);
	if (setjmp(exhausted) != 0)
		return 1;
	arena.exhausted = &exhausted;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		is_text(link_resolve(&arena, slice_of(rows[i].base),
			    slice_of(rows[i].reference)),
		    rows[i].expected, rows[i].reference);
	arena_release(&arena);
	return done_testing();
}
