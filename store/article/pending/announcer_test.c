/*
 * announcer_test.c -- tests for which feed the page of a pending article is
 * requested, if feeds are paused or removed.
 */
#include "base/array.h"
#include "base/limits.h"
#include "store/fixture_test.h"
#include "tests/lib/pace.h"

#define PAGE "https://example.org/story"

static struct fixture_feed f;

/* The feeds of a test.  The witness is a feed of another site. */
struct feeds {
	int64_t first, second, witness;
};

/* Returns poll_stored.n_pending. */
static int64_t
announcer_test_poll(struct store *s, int64_t feed_id)
{
	feed_begin(&f, "F");
	feed_add(&f, "g", PAGE, "Title", "Words of the feed.");
	return (int64_t)poll(s, feed_id, &f, NOW).n_pending;
}

static struct store *
announcer_test_open(const char *name, struct feeds *ret)
{
	struct store *s = fixture_open(name, STORE_DAEMON);

	ret->first = put_feed_at(s, "https://example.org/a.xml");
	ret->second = put_feed_at(s, "https://example.org/b.xml");
	ret->witness = put_feed_at(s, "https://witness.net/c.xml");
	return s;
}

static void
announcer_test_set(struct store *s, int64_t feed_id, enum feed_status status)
{
	struct err e = ERR_INIT;

	if (store_feed_set_status(s, feed_id, status, SLICE_NONE, &e) != 0)
		printf("# %s\n", e.text);
}

static void
announcer_test_remove(struct store *s, int64_t feed_id)
{
	struct err e = ERR_INIT;

	if (store_feed_remove(s, feed_id, &e) != 0)
		printf("# %s\n", e.text);
}

struct seen {
	int n, ended, foreign;
};

static int
announcer_test_see(const struct pending_article *row, void *arg)
{
	struct seen *seen = arg;

	seen->n++;
	seen->ended += row->is_ended;
	seen->foreign += row->is_foreign;
	return 0;
}

static struct seen
announcer_test_look(struct store *s, int64_t now)
{
	static const struct article_window window = {
		.own = 100, .foreign = 100, .per_feed = 100, .per_foreign = 100
	};
	struct seen seen = { 0 };
	struct err e = ERR_INIT;

	if (store_article_pending(
		s, now, &window, announcer_test_see, &seen, &e) != 0)
		printf("# %s\n", e.text);
	return seen;
}

static int64_t
announcer_test_count(struct store *s, int64_t now)
{
	int64_t n = -1, next;
	struct err e = ERR_INIT;

	store_article_pending_count(s, now, 1000, &n, &next, &e);
	return n;
}

/* The announcer of the article; 0: none. */
static int64_t
announcer_test_announcer(struct store *s)
{
	return ask(s, "SELECT coalesce(announced_by, 0) FROM article "
		      "WHERE url = '" PAGE "'");
}

static int64_t
announcer_test_is_entitled(struct store *s)
{
	return ask(s, "SELECT count(*) FROM article WHERE url = '" PAGE "' "
		      "AND entitled IS TRUE");
}

static void
announcer_test_pause(void)
{
	struct feeds feeds;
	struct store *s = announcer_test_open("pause.db", &feeds);
	int64_t id;
	bool is_pending = false;
	struct err e = ERR_INIT;

	announcer_test_poll(s, feeds.first);
	id = article_at(s, PAGE);
	is_int(announcer_test_look(s, NOW).n, 1, "the page is pending");
	is_int(announcer_test_count(s, NOW), 1, "the page is counted");
	announcer_test_set(s, feeds.first, FEED_PAUSED);
	is_int(announcer_test_look(s, NOW).n, 0,
	    "the page of a paused feed is not pending");
	is_int(announcer_test_count(s, NOW), 0, "the page is not counted");
	is_int(announcer_test_announcer(s), feeds.first,
	    "the announcer is not changed without another feed");
	announcer_test_set(s, feeds.first, FEED_ACTIVE);
	is_int(announcer_test_look(s, NOW).n, 1,
	    "the page is pending when the feed is resumed");
	is_int(announcer_test_poll(s, feeds.second), 0,
	    "the daemon does not read the pending pages again");
	is_int(announcer_test_announcer(s), feeds.first,
	    "a second feed does not replace an active announcer");
	announcer_test_set(s, feeds.first, FEED_PAUSED);
	is_int(announcer_test_announcer(s), feeds.second,
	    "the second feed replaces a paused announcer");
	is_int(announcer_test_look(s, NOW).n, 1,
	    "the page is requested for the second feed");
	announcer_test_set(s, feeds.second, FEED_PAUSED);
	is_int(announcer_test_look(s, NOW).n, 0,
	    "the page is not pending if both feeds are paused");
	announcer_test_set(s, feeds.first, FEED_ACTIVE);
	is_int(announcer_test_announcer(s), feeds.first,
	    "the feed that is resumed is the announcer");
	is_int(announcer_test_look(s, NOW).n, 1, "the page is pending again");
	announcer_test_set(s, feeds.first, FEED_PAUSED);
	announcer_test_set(s, feeds.second, FEED_GONE);
	is_int(store_article_pending_of(
		   s, NOW, &id, 1, announcer_test_see, &(struct seen){ 0 }, &e),
	    0, "an article is read by its id");
	store_article_is_of_feed(s, id, feeds.second, &is_pending, &e);
	ok(is_pending, "the second feed has announced the article");
	is_int(announcer_test_look(s, NOW).n, 1,
	    "a feed with the status gone counts as active");
	store_close(s);
}

static void
announcer_test_announce(void)
{
	struct feeds feeds;
	struct store *s = announcer_test_open("announce.db", &feeds);
	struct err e = ERR_INIT;

	announcer_test_poll(s, feeds.first);
	announcer_test_set(s, feeds.first, FEED_PAUSED);
	is_int(announcer_test_poll(s, feeds.second), 1,
	    "the daemon reads the pending pages, because the page waits");
	is_int(announcer_test_announcer(s), feeds.second,
	    "a feed that announces the page of a paused feed is the announcer");
	is_int(announcer_test_look(s, NOW).n, 1, "the page is pending");
	store_end(
	    s, article_at(s, PAGE), ARTICLE_FAILED, "x", NOW + 60, NOW, &e);
	announcer_test_set(s, feeds.second, FEED_PAUSED);
	is_int(announcer_test_look(s, NOW + 60).n, 0,
	    "a retry of a paused feed is not due");
	is_int(announcer_test_count(s, NOW + 60), 0,
	    "a retry of a paused feed is not counted");
	announcer_test_set(s, feeds.second, FEED_ACTIVE);
	is_int(announcer_test_look(s, NOW + 60).n, 1,
	    "the retry is due when the feed is resumed");
	store_close(s);
}

/* A witness does not get the rights of the entitled feed. */
static void
announcer_test_witness(void)
{
	struct feeds feeds;
	struct store *s = announcer_test_open("witness.db", &feeds);
	struct cuter_article page = story("Title", "Words of the page.");
	struct article_update k = { .status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &page,
		.revisits = { { 3600 }, 1 } };
	struct err e = ERR_INIT;

	announcer_test_poll(s, feeds.first);
	announcer_test_poll(s, feeds.witness);
	announcer_test_set(s, feeds.first, FEED_PAUSED);
	is_int(announcer_test_announcer(s), 0,
	    "a witness does not become the announcer of an entitled article");
	is_int(announcer_test_look(s, NOW).n, 1,
	    "the page is requested because of the witness");
	announcer_test_set(s, feeds.witness, FEED_PAUSED);
	is_int(announcer_test_announcer(s), feeds.first,
	    "the entitled feed is the announcer if both are paused");
	is_int(announcer_test_look(s, NOW).n, 0, "the page is not pending");
	announcer_test_remove(s, feeds.first);
	is_int(announcer_test_announcer(s), feeds.witness,
	    "a page of a removed feed waits for the paused feed");
	is_int(announcer_test_look(s, NOW).n, 0, "the page is not pending");
	announcer_test_set(s, feeds.witness, FEED_ACTIVE);
	is_int(announcer_test_announcer(s), 0,
	    "a witness that is resumed is not the announcer");
	is_int(announcer_test_look(s, NOW).n, 1, "the page is pending");
	is_int(announcer_test_is_entitled(s), 1,
	    "the article keeps the values of the entitled feed");
	k.id = article_at(s, PAGE);
	k.feed_id = feeds.first;
	is_done(store_article_put(s, &k, NOW, &e), &e, "the page is stored");
	is_int(announcer_test_look(s, NOW).n, 0,
	    "the page is not requested again for hints");
	announcer_test_poll(s, feeds.second);
	announcer_test_set(s, feeds.witness, FEED_PAUSED);
	is_int(announcer_test_look(s, NOW + 3600).n, 1,
	    "the page is visited again for a feed that has announced it later");
	store_close(s);
}

static void
announcer_test_revisits(void)
{
	struct feeds feeds;
	struct store *s = announcer_test_open("revisits.db", &feeds);
	int64_t n, next;
	struct err e = ERR_INIT;

	announcer_test_poll(s, feeds.first);
	store_story(s, article_at(s, PAGE), "T", "B", NOW, &e);
	do_sql(s, "UPDATE article SET revisit_at = 1700000100");
	is_int(announcer_test_look(s, NOW + 100).n, 1, "a revisit is due");
	announcer_test_set(s, feeds.first, FEED_PAUSED);
	is_int(announcer_test_look(s, NOW + 100).n, 0,
	    "the page of a paused feed is not visited again");
	is_int(announcer_test_count(s, NOW + 100), 0,
	    "a revisit of a paused feed is not counted");
	store_article_pending_count(s, NOW, 1000, &n, &next, &e);
	ok(next == DATE_NONE, "its time is not reported");
	is_int(announcer_test_poll(s, feeds.witness), 1,
	    "the daemon reads the pending pages, because a revisit waits");
	is_int(announcer_test_look(s, NOW + 100).n, 1,
	    "the page is visited again because of another feed");
	announcer_test_remove(s, feeds.first);
	is_int(announcer_test_look(s, NOW + 100).n, 1,
	    "the page is visited again also after the first feed was removed");
	announcer_test_remove(s, feeds.witness);
	is_int(ask(s, "SELECT count(*) FROM article WHERE revisit_at IS NULL"),
	    1, "the revisit is cancelled with the last feed");
	is_text(slice_of(ask_text(s, "SELECT status FROM article")), "done",
	    "the article stays published");
	store_close(s);
}

static void
announcer_test_end(void)
{
	struct feeds feeds;
	struct store *s = announcer_test_open("end.db", &feeds);
	struct article_stored stored;
	struct err e = ERR_INIT;
	struct seen seen;
	bool is_outdated = true;
	int64_t id;

	announcer_test_poll(s, feeds.first);
	id = article_at(s, PAGE);
	is_done(store_article_end(s, id, NOW, &stored, &is_outdated, &e), &e,
	    "the end of a subscription is stored");
	ok(is_outdated, "an article of an active feed is not ended");
	announcer_test_remove(s, feeds.first);
	seen = announcer_test_look(s, NOW);
	ok(seen.n == 1 && seen.ended == 1,
	    "the article of a removed feed is listed as ended");
	is_int(announcer_test_count(s, NOW), 1, "it is counted");
	put_feed_at(s, "https://example.org/a.xml");
	seen = announcer_test_look(s, NOW);
	ok(seen.n == 1 && seen.ended == 0,
	    "the page is pending again if the feed is added again");
	announcer_test_remove(s, feeds.first);
	is_done(store_article_end(s, id, NOW, &stored, &is_outdated, &e), &e,
	    "the article is ended");
	ok(!is_outdated && stored.status == ARTICLE_FEED_ONLY,
	    "the new status is reported");
	is_text(slice_of(stored.why), "the subscription to the feed was ended",
	    "the reason is reported");
	is_text(slice_of(ask_text(s,
		    "SELECT status || ' ' || status_why || ' ' || body "
		    "FROM article")),
	    "feed_only the subscription to the feed was ended "
	    "Words of the feed.",
	    "the article has the text of the feed");
	is_int(ask(s, "SELECT count(*) FROM change"), 1,
	    "the article is in the change log");
	is_done(store_article_end(s, id, NOW, &stored, &is_outdated, &e), &e,
	    "a repeated end is accepted");
	ok(is_outdated, "an article that is not pending is not ended");
	announcer_test_poll(s, feeds.witness);
	is_int(announcer_test_look(s, NOW).n, 1,
	    "the page is requested if another feed announces it");
	is_int(announcer_test_announcer(s), 0,
	    "a witness does not become the announcer of the ended article");
	store_close(s);
}

static void
announcer_test_config(void)
{
	static const struct slice url = SLICE("https://example.org/rss");
	struct feed_subscription said = {
		.url = url, .fetch_articles = true, .from_config = true
	};
	struct store *s = fixture_open("config.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	int64_t id = 0, other;

	store_feed_put_all(s, &said, 1, NOW, &id, &e);
	announcer_test_poll(s, id);
	other = put_feed_at(s, "https://example.org/b.xml");
	announcer_test_poll(s, other);
	store_feed_keep_only(s, NULL, 0, NULL, NULL, &e);
	is_int(announcer_test_announcer(s), other,
	    "a feed that the configuration omits is not the announcer");
	announcer_test_set(s, other, FEED_PAUSED);
	is_int(announcer_test_look(s, NOW).n, 0, "the page is not pending");
	store_feed_put_all(s, &said, 1, NOW, &id, &e);
	is_int(announcer_test_announcer(s), id,
	    "a configured feed is the announcer again");
	is_int(announcer_test_look(s, NOW).n, 1, "the page is pending");
	announcer_test_set(s, id, FEED_PAUSED);
	store_feed_put_all(s, &said, 1, NOW, &id, &e);
	is_int(announcer_test_look(s, NOW).n, 0,
	    "the configuration does not end a pause of a command");
	put_feed_at(s, "https://example.org/b.xml");
	is_int(announcer_test_announcer(s), other,
	    "a paused feed that is added again is the announcer");
	store_close(s);
}

static double
announcer_test_cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* A paused feed has 50 000 waiting pages and 50 000 pages that are due for a
 * revisit. */
static void
announcer_test_many(void)
{
	struct store *s = fixture_open("many.db", STORE_DAEMON);
	int64_t n;
	double from;

	do_sql(s, "INSERT INTO feed (id, url, added_at) VALUES "
		  "(101, 'https://one', 1), (102, 'https://two', 1)");
	do_sql(s,
	    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
	    "WHERE i < 100000) INSERT INTO article (id, url, url_key, "
	    "host_key, status, first_seen_at, sort_at, announced_by, entitled, "
	    "revisit_at) SELECT 1000 + i, 'https://x' || i, 'x' || i, "
	    "'host' || (i % 100), CASE WHEN i % 2 = 0 THEN 'queued' "
	    "ELSE 'done' END, 1690000000, 1690000000 + i, "
	    "CASE WHEN i <= 10 THEN 102 ELSE 101 END, i % 3 > 0, "
	    "CASE WHEN i % 2 = 1 THEN 1690000000 + i END FROM n");
	do_sql(s, "INSERT INTO entry (feed_id, article_id, guid_key, "
		  "first_seen_at, last_seen_at, position, digest) "
		  "SELECT announced_by, id, url_key, first_seen_at, "
		  "first_seen_at, 0, 0 FROM article");
	from = announcer_test_cpu_ms();
	announcer_test_set(s, 101, FEED_PAUSED);
	printf("# paused in %.1f ms of CPU\n", announcer_test_cpu_ms() - from);
	from = announcer_test_cpu_ms();
	n = announcer_test_look(s, NOW).n;
	printf("# %lld listed in %.1f ms of CPU\n", (long long)n,
	    announcer_test_cpu_ms() - from);
	is_int(n, 10,
	    "pages that are older than those of a paused feed are found");
	ok(announcer_test_cpu_ms() - from < (double)pace_ms(1000),
	    "pages of a paused feed do not slow down the list");
	from = announcer_test_cpu_ms();
	is_int(announcer_test_count(s, NOW), 10, "only they are counted");
	printf("# counted in %.1f ms of CPU\n", announcer_test_cpu_ms() - from);
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	announcer_test_pause();
	announcer_test_announce();
	announcer_test_witness();
	announcer_test_revisits();
	announcer_test_end();
	announcer_test_config();
	announcer_test_many();
	return done_testing();
}
