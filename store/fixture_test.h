/*
 * fixture_test.h -- for the tests of the module store: a database in a
 * temporary directory, and functions that fill it with feeds and articles.
 *
 * STORE=postgres in the environment runs a test on PostgreSQL, under
 * tests/lib/postgres.sh.  A test that needs a database file begins with
 * fixture_needs_file().
 */
#ifndef STORE_FIXTURE_TEST_H
#define STORE_FIXTURE_TEST_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/date/date.h"
#include "crawler/feed/feed.h"
#include "store/postgres/connection.h"
#include "store/postgres/value.h"
#include "store/sqlite/statement.h"
#include "store/store.h"
#include "tests/lib/tap.h"

#define NOW         1700000000 /* 2023-11-14T22:13:20Z */
#define FOREVER     INT64_MAX
#define FIXTURE     __attribute__((unused)) static
#define MAX_ENTRIES 1024

FIXTURE char fixture_directory[64];

FIXTURE int
fixture_remove_one(
    const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

FIXTURE void
fixture_remove(void)
{
	nftw(fixture_directory, fixture_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Creates a directory that is removed when the test ends. */
FIXTURE void
fixture_begin(void)
{
	snprintf(fixture_directory, sizeof(fixture_directory),
	    "/tmp/gleaner-store.XXXXXX");
	if (mkdtemp(fixture_directory) == NULL) {
		perror("mkdtemp");
		exit(1);
	}
	atexit(fixture_remove);
}

FIXTURE void
fixture_bail_out(const char *why)
{
	printf("Bail out! %s\n", why);
	exit(1);
}

/* Returns the path of a file in the directory; four buffers are used in turn.
 */
FIXTURE const char *
fixture_path(const char *name)
{
	static char paths[4][256];
	static int turn;
	char *path = paths[turn++ % 4];

	if (fixture_directory[0] == '\0')
		fixture_bail_out("call fixture_begin() first");
	snprintf(path, sizeof(paths[0]), "%s/%s", fixture_directory, name);
	return path;
}

FIXTURE bool
fixture_is_postgres(void)
{
	const char *store = getenv("STORE");

	return store != NULL && strcmp(store, "postgres") == 0;
}

/* Ends the test if it runs on PostgreSQL, because it applies only to SQLite. */
FIXTURE void
fixture_needs_file(const char *reason)
{
	if (!fixture_is_postgres())
		return;
	printf("1..0 # skip %s\n", reason);
	exit(0);
}

/* Runs a statement in the database `postgres` of the test's server. */
FIXTURE void
fixture_postgres_execute(const char *sql)
{
	const char *host = getenv("POSTGRES_HOST");
	const char *keywords[] = { "host", "user", "dbname", NULL };
	const char *values[] = { host, "gleaner", "postgres", NULL };
	const struct libpq *lib = NULL;
	struct err e = ERR_INIT;
	PGconn *connection;
	PGresult *result;

	if (host == NULL || libpq_load(&lib, &e) != 0)
		fixture_bail_out(
		    host == NULL ? "run tests/lib/postgres.sh TEST" : e.text);
	connection = lib->PQconnectdbParams(keywords, values, 0);
	result = lib->PQexec(connection, sql);
	if (lib->PQresultStatus(result) != PGRES_COMMAND_OK)
		fixture_bail_out(lib->PQerrorMessage(connection));
	lib->PQclear(result);
	lib->PQfinish(connection);
}

/* Returns the URL of a database of the test's server, in one of four buffers in
 * turn. */
FIXTURE const char *
fixture_postgres_url_of(const char *database)
{
	static char urls[4][256];
	static unsigned turn;
	char *url = urls[turn++ % 4];

	snprintf(url, sizeof(urls[0]), "postgresql:///%s?host=%s&user=gleaner",
	    database, getenv("POSTGRES_HOST"));
	return url;
}

/* Returns the URL of the test's database of that name, which is created at the
 * first call. It is a copy of the database $POSTGRES_TEMPLATE, by default of
 * gleaner_template, which has no schema. */
FIXTURE const char *
fixture_postgres_url(const char *name)
{
	static char made[256][40];
	static unsigned n_made;
	static int owner; /* process that creates the databases; its children
			     use them, too */
	const char *template = getenv("POSTGRES_TEMPLATE");
	char database[40], sql[160];
	unsigned i;

	if (owner == 0)
		owner = (int)getpid();
	snprintf(database, sizeof(database), "t%d_%.24s", owner, name);
	for (char *c = database; *c != '\0'; c++)
		if (strchr("./-", *c) != NULL)
			*c = '_';
	for (i = 0; i < n_made && strcmp(made[i], database) != 0; i++)
		;
	if (i == n_made && n_made < 256) {
		snprintf(made[n_made++], sizeof(made[0]), "%s", database);
		snprintf(sql, sizeof(sql),
		    "CREATE DATABASE \"%s\" TEMPLATE %.40s "
		    "STRATEGY file_copy",
		    database, template ? template : "gleaner_template");
		fixture_postgres_execute(sql);
	}
	return fixture_postgres_url_of(database);
}

/* Returns the database of that name, for store_open(). */
FIXTURE const char *
fixture_database(const char *name)
{
	return fixture_is_postgres() ? fixture_postgres_url(name)
				     : fixture_path(name);
}

FIXTURE struct store *
fixture_open(const char *name, enum store_mode mode)
{
	struct store *s = NULL;
	struct err e = ERR_INIT;

	if (store_open(fixture_database(name), mode, &s, &e) != 0)
		fixture_bail_out(e.text);
	return s;
}

/* A test point that passes if `rc` is 0.  Otherwise prints the error.  Returns
 * whether the test point has passed. */
FIXTURE bool
is_done(int rc, const struct err *e, const char *name)
{
	bool held = ok(rc == 0, "%s", name);

	if (!held)
		printf("# %d: %s\n", rc, e->text);
	return held;
}

/* Returns the integer result of a query. */
FIXTURE int64_t
fixture_ask_postgres(struct store *s, const char *sql)
{
	int64_t value = INT64_MIN;
	struct err e = ERR_INIT;

	if (connection_settle(s, &e) != 0 ||
	    connection_ask(s, sql, &value, &e) != 0)
		printf("# %s: %s\n", sql, e.text);
	return value;
}

FIXTURE int64_t
ask(struct store *s, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	int64_t value = INT64_MIN;

	if (s->postgres != NULL)
		return fixture_ask_postgres(s, sql);
	if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		value = sqlite3_column_int64(statement, 0);
	else
		printf("# %s: %s\n", sql, sqlite3_errmsg(s->db));
	sqlite3_finalize(statement);
	return value;
}

/* Appends the first column of the first row. */
FIXTURE void
fixture_ask_postgres_text(
    struct store *s, const char *sql, char *ret, size_t n_bytes)
{
	const struct libpq *lib = s->postgres->lib;
	char number[VALUE_DIGITS];
	struct slice text = SLICE("(null)");
	struct err e = ERR_INIT;
	PGresult *result;

	if (connection_settle(s, &e) != 0)
		printf("# %s: %s\n", sql, e.text);
	lib->PQexitPipelineMode(s->postgres->connection);
	lib->PQsetnonblocking(s->postgres->connection, 0);
	result = lib->PQexecParams(
	    s->postgres->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
	if (lib->PQresultStatus(result) != PGRES_TUPLES_OK)
		printf("# %s: %s\n", sql,
		    lib->PQerrorMessage(s->postgres->connection));
	else if (lib->PQntuples(result) > 0 && !lib->PQgetisnull(result, 0, 0))
		text = value_read_text(lib->PQftype(result, 0),
		    (struct slice){ lib->PQgetvalue(result, 0, 0),
			(size_t)lib->PQgetlength(result, 0, 0) },
		    number);
	snprintf(ret, n_bytes, "%.*s", SLICE_ARG(text));
	lib->PQclear(result);
	lib->PQsetnonblocking(s->postgres->connection, 1);
	lib->PQenterPipelineMode(s->postgres->connection);
}

/* Returns the text result of a query; "(null)" for NULL. Two buffers are used
 * in turn. */
FIXTURE const char *
ask_text(struct store *s, const char *sql)
{
	static char texts[2][4096];
	static int turn;
	char *text = texts[turn++ % 2];
	sqlite3_stmt *statement = NULL;
	const char *got = NULL;

	if (s->postgres != NULL) {
		fixture_ask_postgres_text(s, sql, text, sizeof(texts[0]));
		return text;
	}
	if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		got = (const char *)sqlite3_column_text(statement, 0);
	snprintf(text, sizeof(texts[0]), "%s", got ? got : "(null)");
	sqlite3_finalize(statement);
	return text;
}

/* Rewrites blobs, x'00' as '\x00'. */
FIXTURE char *
fixture_postgres_sql(const char *sql)
{
	char *copy = malloc(2 * strlen(sql) + 1), *to = copy;

	for (; *sql != '\0'; sql++)
		if (sql[0] == 'x' && sql[1] == '\'') {
			*to++ = '\'';
			*to++ = '\\';
			*to++ = 'x';
			sql++;
		} else
			*to++ = *sql;
	*to = '\0';
	return copy;
}

FIXTURE bool
fixture_do_postgres(struct store *s, const char *sql)
{
	char *own = strstr(sql, " x'") != NULL ? fixture_postgres_sql(sql)
					       : strdup(sql);
	struct err e = ERR_INIT;
	bool done = connection_settle(s, &e) == 0 &&
		    connection_execute(s, own, &e) == 0;

	if (!done)
		printf("# %s: %s\n", own, e.text);
	free(own);
	return done;
}

FIXTURE bool
do_sql(struct store *s, const char *sql)
{
	char *why = NULL;
	bool done;

	if (s->postgres != NULL)
		return fixture_do_postgres(s, sql);
	done = sqlite3_exec(s->db, sql, NULL, NULL, &why) == SQLITE_OK;
	if (!done)
		printf("# %s: %s\n", sql, why ? why : "?");
	sqlite3_free(why);
	return done;
}

/* Like do_sql(), with another text for PostgreSQL. */
FIXTURE bool
do_sql_of(struct store *s, const char *sqlite, const char *postgres)
{
	return do_sql(s, s->postgres != NULL ? postgres : sqlite);
}

/* The number of rows that were written so far. */
FIXTURE int64_t
fixture_changes(struct store *s)
{
	if (s->postgres == NULL)
		return ask(s, "SELECT total_changes()");
	do_sql(s, "SELECT pg_stat_force_next_flush()");
	return ask(s, "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del),"
		      " 0)::bigint FROM pg_stat_user_tables");
}

FIXTURE int
fixture_count_hit(const struct search_hit *hit, void *arg)
{
	(void)hit;
	++*(int64_t *)arg;
	return 0;
}

/* Returns the number of texts that a query finds; -1 if it failed. */
FIXTURE int64_t
fixture_count_hits(struct store *s, const char *query)
{
	struct err e = ERR_INIT;
	int64_t n = 0;

	return store_search(
		   s, slice_of(query), NULL, fixture_count_hit, &n, &e) == 0
		   ? n
		   : -1;
}

/* Checks the database and prints each fault. */
FIXTURE void
fixture_print_fault(const char *line, void *arg)
{
	(void)arg;
	printf("# fault: %s\n", line);
}

FIXTURE void
is_wellformed(struct store *s, const char *name)
{
	int64_t n_faults = -1;
	struct err e = ERR_INIT;

	if (store_check(s, fixture_print_fault, NULL, &n_faults, &e) != 0)
		printf("# %s\n", e.text);
	is_int(n_faults, 0, name);
}

/* ---- feeds ---- */

FIXTURE int64_t
put_feed_at(struct store *s, const char *url)
{
	struct feed_subscription said = { .url = slice_of(url),
		.fetch_articles = true };
	struct err e = ERR_INIT;
	int64_t id = -1;
	bool is_new;

	if (store_feed_put(s, &said, NOW, &id, &is_new, &e) != 0)
		printf("# %s\n", e.text);
	return id;
}

/* A document that a test fills; texts are borrowed. */
struct fixture_feed {
	struct feed feed;
	struct feed_entry entries[MAX_ENTRIES];
};

FIXTURE void
feed_begin(struct fixture_feed *f, const char *title)
{
	f->feed = (struct feed){ .format = FEED_RSS20,
		.complete = true,
		.title = slice_of(title),
		.language = SLICE("en"),
		.updated_at = DATE_NONE,
		.published_at = DATE_NONE,
		.ttl_minutes = -1,
		.sy_frequency = -1,
		.entries = f->entries };
}

FIXTURE struct feed_entry *
feed_add(struct fixture_feed *f, const char *guid, const char *link,
    const char *title, const char *text)
{
	struct feed_entry *entry = &f->entries[f->feed.n_entries++];

	*entry = (struct feed_entry){ .id = slice_of(guid),
		.link = slice_of(link),
		.title = slice_of(title),
		.summary = slice_of(text),
		.text = slice_of(text),
		.published_at = DATE_NONE,
		.updated_at = DATE_NONE };
	return entry;
}

/* Adds the ith of many entries, "g<i>", "Story<i>", with or without a page of
 * its own.  Its texts are valid until the test ends. */
FIXTURE struct feed_entry *
feed_add_story(struct fixture_feed *f, int i, bool has_page)
{
	static struct {
		char guid[20], link[64], title[20];
	} all[MAX_ENTRIES];

	snprintf(all[i].guid, sizeof(all[i].guid), "g%d", i);
	snprintf(all[i].link, sizeof(all[i].link),
	    "https://example.org/story/%d", i);
	snprintf(all[i].title, sizeof(all[i].title), "Story%d", i);
	return feed_add(f, all[i].guid, has_page ? all[i].link : "",
	    all[i].title, "The words of it.");
}

FIXTURE struct poll_update
poll_of(int64_t feed_id, const struct fixture_feed *f, int64_t now)
{
	return (struct poll_update){
		.poll = { .feed_id = feed_id,
		    .at = now,
		    .http_status = f ? 200 : 304,
		    .outcome = f ? SLICE("ok") : SLICE("unchanged"),
		    .bytes = 1000,
		    .elapsed_ms = 20 },
		.etag = SLICE("\"one\""),
		.last_modified = SLICE("Tue, 14 Nov 2023 22:13:20 GMT"),
		.next_poll_at = now + 1800,
		.feed = f ? &f->feed : NULL,
		.fetch_articles = true,
		.max_age_s = FOREVER,
	};
}

FIXTURE struct poll_stored
store_poll(struct store *s, struct poll_update *k, int64_t now)
{
	struct poll_stored stored = { .n_new = 9999, .n_pending = 9999 };
	struct err e = ERR_INIT;

	if (store_poll_put(s, k, now, &stored, &e) != 0)
		printf("# %s\n", e.text);
	return stored;
}

/* Stores all slices of the document (poll_update.slice). */
FIXTURE struct poll_stored
store_poll_slices(struct store *s, struct poll_update *k, int64_t now)
{
	struct poll_stored before, stored = store_poll(s, k, now);

	while (stored.n_left > 0) {
		before = stored;
		k->before = &before;
		stored = store_poll(s, k, now);
	}
	k->before = NULL;
	return stored;
}

FIXTURE struct poll_stored
poll(
    struct store *s, int64_t feed_id, const struct fixture_feed *f, int64_t now)
{
	struct poll_update k = poll_of(feed_id, f, now);

	return store_poll(s, &k, now);
}

/* ---- articles ---- */

FIXTURE int64_t
article_at(struct store *s, const char *url)
{
	char sql[1024];

	snprintf(sql, sizeof(sql),
	    "SELECT coalesce((SELECT id FROM article WHERE url = '%s'), -1)",
	    url);
	return ask(s, sql);
}

FIXTURE struct cuter_article
story(const char *title, const char *body)
{
	return (struct cuter_article){ .title = slice_of(title),
		.body = slice_of(body),
		.published_at = DATE_NONE,
		.modified_at = DATE_NONE,
		.confidence = 0.9,
		.origin = CUTER_ORIGIN_PAGE,
		.word_count = 7 };
}

FIXTURE int
store_story(struct store *s, int64_t id, const char *title, const char *body,
    int64_t now, struct err *e)
{
	struct cuter_article article = story(title, body);
	struct article_update k = { .id = id,
		.status = ARTICLE_DONE,
		.fetched_at = now,
		.retry_at = DATE_NONE,
		.article = &article };

	return store_article_put(s, &k, now, e);
}

FIXTURE int
store_end(struct store *s, int64_t id, enum article_status status,
    const char *why, int64_t retry_at, int64_t now, struct err *e)
{
	struct article_update k = { .id = id,
		.status = status,
		.status_why = slice_of(why),
		.fetched_at = now,
		.retry_at = retry_at };

	return store_article_put(s, &k, now, e);
}

#endif
