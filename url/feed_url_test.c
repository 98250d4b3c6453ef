/*
 * feed_url_test.c -- tests that all spellings of a feed's URL get the same form
 * and the same key, and that other URLs are refused.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "url/feed_url.h"

static const struct {
	const char *text, *form; /* NULL: refused */
} rows[] = {
	{ "http://example.org/rss", "http://example.org/rss" },
	{ "HTTP://EXAMPLE.org:80/rss#top", "http://example.org/rss" },
	{ "https://example.org:443/rss", "https://example.org/rss" },
	{ "https://example.org:80/rss", "https://example.org:80/rss" },
	{ "http://example.org:443/rss", "http://example.org:443/rss" },
	{ "http://example.org:8080/rss", "http://example.org:8080/rss" },
	{ "http://example.org", "http://example.org/" },
	{ "http://example.org:80", "http://example.org/" },
	{ "http://example.org:/rss", "http://example.org/rss" },
	{ "http://example.org/a/../b/./rss", "http://example.org/b/rss" },
	{ "http://example.org/a:80/rss", "http://example.org/a:80/rss" },
	{ "  http://example.org/rss\n", "http://example.org/rss" },
	{ "feed://example.org/rss", "http://example.org/rss" },
	{ "FEED://example.org:80/rss", "http://example.org/rss" },
	{ "feed:https://example.org/rss", "https://example.org/rss" },
	{ "feed:http://example.org/rss", "http://example.org/rss" },
	{ "feed://https://example.org/rss", "https://example.org/rss" },
	{ "http://m\xc3\xbcnchen.example/rss",
	    "http://xn--mnchen-3ya.example/rss" },
	{ "http://[::1]:80/rss", "http://[::1]/rss" },
	{ "http://example.org/rss?a=1&B=2#c",
	    "http://example.org/rss?a=1&B=2" },
	{ "http://example.org/RSS", "http://example.org/RSS" },
	{ "ftp://example.org/rss", NULL },
	{ "feed:ftp://example.org/rss", NULL },
	{ "feed:", NULL },
	{ "http://me:secret@example.org/rss", NULL },
	{ "/etc/passwd", NULL },
	{ "", NULL },
};

/* Pairs of addresses, and whether they are the same address. */
static const struct {
	const char *a, *b;
	bool same;
} keys[] = {
	{ "https://a.example/x", "HTTPS://A.Example:443/x#top", true },
	{ "http://a.example", "http://a.example:80/", true },
	{ "http://a.example?x", "http://a.example/?x", true },
	{ "http://a.example:/", "http://a.example/", true },
	{ "http://a.example/x", "https://a.example/x", false },
	{ "http://a.example/x", "http://a.example/X", false },
	{ "http://a.example:443/", "http://a.example/", false },
	{ "http://a.example/x", "http://a.example/x/", false },
	{ "http://a.example/a/../x", "http://a.example/./x", true },
	{ "http://a.example/a/b/..", "http://a.example/a/", true },
	{ "http://a.example/../x", "http://a.example/x", true },
	{ "http://a.example/a//x", "http://a.example/a/x", false },
	{ "http://a.example/x?a=/../b", "http://a.example/x?a=/b", false },
	{ "feed://a.example:80/x", "http://a.example/x", true },
	{ "feed:https://a.example/x", "https://a.example/x", true },
	{ "feed://https://a.example/x", "https://a.example/x", true },
	{ "feed://a.example/x", "https://a.example/x", false },
};

static void
feed_url_test_keys(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
		char *a = feed_url_key(slice_of(keys[i].a));
		char *b = feed_url_key(slice_of(keys[i].b));

		ok((strcmp(a, b) == 0) == keys[i].same, "%s %s %s", keys[i].a,
		    keys[i].same ? "is" : "is not", keys[i].b);
		free(a);
		free(b);
	}
}

int
main(void)
{
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, 1 * MIB);
	if (setjmp(exhausted) != 0)
		return 1;
	arena.exhausted = &exhausted;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct slice form = SLICE_NONE, again = SLICE_NONE;
		bool good =
		    feed_url_form(&arena, slice_of(rows[i].text), &form);

		ok(good == (rows[i].form != NULL) &&
			(!good || slice_equal(form, slice_of(rows[i].form))),
		    "N7: \"%s\" is \"%.*s\"", rows[i].text, SLICE_ARG(form));
		ok(!good || (feed_url_form(&arena, form, &again) &&
				slice_equal(form, again)),
		    "N7: the form of a feed's address is stable");
	}
	arena_release(&arena);
	feed_url_test_keys();
	return done_testing();
}
