/*
 * copy_test.c -- the progress of a copy, and texts that are cut.
 */
#include <string.h>

#include "base/limits.h"
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

/* Stores an author, a tag and a language that are longer than the limit, as
 * older versions did. */
static void
copy_test_put_long(struct store *s)
{
	static struct fixture_feed f;
	int64_t id = put_feed_at(s, "http://long.example/rss");

	feed_begin(&f, "Example");
	feed_add(&f, "g", "http://long.example/1", "Title", "Words.");
	poll(s, id, &f, NOW);
	ok(do_sql(s, "INSERT INTO article_author "
		     "SELECT id, 0, hex(zeroblob(2000)) FROM article") &&
		do_sql(s, "INSERT INTO article_tag "
			  "SELECT id, 0, hex(zeroblob(2000)) FROM article") &&
		do_sql(s, "UPDATE article SET lang = hex(zeroblob(2000))"),
	    "long texts are stored");
}

/* After the articles were copied, stores a further one with an author, as a
 * daemon would do. */
static void
copy_test_write(
    const char *table, int64_t rows, bool is_compared, bool is_same, void *arg)
{
	(void)rows;
	(void)is_same;
	if (is_compared || strcmp(table, "article") != 0)
		return;
	ok(do_sql(arg, "INSERT INTO article (url_key, host_key, status, "
		       "first_seen_at, sort_at) VALUES ('u', 'h', 'done', 1, "
		       "1)") &&
		do_sql(arg, "INSERT INTO article_author "
			    "SELECT max(id), 0, 'A' FROM article"),
	    "a daemon writes during a copy");
}

static void
copy_test_written(struct store *from)
{
	struct store *writer = fixture_open("from.db", STORE_WRITE);
	struct store *to = fixture_open("torn.db", STORE_DAEMON);
	struct copy_result result;
	struct err e = ERR_INIT;

	ok(store_copy(from, to, copy_test_write, writer, &result, &e) < 0 &&
		result.was_written,
	    "the error states that the source was written: %s", e.text);
	store_close(to);
	store_close(writer);
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
	copy_test_put_long(from);
	to = fixture_open("to.db", STORE_DAEMON);
	store_watch(to, copy_test_watch, &seen);
	ok(store_copy(from, to, copy_test_ignore, NULL, &result, &e) == 0,
	    "a copy succeeds: %s", e.text);
	ok(result.rows >= 2 && seen.copied == result.rows,
	    "the progress ends with the number of copied rows");
	ok(seen.compared == 2 * result.rows,
	    "the rows of both databases are compared");
	ok(seen.calls >= result.tables, "each table reports its progress");
	is_int(result.differing, 0, "no table of the copy differs");
	is_int(ask(to, "SELECT length(name) FROM article_author"),
	    LIMIT_INDEXED_BYTES, "a long author is truncated");
	is_int(ask(to, "SELECT length(tag) FROM article_tag"),
	    LIMIT_INDEXED_BYTES, "a long tag is truncated");
	is_int(ask(to, "SELECT length(lang) FROM article"), LIMIT_INDEXED_BYTES,
	    "a long language is truncated");
	ok(!result.was_written, "no other program wrote to the source");
	store_close(to);
	copy_test_written(from);
	store_close(from);
	return done_testing();
}
