/*
 * spelling_test.c -- tests which of several addresses of an article is
 * requested.  url_key() is the same for all of them (docs/security.md,
 * "Attribution").
 */
#include "store/fixture_test.h"

#define REAL     "https://example.org/story-1"
#define DEAD     "https://example.org/story-1/amp"
#define DEAD_TOO "https://m.example.org/story-1"

static struct fixture_feed f;

/* Lets a feed announce the article at this address. */
static struct poll_stored
spelling_test_announce(struct store *s, const char *feed, const char *guid,
    const char *link, int64_t now)
{
	struct poll_update k;

	feed_begin(&f, "F");
	feed_add(&f, guid, link, feed, "Words of it.")->published_at = now;
	k = poll_of(put_feed_at(s, feed), &f, now);
	return store_poll(s, &k, now);
}

static void
spelling_test_is(struct store *s, const char *expected, const char *name)
{
	const char *got =
	    ask_text(s, "SELECT status || '|' || url || '|' ||"
			" CASE WHEN entitled THEN 1 ELSE 0 END FROM article");

	if (!ok(strcmp(got, expected) == 0, "%s", name))
		printf("#      got %s\n# expected %s\n", got, expected);
}

/* The publisher's home page names a feed of another site. */
static void
spelling_test_name_feed(struct store *s, const char *feed)
{
	struct slice feeds[] = { slice_of(feed) };
	const struct cuter_article page = { .feeds = feeds, .n_feeds = 1 };
	struct home_page_update k = { .page = &page,
		.final_url = SLICE("https://example.org/"),
		.fetch_articles = true,
		.max_age_s = FOREVER };
	struct err e = ERR_INIT;
	char sql[256];

	snprintf(sql, sizeof(sql),
	    "SELECT h.id FROM home_page h JOIN feed f ON f.id = h.feed_id "
	    "WHERE f.url = '%s'",
	    feed);
	k.id = ask(s, sql);
	is_done(store_home_page_put(s, &k, NOW + 9, &e), &e,
	    "the home page names the feed");
}

static void
spelling_test_entitled_later(void)
{
	struct store *s = fixture_open("later.db", STORE_DAEMON);
	struct err e = ERR_INIT;

	spelling_test_announce(s, "https://evil.example/rss", "e", DEAD, NOW);
	store_end(s, 1, ARTICLE_FEED_ONLY, "HTTP 404", DATE_NONE, NOW, &e);
	spelling_test_announce(
	    s, "https://good.example/rss", "g", DEAD, NOW + 1);
	spelling_test_is(s, "feed_only|" DEAD "|0",
	    "an address that was requested is not requested again");
	spelling_test_announce(
	    s, "https://host.example/rss", "h", REAL, NOW + 2);
	do_sql(s, "UPDATE article SET status = 'feed_only', url = '" DEAD "'");
	spelling_test_name_feed(s, "https://host.example/rss");
	spelling_test_is(s, "queued|" REAL "|1",
	    "a feed that becomes entitled gives the article its address");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	spelling_test_entitled_later();
	return done_testing();
}
