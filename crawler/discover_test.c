/* discover_test.c -- finds feeds in pages and in robots.txt. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "base/buf.h"
#include "crawler/discover.h"
#include "tests/lib/tap.h"

#ifdef GLEANER_SANITIZED
#define SLOWNESS 20
#else
#define SLOWNESS 4
#endif

#define URL SLICE("https://www.example.org/news/index.html")

static struct arena arena;
static jmp_buf exhausted;
static struct candidates found;

static void
discover_test_clear(void)
{
	arena_clear(&arena);
	memset(&found, 0, sizeof(found));
}

static void
discover_test_addresses(void)
{
	static const struct {
		const char *url;
		bool is_feed;
	} rows[] = {
		{ "https://example.org/rss", true },
		{ "https://example.org/rss.xml", true },
		{ "https://example.org/feed/", true },
		{ "https://example.org/world/feed", true },
		{ "https://example.org/?feed=rss2", true },
		{ "https://example.org/index.php?format=feed&type=atom", true },
		{ "https://example.org/news.atom", true },
		{ "https://example.org/sitemap-news.xml.gz", true },
		{ "https://example.org/feed.json", true },
		{ "https://rss.example.org/", false },
		{ "https://example.org/", false },
		{ "https://example.org", false },
		{ "https://example.org/news", false },
		{ "https://example.org/how-to-feed-a-cat-well", false },
		{ "https://example.org/rss.html", false },
		{ "https://example.org/feedback", false },
		{ "https://example.org/page#rss", false },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(discover_is_feed_address(slice_of(rows[i].url)) ==
			rows[i].is_feed,
		    "%s %s", rows[i].url,
		    rows[i].is_feed ? "looks like a feed" : "does not");
}

/* Returns the addresses that were found in a page, one per line. */
static const char *
discover_test_page(const char *html)
{
	static struct buf out;

	discover_test_clear();
	buf_release(&out);
	buf_init(&out, MIB);
	discover_page(&arena, slice_of(html), URL, &found);
	for (size_t i = 0; i < found.n; i++)
		buf_printf(&out, "%s%s %.*s", i > 0 ? " | " : "",
		    candidate_source_name(found.items[i].source),
		    SLICE_ARG(found.items[i].url));
	return out.len > 0 ? out.p : "";
}

static const struct {
	const char *what, *html, *found;
} pages[] = {
	{ "a link with all attributes",
	    "<link rel=\"alternate\" type=\"application/rss+xml\" "
	    "title=\"News\" href=\"/rss\">",
	    "link https://www.example.org/rss" },
	{ "names in upper case, no quotes, the end of XHTML",
	    "<LINK REL=Alternate TYPE=application/atom+xml "
	    "HREF=atom/ />",
	    "link https://www.example.org/news/atom/" },
	{ "rel with several words, type with parameters",
	    "<link href='//cdn.example.net/f?a=1&amp;b=2' "
	    "rel='home alternate' type='application/rss+xml; "
	    "charset=utf-8'>",
	    "link https://cdn.example.net/f?a=1&b=2" },
	{ "a relative address with a base element",
	    "<base href='https://example.com/x/'><link rel=alternate "
	    "type=application/feed+json href=y.json>",
	    "link https://example.com/x/y.json" },
	{ "translations and style sheets are not feeds",
	    "<link rel=alternate hreflang=de href=/de><link rel="
	    "'alternate stylesheet' type=text/css href=/a.css>"
	    "<link rel=alternate type=application/json "
	    "href=/wp-json/posts/1>",
	    "" },
	{ "rel=feed", "<link rel=feed href=/f>",
	    "link https://www.example.org/f" },
	{ "anchors are listed after link elements",
	    "<a href=/feed/>RSS</a><link rel=alternate "
	    "type=application/rss+xml href=/rss>",
	    "link https://www.example.org/rss | "
	    "anchor https://www.example.org/feed/" },
	{ "anchors to other sites are not used, except to feed "
	  "services",
	    "<a href=https://other.example/rss>x</a>"
	    "<a href=https://feeds.feedburner.com/me/rss>y</a>"
	    "<a href=https://m.example.org/rss>z</a>",
	    "anchor https://feeds.feedburner.com/me/rss | "
	    "anchor https://m.example.org/rss" },
	{ "addresses that cannot be fetched",
	    "<a href='javascript:rss'>x</a><a href='ftp://x/rss'>"
	    "<link rel=alternate type=application/rss+xml "
	    "href='file:///etc/rss'>",
	    "" },
	{ "an address that occurs several times is listed once",
	    "<a href=/rss>a</a><a href='/rss#top'>b</a>"
	    "<link rel=alternate type=text/rss href=/rss>",
	    "link https://www.example.org/rss" },
	{ "comments and scripts are ignored",
	    "<!-- <a href=/rss> --><script>'<a href=/feed>'</script>"
	    "<textarea></textarea><a href=/atom>",
	    "anchor https://www.example.org/atom" },
	{ "a comment without an end is ignored",
	    "<a href=/rss><!-- <a href=/feed>",
	    "anchor https://www.example.org/rss" },
	{ "an anchor whose tag is truncated", "<a href=\"/rss",
	    "anchor https://www.example.org/rss" },
	{ "text that is not HTML",
	    "<<<< <a <a/ =x <a href <a href=", "" },
};

static void
discover_test_pages(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++)
		is_text(slice_of(discover_test_page(pages[i].html)),
		    pages[i].found, pages[i].what);
	discover_test_page(
	    "<link rel=alternate type=application/rss+xml href=/rss "
	    "title='Caf&eacute; \xff'>");
	is_text(found.items[0].title, "Café \xef\xbf\xbd",
	    "a title is UTF-8 with its references decoded");
}

static void
discover_test_robots(void)
{
	discover_test_clear();
	discover_robots(&arena,
	    SLICE("User-agent: *\nSitemap: https://example.org/a.xml\r\n"
		  "SITEMAP:/b.xml\nSitemap: c-news.xml\nSitemap:\n"
		  "Sitemap: file:///etc/passwd\nSitemap: /d.xml\n"
		  "Sitemap: /e.xml"),
	    URL, &found);
	is_int((int64_t)found.n, 1 + LIMIT_CANDIDATE_SITEMAPS,
	    "the number of sitemaps of a robots.txt is limited");
	is_text(found.items[0].url, "https://www.example.org/news/c-news.xml",
	    "news sitemaps come first");
	is_text(found.items[1].url, "https://example.org/a.xml",
	    "other sitemaps follow in the listed order");
	discover_test_clear();
	discover_robots(&arena,
	    SLICE("\xef\xbb\xbfSitemap: /a.xml # all\n# Sitemap: /b.xml\n"
		  "Sitemap:\nSitemap: # none\n"),
	    URL, &found);
	is_int((int64_t)found.n, 1,
	    "a byte-order mark and comments in robots.txt are ignored");
	is_text(found.items[0].url, "https://www.example.org/a.xml",
	    "a byte order mark and a comment are not part of an address");
	discover_guess(&arena, URL, &found);
	discover_guess_sitemap(&arena, URL, &found);
	is_text(found.items[found.n - 1].url,
	    "https://www.example.org/sitemap.xml",
	    "guessed addresses come last");
}

/* Pages that would make a careless search slow or use much memory. */
static void
discover_test_hostile(void)
{
	static const char *const pieces[] = { "<a href=/rss?%d>", "<", "<a ",
		"<!--", "<script>", "</", "<a href='",
		"<link rel=alternate x=", "<a b=c/d=e/" };
	struct buf b;

	buf_init(&b, 16 * MIB);
	for (size_t i = 0; i < ARRAY_LENGTH(pieces); i++) {
		clock_t before;

		buf_clear(&b);
		while (b.len < 10 * MIB)
			buf_append_string(&b, pieces[i]);
		discover_test_clear();
		before = clock();
		discover_page(&arena, buf_slice(&b), URL, &found);
		ok((clock() - before) / CLOCKS_PER_SEC < SLOWNESS &&
			found.n <= LIMIT_CANDIDATES,
		    "10 MiB of \"%s\" are searched in time", pieces[i]);
	}
	buf_clear(&b);
	for (int i = 0; i < 100000; i++)
		buf_printf(&b, "<a href=/rss?%d>", i);
	discover_test_clear();
	discover_page(&arena, buf_slice(&b), URL, &found);
	is_int((int64_t)found.n, LIMIT_CANDIDATES,
	    "the number of candidates is limited");
	buf_release(&b);
}

/* A page whose first `n` links are not on its site and whose last link is a
 * feed. 1024 links are examined. */
static void
discover_test_looks(void)
{
	static const struct {
		int n;
		bool is_found;
	} rows[] = { { 1023, true }, { 1024, false } };
	struct buf b;

	buf_init(&b, MIB);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		buf_clear(&b);
		for (int k = 0; k < rows[i].n; k++)
			buf_printf(&b, "<a href=http://other.test/rss?%d>", k);
		buf_append_string(&b, "<a href=/rss>");
		is_text(slice_of(discover_test_page(b.p)),
		    rows[i].is_found ? "anchor https://www.example.org/rss"
				     : "",
		    rows[i].is_found ? "link 1024 of a page is examined"
				     : "link 1025 of a page is not examined");
	}
	buf_release(&b);
}

int
main(void)
{
	arena_init(&arena, 32 * MIB);
	if (setjmp(exhausted) != 0) {
		printf("Bail out! more memory than there should be\n");
		return 1;
	}
	arena.exhausted = &exhausted;
	discover_test_addresses();
	discover_test_pages();
	discover_test_robots();
	discover_test_looks();
	discover_test_hostile();
	arena_release(&arena);
	return done_testing();
}
