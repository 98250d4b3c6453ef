/* hosts_test.c -- hosts and robots.txt; counts of the whole database. */
#include "store/fixture_test.h"

static int
hosts_test_see_host(const struct host_row *row, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s %lld %s%lld %lld|",
	    SLICE_ARG(row->key), (long long)row->pause_until_at,
	    row->is_foreign ? "foreign " : "", (long long)row->failures,
	    (long long)row->crawl_delay_s);
	return 0;
}

static int
hosts_test_see_robots(const struct robots_row *row, void *arg)
{
	snprintf(arg, 1024, "%.*s %.*s %lld %lld %d %lld %lld",
	    SLICE_ARG(row->origin), SLICE_ARG(row->rules),
	    (long long)row->fetched_at, (long long)row->expires_at,
	    row->disallow_all, (long long)row->read_at,
	    (long long)row->unreachable_since);
	return 0;
}

static void
hosts_test_hosts(struct store *s)
{
	struct host_row a = { SLICE("a.org"), NOW, 2, false, 0 };
	struct host_row b = { SLICE("b.org"), 0, 1, false, 4 };
	struct err e = ERR_INIT;
	char all[1024] = "";

	is_done(store_host_put(s, &a, &e), &e, "a host is stored");
	is_done(store_host_put(s, &b, &e), &e, "a second host is stored");
	a.failures = 3;
	store_host_put(s, &a, &e);
	is_done(store_host_each(s, hosts_test_see_host, all, &e), &e,
	    "all hosts are visited");
	ok(strcmp(all, "a.org 1700000000 3 0|b.org 0 1 4|") == 0,
	    "the hosts are read as they were stored");
	b.is_foreign = true;
	store_host_put(s, &b, &e);
	all[0] = '\0';
	store_host_each(s, hosts_test_see_host, all, &e);
	ok(strcmp(all, "a.org 1700000000 3 0|b.org 0 foreign 1 4|") == 0,
	    "foreign failures are read as they were stored");
	b.failures = 0;
	store_host_put(s, &b, &e);
	all[0] = '\0';
	store_host_each(s, hosts_test_see_host, all, &e);
	ok(strcmp(all, "a.org 1700000000 3 0|b.org 0 0 4|") == 0,
	    "a host with only a crawl delay remains");
	b.crawl_delay_s = 0;
	store_host_put(s, &b, &e);
	all[0] = '\0';
	store_host_each(s, hosts_test_see_host, all, &e);
	ok(strcmp(all, "a.org 1700000000 3 0|") == 0,
	    "a host without a pause and a crawl delay is deleted");
}

static void
hosts_test_robots(struct store *s)
{
	struct robots_row row = { SLICE("https://a.org"), SLICE("D /x\n"), NOW,
		NOW + 60, false, NOW, 0 };
	struct err e = ERR_INIT;
	char all[1024] = "";

	is_int(store_robots_get(s, row.origin, hosts_test_see_robots, all, &e),
	    ERR_NOT_FOUND, "an unknown origin has no robots.txt");
	is_done(store_robots_put(s, &row, &e), &e, "a robots.txt is stored");
	row.rules = SLICE_NONE;
	row.disallow_all = true;
	row.unreachable_since = NOW + 5;
	is_done(
	    store_robots_put(s, &row, &e), &e, "the robots.txt is replaced");
	is_done(store_robots_get(s, row.origin, hosts_test_see_robots, all, &e),
	    &e, "the robots.txt is read");
	ok(strcmp(all, "https://a.org  1700000000 1700000060 1 "
		       "1700000000 1700000005") == 0,
	    "the last robots.txt is read");
}

static int
hosts_test_visit_slow(const struct slow_feed *row, void *arg)
{
	struct buf *out = arg;

	buf_printf(out, "%.*s %lld;", SLICE_ARG(row->url), (long long)row->ms);
	return 0;
}

static void
hosts_test_slow_feeds(struct store *s)
{
	int64_t a = put_feed_at(s, "https://slow.example/a");
	int64_t b = put_feed_at(s, "https://slow.example/b");
	struct poll_update k = poll_of(a, NULL, NOW);
	struct err e = ERR_INIT;
	struct buf out;

	k.poll.elapsed_ms = 6000;
	store_poll(s, &k, NOW);
	k = poll_of(b, NULL, NOW);
	k.poll.elapsed_ms = 9000;
	store_poll(s, &k, NOW);
	k = poll_of(b, NULL, NOW - 7200);
	k.poll.elapsed_ms = 30000;
	store_poll(s, &k, NOW);
	buf_init(&out, 4096);
	is_done(store_slow_feeds(
		    s, NOW - 3600, 5000, 9, hosts_test_visit_slow, &out, &e),
	    &e, "the slow feeds are visited");
	is_text(buf_slice(&out),
	    "https://slow.example/b 9000;https://slow.example/a 6000;",
	    "slow feeds of the requested time come slowest first");
	buf_release(&out);
}

static void
hosts_test_counts(struct store *s)
{
	static struct fixture_feed f;
	struct store_counts counts;
	struct err e = ERR_INIT;
	int64_t id = put_feed_at(s, "https://example.org/rss");
	int64_t other = put_feed_at(s, "https://example.net/rss");
	struct poll_update k;

	feed_begin(&f, "E");
	feed_add(&f, "1", "https://example.org/1", "One", "W");
	feed_add(&f, "2", "https://example.org/2", "Two", "W");
	feed_add(&f, "3", NULL, "Three", "W");
	poll(s, id, &f, NOW - 7200);
	k = poll_of(id, NULL, NOW);
	k.failures = 1;
	store_poll(s, &k, NOW);
	store_feed_set_status(s, other, FEED_PAUSED, SLICE_NONE, &e);
	store_story(
	    s, article_at(s, "https://example.org/1"), "T", "B", NOW, &e);
	is_done(store_counts(s, NOW, &counts, &e), &e, "the rows are counted");
	ok(counts.feeds[FEED_ACTIVE] == 1 && counts.feeds[FEED_PAUSED] == 1 &&
		counts.feeds[FEED_GONE] == 0,
	    "feeds are counted by their status");
	ok(counts.articles[ARTICLE_QUEUED] == 1 &&
		counts.articles[ARTICLE_DONE] == 1 &&
		counts.articles[ARTICLE_FEED_ONLY] == 1 &&
		counts.articles[ARTICLE_GONE] == 0,
	    "articles are counted by their status");
	ok(counts.entries == 3 && counts.changes == 2 && counts.polls == 2 &&
		counts.polls_last_hour == 1 && counts.articles_last_hour == 1,
	    "entries, changes, polls, the last hour");
	ok(counts.file_bytes > 100000, "the size of the file is reported");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("hosts.db", STORE_DAEMON);
	hosts_test_hosts(s);
	hosts_test_robots(s);
	hosts_test_counts(s);
	store_close(s);
	s = fixture_open("slow.db", STORE_DAEMON);
	hosts_test_slow_feeds(s);
	store_close(s);
	return done_testing();
}
