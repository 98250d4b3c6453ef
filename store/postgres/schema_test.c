/*
 * schema_test.c -- tests that PostgreSQL has every table and column of SQLite's
 * schema, that every query of docs/schema-postgresql.md runs, and that those
 * which count the rows of a period can use their indexes.
 */
#include "store/fixture_test.h"
#include "store/sqlite/schema.h"

/* Excludes the tables of SQLite's full-text indexes, and views that keep the
 * earlier names of tables. */
#define SQLITE_ONLY                                                            \
	"t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'article_fts%' AND "   \
	"t.name NOT LIKE 'article_stem%' AND "                                 \
	"t.name NOT LIKE 'article_bigram%' AND "                               \
	"t.name NOT IN ('article_english', 'further', 'gap', 'poison')"

/* Writes SQLite's columns as "table.column", separated by spaces. */
static void
schema_test_read_columns(char *ret, size_t n_bytes)
{
	static const char sql[] =
	    "SELECT group_concat(t.name || '.' || c.name, ' ')"
	    " FROM sqlite_schema t, pragma_table_info(t.name) c"
	    " WHERE t.type IN ('table', 'view') AND " SQLITE_ONLY;
	sqlite3 *db = NULL;
	sqlite3_stmt *statement = NULL;
	struct err e = ERR_INIT;

	sqlite3_open(":memory:", &db);
	is_done(schema_migrate_all(db, &e), &e, "SQLite's schema");
	sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
	if (sqlite3_step(statement) != SQLITE_ROW)
		fixture_bail_out(sqlite3_errmsg(db));
	snprintf(ret, n_bytes, "%s", sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	sqlite3_close(db);
}

static void
schema_test_columns(struct store *s)
{
	static char columns[16384], sql[20000];
	const char *missing;

	schema_test_read_columns(columns, sizeof(columns));
	ok(strlen(columns) > 3000, "the columns of the SQLite schema are read");
	snprintf(sql, sizeof(sql),
	    "SELECT coalesce(string_agg(name, ' '), '') FROM"
	    " unnest(string_to_array('%s', ' ')) name WHERE name NOT IN"
	    " (SELECT table_name || '.' || column_name"
	    " FROM information_schema.columns WHERE table_schema = 'gleaner')",
	    columns);
	missing = ask_text(s, sql);
	if (!ok(missing[0] == '\0', "PostgreSQL has them"))
		printf("# %s\n", missing);
}

static void
schema_test_shards(struct store *s)
{
	is_int(ask(s, "SELECT shard_of('example.org')"), 191,
	    "the shard of a host is computed by the server");
	is_int(ask(s, "SELECT shard_of(NULL)"), 0,
	    "a row without a host has shard 0");
}

/* Tests that a page dictionary is deleted with the last page that needs it. */
static void
schema_test_dictionaries(struct store *s)
{
	do_sql(s, "INSERT INTO article (id, url_key, status, first_seen_at,"
		  " sort_at) VALUES (1, 'a', 'done', now(), now()),"
		  " (2, 'b', 'done', now(), now())");
	do_sql(s, "INSERT INTO page_dictionary (id, host_key, at, bytes, body)"
		  " VALUES (7, 'h', now(), 1, '')");
	do_sql(s, "INSERT INTO page (article_id, fetched_at, bytes, body,"
		  " dictionary_id) SELECT id, now(), 1, '', 7 FROM article");
	do_sql(s, "UPDATE page SET dictionary_id = NULL WHERE article_id = 1");
	is_int(ask(s, "SELECT count(*) FROM page_dictionary"), 1,
	    "a dictionary that a page needs is kept");
	do_sql(s, "DELETE FROM article WHERE id = 2");
	is_int(ask(s, "SELECT count(*) FROM page_dictionary"), 0,
	    "a dictionary is deleted with its last page");
}

/* ---- the queries of the documentation ---- */

static char *
schema_test_read_document(void)
{
	static const char name[] = "/../../../docs/schema-postgresql.md";
	static char text[1 << 16], path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 64);
	FILE *file = NULL;

	if (n > 0) {
		path[n] = '\0';
		memcpy(strrchr(path, '/'), name, sizeof(name));
		file = fopen(path, "r");
	}
	if (file == NULL)
		file = fopen("docs/schema-postgresql.md", "r");
	if (file == NULL)
		fixture_bail_out("docs/schema-postgresql.md is not there");
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	return text;
}

static void
schema_test_questions(struct store *s)
{
	char *at = schema_test_read_document(), *end;
	int n = 0;

	while ((at = strstr(at, "```sql\n")) != NULL) {
		at += strlen("```sql\n");
		if ((end = strstr(at, "```")) == NULL)
			break;
		*end = '\0';
		ok(do_sql(s, at), "question %d", ++n);
		at = end + 1;
	}
	is_int(n, 22, "all queries of the documentation were run");
}

/* Tests the plan of a query on an empty table, for which the server would read
 * the table if this were allowed. */
static void
schema_test_plan(struct store *s, const char *query, const char *plan)
{
	char explain[512];
	const char *got;

	snprintf(explain, sizeof(explain), "EXPLAIN (FORMAT JSON) %s", query);
	got = ask_text(s, explain);
	if (!ok(strstr(got, plan) != NULL, "%s", plan))
		printf("# %s\n", got);
}

static void
schema_test_plans(struct store *s)
{
	do_sql(s, "SET enable_seqscan = off");
	do_sql(s, "SET enable_bitmapscan = off");
	schema_test_plan(s,
	    "SELECT lang, sum(word_count) FROM article"
	    " WHERE sort_at > now() - interval '1 day' GROUP BY lang",
	    "Index Only Scan");
	schema_test_plan(s,
	    "SELECT at FROM change WHERE at > now() - interval '7 days'"
	    " AND kind = 'withdrawn'",
	    "change_of_rest");
}

int
main(void)
{
	struct store *s;

	if (!fixture_is_postgres()) {
		printf("1..0 # skip run tests/lib/postgres.sh\n");
		return 0;
	}
	fixture_begin();
	s = fixture_open("schema.db", STORE_DAEMON);
	schema_test_columns(s);
	schema_test_shards(s);
	schema_test_questions(s);
	schema_test_dictionaries(s);
	schema_test_plans(s);
	store_close(s);
	return done_testing();
}
