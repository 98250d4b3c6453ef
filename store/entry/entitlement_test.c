/*
 * entitlement_test.c -- tests which feeds are entitled for an article
 * (docs/security.md, "Attribution").
 */
#include "base/array.h"
#include "store/entry/entitlement.h"
#include "store/fixture_test.h"
#include "store/page_feed.h"
#include "url/url.h"

static struct fixture_feed f;

struct asking {
	int64_t feed_id;
	struct slice url;
	bool entitled, is_of_site;
};

static int
entitlement_test_ask_entitled(struct store *s, void *arg, struct err *e)
{
	struct asking *a = arg;
	struct entitlement of = { .feed_id = a->feed_id };
	struct entitlement_page page = { .url = a->url };

	url_budget_key(&s->scratch, a->url, &page.site);
	return entitlement_check(
	    s, &of, &page, &a->entitled, &a->is_of_site, e);
}

static bool
entitlement_test_is_entitled(struct store *s, int64_t feed_id, const char *url)
{
	struct asking a = { .feed_id = feed_id, .url = slice_of(url) };
	struct err e = ERR_INIT;

	if (store_operate(s, entitlement_test_ask_entitled, &a, &e) != 0)
		printf("# %s\n", e.text);
	return a.entitled;
}

/* Feeds, pages, and whether the feed is entitled for the page. */
static const struct {
	const char *feed, *page, *name;
	bool entitled;
} entitlement_test_rows[] = {
	{ "https://www.example.org/rss", "http://example.org:8080/a",
	    "a feed of the registrable domain, whatever the port", true },
	{ "https://feeds.example.co.uk/rss", "https://example.co.uk/a",
	    "a subdomain", true },
	{ "https://example.co.uk/rss", "https://other.co.uk/a",
	    "a public suffix is not a site", false },
	{ "https://ann.github.io/rss", "https://bob.github.io/a",
	    "the suffix of a hosting service is not a site", false },
	{ "https://example.org.evil.example/rss", "https://example.org/a",
	    "a host name with the same beginning", false },
	{ "http://127.0.0.2:81/rss", "http://127.0.0.2:81/a",
	    "an address with its port", true },
	{ "http://127.0.0.2:81/rss", "http://127.0.0.2:82/a",
	    "an address with another port", false },
	{ "http://localhost:81/rss", "http://localhost:82/a",
	    "a single label with another port", false },
	{ "http://[::1]:81/rss", "http://[::1]:81/a", "IPv6", true },
	{ "https://example.org/rss",
	    "https://example-org.cdn.ampproject.org/c/s/example.org/a",
	    "a page in an AMP cache is of its publisher's site", true },
	{ "https://evil.example/rss",
	    "https://example-org.cdn.ampproject.org/c/s/example.org/a",
	    "and of no other site", false },
	{ "https://drive.google.com/uc?id=1",
	    "https://www.google.com/amp/s/example.org/a",
	    "and not of the cache's site", false },
	{ "https://drive.google.com/uc?id=1",
	    "https://www.google.com/%61mp/s/example.org/a",
	    "and not of the cache's site, with an encoded folder", false },
	{ "https://drive.google.com/uc?id=1",
	    "https://www.google.com/amp/%73/example.org/a",
	    "with an encoded scheme", false },
	{ "https://drive.google.com/uc?id=1",
	    "https://www.google.com/amp/s/%65xample.org/a",
	    "with an encoded host", false },
	{ "https://a.ampproject.org/rss",
	    "https://example-org.cdn.ampproject.org/%63/s/example.org/a",
	    "with another encoded folder", false },
	{ "https://drive.google.com/uc?id=1",
	    "https://www.google.com/x/../%61mp/s/example.org/a", "with dots",
	    false },
	{ "https://example.org/rss",
	    "https://www.google.com/%61mp/s/example.org/a",
	    "an encoded address in an AMP cache is of the publisher's site",
	    true },
	{ "https://example.org///~bob/rss", "https://example.org/~ann/a",
	    "a user's feed with empty folders, another user's page", false },
	{ "https://m.neocities.org/rss", "http://ann.m.neocities.org/a",
	    "a customer with the name of a variant, a host below it", true },
	{ "https://example.org/~bob/rss",
	    "https://example.org/~bob/%2e%2e/~ann/a",
	    "a user's feed, another user's page with encoded dots", false },
	{ "https://example.org/~bob/rss", "https://example.org/~bob/a",
	    "a user's feed, the same user's page", true },
	{ "https://example.org/~bob/rss", "https://example.org/~ann/a",
	    "a user's feed, another user's page", false },
	{ "https://example.org/~cid/rss", "https://example.org/a",
	    "a user's feed, a page of the site", false },
	{ "https://example.org/rss", "https://example.org/~ann/a",
	    "the site's feed, a user's page", true },
	{ "https://bob.substack.com/feed", "https://ann.substack.com/p/a",
	    "the feed of another customer of a blog host", false },
	{ "https://substack.com/feed/bob", "https://ann.substack.com/p/a",
	    "a feed of the blog host itself", false },
	{ "https://ann.substack.com/feed", "https://ann.substack.com/p/a",
	    "the feed of this customer of a blog host", true },
};

static void
entitlement_test_sites(void)
{
	struct store *s = fixture_open("sites.db", STORE_DAEMON);

	for (size_t i = 0; i < ARRAY_LENGTH(entitlement_test_rows); i++)
		ok(entitlement_test_is_entitled(s,
		       put_feed_at(s, entitlement_test_rows[i].feed),
		       entitlement_test_rows[i].page) ==
			entitlement_test_rows[i].entitled,
		    "I2: %s", entitlement_test_rows[i].name);
	ok(entitlement_test_is_entitled(
	       s, put_feed_at(s, "https://evil.example/rss"), ""),
	    "I2: the feed is entitled for an item without an address");
	store_close(s);
}

static void
entitlement_test_words(void)
{
	struct store *s = fixture_open("words.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://feeds.example.net/rss");
	struct feed_subscription said = { .url = SLICE(
					      "https://feeds.example.net/rss"),
		.sites = SLICE("www.example.org\nhttp://127.0.0.2:81/x"),
		.fetch_articles = true,
		.from_config = true };
	struct err e = ERR_INIT;
	bool is_new;

	feed_begin(&f, "F");
	f.feed.link = SLICE("https://example.org/");
	poll(s, id, &f, NOW);
	ok(!entitlement_test_is_entitled(s, id, "https://example.org/a"),
	    "I2: the channel's link does not entitle");
	store_feed_put(s, &said, NOW, &id, &is_new, &e);
	ok(entitlement_test_is_entitled(s, id, "https://example.org/a") &&
		entitlement_test_is_entitled(s, id, "http://127.0.0.2:81/a"),
	    "I2: feed.site entitles the feed to pages of the site");
	ok(!entitlement_test_is_entitled(s, id, "http://127.0.0.2:82/a"),
	    "I2: feed.site does not entitle for other sites");
	said.sites = SLICE_NONE;
	said.from_config = false;
	store_feed_put(s, &said, NOW, &id, &is_new, &e);
	ok(entitlement_test_is_entitled(s, id, "https://example.org/a"),
	    "I2: a command without sites does not change feed.site");
	said.from_config = true;
	store_feed_put(s, &said, NOW, &id, &is_new, &e);
	ok(!entitlement_test_is_entitled(s, id, "https://example.org/a"),
	    "I2: an entitlement is removed with its setting");
	store_close(s);
}

static void
entitlement_test_moved(void)
{
	struct store *s = fixture_open("moved.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_update k;

	feed_begin(&f, "F");
	k = poll_of(id, &f, NOW);
	k.moved_url = SLICE("https://feeds.example.net/rss");
	store_poll(s, &k, NOW);
	ok(entitlement_test_is_entitled(s, id, "https://feeds.example.net/a"),
	    "I2: a feed that has moved is entitled for its new site");
	ok(entitlement_test_is_entitled(s, id, "https://example.org/a"),
	    "I2: a former address of the feed entitles it");
	id = put_feed_at(s, "https://evil.example/rss");
	k = poll_of(id, &f, NOW);
	k.is_answer = true;
	k.redirect_url = SLICE("https://example.org/feed");
	store_poll(s, &k, NOW);
	ok(!entitlement_test_is_entitled(s, id, "https://example.org/a"),
	    "I2: a redirect of less than a week does not entitle");
	store_close(s);
}

/* Lets two feeds announce one page: a witness, and the publisher's feed. */
static void
entitlement_test_announce(struct store *s, const char *feed, const char *title,
    int64_t published_at, int64_t now)
{
	struct poll_update k;

	feed_begin(&f, "F");
	feed_add(&f, "g", "https://example.org/story", title, "Words of it.")
	    ->published_at = published_at;
	k = poll_of(put_feed_at(s, feed), &f, now);
	k.max_age_s = 30 * 86400;
	store_poll(s, &k, now);
}

static void
entitlement_test_is_article(
    struct store *s, const char *expected, const char *name)
{
	const char *got = ask_text(s,
	    "SELECT status || '|' || title || '|' ||"
	    " CASE WHEN entitled THEN 1 ELSE 0 END || '|' || flags "
	    "FROM article");

	if (!ok(strcmp(got, expected) == 0, "I2: %s", name))
		printf("#      got %s\n# expected %s\n", got, expected);
}

static void
entitlement_test_takeover(void)
{
	struct store *s = fixture_open("takeover.db", STORE_DAEMON);
	struct err e = ERR_INIT;

	entitlement_test_announce(
	    s, "https://evil.example/rss", "Theirs", NOW - 1, NOW);
	entitlement_test_is_article(
	    s, "queued|Theirs|0|", "the page of a witness is pending");
	store_end(s, 1, ARTICLE_GONE, "HTTP 410", DATE_NONE, NOW, &e);
	entitlement_test_announce(
	    s, "https://example.org/rss", "Ours", NOW - 1, NOW + 9);
	entitlement_test_is_article(s, "queued|Ours|1|",
	    "the publisher's feed requests a page again that was not "
	    "available");
	entitlement_test_announce(
	    s, "https://two.example/rss", "More", NOW - 1, NOW + 9);
	entitlement_test_is_article(
	    s, "queued|Ours|1|", "a later witness does not change the article");
	store_end(s, 1, ARTICLE_FEED_ONLY, "HTTP 403", DATE_NONE, NOW, &e);
	entitlement_test_is_article(
	    s, "feed_only|Ours|1|", "the publisher's text is used");
	is_wellformed(s, "I2: no faults");
	store_close(s);
	s = fixture_open("given.db", STORE_DAEMON);
	entitlement_test_announce(
	    s, "https://evil.example/rss", "Theirs", 1, NOW);
	entitlement_test_is_article(s, "feed_only|Theirs|0|witness",
	    "the text of a witness is published with the flag witness");
	entitlement_test_announce(
	    s, "https://two.example/rss", "More", NOW - 1, NOW + 9);
	entitlement_test_is_article(s, "queued|Theirs|0|witness",
	    "a page is fetched if a witness states another date");
	entitlement_test_announce(
	    s, "https://example.org/rss", "Ours", 1, NOW + 9);
	entitlement_test_is_article(s, "feed_only|Ours|1|",
	    "with the date of the publisher the article is too old to be "
	    "fetched");
	entitlement_test_announce(
	    s, "https://six.example/rss", "Six", NOW - 1, NOW + 9);
	entitlement_test_is_article(s, "feed_only|Ours|1|",
	    "the date of a witness does not make the article newer");
	is_int(fixture_count_hits(s, "theirs"), 0,
	    "I2: a search does not find the text of a witness");
	is_wellformed(s, "I2: no faults");
	store_close(s);
}

static void
entitlement_test_purged(void)
{
	struct store *s = fixture_open("purged.db", STORE_DAEMON);
	struct retention update = { 86400, FOREVER, FOREVER };
	struct retention_done done;
	struct err e = ERR_INIT;
	int64_t later = NOW + 9 * 86400;

	entitlement_test_announce(
	    s, "https://evil.example/rss", "Theirs", 1, NOW);
	store_retain(s, &update, later, 100, &done, &e);
	is_int(done.articles, 1, "I2: an article of a witness is purged");
	entitlement_test_announce(
	    s, "https://evil.example/rss", "Theirs", 1, later);
	entitlement_test_announce(
	    s, "https://two.example/rss", "More", later, later);
	is_int(ask(s, "SELECT count(*) FROM article"), 0,
	    "I2: no witness restores the article");
	entitlement_test_announce(
	    s, "https://example.org/rss", "Ours", later, later);
	entitlement_test_is_article(
	    s, "queued|Ours|1|", "I2: the publisher restores the article");
	store_story(
	    s, ask(s, "SELECT id FROM article"), "Ours", "Body.", later, &e);
	store_retain(s, &update, later + 9 * 86400, 100, &done, &e);
	entitlement_test_announce(
	    s, "https://example.org/two", "Ours", later, later);
	is_int(ask(s, "SELECT count(*) FROM article"), 0,
	    "I2: an article of its publisher is not restored");
	is_wellformed(s, "I2: no faults");
	store_close(s);
}

/* A witness announces a page 40 days before its publisher does.  `is_read`: the
 * page has a text at that time. */
static void
entitlement_test_age(bool is_read)
{
	struct store *s =
	    fixture_open(is_read ? "aged.db" : "age.db", STORE_DAEMON);
	struct retention update = { 30 * 86400, FOREVER, FOREVER };
	struct cuter_article page = story("Soon", "A page of the publisher.");
	struct article_update k = { .id = 1,
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &page,
		.revisits = { { 3600, 86400 }, 2 } };
	struct retention_done done = { 0 };
	struct err e = ERR_INIT;
	int64_t later = NOW + 40 * 86400;

	entitlement_test_announce(
	    s, "https://evil.example/rss", "Theirs", NOW - 1, NOW);
	if (is_read)
		store_article_put(s, &k, NOW, &e);
	else
		store_end(
		    s, 1, ARTICLE_FEED_ONLY, "HTTP 404", DATE_NONE, NOW, &e);
	entitlement_test_announce(
	    s, "https://example.org/rss", "Ours", later, later);
	k.fetched_at = later;
	page.title = SLICE("Ours");
	is_done(store_article_put(s, &k, later, &e), &e,
	    "I2: the page is read for its publisher");
	ok(ask(s, "SELECT count(*) FROM article") == 1 &&
		store_retain(s, &update, later + 1, 100, &done, &e) == 0 &&
		done.articles == 0,
	    "I2: the age of an article is counted from its publisher's "
	    "announcement");
	is_int(ask(s, "SELECT count(*) FROM article "
		      "WHERE revisit_at IS NOT NULL"),
	    1, "I2: the page is visited again");
	is_wellformed(s, "I2: no faults");
	store_close(s);
}

/* A page or home page names the feed, and the feed has the item. */
static void
entitlement_test_name_moved(struct store *s, const char *feed, int64_t id)
{
	struct slice feeds[] = { slice_of(feed) };
	struct cuter_article page = story("Story", "The text of the page.");
	struct home_page_update home = { .page = &page,
		.final_url = SLICE("https://example.org/"),
		.fetch_articles = true,
		.max_age_s = FOREVER };
	struct article_update k = { .id = id,
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &page };
	struct err e = ERR_INIT;

	page.feeds = feeds;
	page.n_feeds = 1;
	is_done(store_article_put(s, &k, NOW, &e), &e, "I2: a page is read");
	home.id = ask(s, "SELECT min(id) FROM home_page");
	is_done(store_home_page_put(s, &home, NOW, &e), &e,
	    "I2: a home page is read");
}

/* Addresses that a page names, and addresses of feeds. */
static void
entitlement_test_addresses(void)
{
	static const struct {
		const char *named, *feed, *name;
		bool is_same;
	} rows[] = {
		{ "https://www.example.org/feed/", "http://example.org/feed",
		    "another scheme, www. and a slash", true },
		{ "https://example.org/%66eed", "https://example.org/feed#x",
		    "another spelling", true },
		{ "https://example.org/rss?utm_source=a",
		    "https://example.org/rss?utm_source=a",
		    "the same parameter", true },
		{ "https://example.org/rss?feedname=ann",
		    "https://example.org/rss?feedname=bob",
		    "a parameter that counts clicks elsewhere", false },
		{ "https://feeds.example.org/a",
		    "https://m.feeds.example.org/a",
		    "the label of a mobile host", false },
		{ "https://example.org/a",
		    "https://example-org.cdn.ampproject.org/c/s/example.org/a",
		    "an AMP cache", false },
		{ "https://example.org/a", "https://example.org/b",
		    "another path", false },
		{ "mailto:a@example.org", "mailto:a@example.org",
		    "an address without a host", false },
	};
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, 1 << 20);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort();
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(feed_url_is_same(&arena, slice_of(rows[i].named),
		       slice_of(rows[i].feed)) == rows[i].is_same,
		    "I2: a page names %s feed: %s",
		    rows[i].is_same ? "the" : "another", rows[i].name);
	arena_release(&arena);
}

/* A page and a home page name the feed of another customer of a service. */
static void
entitlement_test_service(void)
{
	struct store *s = fixture_open("service.db", STORE_DAEMON);
	int64_t id =
	    put_feed_at(s, "https://feeds.example.net/rss?feedname=bob");

	feed_begin(&f, "F");
	feed_add(&f, "e1", "https://example.org/1", "Forged", "Forged one.");
	poll(s, id, &f, NOW);
	entitlement_test_name_moved(s,
	    "https://feeds.example.net/rss?feedname=ann",
	    article_at(s, "https://example.org/1"));
	is_int(ask(s, "SELECT count(*) FROM entry WHERE entitled"), 0,
	    "I2: the feed of another customer is not entitled");
	store_close(s);
}

/* A feed announces two pages with texts of its own and then moves to an address
 * that the publisher names. */
static void
entitlement_test_moved_text(void)
{
	static const char new_url[] = "https://feeds.example.net/rss";
	struct store *s = fixture_open("forged.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://evil.example/rss");
	struct poll_update k;
	struct err e = ERR_INIT;

	feed_begin(&f, "F");
	feed_add(&f, "e1", "https://example.org/1", "Forged", "Forged one.");
	feed_add(&f, "e2", "https://example.org/2", "Forged", "Forged two.");
	poll(s, id, &f, NOW);
	store_end(s, article_at(s, "https://example.org/1"), ARTICLE_FEED_ONLY,
	    "HTTP 403", DATE_NONE, NOW, &e);
	feed_begin(&f, "F");
	feed_add(&f, "o3", "https://example.org/3", "Own", "Own words.");
	k = poll_of(id, &f, NOW + 1);
	k.moved_url = slice_of(new_url);
	store_poll(s, &k, NOW + 1);
	is_int(ask(s, "SELECT count(*) FROM feed WHERE etag IS NULL"), 1,
	    "I2: after a move the document is read again");
	poll(s, id, &f, NOW + 2);
	entitlement_test_name_moved(
	    s, new_url, article_at(s, "https://example.org/2"));
	is_int(ask(s, "SELECT count(*) FROM entry WHERE entitled "
		      "AND title = 'Forged'"),
	    0, "I2: entries from before a move are not entitled");
	is_int(ask(s, "SELECT count(*) FROM entry WHERE entitled "
		      "AND title = 'Own'"),
	    1, "I2: an entry of the new address is entitled");
	is_int(ask(s, "SELECT count(*) FROM article WHERE flags = 'witness' "
		      "AND NOT entitled"),
	    1, "I2: the forged text is that of a witness");
	feed_add(&f, "o1", "https://example.org/1", "Own", "Own text.");
	poll(s, id, &f, NOW + 3);
	is_int(ask(s, "SELECT count(*) FROM entry e JOIN article a "
		      "ON a.id = e.article_id "
		      "WHERE e.entitled AND a.entitled AND a.title = 'Own' "
		      "AND a.url = 'https://example.org/1'"),
	    1, "I2: the publisher's item entitles the article");
	is_wellformed(s, "I2: no faults");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	entitlement_test_sites();
	entitlement_test_words();
	entitlement_test_moved();
	entitlement_test_takeover();
	entitlement_test_purged();
	entitlement_test_age(false);
	entitlement_test_age(true);
	entitlement_test_moved_text();
	entitlement_test_addresses();
	entitlement_test_service();
	return done_testing();
}
