/*
 * url_publisher_test.c -- the publisher of an address.
 */
#include <stdlib.h>

#include "base/array.h"
#include "tests/lib/tap.h"
#include "url/site/url_publisher.h"

static const struct publisher_row {
	const char *url, *site, *name;
} rows[] = {
	{ "https://example.org/a", "example.org", "" },
	{ "https://www.example.org/~ann/a", "example.org", "ann" },
	{ "https://example.org/%7Eann/a", "example.org", "ann" },
	{ "https://example.org/people/~ann/", "example.org", "ann" },
	{ "https://example.org/@ann/1", "example.org", "ann" },
	{ "https://example.org/%40ann", "example.org", "ann" },
	{ "https://example.org/@ann.rss", "example.org", "ann" },
	{ "https://example.org/@ann.rss/a", "example.org", "ann.rss" },
	{ "https://example.org/feed/@ann.rss", "example.org", "ann.rss" },
	{ "https://example.org/feed/@ann?x=/@bob", "example.org", "ann" },
	{ "https://example.org/a/b/@ann", "example.org", "" },
	{ "https://example.org/~/a", "example.org", "" },
	{ "https://example.org/~ann/@bob", "example.org", "ann" },
	{ "https://ann.substack.com/p/a", "substack.com", "ann" },
	{ "https://www.ann.tumblr.com/a", "tumblr.com", "ann" },
	{ "https://ann.tistory.com/a", "tistory.com", "ann" },
	{ "https://ann.blog.ir/a", "blog.ir", "ann" },
	{ "https://ann.medium.com/@bob", "medium.com", "ann" },
	{ "https://ann.tumblr.com./a", "tumblr.com", "ann" },
	{ "https://www.tumblr.com/@ann/a", "tumblr.com", "ann" },
	{ "https://www.wordpress.com/a", "wordpress.com", "a" },
	{ "https://wordpress.com/feed/", "wordpress.com", "" },
	{ "https://medium.com/feed/ann", "medium.com", "ann" },
	{ "https://ann.github.io/a", "ann.github.io", "" },
	{ "https://ann.example.org/a", "example.org", "" },
	{ "https://s3.amazonaws.com/ann/a", "s3.amazonaws.com:443", "ann" },
	{ "https://s3.amazonaws.com./ann/a?/b", "s3.amazonaws.com:443", "ann" },
	{ "https://s3.amazonaws.com/a?b/c", "s3.amazonaws.com:443", "" },
	{ "https://ann.s3.amazonaws.com/a/b", "ann.s3.amazonaws.com", "" },
	{ "https://gov.uk/ann/a", "gov.uk:443", "" },
	{ "http://[::1]:81/ann/a", "[::1]:81", "" },
	{ "http://127.0.0.1:81/~ann/a", "127.0.0.1:81", "ann" },
	{ "http://ann.bearblog.dev", "bearblog.dev", "ann" },
	{ "http://ann.write.as/a", "write.as", "ann" },
};

static void
url_publisher_test_read(struct arena *arena)
{
	struct url_publisher found = { .name = SLICE_NONE };

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		ok(url_publisher_read(arena, slice_of(rows[i].url), &found),
		    "%s", rows[i].url);
		is_text(found.site, rows[i].site, "the site of the publisher");
		ok(slice_equal(found.name, slice_of(rows[i].name)),
		    "the name of the publisher");
	}
	ok(!url_publisher_read(arena, SLICE("mailto:ann@example.org"), &found),
	    "a URL without a host has no publisher");
}

static bool
url_publisher_test_includes(
    struct arena *arena, const char *of, const char *page)
{
	struct url_publisher a, b;

	return url_publisher_read(arena, slice_of(of), &a) &&
	       url_publisher_read(arena, slice_of(page), &b) &&
	       url_publisher_includes(&a, &b);
}

static void
url_publisher_test_pairs(struct arena *arena)
{
	static const struct {
		const char *of, *page;
		bool included;
	} pairs[] = {
		{ "http://a.example/~ann/rss", "http://a.example/~ann/x",
		    true },
		{ "http://a.example/~Ann/rss", "http://a.example/~ann/x",
		    true },
		{ "http://a.example/~bob/rss", "http://a.example/~ann/x",
		    false },
		{ "http://a.example/~bob/rss", "http://a.example/x", false },
		{ "http://a.example/rss", "http://a.example/~ann/x", true },
		{ "http://a.example/~ann/rss", "http://b.example/~ann/x",
		    false },
		{ "https://medium.com/feed/@ann", "https://ann.medium.com/x",
		    true },
		{ "https://medium.com/feed/@bob", "https://ann.medium.com/x",
		    false },
		{ "https://medium.com/feed/bob", "https://ann.medium.com/x",
		    false },
		{ "https://s3.amazonaws.com/ann/rss",
		    "https://s3.amazonaws.com/ann/x/y", true },
		{ "https://s3.amazonaws.com/bob/rss",
		    "https://s3.amazonaws.com/ann/x", false },
		{ "https://s3.amazonaws.com/rss",
		    "https://s3.amazonaws.com/ann/x", false },
		{ "https://s3.amazonaws.com/bob/rss",
		    "https://s3.amazonaws.com/bob/%2e%2e/ann/x", false },
		{ "https://s3.amazonaws.com/amp/rss",
		    "https://s3.amazonaws.com/amp/ann/story-1", false },
		{ "https://s3.amazonaws.com/%61nn/rss",
		    "https://s3.amazonaws.com/a%6En/x", true },
		{ "https://example.org/~bob/rss",
		    "https://example.org/~bob/.%2E/~ann/x", false },
		{ "https://example.org/~ann/rss",
		    "https://example.org/%7Ea%6En/x", true },
		{ "https://medium.com/feed/bob", "https://medium.com/bob/x",
		    true },
		{ "https://medium.com/feed/bob", "https://medium.com/ann/x",
		    false },
		{ "https://medium.com/feed/@ann.rss",
		    "https://medium.com/@ann/x", false },
		{ "https://s3.amazonaws.com/amp/ann/feed-1.xml",
		    "https://s3.amazonaws.com/ann/story-1", false },
		{ "https://s3.amazonaws.com/amp/ann/feed-1.xml",
		    "https://s3.amazonaws.com/amp/ann/story-1", false },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(pairs); i++)
		ok(url_publisher_test_includes(
		       arena, pairs[i].of, pairs[i].page) == pairs[i].included,
		    "I2: %s %s %s", pairs[i].of,
		    pairs[i].included ? "publishes" : "does not publish",
		    pairs[i].page);
}

int
main(void)
{
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, 1 << 20);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort();
	url_publisher_test_read(&arena);
	url_publisher_test_pairs(&arena);
	arena_release(&arena);
	return done_testing();
}
