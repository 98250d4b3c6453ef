/*
 * sitemap_test.c -- sitemaps, plain and compressed.
 */
#include <stdlib.h>
#include <zlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "crawler/feed/feed.h"
#include "tests/lib/tap.h"

#define BASE       SLICE("https://base.example/sitemap.xml")
#define SITEMAP_NS "http://www.sitemaps.org/schemas/sitemap/0.9"
#define NEWS_NS    "http://www.google.com/schemas/sitemap-news/0.9"

static struct arena arena;
static struct feed feed;

static void
sitemap_test_read_bytes(struct slice bytes)
{
	const struct feed_input in = { .bytes = bytes, .base_url = BASE };
	struct err e = ERR_INIT;

	arena_clear(&arena);
	arena.cap_bytes = feed_arena_bytes(bytes);
	if (feed_read(&arena, &in, &feed, &e) != 0)
		printf("# %s\n", e.text);
}

/* Reads a urlset with the given content and namespaces. */
static void
sitemap_test_read_news(const char *home, const char *news, const char *content)
{
	struct buf b;

	buf_init(&b, MIB);
	buf_printf(&b, "<urlset%s%s%s%s%s%s>%s</urlset>",
	    home ? " xmlns=\"" : "", home ? home : "", home ? "\"" : "",
	    news ? " xmlns:news=\"" : "", news ? news : "", news ? "\"" : "",
	    content);
	sitemap_test_read_bytes(buf_slice(&b));
	buf_release(&b);
}

#define STORY                                                                  \
	"<url><loc> /2026/a&amp;b </loc><lastmod>2026-11-20T10:00+01:00"       \
	"</lastmod><news:news><news:publication><news:name>The Paper"          \
	"</news:name><news:language>en</news:language></news:publication>"     \
	"<news:publication_date>2026-11-19</news:publication_date>"            \
	"<news:title>Budget &amp;amp; tax</news:title>"                        \
	"<news:keywords>budget, tax ,, budget</news:keywords></news:news>"     \
	"<image:image xmlns:image=\"http://www.google.com/schemas/"            \
	"sitemap-image/1.1\"><image:loc>http://x/i.png</image:loc>"            \
	"<image:title>No headline</image:title></image:image></url>"

static void
sitemap_test_news(void)
{
	static const struct {
		const char *home, *news, *what;
	} rows[] = {
		{ SITEMAP_NS, NEWS_NS, "by the book" },
		{ NULL, NULL, "without namespaces" },
		{ SITEMAP_NS, NULL, "news: not declared" },
		{ SITEMAP_NS, SITEMAP_NS, "news: as sitemap's own" },
		{ SITEMAP_NS, "http://example.org/what", "news: made up" },
		{ "https://www.sitemaps.org/schemas/sitemap/0.90", NEWS_NS "/",
		    "a version that never was" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		const struct feed_entry *e;

		sitemap_test_read_news(rows[i].home, rows[i].news, STORY STORY);
		ok(feed.format == FEED_SITEMAP && feed.complete,
		    "T30: %s: a whole sitemap", rows[i].what);
		ok(feed.n_entries == 2, "T30: %s: two pages", rows[i].what);
		if (feed.n_entries == 0)
			continue;
		e = &feed.entries[0];
		is_text(e->link, "https://base.example/2026/a&b",
		    "T30: the address of a page is read");
		is_text(e->title, "Budget & tax",
		    "T30: the headline of a page is read");
		is_int(e->published_at, 1795046400,
		    "T30: the date of publication is read");
		is_int(e->updated_at, 1795165200,
		    "T30: the date of the last change is read");
		ok(e->categories.n == 2 &&
			slice_equal(e->categories.items[1], SLICE("tax")),
		    "T30: keywords, each once");
		ok(e->n_media == 0 && e->n_enclosures == 0,
		    "T30: images are ignored");
	}
}

static void
sitemap_test_index(void)
{
	sitemap_test_read_bytes(
	    SLICE("<?xml version='1.0'?><sitemapindex xmlns='" SITEMAP_NS
		  "'><sitemap><loc>https://e.example/news.xml.gz</loc>"
		  "<lastmod>2026-11-20</lastmod></sitemap><sitemap>"
		  "<loc>old.xml</loc><lastmod>soon</lastmod></sitemap>"
		  "</sitemapindex>"));
	ok(feed.format == FEED_SITEMAP_INDEX && feed.complete,
	    "T30: an index is recognised");
	if (feed.n_entries != 2) {
		is_int((int64_t)feed.n_entries, 2,
		    "T30: an index with two sitemaps has two entries");
		return;
	}
	is_text(feed.entries[0].link, "https://e.example/news.xml.gz",
	    "T30: the address of the first sitemap is read");
	is_int(feed.entries[0].updated_at, 1795132800,
	    "T30: the date of the first sitemap is read");
	is_text(feed.entries[1].link, "https://base.example/old.xml",
	    "T30: the address of the second sitemap is resolved");
	ok(feed.entries[1].updated_at == DATE_NONE,
	    "T30: an invalid lastmod is ignored");
}

static void
sitemap_test_mistaken(void)
{
	sitemap_test_read_bytes(SLICE(
	    "<rss version='2.0' xmlns='" SITEMAP_NS "' xmlns:news='" NEWS_NS
	    "'><channel><title>t</title><item><title>Mine"
	    "</title><link>http://e.example/1</link><news:news>"
	    "<news:title>Theirs</news:title></news:news></item>"
	    "</channel></rss>"));
	ok(feed.format == FEED_RSS20 && feed.n_entries == 1,
	    "T30: a feed with a sitemap's namespace is a feed");
	if (feed.n_entries == 1)
		is_text(feed.entries[0].title, "Mine",
		    "T30: the title of the page is read");
}

#define N_PAGES 60000 /* more than the protocol allows */

static void
sitemap_test_write_pages(struct buf *b, int n)
{
	buf_append_string(b, "<urlset xmlns='" SITEMAP_NS "'>");
	for (int i = 0; i < n; i++)
		buf_printf(b,
		    "<url><loc>http://e.example/%d</loc>"
		    "<lastmod>%d</lastmod></url>",
		    i, 1700000000 + i * 7919 % n);
	buf_append_string(b, "</urlset>");
}

static void
sitemap_test_large(void)
{
	struct buf b;
	bool newest = true;

	buf_init(&b, 16 * MIB);
	sitemap_test_write_pages(&b, N_PAGES);
	sitemap_test_read_bytes(buf_slice(&b));
	is_int((int64_t)feed.n_entries, LIMIT_FEED_ENTRIES,
	    "T30: of 60 000 pages the newest are kept");
	is_int((int64_t)feed.n_dropped, N_PAGES - LIMIT_FEED_ENTRIES,
	    "T30: dropped pages are counted");
	for (size_t i = 0; i < feed.n_entries; i++)
		newest &= feed.entries[i].updated_at >=
			  1700000000 + N_PAGES - LIMIT_FEED_ENTRIES;
	ok(newest, "T30: all kept pages are newer than the dropped pages");
	is_text(feed.entries[0].link, "http://e.example/7",
	    "T30: kept pages remain in the listed order");
	buf_release(&b);
}

/* ---- compressed ---- */

static void
sitemap_test_pack(struct slice bytes, struct buf *out)
{
	z_stream z = { 0 };

	buf_clear(out);
	if (deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) !=
		Z_OK ||
	    !buf_reserve(out, deflateBound(&z, bytes.len)))
		abort();
	z.next_in = (Bytef *)(uintptr_t)bytes.p;
	z.avail_in = (uInt)bytes.len;
	z.next_out = (Bytef *)out->p;
	z.avail_out = (uInt)deflateBound(&z, bytes.len);
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	out->len = z.total_out;
	deflateEnd(&z);
}

static void
sitemap_test_packed(void)
{
	struct buf text, once, twice;

	buf_init(&text, 64 * MIB);
	buf_init(&once, 64 * MIB);
	buf_init(&twice, 64 * MIB);
	sitemap_test_write_pages(&text, 2000);
	sitemap_test_pack(buf_slice(&text), &once);
	sitemap_test_pack(buf_slice(&once), &twice);
	sitemap_test_read_bytes(buf_slice(&once));
	ok(feed.complete && feed.n_entries == 2000, "T11: a gzip file is read");
	sitemap_test_read_bytes(buf_slice(&twice));
	ok(feed.complete && feed.n_entries == 2000,
	    "T11: gzip in gzip is read");
	sitemap_test_read_bytes(slice_sub(buf_slice(&once), 0, once.len / 2));
	ok(!feed.complete && feed.n_entries > 100,
	    "T11: a truncated one is read to its end");
	sitemap_test_read_bytes(slice_sub(buf_slice(&once), 0, once.len - 4));
	ok(!feed.complete && feed.n_entries == 2000,
	    "T11: gzip without its length is incomplete");
	once.p[once.len - 6] ^= 1;
	sitemap_test_read_bytes(buf_slice(&once));
	ok(!feed.complete, "T11: gzip with a wrong checksum is incomplete");
	sitemap_test_pack(
	    SLICE("<rss version='2.0'><channel><title>t</title><item><title>a"
		  "</title></item></channel></rss>"),
	    &once);
	sitemap_test_read_bytes(buf_slice(&once));
	ok(feed.format == FEED_RSS20 && feed.n_entries == 1,
	    "T11: a feed as a gzip file is read");
	sitemap_test_pack(slice_sub(buf_slice(&text), 0, text.len / 2), &once);
	sitemap_test_pack(
	    slice_sub(buf_slice(&text), text.len / 2, text.len), &twice);
	buf_append_slice(&once, buf_slice(&twice));
	sitemap_test_read_bytes(buf_slice(&once));
	ok(feed.complete && feed.n_entries == 2000,
	    "T11: a gzip file of two members is read to its end");
	sitemap_test_read_bytes(slice_sub(buf_slice(&once), 0, once.len - 4));
	ok(!feed.complete, "T11: a gzip file without the length of the second "
			   "member is incomplete");
	sitemap_test_read_bytes(SLICE("\x1f\x8b\x08"));
	ok(feed.format == FEED_UNKNOWN && !feed.complete,
	    "T11: three bytes of gzip are empty");
	buf_clear(&text);
	if (!buf_reserve(&text, 40 * MIB))
		abort();
	memset(text.p, ' ', 40 * MIB);
	text.len = 40 * MIB;
	sitemap_test_pack(buf_slice(&text), &once);
	sitemap_test_read_bytes(buf_slice(&once));
	is_text(feed.why, "a gzip file that unpacks to too much",
	    "T11: a bomb is not decompressed");
	buf_release(&text);
	buf_release(&once);
	buf_release(&twice);
}

int
main(void)
{
	arena_init(&arena, LIMIT_FEED_ARENA_FLOOR);
	sitemap_test_news();
	sitemap_test_index();
	sitemap_test_mistaken();
	sitemap_test_large();
	sitemap_test_packed();
	arena_release(&arena);
	return done_testing();
}
