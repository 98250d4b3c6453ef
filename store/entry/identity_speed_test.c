/*
 * identity_speed_test.c -- items are identified without reading all entries of
 * the feed.
 */
#include "base/array.h"
#include "store/fixture_test.h"
#include "store/sqlite/sql.inc"

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;

/* Begins a test: creates a new database with one feed. */
static void
identity_speed_test_row_begin(const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "%s.db", name);
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	now = NOW;
}

static void
identity_speed_test_row_end(void)
{
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
identity_speed_test_document(void)
{
	feed_begin(&f, "Example");
	f.feed.link = SLICE("https://example.org/");
}

/* Polls the current document, ten minutes after the previous poll. */
static void
identity_speed_test_is_new(int64_t n, const char *name)
{
	now += 600;
	is_int((int64_t)poll(s, feed_id, &f, now).n_new, n, name);
}

/* Creates a document with one item. */
static struct feed_entry *
identity_speed_test_item(const char *guid, const char *link, const char *title)
{
	identity_speed_test_document();
	return feed_add(&f, guid, link, title, "Words of the feed.");
}

/* Returns the number of steps in the plan of a statement, or -1 if a step does
 * not use an index of aliases. */
static int
identity_speed_test_looks(enum sql name)
{
	char sql[1024];
	sqlite3_stmt *plan;
	int n = 0;

	snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s",
	    sqlite3_sql(s->statements[name]));
	sqlite3_prepare_v2(s->db, sql, -1, &plan, NULL);
	while (sqlite3_step(plan) == SQLITE_ROW) {
		const char *step = (const char *)sqlite3_column_text(plan, 3);

		if (strstr(step, "entry") == NULL || n < 0)
			continue;
		n = strstr(step, "SEARCH entry USING INDEX entry_by_") != NULL
			? n + 1
			: -1;
	}
	sqlite3_finalize(plan);
	return n;
}

static void
identity_speed_test_plans(void)
{
	identity_speed_test_row_begin("plans");
	is_int(identity_speed_test_looks(SQL_entry_by_guid_alias), 1,
	    "an entry is found by its guid without a scan");
	is_int(identity_speed_test_looks(SQL_entry_by_link_alias), 2,
	    "link: two index lookups are needed");
	is_int(identity_speed_test_looks(SQL_entry_by_number_alias), 1,
	    "number: one index lookup is needed");
	is_int(identity_speed_test_looks(SQL_entry_by_title_alias), 1,
	    "title: one index lookup is needed");
	identity_speed_test_row_end();
}

/* Polls a feed that has had many items before.  All items of the document are
 * new. */
static void
identity_speed_test_many(void)
{
	struct timespec from, to;
	static char guids[1000][64], titles[1000][20];
	int64_t ms;

	identity_speed_test_row_begin("many");
	identity_speed_test_item("first", "https://example.org/first", "First");
	identity_speed_test_is_new(1, "many: a first item");
	do_sql(s, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
		  "SELECT i + 1 FROM n WHERE i < 100000) "
		  "INSERT INTO entry (feed_id, article_id, guid_key, "
		  "first_seen_at, last_seen_at, position, digest, guid_alias, "
		  "link_alias, number_alias, title_alias) "
		  "SELECT feed_id, article_id, 'old ' || i, 1, 1, 0, 0, i, "
		  "i / 1000, i / 1000, i FROM n, entry WHERE id = 1");
	identity_speed_test_document();
	for (int i = 0; i < 1000; i++) {
		snprintf(guids[i], sizeof(guids[0]),
		    "https://example.org/news/words-%d", 1000007 + 10 * i);
		snprintf(titles[i], sizeof(titles[0]), "Title %d", i);
		feed_add(&f, guids[i], guids[i], titles[i], "Words.")
		    ->published_at = NOW;
	}
	clock_gettime(CLOCK_MONOTONIC, &from);
	identity_speed_test_is_new(
	    1000, "many: a thousand new items beside 100 000");
	clock_gettime(CLOCK_MONOTONIC, &to);
	ms = (to.tv_sec - from.tv_sec) * 1000 +
	     (to.tv_nsec - from.tv_nsec) / 1000000;
	printf("# in %lld ms\n", (long long)ms);
	for (int i = 0; i < 1000; i++) {
		guids[i][sizeof("https://example.org/news/") - 1] = 'W';
		f.entries[i].title = SLICE("Edited");
	}
	clock_gettime(CLOCK_MONOTONIC, &from);
	identity_speed_test_is_new(0, "many: the headline of each is edited");
	clock_gettime(CLOCK_MONOTONIC, &to);
	ms = (to.tv_sec - from.tv_sec) * 1000 +
	     (to.tv_nsec - from.tv_nsec) / 1000000;
	printf("# in %lld ms\n", (long long)ms);
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	if (!fixture_is_postgres()) /* compares SQLite's plans */
		identity_speed_test_plans();
	identity_speed_test_many();
	return done_testing();
}
