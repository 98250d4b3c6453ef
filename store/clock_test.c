/* clock_test.c -- rows of clocks, rows that retention deletes after a jump of
 * the clock, and plans that are moved back. */
#include "base/array.h"
#include "store/fixture_test.h"

#define DAY  86400
#define HOUR 3600

static struct clock_row
clock_test_row_at(int64_t from_at, int64_t until_at)
{
	return (struct clock_row){ .from_at = from_at,
		.until_at = until_at,
		.boot = "b",
		.boot_s = 5,
		.agreed_since = DATE_NONE };
}

static void
clock_test_rows(struct store *s)
{
	struct clock_row row = clock_test_row_at(NOW, NOW + 5), got;
	struct err e = ERR_INIT;
	int64_t newest_at = 0;

	is_int(store_clock_last(s, &got, &e), 0,
	    "a new database has no clock row");
	is_done(store_clock_newest(s, &newest_at, &e), &e, "the newest time");
	ok(newest_at == DATE_NONE, "an empty database has no newest time");
	do_sql(s, "INSERT INTO feed (url, added_at, last_poll_at) "
		  "VALUES ('https://a.org/', 1, 1699999999)");
	is_done(store_clock_newest(s, &newest_at, &e), &e, "with a feed");
	is_int(newest_at, NOW - 1, "the newest time is its last poll");
	row.jump_s = 60 * DAY;
	row.wait_s = DAY;
	is_done(store_clock_begin(s, &row, &row.id, &e), &e,
	    "a row of the clock is inserted");
	row.until_at = NOW + 9;
	row.agreed_since = NOW + 7;
	row.is_right = true;
	row.wait_s = 3;
	is_done(store_clock_note(s, &row, &e), &e,
	    "the row of the clock is updated");
	is_int(
	    store_clock_last(s, &got, &e), 1, "the row of the clock is read");
	ok(got.id == row.id && got.from_at == NOW && got.until_at == NOW + 9 &&
		strcmp(got.boot, "b") == 0 && got.boot_s == 5 &&
		got.jump_s == 60 * DAY && got.wait_s == 3 &&
		got.agreed_since == NOW + 7 && got.is_right,
	    "the row is read as it was written");
}

static void
clock_test_put_article(struct store *s, int64_t id, int64_t at)
{
	char sql[512];

	snprintf(sql, sizeof(sql),
	    "INSERT INTO article (id, url_key, status, "
	    "first_seen_at, sort_at) VALUES (%lld, 'k%lld', 'gone', %lld, "
	    "%lld); INSERT INTO page (article_id, fetched_at, bytes, body) "
	    "VALUES (%lld, %lld, 0, x'')",
	    (long long)id, (long long)id, (long long)at, (long long)at,
	    (long long)id, (long long)at);
	do_sql(s, sql);
}

/* Articles stored with a right clock, with one that is 400 days behind, and
 * with a right one again. */
static void
clock_test_doubt(struct store *s)
{
	const struct retention keep = { 30 * DAY, 30 * DAY, 30 * DAY };
	struct clock_row behind =
	    clock_test_row_at(NOW - 400 * DAY, NOW - 399 * DAY);
	struct clock_row right = clock_test_row_at(NOW - DAY, NOW);
	struct retention_done done = { 0 };
	struct err e = ERR_INIT;

	clock_test_put_article(s, 1, NOW - 500 * DAY);
	clock_test_put_article(
	    s, 2, NOW - 400 * DAY - HOUR); /* less than a day before the span of
					      the wrong clock */
	clock_test_put_article(s, 3, NOW - 399 * DAY);
	clock_test_put_article(s, 4, NOW);
	clock_test_put_article(s, 5, NOW + 400 * DAY);
	is_done(store_clock_begin(s, &behind, &behind.id, &e), &e,
	    "a row of a clock that is behind is inserted");
	is_done(store_clock_begin(s, &right, &right.id, &e), &e,
	    "the clock is right again");
	is_done(store_retain_count(s, &keep, NOW, &done, &e), &e,
	    "the rows to delete are counted");
	is_int(done.articles, 1,
	    "I1: an article stored with a wrong clock does not count as old");
	is_int(done.raw, 1,
	    "I1: a page fetched with a clock that was behind is not too old");
	is_done(
	    store_retain(s, &keep, NOW, 100, &done, &e), &e, "retention runs");
	is_int(done.articles, 1,
	    "I1: articles stored with a wrong clock are not deleted");
	right.is_right = true;
	is_done(
	    store_clock_settle(s, &right, NOW, &e), &e, "the clock is settled");
	is_done(store_retain_count(s, &keep, NOW + 30 * DAY, &done, &e), &e,
	    "thirty days later");
	is_int(done.articles, 0,
	    "I1: the age is counted from the time at which the clock was "
	    "corrected");
	is_done(store_retain_count(s, &keep, NOW + 30 * DAY + 1, &done, &e), &e,
	    "the rows to delete are counted one second later");
	is_int(done.articles, 4,
	    "I1: all four articles are too old one second later");
	do_sql(s, "UPDATE clock SET settled_at = NULL, agreed_since = 5");
	right.agreed_since = 5;
	is_done(store_clock_settle(s, &right, NOW, &e), &e,
	    "servers agreed with both clocks");
	is_done(store_retain_count(s, &keep, NOW, &done, &e), &e,
	    "the rows to delete are counted again");
	is_int(done.articles, 2, "I1: both clocks were right");
}

static void
clock_test_count(struct store *s, int64_t now, int64_t wanted, const char *name)
{
	const struct retention keep = { 30 * DAY, 30 * DAY, 30 * DAY };
	struct retention_done done = { 0 };
	struct err e = ERR_INIT;

	if (is_done(store_retain_count(s, &keep, now, &done, &e), &e, name))
		is_int(done.articles, wanted, name);
}

/* Two nodes of a fleet write at the same time. The clock of the node that began
 * later is 60 days behind. */
static void
clock_test_two_nodes(struct store *s)
{
	struct clock_row right = clock_test_row_at(NOW - 9 * DAY, NOW),
			 behind = clock_test_row_at(
			     NOW - 60 * DAY, NOW - 60 * DAY + HOUR);
	struct err e = ERR_INIT;

	do_sql(s, "DELETE FROM page; DELETE FROM article; DELETE FROM clock");
	right.is_right = true;
	is_done(store_clock_begin(s, &right, &right.id, &e), &e,
	    "a node with a right clock");
	is_done(store_clock_begin(s, &behind, &behind.id, &e), &e,
	    "a node whose clock is behind");
	clock_test_put_article(s, 21, behind.until_at);
	clock_test_put_article(s, 22, NOW - 100 * DAY);
	clock_test_count(s, NOW, 1,
	    "I1: an article from the node whose clock is behind is not old");
	is_done(
	    store_clock_settle(s, &right, NOW, &e), &e, "the clock is settled");
	clock_test_count(s, NOW + 31 * DAY, 2,
	    "I1: the article is old thirty days after the clock was settled");
	is_done(store_clock_note(s, &behind, &e), &e,
	    "the clock that is behind still runs");
	clock_test_count(s, NOW + 31 * DAY, 1,
	    "I1: the article is not old while the clock that is behind runs");
	is_done(store_clock_settle(s, &right, NOW + 31 * DAY, &e), &e,
	    "the clock is settled again");
	clock_test_count(s, NOW + 61 * DAY, 1,
	    "I1: the age is counted from the last time at which the right "
	    "clock "
	    "was settled");
}

static void
clock_test_plans(struct store *s)
{
	static const struct {
		const char *sql;
		int64_t at;
	} rows[] = {
		{ "SELECT next_poll_at FROM feed WHERE id = 11", NOW },
		{ "SELECT next_poll_at FROM feed WHERE id = 12", NOW + 900 },
		{ "SELECT next_poll_at FROM feed WHERE id = 13", NOW + 5 },
		{ "SELECT next_poll_at FROM feed WHERE id = 14", NOW },
		{ "SELECT next_poll_at FROM feed WHERE id = 15",
		    NOW + 300 * DAY },
		{ "SELECT next_poll_at IS NULL FROM feed WHERE id = 16", 1 },
		{ "SELECT max(last_poll_at) FROM feed", NOW },
		{ "SELECT pause_until_at FROM host WHERE host = 'a'",
		    NOW + 60 },
		{ "SELECT pause_until_at FROM host WHERE host = 'b'",
		    NOW + 900 },
		{ "SELECT expires_at FROM robots", NOW },
	};
	struct plan_bounds bounds = { .now = NOW,
		.by_s = -400 * DAY,
		.longest_s = DAY,
		.at_start = true };
	struct err e = ERR_INIT;

	do_sql(s,
	    "INSERT INTO feed (id, url, added_at, last_poll_at, next_poll_at, "
	    "next_poll_by, interval_s) VALUES "
	    "(11, 'k', 1, 1734560000, 1734561800, 'interval', 0), "
	    "(12, 'l', 1, 1734560000, 1734560900, 'retry-after', 0), "
	    "(13, 'm', 1, 1699999990, 1700000005, 'interval', 0), "
	    "(14, 'n', 1, 1699999990, 1734560000, 'interval', 0), "
	    "(15, 'o', 1, 1699999990, 1725920000, 'interval', 31536000), "
	    "(16, 'p', 1, 1734560000, NULL, NULL, 0)");
	do_sql(s, "INSERT INTO host (host, pause_until_at, failures) VALUES "
		  "('a', 1734560060, 1), ('b', 1934560000, 1)");
	do_sql(s, "INSERT INTO robots (origin, rules, fetched_at, expires_at, "
		  "disallow_all) VALUES ('o', '', 1734560000, 1734646400, 0)");
	is_done(store_cut_plans(s, &bounds, &e), &e, "plans are moved back");
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(ask(s, rows[i].sql) == rows[i].at,
		    "I6: %s is limited to %lld", rows[i].sql,
		    (long long)ask(s, rows[i].sql) - NOW);
	bounds.by_s = 0;
	is_done(
	    store_cut_plans(s, &bounds, &e), &e, "plans are moved back again");
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(ask(s, rows[i].sql) == rows[i].at,
		    "I6: this time is unchanged: %s", rows[i].sql);
}

/* The clocks of other nodes may differ by minutes or years. */
static void
clock_test_nodes(struct store *s)
{
	static const struct {
		const char *sql;
		int64_t at;
	} rows[] = {
		{ "SELECT next_poll_at FROM feed WHERE id = 11", NOW + 1800 },
		{ "SELECT last_poll_at FROM feed WHERE id = 11", NOW + 900 },
		{ "SELECT pause_until_at FROM host WHERE host = 'a'",
		    NOW + 900 },
		{ "SELECT expires_at FROM robots", NOW + 960 },
	};
	struct plan_bounds bounds = {
		.now = NOW, .by_s = -900, .longest_s = DAY, .at_start = true
	};
	struct err e = ERR_INIT;

	do_sql(s,
	    "INSERT INTO feed (id, url, added_at, last_poll_at, next_poll_at, "
	    "next_poll_by, interval_s) VALUES "
	    "(11, 'k', 1, 1700000900, 1700001800, 'interval', 0), "
	    "(12, 'l', 1, 1700000900, 7000000000, 'interval', 0)");
	do_sql(s, "INSERT INTO host (host, pause_until_at, failures) VALUES "
		  "('a', 1700000900, 1)");
	do_sql(s, "INSERT INTO robots (origin, rules, fetched_at, expires_at, "
		  "disallow_all) VALUES ('o', '', 1700000900, 1700000960, 0)");
	is_done(store_cut_plans(s, &bounds, &e), &e, "a node starts");
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(ask(s, rows[i].sql) == rows[i].at,
		    "the plan of another node is unchanged: %s", rows[i].sql);
	ok(ask(s, "SELECT next_poll_at FROM feed WHERE id = 12") < 7000000000,
	    "a plan that the server's clock excludes is due at once");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("rows.db", STORE_DAEMON);
	clock_test_rows(s);
	store_close(s);
	s = fixture_open("doubt.db", STORE_DAEMON);
	clock_test_doubt(s);
	clock_test_two_nodes(s);
	store_close(s);
	s = fixture_open("plans.db", STORE_DAEMON);
	if (fixture_is_postgres())
		clock_test_nodes(s);
	else
		clock_test_plans(s);
	store_close(s);
	return done_testing();
}
