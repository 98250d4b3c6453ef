/* url_form_test.c -- tables of URLs: canonical forms, keys, parts. */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "url/url.h"
#include "url/url_rules.h"

static struct arena arena;

static const struct {
	const char *url, *canonical;
} canonicals[] = {
	{ "http://example.org", "http://example.org" },
	{ "http://example.org/", "http://example.org" },
	{ "HTTP://EXAMPLE.org:80/#x", "http://example.org" },
	{ "https://Example.org:443/a", "https://example.org/a" },
	{ "https://example.org:80/a", "https://example.org:80/a" },
	{ "http://example.org:443/a", "http://example.org:443/a" },
	{ "http://example.org:080/a", "http://example.org/a" },
	{ "http://example.org./a", "http://example.org/a" },
	{ "http://example.org/A/b", "http://example.org/A/b" },
	{ "http://example.org/a/", "http://example.org/a/" },
	{ "http://example.org/a/./b/../c", "http://example.org/a/c" },
	{ "http://example.org/%7euser", "http://example.org/~user" },
	{ "http://example.org/caf%c3%a9", "http://example.org/caf%C3%A9" },
	{ "http://example.org/caf\xc3\xa9", "http://example.org/caf%C3%A9" },
	{ "http://example.org/a%2fb", "http://example.org/a%2Fb" },
	{ "http://example.org/%", "http://example.org/%25" },
	{ "http://example.org/%4%31", "http://example.org/%2541" },
	{ "http://example.org/%zz", "http://example.org/%25zz" },
	{ "http://example.org/a/%2E%2e/b", "http://example.org/b" },
	{ "http://example.org/a%41", "http://example.org/aA" },
	{ "http://example.org/?", "http://example.org" },
	{ "http://example.org?a=1", "http://example.org/?a=1" },
	{ "http://example.org/?b=2&a=1", "http://example.org/?b=2&a=1" },
	{ "http://example.org/a?b=%7E", "http://example.org/a?b=~" },
	{ "http://example.org/?utm_source=rss", "http://example.org" },
	{ "http://example.org/a?utm_source=rss&id=7&utm_medium=feed",
	    "http://example.org/a?id=7" },
	{ "http://example.org/a?id=7&UTM_Campaign=x#y",
	    "http://example.org/a?id=7" },
	{ "http://example.org/a?id=7&amp;utm_source=x",
	    "http://example.org/a?id=7" },
	{ "http://example.org/a?fbclid=1&gclid=2&b=3",
	    "http://example.org/a?b=3" },
	{ "http://example.org/a?xtor=RSS-1", "http://example.org/a" },
	{ "http://example.org/a?ref=rss", "http://example.org/a" },
	{ "http://example.org/a?ref=main", "http://example.org/a?ref=main" },
	{ "http://example.org/a?source=feed&x", "http://example.org/a?x" },
	{ "http://example.org/a?source=42", "http://example.org/a?source=42" },
	{ "http://example.org/a?feedType=RSS&feedName=top",
	    "http://example.org/a" },
	{ "http://www.nytimes.com/a?partner=rss&emc=rss",
	    "http://www.nytimes.com/a" },
	{ "http://example.org/a?emc=2", "http://example.org/a?emc=2" },
	{ "http://notnytimes.com/a?emc=2", "http://notnytimes.com/a?emc=2" },
	{ "https://www.theguardian.com/a?CMP=x",
	    "https://www.theguardian.com/a" },
	{ "http://example.org/a?&&b=1&", "http://example.org/a?b=1" },
	{ "http://example.org/a?utm", "http://example.org/a?utm" },
	{ "http://m\xc3\xbcnchen.example/", "http://xn--mnchen-3ya.example" },
	{ "http://0x7f.1/a", "http://127.0.0.1/a" },
	{ "http://[::1]:80/a", "http://[::1]/a" },
	{ "ftp://example.org/", NULL },
	{ "http://u@example.org/", NULL },
	{ "a", NULL },
};

static const struct {
	const char *url, *key;
} keys[] = {
	{ "http://example.org", "example.org" },
	{ "https://www.example.org/", "example.org" },
	{ "https://www.example.org/a/", "example.org/a" },
	{ "https://www.example.org/a/?b=1", "example.org/a?b=1" },
	{ "https://example.org/?b=1", "example.org?b=1" },
	{ "http://WWW.Example.org:80/a?b=1&utm_id=2#c", "example.org/a?b=1" },
	{ "http://www.com/a", "www.com/a" },
	{ "http://www.example.org:8080/a", "example.org:8080/a" },
	{ "http://www2.example.org/a", "www2.example.org/a" },
	{ "http://127.0.0.1:81/a/", "127.0.0.1:81/a" },
	/* I6 (docs/feed-rows.md): sessions */
	{ "http://example.org/a?PHPSESSID=1f&b=2", "example.org/a?b=2" },
	{ "http://example.org/a?session_id=0123456789abcdef&b=2",
	    "example.org/a?b=2" },
	{ "http://example.org/a?"
	  "sessionid=3f2504e0-4f89-11d3-9a0c-0305e82c3301&b=2",
	    "example.org/a?b=2" },
	{ "http://example.org/a?session_id=opening-keynote-of-the-day",
	    "example.org/a?session_id=opening-keynote-of-the-day" },
	{ "http://example.org/a?session_id=100",
	    "example.org/a?session_id=100" },
	{ "http://example.org/a.jsp;jsessionid=1F.n2?b=2",
	    "example.org/a.jsp?b=2" },
	{ "http://example.org/a;b=c", "example.org/a;b=c" },
	/* I14: mobile and AMP variants */
	{ "https://m.example.org/a", "example.org/a" },
	{ "https://mobile.example.co.uk/a", "example.co.uk/a" },
	{ "https://amp.example.org/a", "example.org/a" },
	{ "https://m.co.uk/a", "m.co.uk/a" },
	{ "https://m.com/a", "m.com/a" },
	/* customers of a blog host */
	{ "https://m.neocities.org/a", "m.neocities.org/a" },
	{ "https://ann.m.neocities.org/a", "ann.m.neocities.org/a" },
	{ "https://amp.tumblr.com/a", "amp.tumblr.com/a" },
	{ "https://m.ann.tumblr.com/a", "ann.tumblr.com/a" },
	{ "https://www.tumblr.com/a", "tumblr.com/a" },
	{ "https://amps.example.org/a", "amps.example.org/a" },
	{ "https://de.m.example.org/a", "de.example.org/a" },
	{ "https://www.m.example.org:8443/a", "example.org:8443/a" },
	{ "https://a.b.m.example.org/a", "a.b.m.example.org/a" },
	{ "https://news.m.com/a", "news.m.com/a" },
	{ "https://news.m.co.uk/a", "news.m.co.uk/a" },
	{ "https://example.org/news/a-story/amp/", "example.org/news/a-story" },
	/* I14: AMP caches and viewers */
	{ "https://www-example-org.cdn.ampproject.org/c/s/www.example.org/"
	  "a?b=1",
	    "example.org/a?b=1" },
	{ "https://cdn.ampproject.org/v/s/example.org/a-1/amp?amp_js_v=0.1",
	    "example.org/a-1" },
	{ "https://cdn.ampproject.org/c/example.org/a", "example.org/a" },
	{ "https://example-org.bing-amp.com/c/s/m.example.org/a",
	    "example.org/a" },
	{ "https://www.google.com/amp/s/www.example.org/a", "example.org/a" },
	{ "https://www.google.co.uk/amp/example.org/a", "example.org/a" },
	{ "https://www.google.com/amp/s/example%2Eorg/a", "example.org/a" },
	{ "https://www.google.com/amp/about", "google.com/amp/about" },
	{ "https://www.google.evil.example/amp/s/example.org/a",
	    "google.evil.example/amp/s/example.org/a" },
	{ "https://www.google.github.io/amp/s/example.org/a",
	    "google.github.io/amp/s/example.org/a" },
	{ "https://www.google.evil/amp/s/example.org/a",
	    "google.evil/amp/s/example.org/a" },
	{ "https://www.google.otaru.hokkaido.jp/amp/s/example.org/a",
	    "google.otaru.hokkaido.jp/amp/s/example.org/a" },
	{ "https://www.google.co.jp/amp/s/example.org/a", "example.org/a" },
	{ "https://www.google.ltd.uk/amp/s/example.org/a",
	    "google.ltd.uk/amp/s/example.org/a" },
	{ "https://cdn.ampproject.org/v0.js", "cdn.ampproject.org/v0.js" },
	{ "https://cdn.ampproject.org/c/s/", "cdn.ampproject.org/c/s" },
	{ "https://notcdn.ampproject.org.example/c/s/example.org/a",
	    "notcdn.ampproject.org.example/c/s/example.org/a" },
	{ "https://cdn.ampproject.org/c/s/user:pass@example.org/a",
	    "cdn.ampproject.org/c/s/user:pass@example.org/a" },
	{ "https://example.org/news/4711.amp", "example.org/news/4711" },
	{ "https://example.org/news/a-story.amp.html",
	    "example.org/news/a-story.html" },
	{ "https://example.org/amp/news/a-story", "example.org/news/a-story" },
	{ "https://example.org/news/amp/world-4711",
	    "example.org/news/world-4711" },
	{ "https://example.org/instruments/amp",
	    "example.org/instruments/amp" },
	{ "https://example.org/amp/stock", "example.org/amp/stock" },
	{ "https://example.org/a-camp/x-1", "example.org/a-camp/x-1" },
	{ "https://example.org/a?amp", "example.org/a" },
	{ "https://example.org/a?b=1&amp=1", "example.org/a?b=1" },
	{ "https://example.org/a?output=amp", "example.org/a" },
	{ "https://example.org/a?output=1", "example.org/a?output=1" },
	{ "https://x.blogspot.com/a.html?m=1", "x.blogspot.com/a.html" },
	{ "https://example.org/a?m=1", "example.org/a?m=1" },
	{ "mailto:a@b", NULL },
};

static void
url_form_test_forms(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(canonicals); i++) {
		struct slice got = SLICE_NONE, again = SLICE_NONE;

		url_canonical(&arena, slice_of(canonicals[i].url), &got);
		is_text(got, canonicals[i].canonical, canonicals[i].url);
		url_canonical(&arena, got, &again);
		is_slice(again, got,
		    "the canonical form of a canonical address is the same");
	}
	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++) {
		struct slice got = SLICE_NONE;

		url_key(&arena, slice_of(keys[i].url), &got);
		is_text(got, keys[i].key, keys[i].url);
	}
}

/* I7 (docs/feed-rows.md): the parts of a key that do not change if the headline
 * changes; NULL: the key has no such parts. */
static const struct {
	const char *key, *folder, *number;
} stories[] = {
	{ "e.org/news/a-headline-123456.html", "e.org/news", "123456" },
	{ "e.org/news/123456/a-headline", "e.org/news", "123456" },
	{ "e.org/news/a-headline/123456", "e.org/news", "123456" },
	{ "e.org/news/123456", "e.org/news", "123456" },
	{ "e.org/a-headline-10000,98765?page=2", "e.org", "98765" },
	{ "e.org/news/a-headline/123456.html", "e.org/news", "123456" },
	{ "e.org/news/a-headline_6201234_3210.html", "e.org/news", "6201234" },
	{ "e.org/news/123456-a-headline", "e.org/news", "123456" },
	{ "e.org/news/123000/a-headline", "e.org/news", "123000" },
	{ "e.org/news/amazon-to-cut-10500-jobs", NULL, NULL },
	{ "e.org/news/amazon-to-cut-10500-jobs.html", NULL, NULL },
	{ "e.org/news/jobs-that-amazon-cuts-10000", NULL, NULL },
	{ "e.org/news/10000-jobs-cut-at-amazon", NULL, NULL },
	{ "e.org/2024/05/12/a-headline-55555/", NULL, NULL },
	{ "e.org/2024/05/12/a-headline", NULL, NULL },
	{ "e.org/a-headline-20240512", NULL, NULL },
	{ "e.org/a-headline-202405", NULL, NULL },
	{ "e.org/a-headline-of-2024", NULL, NULL },
	{ "e.org/abc123456", NULL, NULL },
	{ "e.org/x?id=123456", NULL, NULL },
	{ "123456.org", NULL, NULL },
	{ "e.org", NULL, NULL },
	{ "", NULL, NULL },
};

static void
url_form_test_story_numbers(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(stories); i++) {
		struct slice folder = SLICE_NONE, number = SLICE_NONE;

		if (!url_story_number(
			slice_of(stories[i].key), &folder, &number))
			folder = number = SLICE_NONE;
		is_text(folder, stories[i].folder, stories[i].key);
		is_text(number, stories[i].number, "the number of the story");
	}
}

static const struct {
	const char *url, *host, *origin, *path, *budget;
} parts[] = {
	{ "http://user@Example.org:80/x", "example.org", "http://example.org",
	    "/x", "example.org" },
	{ "https://example.org:8443", "example.org", "https://example.org:8443",
	    "/", "example.org" },
	{ "https://feeds.news.example.co.uk/a?b=c&d#e",
	    "feeds.news.example.co.uk", "https://feeds.news.example.co.uk",
	    "/a?b=c&d", "example.co.uk" },
	{ "https://a.b.example.org./x", "a.b.example.org",
	    "https://a.b.example.org", "/x", "example.org" },
	/* tenants of a hosting provider have separate budgets */
	{ "https://one.github.io/x", "one.github.io", "https://one.github.io",
	    "/x", "one.github.io" },
	{ "https://github.io/x", "github.io", "https://github.io", "/x",
	    "github.io:443" },
	{ "http://localhost:8080/f", "localhost", "http://localhost:8080", "/f",
	    "localhost:8080" },
	{ "http://intranet/", "intranet", "http://intranet", "/",
	    "intranet:80" },
	{ "https://intranet/", "intranet", "https://intranet", "/",
	    "intranet:443" },
	{ "http://127.0.0.1:8080/f", "127.0.0.1", "http://127.0.0.1:8080", "/f",
	    "127.0.0.1:8080" },
	{ "http://10.1.2.3/f", "10.1.2.3", "http://10.1.2.3", "/f",
	    "10.1.2.3:80" },
	{ "http://[2001:DB8::1]:81/f", "[2001:db8::1]",
	    "http://[2001:db8::1]:81", "/f", "[2001:db8::1]:81" },
	{ "http://xn--mnchen-3ya.example/", "xn--mnchen-3ya.example",
	    "http://xn--mnchen-3ya.example", "/", "xn--mnchen-3ya.example" },
	{ "mailto:a@b.example", NULL, NULL, "/", NULL },
	{ "ftp://b.example/x", NULL, NULL, "/", NULL },
	{ "nonsense", NULL, NULL, "/", NULL },
};

static void
url_form_test_parts(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
		struct slice url = slice_of(parts[i].url), got = SLICE_NONE;

		is_text(url_host(&arena, url), parts[i].host, parts[i].url);
		url_origin(&arena, url, &got);
		is_text(
		    got, parts[i].origin, "the origin of the address is found");
		is_text(url_path_and_query(&arena, url), parts[i].path,
		    "the path with its query is found");
		got = SLICE_NONE;
		url_budget_key(&arena, url, &got);
		is_text(got, parts[i].budget,
		    "the host that shares a request budget is found");
	}
}

static const struct {
	const char *front, *url;
	bool is_front;
} fronts[] = {
	{ "https://example.org/", "https://example.org/a/b", true },
	{ "https://www.example.org", "http://m.example.org/a?b", true },
	{ "https://example.org/?utm_source=x", "https://example.org/?p=1",
	    true },
	{ "https://example.org/", "https://example.org/", false },
	{ "https://example.org/", "https://example.org/index.html", false },
	{ "https://example.org/?p=1", "https://example.org/a", false },
	{ "https://example.org/en/", "https://example.org/en/a", false },
	{ "https://example.org/", "https://news.example.org/a", false },
	{ "https://example.org/", "https://example.org:8080/a", false },
	{ "https://example.org/", "https://example.com/a", false },
	{ NULL, "https://example.org/a", false },
};

static void
url_form_test_fronts(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(fronts); i++)
		ok(url_is_front_of(&arena, slice_of(fronts[i].front),
		       slice_of(fronts[i].url)) == fronts[i].is_front,
		    "%s is the front page of %s: %d",
		    fronts[i].front != NULL ? fronts[i].front : "no URL",
		    fronts[i].url, fronts[i].is_front);
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, 4 * MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	url_form_test_forms();
	url_form_test_story_numbers();
	url_form_test_parts();
	url_form_test_fronts();
	arena_release(&arena);
	return done_testing();
}
