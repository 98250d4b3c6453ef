/* article_pending_test.c -- the articles that wait for their pages. */
#include "store/fixture_test.h"

static struct fixture_feed f;

struct seen {
	int n;
	char all[4096];
};

static int
article_pending_test_see(const struct pending_article *row, void *arg)
{
	struct seen *seen = arg;
	size_t n = strlen(seen->all);

	seen->n++;
	snprintf(
	    seen->all + n, sizeof(seen->all) - n, "%.*s ", SLICE_ARG(row->url));
	return 0;
}

static int
article_pending_test_stop_at_two(const struct pending_article *row, void *arg)
{
	int *n = arg;

	(void)row;
	return ++*n == 2 ? 42 : 0;
}

static int
article_pending_test_see_hints(const struct pending_article *row, void *arg)
{
	snprintf(arg, 256, "%lld %.*s %.*s %.*s", (long long)row->feed_id,
	    SLICE_ARG(row->hint_title), SLICE_ARG(row->hint_summary),
	    SLICE_ARG(row->host_key));
	return 0;
}

static int
article_pending_test_visit_owed(struct store *s, int64_t now, size_t limit,
    size_t per_feed, int (*visit)(const struct pending_article *, void *),
    void *arg)
{
	const struct article_window window = { .own = limit,
		.foreign = limit,
		.per_feed = per_feed,
		.per_foreign = per_feed };
	struct err e = ERR_INIT;

	return store_article_pending(s, now, &window, visit, arg, &e);
}

static char article_pending_test_links[50][64];

/* Polls a feed with 50 items of big.com, and an older one of two other hosts
 * each. */
static void
article_pending_test_announce(struct store *s, int64_t id)
{
	do_sql(s, "UPDATE feed SET site = 'big.com\nsmall.com\nlast.com'");
	feed_begin(&f, "E");
	for (int i = 0; i < 50; i++) {
		char *link = article_pending_test_links[i];

		snprintf(link, sizeof(article_pending_test_links[0]),
		    "https://big.com/%d", i);
		feed_add(&f, link, link, "T", "W")->published_at = NOW - i;
	}
	feed_add(
	    &f, "s", "https://small.com/s", "Small's title", "Small's words")
	    ->published_at = NOW - 1000;
	feed_add(&f, "l", "https://last.com/l", "T", "W")->published_at =
	    NOW - 2000;
	poll(s, id, &f, NOW);
}

static void
article_pending_test_fairness(void)
{
	struct store *s = fixture_open("pending.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct seen seen = { 0 };
	struct err e = ERR_INIT;
	int n = 0;

	is_done(article_pending_test_visit_owed(
		    s, NOW, 10, 2, article_pending_test_see, &seen),
	    &e, "an empty database");
	is_int(seen.n, 0, "no article is pending");
	article_pending_test_announce(s, id);
	is_done(article_pending_test_visit_owed(
		    s, NOW, 10, 2, article_pending_test_see, &seen),
	    &e, "the pending articles are visited");
	ok(strcmp(seen.all, "https://big.com/0 https://small.com/s "
			    "https://last.com/l https://big.com/1 ") == 0,
	    "the hosts of a feed take turns, and none exceeds its limit");
	printf("# %s\n", seen.all);
	seen = (struct seen){ 0 };
	article_pending_test_visit_owed(
	    s, NOW, 2, 100, article_pending_test_see, &seen);
	ok(strcmp(seen.all, "https://big.com/0 https://small.com/s ") == 0,
	    "the total limit holds, and the newest articles come first");
	seen = (struct seen){ 0 };
	store_end(s, article_at(s, "https://big.com/0"), ARTICLE_FAILED, "x",
	    NOW + 60, NOW, &e);
	article_pending_test_visit_owed(
	    s, NOW, 1, 1, article_pending_test_see, &seen);
	ok(strcmp(seen.all, "https://big.com/1 ") == 0,
	    "a failed article is not visited before its retry");
	seen = (struct seen){ 0 };
	article_pending_test_visit_owed(
	    s, NOW + 60, 1, 1, article_pending_test_see, &seen);
	ok(strcmp(seen.all, "https://big.com/0 ") == 0,
	    "a failed article is visited when its retry is due");
	is_int(article_pending_test_visit_owed(
		   s, NOW, 10, 10, article_pending_test_stop_at_two, &n),
	    42, "a visitor may end the walk");
	is_int(n, 2, "the visit function can end the visit");
	store_story(s, article_at(s, "https://last.com/l"), "T", "B", NOW, &e);
	for (int i = 0; i < 50; i++)
		store_story(s, article_at(s, article_pending_test_links[i]),
		    "T", "B", NOW, &e);
	article_pending_test_visit_owed(
	    s, NOW, 10, 10, article_pending_test_see_hints, seen.all);
	ok(strcmp(seen.all, "1 Small's title Small's words small.com") == 0,
	    "done articles are not visited, and hints are those of the feed");
	printf("# %s\n", seen.all);
	store_close(s);
}

static int
article_pending_test_count(const struct pending_article *row, void *arg)
{
	(void)row;
	++*(int *)arg;
	return 0;
}

static double
article_pending_test_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
article_pending_test_many(void)
{
	struct store *s = fixture_open("manyowed.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	int n, runs = 0;
	int64_t n_pending = 0, next;
	double from = article_pending_test_ms(CLOCK_MONOTONIC), insert_ms, ms;

	do_sql(s,
	    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
	    "WHERE i < 100000) INSERT INTO article (url, url_key, host_key, "
	    "status, first_seen_at, sort_at, retry_at) SELECT 'https://h' || "
	    "i, 'h' || i, 'host' || (i % 500), CASE WHEN i % 3 = 0 THEN "
	    "'failed' ELSE 'queued' END, 1, 1700000000 - i, "
	    "CASE WHEN i % 3 = 0 THEN 1800000000 END FROM n");
	insert_ms = article_pending_test_ms(CLOCK_MONOTONIC) - from;
	/* The time is compared with that of the insertion, because the machine
	 * may be busy.  One run may wait long for a processor. */
	do {
		n = 0;
		from = article_pending_test_ms(CLOCK_MONOTONIC);
		article_pending_test_visit_owed(
		    s, NOW, 256, 4, article_pending_test_count, &n);
		ms = article_pending_test_ms(CLOCK_MONOTONIC) - from;
		printf("# inserted in %.1f ms; 256 of 100 000 articles of 500 "
		       "hosts: %.1f ms\n",
		    insert_ms, ms);
	} while (ms >= insert_ms / 10 && ++runs < 10);
	is_int(n, 256, "256 of 100 000 pending articles are visited");
	ok(ms < insert_ms / 10, "the visit does not read all pending articles");
	from = article_pending_test_ms(CLOCK_MONOTONIC);
	store_article_pending_count(s, NOW, SIZE_MAX, &n_pending, &next, &e);
	printf("# counted in %.1f ms\n",
	    article_pending_test_ms(CLOCK_MONOTONIC) - from);
	is_int(n_pending, 66667, "all pending articles are counted");
	is_int(next, 1800000000, "the time of the first retry is reported");
	store_article_pending_count(s, NOW, 1000, &n_pending, &next, &e);
	is_int(n_pending, 1000, "the count stops at the limit");
	store_close(s);
}

static int
article_pending_test_see_share(const struct pending_article *row, void *arg)
{
	struct seen *seen = arg;
	size_t n = strlen(seen->all);

	seen->n++;
	snprintf(seen->all + n, sizeof(seen->all) - n, "%lld%s ",
	    (long long)row->feed_id, row->is_foreign ? "x" : "");
	return 0;
}

/* Inserts 50 000 pages of a foreign feed on 1000 hosts, and a page of an
 * entitled feed on each of these hosts. */
static void
article_pending_test_insert_flood(struct store *s)
{
	do_sql(s, "INSERT INTO feed (id, url, added_at) WITH RECURSIVE n(i) AS "
		  "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1002) "
		  "SELECT i, 'http://f' || i, 1 FROM n");
	do_sql(s,
	    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
	    "WHERE i < 50000) INSERT INTO article (url, url_key, host_key, "
	    "status, first_seen_at, sort_at, announced_by, entitled) SELECT "
	    "'https://x' || i, 'x' || i, 'host' || (i % 1000), 'queued', "
	    "1700000000, 1700086400, 1001, 0 FROM n");
	do_sql(s, "INSERT INTO article (url, url_key, host_key, status, "
		  "first_seen_at, sort_at, announced_by, entitled) SELECT "
		  "'https://y' || id, 'y' || id, 'host' || (id - 1), 'queued', "
		  "1700000000, 1600000000, id, 1 FROM feed WHERE id <= 1000");
}

/* Tests many waiting pages.  A foreign feed announces 50 000 pages, dated in
 * the future, on a thousand hosts.  In addition, each host has a feed of its
 * own, which announces one page. */
static void
article_pending_test_flood(void)
{
	static const struct article_window window = { .own = LIMIT_WINDOW,
		.foreign = LIMIT_WINDOW_FOREIGN,
		.per_feed = LIMIT_WINDOW_HOST,
		.per_foreign = LIMIT_WINDOW_FOREIGN_HOST };
	struct store *s = fixture_open("flood.db", STORE_DAEMON);
	struct seen seen = { 0 };
	struct err e = ERR_INIT;
	int64_t n_pending = 0, next;
	int n = 0;
	double from;

	article_pending_test_insert_flood(s);
	from = article_pending_test_ms(CLOCK_PROCESS_CPUTIME_ID);
	is_done(store_article_pending(
		    s, NOW, &window, article_pending_test_count, &n, &e),
	    &e, "I3: pages are selected from a million rows");
	printf("# %d of 51 000 that wait, of 1 000 hosts: %.1f ms of CPU\n", n,
	    article_pending_test_ms(CLOCK_PROCESS_CPUTIME_ID) - from);
	is_int(n, 1000 + LIMIT_WINDOW_FOREIGN,
	    "I3: all own pages and a window of foreign ones are found");
	ok(article_pending_test_ms(CLOCK_PROCESS_CPUTIME_ID) - from < 1000,
	    "I3: not all rows are read");
	from = article_pending_test_ms(CLOCK_PROCESS_CPUTIME_ID);
	store_article_pending_count(
	    s, NOW, LIMIT_PENDING_COUNTED, &n_pending, &next, &e);
	printf("# counted in %.1f ms of CPU\n",
	    article_pending_test_ms(CLOCK_PROCESS_CPUTIME_ID) - from);
	is_int(n_pending, LIMIT_PENDING_COUNTED,
	    "pending articles are counted up to the limit");
	do_sql(s, "UPDATE article SET status = 'failed', retry_at = 1900000000 "
		  "WHERE announced_by = 1001");
	from = article_pending_test_ms(CLOCK_PROCESS_CPUTIME_ID);
	n = 0;
	store_article_pending(
	    s, NOW, &window, article_pending_test_count, &n, &e);
	printf("# with the retries of later: %.1f ms of CPU\n",
	    article_pending_test_ms(CLOCK_PROCESS_CPUTIME_ID) - from);
	is_int(n, 1000, "I3: retries that are not due are not read");
	do_sql(s, "DELETE FROM article WHERE announced_by BETWEEN 4 AND 1000 "
		  "OR (announced_by = 1001 AND id > 3)");
	do_sql(s, "UPDATE article SET host_key = 'host', retry_at = NULL, "
		  "status = 'queued', entitled = announced_by < 3");
	do_sql(s, "INSERT INTO article (url, url_key, host_key, status, "
		  "first_seen_at, sort_at, announced_by, entitled) SELECT "
		  "url || 'z', url_key || 'z', host_key, status, "
		  "first_seen_at, sort_at, announced_by, entitled FROM article "
		  "WHERE announced_by IN (2, 3)");
	store_article_pending(
	    s, NOW, &window, article_pending_test_see_share, &seen, &e);
	is_text(slice_of(seen.all), "2 1 2 1001x 3x 1001x 3x 1001x ",
	    "I3: feeds take turns, own pages first; a date in the future "
	    "counts as now");
	store_close(s);
}

static int
article_pending_test_see_held(const struct pending_article *row, void *arg)
{
	struct seen *seen = arg;
	size_t used = strlen(seen->all);

	snprintf(seen->all + used, sizeof(seen->all) - used, "%s%.*s%s ",
	    row->is_held ? "held" : "", SLICE_ARG(row->url),
	    row->is_foreign ? "x" : "");
	return 0;
}

/* The rows in the caller's memory are not read, and use places of the window.
 */
static void
article_pending_test_held(void)
{
	struct store *s = fixture_open("held.db", STORE_DAEMON);
	struct article_held held[2];
	struct article_window window = { .own = 3,
		.foreign = 3,
		.per_feed = 3,
		.per_foreign = 3,
		.held = held,
		.n_held = 2 };
	struct seen seen = { 0 };
	struct err e = ERR_INIT;
	int64_t left;

	article_pending_test_announce(
	    s, put_feed_at(s, "https://example.org/rss"));
	held[0].id = article_at(s, "https://big.com/0");
	held[1].id = article_at(s, "https://small.com/s");
	left = held[0].id;
	if (held[0].id > held[1].id) {
		held[0].id = held[1].id;
		held[1].id = left;
	}
	held[0].is_foreign = held[1].is_foreign = false;
	store_article_pending(
	    s, NOW, &window, article_pending_test_see_held, &seen, &e);
	is_text(slice_of(seen.all), "held held https://last.com/l ",
	    "rows in memory are not read again, and count");
	seen = (struct seen){ 0 };
	window.n_held = 0;
	store_article_pending(
	    s, NOW, &window, article_pending_test_see_held, &seen, &e);
	is_text(slice_of(seen.all),
	    "https://big.com/0 https://small.com/s https://last.com/l ",
	    "all other rows are read");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	article_pending_test_held();
	article_pending_test_fairness();
	article_pending_test_many();
	article_pending_test_flood();
	return done_testing();
}
