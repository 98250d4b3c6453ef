/*
 * copy_test.c -- the progress of a copy.
 */
#include <string.h>

#include "store/copy/copy.h"
#include "store/fixture_test.h"

struct copy_test_seen {
	int64_t copied, compared, calls;
};

static void
copy_test_watch(const char *what, int64_t done, int64_t total, void *arg)
{
	struct copy_test_seen *seen = arg;

	(void)total;
	seen->calls++;
	if (strcmp(what, "rows copied") == 0)
		seen->copied = done;
	else if (strcmp(what, "rows compared") == 0)
		seen->compared = done;
}

static void
copy_test_ignore(
    const char *table, int64_t rows, bool is_compared, bool is_same, void *arg)
{
	(void)table;
	(void)rows;
	(void)is_compared;
	(void)is_same;
	(void)arg;
}

int
main(void)
{
	struct copy_test_seen seen = { 0 };
	struct copy_result result;
	struct err e = ERR_INIT;
	struct store *from, *to;

	fixture_needs_file("a server has one database for the test");
	fixture_begin();
	from = fixture_open("from.db", STORE_DAEMON);
	put_feed_at(from, "http://a.example/rss");
	put_feed_at(from, "http://b.example/rss");
	to = fixture_open("to.db", STORE_DAEMON);
	store_watch(to, copy_test_watch, &seen);
	ok(store_copy(from, to, copy_test_ignore, NULL, &result, &e) == 0,
	    "a copy succeeds: %s", e.text);
	ok(result.rows >= 2 && seen.copied == result.rows,
	    "the progress ends with the number of copied rows");
	ok(seen.compared == 2 * result.rows,
	    "the rows of both databases are compared");
	ok(seen.calls >= result.tables, "each table reports its progress");
	store_close(to);
	store_close(from);
	return done_testing();
}
