/*
 * site_memory_test.c -- site memories: a page is added once, with its article,
 * for its feed only.
 */
#include "base/limits.h"
#include "store/fixture_test.h"

static struct fixture_feed f;

/* Observations of a page: two fingerprints, the first of which was text. */
static const char shown[] = "\0aaaaaaaa\1bbbbbbbb";
#define SHOWN ((struct slice){ shown, sizeof(shown) })

static const char memory_sum[] =
    "SELECT coalesce(sum(length(memory)), 0) FROM site_memory";

/* Stores two feeds on one host, each with n articles of its own. */
static struct store *
site_memory_test_two_feeds(const char *name, int n)
{
	static char links[2][32][64];
	struct store *s = fixture_open(name, STORE_DAEMON);

	for (int feed = 0; feed < 2; feed++) {
		feed_begin(&f, "F");
		for (int i = 0; i < n; i++) {
			snprintf(links[feed][i], sizeof(links[0][0]),
			    "https://example.org/%d/%d", feed, i);
			feed_add(&f, links[feed][i], links[feed][i], "T", "W");
		}
		poll(s,
		    put_feed_at(s, feed == 0 ? "https://example.org/rss"
					     : "https://example.org/atom"),
		    &f, NOW);
	}
	return s;
}

static int64_t
site_memory_test_nth(struct store *s, int feed, int n)
{
	char url[64];

	snprintf(url, sizeof(url), "https://example.org/%d/%d", feed, n);
	return article_at(s, url);
}

static int
site_memory_test_store_seen(
    struct store *s, int64_t id, const char *body, struct slice seen)
{
	struct cuter_article article = story("Title", body);
	struct article_update k = { .id = id,
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &article };
	struct err e = ERR_INIT;

	article.site_seen = seen;
	return store_article_put(s, &k, NOW, &e);
}

static int64_t
site_memory_test_pages_of(struct store *s, int64_t id)
{
	struct buf memory;
	struct err e = ERR_INIT;
	int64_t pages = -1;

	buf_init(&memory, LIMIT_SITE_MEMORY);
	if (store_site_memory_get(s, id, &memory, &e) == 0)
		pages = memory.len >= 16 ? (unsigned char)memory.p[12] : 0;
	buf_release(&memory);
	return pages;
}

static void
site_memory_test_learning(void)
{
	struct store *s = site_memory_test_two_feeds("learning.db", 4);

	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 0, 0)), 0,
	    "nothing is known at first");
	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 0), "One.", SHOWN);
	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 0, 1)), 1,
	    "a page is learned from");
	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 1), "Two.", SHOWN);
	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 0, 2)), 2,
	    "the second page is added to the memory");
	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 1), "Two, corrected.", SHOWN);
	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 0, 2)), 2,
	    "a second visit does not change the memory");
	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 1, 0)), 0,
	    "pages of one feed do not change the memory of another");
	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 2), "Three.", SLICE("no sightings"));
	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 3), "Four.", SLICE_NONE);
	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 0, 3)), 2,
	    "invalid sightings do not change the memory");
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'done'"), 4,
	    "all articles are stored");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
site_memory_test_ends(void)
{
	struct store *s = site_memory_test_two_feeds("ends.db", 2);
	struct retention update = { FOREVER, FOREVER, FOREVER };
	struct retention_done done;
	struct err e = ERR_INIT;

	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 0), "One.", SHOWN);
	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 1, 0), "Two.", SHOWN);
	is_int(ask(s, "SELECT count(*) FROM site_memory"), 2,
	    "each feed has its memory");
	is_done(store_feed_remove(s, 1, &e), &e, "a feed is removed");
	is_int(ask(s, "SELECT count(*) FROM site_memory"), 1,
	    "a memory is deleted with its feed");
	store_retain(s, &update, NOW + 59 * 86400, 100, &done, &e);
	ok(ask(s, memory_sum) > 0, "a recent memory remains");
	store_retain(s, &update, NOW + 61 * 86400, 100, &done, &e);
	is_int(ask(s, memory_sum), 0,
	    "a memory is deleted after 60 days without a page");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Tests bytes that are not a site memory, and a site memory that is too large.
 */
static void
site_memory_test_broken(void)
{
	struct store *s = site_memory_test_two_feeds("broken.db", 4);

	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 0), "One.", SHOWN);
	do_sql(s, "UPDATE site_memory SET memory = x'00ff'");
	site_memory_test_store_seen(
	    s, site_memory_test_nth(s, 0, 1), "Two.", SHOWN);
	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 0, 2)), 1,
	    "a damaged memory is replaced by an empty one");
	do_sql_of(s, "UPDATE site_memory SET memory = zeroblob(9000000)",
	    "UPDATE site_memory SET memory = "
	    "decode(repeat('00', 9000000), 'hex')");
	is_int(site_memory_test_store_seen(
		   s, site_memory_test_nth(s, 0, 2), "Three.", SHOWN),
	    0, "a memory that is too large is refused");
	is_int(site_memory_test_pages_of(s, site_memory_test_nth(s, 0, 3)), 1,
	    "the memory of the site has one page");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	site_memory_test_learning();
	site_memory_test_ends();
	site_memory_test_broken();
	return done_testing();
}
