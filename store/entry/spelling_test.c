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

/* Stores that the page could not be read, temporarily or permanently. */
static void
spelling_test_fail(
    struct store *s, enum article_status status, const char *why, int64_t now)
{
	struct err e = ERR_INIT;

	if (store_end(s, 1, status, why, now + 60, now, &e) != 0)
		printf("# %s\n", e.text);
}

static void
spelling_test_witnesses(void)
{
	struct store *s = fixture_open("witnesses.db", STORE_DAEMON);
	bool is_outdated = false;
	struct article_update k = { .id = 1,
		.status = ARTICLE_FEED_ONLY,
		.status_why = SLICE("HTTP 404"),
		.url = SLICE(DEAD),
		.ret_is_outdated = &is_outdated };
	struct err e = ERR_INIT;

	spelling_test_announce(s, "https://evil.example/rss", "e", DEAD, NOW);
	spelling_test_announce(s, "https://good.example/rss", "g", REAL, NOW);
	spelling_test_is(s, "queued|" DEAD "|0",
	    "the address of the first witness is requested first");
	is_done(store_article_put(s, &k, NOW, &e), &e,
	    "the first address has no page");
	spelling_test_is(s, "queued|" REAL "|0",
	    "the address of the second witness is requested next");
	ok(is_outdated, "the result states that the article is pending");
	is_int(ask(s, "SELECT count(*) FROM article WHERE revision = 0"), 1,
	    "the text of the witness is not published meanwhile");
	spelling_test_fail(s, ARTICLE_FEED_ONLY, "HTTP 404", NOW);
	spelling_test_is(s, "feed_only|" REAL "|0",
	    "each address is requested once if no page is there");
	is_int(
	    spelling_test_announce(s, "https://two.example/rss", "g", DEAD, NOW)
		.n_pending,
	    1, "the other address of a new entry is requested");
	spelling_test_fail(s, ARTICLE_FEED_ONLY, "HTTP 404", NOW);
	spelling_test_fail(s, ARTICLE_FEED_ONLY, "HTTP 404", NOW);
	spelling_test_is(s, "feed_only|" REAL "|0",
	    "the addresses after the new one are requested, too");
	is_int(spelling_test_announce(
		   s, "https://three.example/rss", "g", REAL, NOW)
		   .n_pending,
	    0, "the present address is not requested again");
	spelling_test_announce(
	    s, "https://four.example/rss", "g", DEAD_TOO, NOW);
	spelling_test_is(s, "queued|" DEAD_TOO "|0",
	    "an address that is announced later is requested");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
spelling_test_temporary(void)
{
	struct store *s = fixture_open("temporary.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	int n = 0;

	spelling_test_announce(s, "https://good.example/rss", "g", REAL, NOW);
	spelling_test_fail(s, ARTICLE_FAILED, "HTTP 503", NOW);
	is_int(spelling_test_announce(
		   s, "https://evil.example/rss", "e", DEAD, NOW)
		   .n_pending,
	    1, "a further witness announces another address");
	spelling_test_is(s, "queued|" DEAD "|0",
	    "the address of this witness is requested after a temporary "
	    "failure");
	spelling_test_fail(s, ARTICLE_FEED_ONLY, "HTTP 404", NOW);
	spelling_test_is(s, "queued|" REAL "|0",
	    "the address that failed temporarily is requested again");
	for (; n < 99 && ask(s, "SELECT revision FROM article") == 0; n++)
		spelling_test_fail(s,
		    article_at(s, REAL) > 0 ? ARTICLE_FAILED
					    : ARTICLE_FEED_ONLY,
		    "no page", NOW);
	ok(n > 4 && n < 2 * LIMIT_ARTICLE_TRIES,
	    "the number of requests is limited");
	is_wellformed(s, "the database has no fault");
	store_close(s);

	s = fixture_open("secure.db", STORE_DAEMON);
	spelling_test_announce(s, "https://evil.example/rss", "e", REAL, NOW);
	spelling_test_announce(s, "https://good.example/rss", "g",
	    "http://example.org/story-1", NOW);
	spelling_test_fail(s, ARTICLE_FAILED, "connect: refused", NOW);
	spelling_test_is(s, "failed|http://example.org/story-1|0",
	    "after a temporary failure, the next address is tried");
	is_done(store_story(s, 1, "Real", "The text of the page.", NOW, &e), &e,
	    "the page is read");
	spelling_test_announce(s, "https://two.example/rss", "g", DEAD, NOW);
	spelling_test_is(s, "done|http://example.org/story-1|0",
	    "a witness does not move an article whose page was read");
	store_close(s);
}

/* robots.txt of the first address is unreachable, and there is no page at the
 * second address.  A wait for robots.txt is not counted as a try. */
static void
spelling_test_robots(bool is_known_before)
{
	struct store *s = fixture_open(
	    is_known_before ? "robots.db" : "unknown.db", STORE_DAEMON);
	struct article_update k = { .id = 1,
		.status = ARTICLE_FAILED,
		.was_not_asked = true,
		.retry_at = NOW + 60 };
	struct err e = ERR_INIT;

	spelling_test_announce(s, "https://good.example/rss", "g", REAL, NOW);
	if (is_known_before)
		spelling_test_announce(
		    s, "https://evil.example/rss", "e", DEAD, NOW);
	is_done(
	    store_article_put(s, &k, NOW, &e), &e, "robots.txt is unreachable");
	if (!is_known_before)
		spelling_test_announce(
		    s, "https://evil.example/rss", "e", DEAD, NOW);
	spelling_test_is(s,
	    is_known_before ? "failed|" DEAD "|0" : "queued|" DEAD "|0",
	    "while robots.txt is unreachable, the other address is tried");
	spelling_test_fail(s, ARTICLE_FEED_ONLY, "HTTP 404", NOW);
	spelling_test_is(s, "queued|" REAL "|0",
	    "the address that was not requested is requested again");
	store_close(s);
}

/* Stores that the answer was a page that is not the article. */
static void
spelling_test_wrong_page(struct store *s, const char *url)
{
	struct cuter_article page = story("Other", "");
	bool is_outdated;
	struct article_update k = { .id = 1,
		.status = ARTICLE_DONE,
		.article = &page,
		.url = slice_of(url),
		.final_url = SLICE("https://example.org/"),
		.ret_is_outdated = &is_outdated };
	struct err e = ERR_INIT;

	page.page_class = CUTER_PAGE_ERROR;
	if (store_article_put(s, &k, NOW, &e) != 0)
		printf("# %s\n", e.text);
}

/* A witness announces an address at which another page answers. */
static void
spelling_test_wrong_pages(void)
{
	struct store *s = fixture_open("wrong.db", STORE_DAEMON);
	struct err e = ERR_INIT;

	spelling_test_announce(s, "https://evil.example/rss", "e", DEAD, NOW);
	spelling_test_wrong_page(s, DEAD);
	spelling_test_is(
	    s, "feed_only|" DEAD "|0", "another page is not the article");
	spelling_test_announce(s, "https://good.example/rss", "g", REAL, NOW);
	spelling_test_is(s, "queued|" REAL "|0",
	    "a later witness gives the address of the article");
	store_story(s, 1, "Real", "The text of the page.", NOW, &e);
	spelling_test_is(s, "done|" REAL "|0", "the page is read");
	store_close(s);

	s = fixture_open("wrong_first.db", STORE_DAEMON);
	spelling_test_announce(s, "https://evil.example/rss", "e", DEAD, NOW);
	spelling_test_announce(s, "https://good.example/rss", "g", REAL, NOW);
	spelling_test_wrong_page(s, DEAD);
	spelling_test_is(s, "queued|" REAL "|0",
	    "the address of the other witness is requested next");
	spelling_test_wrong_page(s, REAL);
	spelling_test_is(
	    s, "feed_only|" REAL "|0", "each address is requested once");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* The home page of the publisher is requested, not that of the AMP cache. */
static void
spelling_test_amp_cache(void)
{
	struct store *s = fixture_open("cache.db", STORE_DAEMON);

	spelling_test_announce(s, "https://evil.example/rss", "e",
	    "https://www.google.com/amp/s/example.org/story-1", NOW);
	is_int(ask(s, "SELECT count(*) FROM home_page WHERE host = "
		      "'example.org' AND url = 'https://example.org/'"),
	    1, "the home page of the publisher is requested");
	store_close(s);
}

/* A witness does not change the address that an entitled feed gave. */
static void
spelling_test_entitled(void)
{
	struct store *s = fixture_open("entitled.db", STORE_DAEMON);

	spelling_test_announce(s, "https://example.org/rss", "g", REAL, NOW);
	spelling_test_fail(s, ARTICLE_FAILED, "HTTP 503", NOW);
	spelling_test_announce(s, "https://evil.example/rss", "e", DEAD, NOW);
	spelling_test_is(s, "failed|" REAL "|1",
	    "a witness does not move the article of its publisher");
	spelling_test_fail(s, ARTICLE_FEED_ONLY, "HTTP 404", NOW);
	spelling_test_is(s, "feed_only|" REAL "|1",
	    "the address of a witness is not requested for its publisher");
	spelling_test_announce(
	    s, "https://two.example/rss", "g", DEAD_TOO, NOW);
	spelling_test_is(s, "feed_only|" REAL "|1",
	    "a witness does not cause a request at another address");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	spelling_test_entitled_later();
	spelling_test_witnesses();
	spelling_test_temporary();
	spelling_test_robots(true);
	spelling_test_robots(false);
	spelling_test_entitled();
	spelling_test_wrong_pages();
	spelling_test_amp_cache();
	return done_testing();
}
