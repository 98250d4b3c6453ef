/* What is owed. */
#include "store/fixture_test.h"
#include "tests/lib/pace.h"

static struct fixture_feed f;

struct seen {
	int n;
	char all[4096];
};

static int
see(const struct article_owed *row, void *arg)
{
	struct seen *seen = arg;
	size_t n = strlen(seen->all);

	seen->n++;
	snprintf(
	    seen->all + n, sizeof(seen->all) - n, "%.*s ", SLICE_ARG(row->url));
	return 0;
}

static int
stop_at_two(const struct article_owed *row, void *arg)
{
	int *n = arg;

	(void)row;
	return ++*n == 2 ? 42 : 0;
}

static int
see_hints(const struct article_owed *row, void *arg)
{
	snprintf(arg, 256, "%lld %.*s %.*s %.*s", (long long)row->feed_id,
	    SLICE_ARG(row->hint_title), SLICE_ARG(row->hint_summary),
	    SLICE_ARG(row->host_key));
	return 0;
}

static void
test_fairness(void)
{
	struct store *s = fixture_open("owed.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct seen seen = { 0 };
	struct err e = ERR_INIT;
	static char links[100][64];
	int n = 0;

	is_done(store_article_owed(s, NOW, 10, 2, see, &seen, &e), &e,
	    "an empty database");
	is_int(seen.n, 0, "owes nothing");
	do_sql(s, "UPDATE feed SET site = 'small.com'");
	feed_begin(&f, "E");
	for (int i = 0; i < 50; i++) {
		snprintf(links[i], sizeof(links[0]), "https://big.com/%d", i);
		feed_add(&f, links[i], links[i], "T", "W")->published_at =
		    NOW - i;
	}
	feed_add(
	    &f, "s", "https://small.com/s", "Small's title", "Small's words")
	    ->published_at = NOW - 1000;
	feed_add(&f, "l", "https://last.com/l", "T", "W")->published_at =
	    NOW - 2000;
	poll(s, id, &f, NOW);
	is_done(store_article_owed(s, NOW, 10, 2, see, &seen, &e), &e, "owed");
	ok(strcmp(seen.all, "https://big.com/0 https://big.com/1 "
			    "https://small.com/s https://last.com/l ") == 0,
	    "the newest first, and no more of a host than asked");
	printf("# %s\n", seen.all);
	seen = (struct seen){ 0 };
	store_article_owed(s, NOW, 3, 100, see, &seen, &e);
	ok(strcmp(seen.all, "https://big.com/0 https://big.com/1 "
			    "https://big.com/2 ") == 0,
	    "nor in all");
	seen = (struct seen){ 0 };
	keep_end(s, article_at(s, "https://big.com/0"), ARTICLE_FAILED, "x",
	    NOW + 60, NOW, &e);
	store_article_owed(s, NOW, 1, 1, see, &seen, &e);
	ok(strcmp(seen.all, "https://big.com/1 ") == 0,
	    "one that waits for its retry is left out");
	seen = (struct seen){ 0 };
	store_article_owed(s, NOW + 60, 1, 1, see, &seen, &e);
	ok(strcmp(seen.all, "https://big.com/0 ") == 0, "until it is due");
	is_int(store_article_owed(s, NOW, 10, 10, stop_at_two, &n, &e), 42,
	    "a visitor may end the walk");
	is_int(n, 2, "where it wants");
	keep_story(s, article_at(s, "https://last.com/l"), "T", "B", NOW, &e);
	for (int i = 0; i < 50; i++)
		keep_story(s, article_at(s, links[i]), "T", "B", NOW, &e);
	store_article_owed(s, NOW, 10, 10, see_hints, seen.all, &e);
	ok(strcmp(seen.all, "1 Small's title Small's words small.com") == 0,
	    "what is done is owed no more, and the hints are the feed's");
	printf("# %s\n", seen.all);
	store_close(s);
}

static int
count(const struct article_owed *row, void *arg)
{
	(void)row;
	++*(int *)arg;
	return 0;
}

static void
test_many(void)
{
	struct store *s = fixture_open("manyowed.db", STORE_DAEMON);
	struct timespec from, to;
	struct err e = ERR_INIT;
	int n = 0;
	int64_t owed = 0, next;
	double ms;

	do_sql(s,
	    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
	    "WHERE i < 100000) INSERT INTO article (url, url_key, host_key, "
	    "status, first_seen_at, sort_at, retry_at) SELECT 'https://h' || "
	    "i, 'h' || i, 'host' || (i % 500), iif(i % 3 = 0, 'failed', "
	    "'queued'), 1, 1700000000 - i, iif(i % 3 = 0, 1800000000, NULL) "
	    "FROM n");
	clock_gettime(CLOCK_MONOTONIC, &from);
	store_article_owed(s, NOW, 256, 4, count, &n, &e);
	clock_gettime(CLOCK_MONOTONIC, &to);
	ms = (double)(to.tv_sec - from.tv_sec) * 1e3 +
	     (double)(to.tv_nsec - from.tv_nsec) / 1e6;
	printf("# 256 of 100 000 owed, of 500 hosts: %.1f ms\n", ms);
	is_int(n, 256, "256 of 100 000");
	ok(ms < (double)pace_ms(500), "are found without reading them all");
	clock_gettime(CLOCK_MONOTONIC, &from);
	store_article_owed_count(s, NOW, &owed, &next, &e);
	clock_gettime(CLOCK_MONOTONIC, &to);
	ms = (double)(to.tv_sec - from.tv_sec) * 1e3 +
	     (double)(to.tv_nsec - from.tv_nsec) / 1e6;
	printf("# counted in %.1f ms\n", ms);
	is_int(owed, 66667, "counted");
	is_int(next, 1800000000, "and the first retry is known");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	test_fairness();
	test_many();
	return done_testing();
}
