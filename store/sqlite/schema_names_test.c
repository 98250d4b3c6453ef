/* schema_names_test.c -- tests migration 29: a database of schema 28 keeps its
 * rows under the new names of tables and columns. Views have the old names. */
#include <sqlite3.h>

#include "store/fixture_test.h"
#include "store/sqlite/schema.h"

/* Rows whose ids do not begin at 1, and one id that was used and deleted. */
static const char schema_names_test_rows[] =
    "INSERT INTO feed (url, added_at) VALUES ('http://example.org/f', 1);"
    "INSERT INTO further (id, feed_id, url, kind, depth, status, retry_at) "
    "VALUES (7, 1, 'http://example.org/a', 'archive', 1, 'owed', 5),"
    "(8, 1, 'http://example.org/b', 'sitemap', 2, 'read', NULL),"
    "(9, 1, 'http://example.org/c', 'page', 1, 'failed', NULL),"
    "(20, 1, 'http://example.org/d', 'page', 1, 'read', NULL);"
    "DELETE FROM further WHERE id = 20;"
    "INSERT INTO gap (id, feed_id, at, since_at, status, found) "
    "VALUES (3, 1, 100, 50, 'open', 4);"
    "INSERT INTO poison (id, hash, kind, bytes, url, rungs, why, version, "
    "deaths, first_at, last_at, body) VALUES (5, 'ab', 'page', 9, "
    "'http://example.org/p', 2, 'died', '0.1', 3, 10, 20, x'00')";

/* Creates a file with version 28 of the schema. */
static bool
schema_names_test_create(const char *path)
{
	sqlite3 *db = NULL;
	struct err e = ERR_INIT;
	bool is_done_well = sqlite3_open(path, &db) == SQLITE_OK &&
			    schema_migrate_to(db, 28, &e) == 0 &&
			    sqlite3_exec(db, schema_names_test_rows, NULL, NULL,
				NULL) == SQLITE_OK;

	if (!is_done_well)
		printf("# %s; %s\n", e.text, sqlite3_errmsg(db));
	sqlite3_close(db);
	return is_done_well;
}

static void
schema_names_test_is(
    struct store *s, const char *sql, const char *expected, const char *name)
{
	is_text(slice_of(ask_text(s, sql)), expected, name);
}

static bool
schema_names_test_is_refused(struct store *s, const char *sql)
{
	return sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK;
}

static void
schema_names_test_new_names(struct store *s)
{
	schema_names_test_is(s,
	    "SELECT group_concat(id || ' ' || kind || ' ' || "
	    "status, ', ') FROM linked_document",
	    "7 archive pending, 8 sitemap read, 9 page failed",
	    "linked documents have their rows, and owed is pending");
	schema_names_test_is(s,
	    "SELECT id || ' ' || at || ' ' || since_at || ' ' "
	    "|| status || ' ' || found FROM missed_items",
	    "3 100 50 open 4", "missed items have their row");
	schema_names_test_is(s,
	    "SELECT id || ' ' || hash || ' ' || fallback_levels || "
	    "' ' || crashes || ' ' || hex(body) FROM crasher",
	    "5 ab 2 3 00", "crashers have their row");
	ok(schema_names_test_is_refused(
	       s, "UPDATE linked_document SET status = 'owed'"),
	    "the old status is refused");
	ok(do_sql(s, "INSERT INTO linked_document (feed_id, url, kind, depth, "
		     "status) VALUES (1, 'http://example.org/e', 'page', 1, "
		     "'pending')"),
	    "a row is added");
	is_int(ask(s, "SELECT max(id) FROM linked_document"), 21,
	    "the migrated document has an unused id");
}

static void
schema_names_test_old_names(struct store *s)
{
	schema_names_test_is(s,
	    "SELECT group_concat(id || ' ' || status || ' ' || "
	    "coalesce(retry_at, ''), ', ') FROM further",
	    "7 owed 5, 8 read , 9 failed , 21 owed ",
	    "the view further has the rows and the old status");
	schema_names_test_is(s,
	    "SELECT id || ' ' || status || ' ' || found FROM "
	    "gap",
	    "3 open 4", "the view gap has the row");
	schema_names_test_is(s,
	    "SELECT id || ' ' || rungs || ' ' || deaths FROM "
	    "poison",
	    "5 2 3", "the view poison has the row and the old columns");
	ok(schema_names_test_is_refused(s, "DELETE FROM further") &&
		schema_names_test_is_refused(s, "UPDATE gap SET found = 0") &&
		schema_names_test_is_refused(s, "DELETE FROM poison"),
	    "the views are read-only");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	if (!ok(schema_names_test_create(fixture_path("old.db")),
		"a database of schema 28"))
		return done_testing();
	s = fixture_open("old.db", STORE_DAEMON);
	is_int(ask(s, "PRAGMA user_version"), schema_newest(),
	    "the database is migrated when it is opened");
	schema_names_test_new_names(s);
	schema_names_test_old_names(s);
	is_wellformed(s, "the database is well-formed");
	store_close(s);
	return done_testing();
}
