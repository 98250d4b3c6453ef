/*
 * moved_site_test.c -- a site moves to another host, so that the links and
 * guids of all items change (docs/feed-rows.md, row I6).
 */
#include "base/array.h"
#include "store/fixture_test.h"

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;

static const char *const titles[] = { "Harbour closed", "Rents raised",
	"Museum reopens", "Budget agreed", "Mayor resigns" };

static void
moved_site_test_begin(const char *file)
{
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://feeds.example.org/rss");
	now = NOW;
}

/* Creates a document with the titles [from, until), whose links are
 * BASE/NUMBER. */
static void
moved_site_test_document(const char *base, size_t from, size_t until)
{
	static char links[ARRAY_LENGTH(titles)][64];

	feed_begin(&f, "Example");
	for (size_t i = from; i < until; i++) {
		struct feed_entry *entry;

		snprintf(links[i], sizeof(links[0]), "%s/s%zu", base, i);
		entry = feed_add(&f, links[i], links[i], titles[i], "Words.");
		entry->published_at = NOW - 86400 - (int64_t)i * 3601;
	}
}

static void
moved_site_test_poll(size_t slice, int64_t n_new, const char *name)
{
	struct poll_update k = poll_of(feed_id, &f, now += 600);

	k.slice = slice;
	is_int((int64_t)store_poll_slices(s, &k, now).n_new, n_new, name);
}

static void
moved_site_test_end(int64_t n_entries, int64_t n_articles)
{
	is_int(ask(s, "SELECT count(*) FROM entry"), n_entries,
	    "the number of stored entries");
	is_int(ask(s, "SELECT count(*) FROM article"), n_articles,
	    "the number of stored articles");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
moved_site_test_host(size_t slice, const char *file)
{
	moved_site_test_begin(file);
	moved_site_test_document("https://old.example.org/news", 1, 5);
	moved_site_test_poll(slice, 4, "I6: four items");
	moved_site_test_document("https://example.net/news", 0, 4);
	moved_site_test_poll(
	    slice, 1, "I6: after a move to another host, only one item is new");
	moved_site_test_poll(slice, 0, "I6: at the next poll no item is new");
	is_int(ask(s, "SELECT count(*) FROM entry "
		      "WHERE link LIKE 'https://example.net/%'"),
	    4, "I6: the entries have the new links");
	moved_site_test_end(5, 5);
}

static void
moved_site_test_paths(void)
{
	moved_site_test_begin("paths.db");
	moved_site_test_document("https://old.example.org/2026/11", 0, 4);
	moved_site_test_poll(0, 4, "I6: four items");
	moved_site_test_document("https://example.net/post", 0, 4);
	moved_site_test_poll(
	    0, 0, "I6: no item is new if host and path have changed");
	moved_site_test_end(4, 4);
}

/* Items of another site under the paths of the old site. */
static void
moved_site_test_others(void)
{
	moved_site_test_begin("others.db");
	moved_site_test_document("https://old.example.org/news", 0, 4);
	moved_site_test_poll(0, 4, "I6: four items");
	moved_site_test_document("https://example.net/news", 0, 4);
	for (size_t i = 0; i < 4; i++)
		f.entries[i].title = SLICE("Another story");
	moved_site_test_poll(
	    0, 4, "I6: other stories with the same paths are new");
	moved_site_test_end(8, 8);
}

/* A feed with items of two sites. */
static void
moved_site_test_planet(void)
{
	moved_site_test_begin("planet.db");
	moved_site_test_document("https://a.example.org/news", 0, 4);
	moved_site_test_poll(0, 4, "I6: four items");
	moved_site_test_document("https://a.example.org/news", 0, 3);
	feed_add(&f, "https://b.example.net/news/s3",
	    "https://b.example.net/news/s3", titles[3], "Words.")
	    ->published_at = NOW - 86400 - 3 * 3601;
	moved_site_test_poll(
	    0, 1, "I6: an item of another site is new if the others stay");
	moved_site_test_end(5, 5);
}

/* One item is not evidence of a move. */
static void
moved_site_test_single(void)
{
	moved_site_test_begin("single.db");
	moved_site_test_document("https://old.example.org/news", 0, 1);
	moved_site_test_poll(0, 1, "I6: one item");
	moved_site_test_document("https://example.net/news", 0, 1);
	moved_site_test_poll(0, 1, "I6: a single item on another host is new");
	moved_site_test_end(2, 2);
}

int
main(void)
{
	fixture_begin();
	moved_site_test_host(0, "host.db");
	moved_site_test_host(1, "slices.db");
	moved_site_test_paths();
	moved_site_test_others();
	moved_site_test_planet();
	moved_site_test_single();
	return done_testing();
}
