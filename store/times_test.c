/* times_test.c -- if the clock was set, planned times are moved, and other
 * times do not change. */
#include "base/array.h"
#include "store/fixture_test.h"

#define BY (-315360000) /* ten years back */

static struct fixture_feed f;

static void
times_test_put_all(struct store *s)
{
	struct host_row host = { SLICE("a.org"), NOW + 60, 2, false, 0 };
	struct robots_row robots = { .origin = SLICE("https://a.org"),
		.fetched_at = NOW,
		.expires_at = NOW + 60,
		.read_at = NOW };
	struct err e = ERR_INIT;

	feed_begin(&f, "E");
	feed_add(&f, "a", "https://a.org/a", "T", "W");
	feed_add(&f, "b", "https://a.org/b", "T2", "W2");
	poll(s, put_feed_at(s, "https://a.org/rss"), &f, NOW);
	is_done(store_host_put(s, &host, &e), &e, "a host is stored");
	is_done(store_robots_put(s, &robots, &e), &e, "a robots.txt is stored");
	do_sql(s, "UPDATE feed SET gap_at = 1700000000 - 5");
	do_sql(s, "UPDATE article SET status = 'failed', "
		  "retry_at = 1700000007 WHERE url LIKE '%/a'");
	do_sql(s, "UPDATE article SET revisit_at = 1700000008, "
		  "revisit_from = 1700000000 WHERE url LIKE '%/b'");
	do_sql(s,
	    "INSERT INTO linked_document (feed_id, url, kind, depth, status, "
	    "retry_at) VALUES (1, 'https://a.org/s', 'sitemap', 1, "
	    "'pending', 1700000009)");
}

/* Each query returns one value. */
static void
times_test_shift(struct store *s)
{
	static const struct {
		const char *sql;
		int64_t at;
	} rows[] = {
		{ "SELECT next_poll_at FROM feed", NOW + 1800 + BY },
		{ "SELECT last_poll_at FROM feed", NOW + BY },
		{ "SELECT gap_at FROM feed", NOW - 5 + BY },
		{ "SELECT moving_since IS NULL FROM feed", 1 },
		{ "SELECT max(retry_at) FROM article", NOW + 7 + BY },
		{ "SELECT max(revisit_at) FROM article", NOW + 8 + BY },
		{ "SELECT max(revisit_from) FROM article", NOW + BY },
		{ "SELECT count(missing_since) FROM article", 0 },
		{ "SELECT retry_at FROM linked_document", NOW + 9 + BY },
		{ "SELECT pause_until_at FROM host", NOW + 60 + BY },
		{ "SELECT fetched_at FROM robots", NOW + BY },
		{ "SELECT expires_at FROM robots", NOW + 60 + BY },
		{ "SELECT read_at FROM robots", NOW + BY },
		{ "SELECT unreachable_since IS NULL FROM robots", 1 },
		/* past times do not change */
		{ "SELECT at FROM poll", NOW },
		{ "SELECT min(first_seen_at) FROM entry", NOW },
	};
	struct err e = ERR_INIT;

	is_done(store_shift_times(s, BY, &e), &e, "the clock was set");
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		is_int(ask(s, rows[i].sql), rows[i].at, rows[i].sql);
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("times.db", STORE_DAEMON);
	times_test_put_all(s);
	times_test_shift(s);
	is_wellformed(s, "the database has no fault");
	store_close(s);
	return done_testing();
}
