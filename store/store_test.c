/* store_test.c -- opening and refusing files, and transactions. */
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <signal.h>

#include "base/array.h"
#include "base/clock.h"
#include "store/bytes_test.h"
#include "store/fixture_test.h"
#include "store/sqlite/schema.h"

/* ---- creating and opening ---- */

static void
store_test_making(void)
{
	struct store *s = NULL;
	struct err e = ERR_INIT;
	struct stat st;

	is_int(store_open(fixture_path("absent.db"), STORE_READ, &s, &e),
	    ERR_NOT_FOUND, "opening an absent file for reading fails");
	ok(stat(fixture_path("absent.db"), &st) != 0,
	    "opening for reading creates no file");
	s = fixture_open("written.db", STORE_WRITE);
	is_int(ask(s, "PRAGMA application_id"), STORE_APPLICATION_ID,
	    "opening for writing creates the database");
	is_int(ask(s, "PRAGMA user_version"), schema_newest(),
	    "a new database has the newest schema");
	ok(strcmp(ask_text(s, "PRAGMA journal_mode"), "wal") == 0,
	    "a new database uses a write-ahead log");
	is_int(ask(s, "PRAGMA synchronous"), 2,
	    "a new database syncs each commit (FULL)");
	is_int(ask(s, "PRAGMA foreign_keys"), 1, "foreign keys are on");
	is_int(ask(s, "PRAGMA trusted_schema"), 0, "the schema is not trusted");
	is_int(ask(s, "PRAGMA cell_size_check"), 1, "cell sizes are checked");
	is_int(ask(s, "SELECT count(*) FROM pragma_table_list WHERE "
		      "schema = 'main' AND type = 'table' AND NOT strict AND "
		      "name NOT LIKE 'sqlite%'"),
	    0, "every table is STRICT");
	ok(!do_sql(s, "DELETE FROM article_fts_data"),
	    "the tables of the index cannot be written directly");
	is_wellformed(s, "a new database is sound");
	store_close(s);
	ok(stat(fixture_path("written.db.new"), &st) != 0,
	    "no temporary file is left");
	s = fixture_open("in/made.db", STORE_DAEMON);
	store_close(s);
	ok(stat(fixture_path("in/made.db"), &st) == 0,
	    "the directory of the database is created");
}

static void
store_test_leftovers(void)
{
	struct store *s = NULL;
	struct err e = ERR_INIT;
	struct bytes log;

	bytes_to_file(fixture_path("again.db.new"), "half a database", 15);
	bytes_to_file(fixture_path("again.db.new-journal"), "rubbish", 7);
	s = fixture_open("again.db", STORE_DAEMON);
	is_wellformed(
	    s, "a database is created beside the remains of a killed creation");
	store_close(s);

	bytes_to_file(fixture_path("lost.db-wal"), "precious", 8);
	is_int(store_open(fixture_path("lost.db"), STORE_DAEMON, &s, &e),
	    ERR_REFUSED, "a log without its database is not overwritten");
	log = bytes_of_file(fixture_path("lost.db-wal"));
	ok(log.n == 8 && memcmp(log.p, "precious", 8) == 0,
	    "a foreign log is not changed");
	free(log.p);
}

static void
store_test_killed_while_making(void)
{
	unsigned seed = (unsigned)getpid();
	int n_good = 0, n_none = 0, n_bad = 0;

	printf("# seed %u\n", seed);
	srand(seed);
	for (int i = 0; i < 20; i++) {
		char name[32];
		struct store *s = NULL;
		struct err e = ERR_INIT;
		struct stat st;
		pid_t child;

		snprintf(name, sizeof(name), "born%d.db", i);
		if ((child = fork()) == 0) {
			store_open(fixture_path(name), STORE_DAEMON, &s, &e);
			_exit(0);
		}
		usleep((useconds_t)(rand() % 12000));
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		if (stat(fixture_path(name), &st) != 0)
			n_none++;
		else if (store_open(fixture_path(name), STORE_READ, &s, &e) ==
			 0)
			n_good++;
		else
			n_bad++;
		store_close(s);
		s = fixture_open(name, STORE_DAEMON);
		store_close(s);
	}
	printf("# killed while making: %d whole, %d none\n", n_good, n_none);
	is_int(n_bad, 0, "a killed creation leaves no database or a valid one");
}

static void
store_test_lock(void)
{
	struct store *first = fixture_open("held.db", STORE_DAEMON);
	struct store *other = NULL;
	struct err e = ERR_INIT;
	char words[64];
	pid_t child;
	int status = 0;

	snprintf(words, sizeof(words), "(pid %ld)", (long)getpid());
	if ((child = fork()) == 0) {
		int rc = store_open(
		    fixture_path("held.db"), STORE_DAEMON, &other, &e);

		_exit(rc == ERR_REFUSED && strstr(e.text, words) ? 0 : 1);
	}
	waitpid(child, &status, 0);
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 0,
	    "the error of a second daemon contains the pid of the first");
	if (symlink(fixture_path("held.db"), fixture_path("alias.db")) != 0)
		perror("symlink");
	is_int(store_open(fixture_path("alias.db"), STORE_DAEMON, &other, &e),
	    ERR_REFUSED, "a daemon under another name is refused");
	other = fixture_open("held.db", STORE_WRITE);
	ok(put_feed_at(other, "https://example.org/") > 0,
	    "a command may write beside the daemon");
	store_close(other);
	store_close(first);
	first = fixture_open("held.db", STORE_DAEMON);
	ok(first != NULL, "the lock ends with its holder");
	store_close(first);
}

static void
store_test_older_schema(void)
{
	struct store *s = fixture_open("older.db", STORE_DAEMON);
	const char *migrations[64];
	char later[128];
	int newest = schema_newest();
	struct err e = ERR_INIT;

	for (int i = 0; i < newest; i++)
		migrations[i] = "not run: the database is there already";
	snprintf(later, sizeof(later),
	    "CREATE TABLE later (n INTEGER) STRICT; PRAGMA user_version = %d",
	    newest + 1);
	migrations[newest] = later;
	migrations[newest + 1] =
	    "CREATE TABLE too_late (n INTEGER) STRICT; SELECT nonsense;";
	is_done(schema_migrate(s->db, migrations, newest + 1, &e), &e,
	    "a migration is run");
	is_int(ask(s, "PRAGMA user_version"), newest + 1,
	    "the migration is counted");
	is_done(schema_migrate(s->db, migrations, newest + 1, &e), &e,
	    "a migration runs only once");
	ok(schema_migrate(s->db, migrations, newest + 2, &e) != 0,
	    "a failing migration is reported");
	is_int(ask(s, "SELECT count(*) FROM sqlite_schema WHERE "
		      "name = 'too_late'"),
	    0, "a failing migration changes nothing");
	store_close(s);
}

/* ---- constraints ---- */

/* True if SQLite creates a table in memory at each run of the statement. */
static bool
store_test_makes_table(struct store *s, enum sql name)
{
	sqlite3_str *text = sqlite3_str_new(s->db);
	char *explain;
	sqlite3_stmt *statement = NULL;
	bool made = false;

	sqlite3_str_appendf(
	    text, "EXPLAIN %s", sqlite3_sql(s->statements[name]));
	explain = sqlite3_str_finish(text);
	sqlite3_prepare_v2(s->db, explain, -1, &statement, NULL);
	sqlite3_free(explain);
	if (statement == NULL)
		return true;
	while (sqlite3_step(statement) == SQLITE_ROW)
		made |= strcmp((const char *)sqlite3_column_text(statement, 1),
			    "OpenEphemeral") == 0;
	sqlite3_finalize(statement);
	return made;
}

/* The constraints must refuse invalid values, and no statement that inserts
 * rows may make a table in memory for checking them. */
static void
store_test_constraints(void)
{
	static const char *const wrong[] = {
		"UPDATE feed SET status = 'x'",
		"UPDATE article SET status = 'x'",
		"UPDATE article SET origin = 'x'",
		"INSERT INTO media (article_id, n, kind, url, role) "
		"SELECT id, 9, 'x', 'u', 'lead' FROM article",
		"UPDATE change SET kind = 'x'",
		"INSERT INTO linked_document (feed_id, url, kind, depth, "
		"status) "
		"SELECT id, 'u', 'x', 1, 'pending' FROM feed",
		"INSERT INTO linked_document (feed_id, url, kind, depth, "
		"status) "
		"SELECT id, 'u', 'page', 1, 'x' FROM feed",
		"INSERT INTO missed_items (feed_id, at, status) "
		"SELECT id, 1, 'x' FROM feed",
		"INSERT INTO crasher (hash, kind, bytes, url, fallback_levels, "
		"why, version, crashes, first_at, last_at) "
		"VALUES ('h', 'x', 1, 'u', 1, 'w', 'v', 1, 1, 1)",
	};
	static const enum sql rows[] = { SQL_feed_polled, SQL_article_insert,
		SQL_entry_insert, SQL_change_insert, SQL_article_apply,
		SQL_media_insert, SQL_poll_insert };
	struct bytes file = bytes_of_sound_file();
	struct store *s = fixture_open("sound.db", STORE_DAEMON);

	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++)
		ok(sqlite3_exec(s->db, wrong[i], NULL, NULL, NULL) ==
			SQLITE_CONSTRAINT_CHECK,
		    "refused: %s", wrong[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(!store_test_makes_table(s, rows[i]), "%s makes no table",
		    sql_name(rows[i]));
	ok(!do_sql(s, "PRAGMA writable_schema = ON;"
		      "UPDATE sqlite_schema SET sql = ''"),
	    "the schema cannot be written directly");
	store_close(s);
	free(file.p);
}

/* ---- transactions ---- */

static void
store_test_transactions(void)
{
	struct store *s = fixture_open("tx.db", STORE_DAEMON);
	struct store *reader = fixture_open("tx.db", STORE_READ);
	struct err e = ERR_INIT;
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static struct fixture_feed f;
	struct poll_update nobody;
	struct poll_stored stored;
	int64_t before = 0, after = 0;

	feed_begin(&f, "T");
	feed_add(&f, "1", "https://example.org/1", "One", "Words.");
	store_data_version(reader, &before, &e);
	is_done(store_begin(s, &e), &e, "a transaction is begun");
	is_int((int64_t)poll(s, id, &f, NOW).n_new, 1,
	    "an operation adds an entry");
	nobody = poll_of(9999, &f, NOW);
	is_int(store_poll_put(s, &nobody, NOW, &stored, &e), ERR_NOT_FOUND,
	    "an operation of a removed feed fails in the batch");
	ok(!store_may_retry(s),
	    "the failure of the removed feed is not temporary");
	is_int(store_story(s, 9999, "T", "B", NOW, &e), ERR_NOT_FOUND,
	    "an operation of an absent article fails in the batch");
	is_done(store_story(s, article_at(s, "https://example.org/1"), "One",
		    "Body.", NOW, &e),
	    &e, "the other operations of the batch continue");
	is_int(ask(reader, "SELECT count(*) FROM entry"), 0,
	    "the batch is not visible before the commit");
	is_done(store_commit(s, &e), &e, "the transaction is committed");
	is_int(ask(reader, "SELECT count(*) FROM entry"), 1,
	    "the batch is visible after the commit");
	is_int(ask(reader, "SELECT count(*) FROM poll"), 1,
	    "failed operations store nothing");
	store_data_version(reader, &after, &e);
	ok(before != after, "data_version changes with the commit");
	store_begin(s, &e);
	feed_add(&f, "2", "https://example.org/2", "Two", "Words.");
	poll(s, id, &f, NOW);
	store_rollback(s);
	is_int(ask(s, "SELECT count(*) FROM entry"), 1,
	    "a transaction that is rolled back stores nothing");
	ok(put_feed_at(reader, "https://example.org/no") < 0,
	    "a reader does not write");
	is_done(store_checkpoint(s, &e), &e, "the log is copied into the file");
	is_wellformed(s, "the database has no fault");
	store_close(reader);
	store_close(s);
}

/* The savepoint undoes the changes that an operation made before it failed. */
/* The size of the log, or -1. */
static int64_t
store_test_log_bytes(const char *name)
{
	struct stat st;

	return stat(fixture_path(name), &st) == 0 ? (int64_t)st.st_size : -1;
}

/* Tests that the pages of a transaction are written when it is committed, also
 * if they need more memory than the cache normally has: pages that are written
 * earlier and change again cost more time. */
static void
store_test_large(void)
{
	struct store *s = fixture_open("large.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	int64_t before = store_test_log_bytes("large.db-wal");

	store_begin(s, &e);
	do_sql(s, "WITH RECURSIVE n (i) AS "
		  "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
		  "INSERT INTO tombstone (feed_id, key, at) "
		  "SELECT 0, i || hex(randomblob(1000)), 1 FROM n");
	ok(before >= 0 && store_test_log_bytes("large.db-wal") == before,
	    "20 MB of changed pages wait for the commit");
	is_done(store_commit(s, &e), &e, "the large transaction is committed");
	ok(store_test_log_bytes("large.db-wal") > 20 * MIB,
	    "the commit writes the pages");
	store_close(s);
}

static void
store_test_half_an_operation(void)
{
	struct store *s = fixture_open("half.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static struct fixture_feed f;
	struct err e = ERR_INIT;
	struct poll_update k;
	struct poll_stored stored;

	do_sql_of(s,
	    "CREATE TRIGGER fault BEFORE INSERT ON poll BEGIN "
	    "SELECT raise(ABORT, 'a fault'); END",
	    "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS "
	    "$$BEGIN RAISE EXCEPTION 'a fault'; END$$; CREATE TRIGGER fault "
	    "BEFORE INSERT ON poll FOR EACH ROW EXECUTE FUNCTION fault()");
	feed_begin(&f, "T");
	feed_add(&f, "1", "https://example.org/1", "One", "Words.");
	k = poll_of(id, &f, NOW);
	store_begin(s, &e);
	ok(store_poll_put(s, &k, NOW, &stored, &e) != 0, "a poll that fails");
	put_feed_at(s, "https://example.org/other");
	is_done(store_commit(s, &e), &e, "the batch is committed");
	is_int(ask(s, "SELECT count(*) FROM article"), 0,
	    "the article that it had made is not there");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE etag IS NOT NULL"), 0,
	    "the validators of the failed poll are not stored");
	is_int(
	    ask(s, "SELECT count(*) FROM feed"), 2, "the other feed is stored");
	ok(store_poll_put(s, &k, NOW, &stored, &e) != 0,
	    "the failing poll fails outside of a batch, too");
	is_int(ask(s, "SELECT count(*) FROM article"), 0,
	    "nothing of the failing poll is stored");
	do_sql_of(s, "DROP TRIGGER fault", "DROP TRIGGER fault ON poll");
	is_int((int64_t)store_poll(s, &k, NOW).n_new, 1,
	    "the next poll is stored");
	store_close(s);
}

/* Without savepoints a failure undoes the whole transaction, and all later
 * calls report it. */
static void
store_test_together(void)
{
	struct store *s = fixture_open("together.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static struct fixture_feed f;
	struct err e = ERR_INIT;
	struct poll_update none;
	struct poll_stored stored;

	feed_begin(&f, "T");
	feed_add(&f, "1", "https://example.org/1", "One", "Words.");
	none = poll_of(99, &f, NOW);
	is_done(store_begin_together(s, &e), &e,
	    "a transaction without savepoints is begun");
	poll(s, id, &f, NOW);
	put_feed_at(s, "https://example.org/other");
	is_done(store_commit(s, &e), &e, "the whole transaction is committed");
	is_int(ask(s, "SELECT count(*) FROM entry"), 1,
	    "the poll of the transaction is stored");

	store_begin_together(s, &e);
	put_feed_at(s, "https://example.org/third");
	ok(store_poll_put(s, &none, NOW, &stored, &e) != 0,
	    "an operation of the transaction fails");
	ok(!store_may_retry(s), "the failure is not temporary");
	ok(put_feed_at(s, "https://example.org/fourth") < 0,
	    "no write is accepted after the failure");
	e = ERR_INIT;
	ok(store_commit(s, &e) != 0,
	    "the failed transaction is not committed: %s", e.text);
	is_int(ask(s, "SELECT count(*) FROM feed"), 2,
	    "earlier operations of the failed transaction are undone");

	e = ERR_INIT;
	store_begin(s, &e);
	put_feed_at(s, "https://example.org/third");
	ok(store_poll_put(s, &none, NOW, &stored, &e) != 0,
	    "an operation of a transaction with savepoints fails");
	e = ERR_INIT;
	is_done(
	    store_commit(s, &e), &e, "the repeated transaction is committed");
	is_int(ask(s, "SELECT count(*) FROM feed"), 3,
	    "the other operations of that transaction are stored");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* ---- a full disk ---- */

static int
store_test_fill(struct store *s, int64_t feed_id, int from, struct err *e)
{
	static struct fixture_feed f;
	static char guids[64][32], bodies[64][2048];
	struct poll_update k;
	struct poll_stored stored;
	int rc;

	feed_begin(&f, "Full");
	for (int i = 0; i < 64; i++) {
		snprintf(guids[i], sizeof(guids[0]), "full-%d", from + i);
		memset(bodies[i], 'a' + i % 26, sizeof(bodies[0]) - 1);
		feed_add(&f, guids[i], NULL, guids[i], bodies[i]);
	}
	k = poll_of(feed_id, &f, NOW);
	if ((rc = store_begin(s, e)) != 0)
		return rc;
	if ((rc = store_poll_put(s, &k, NOW, &stored, e)) != 0) {
		store_rollback(s);
		return rc;
	}
	return store_commit(s, e);
}

/* Inserts entries until a write fails.  Returns the number of acknowledged
 * entries. */
static int
store_test_fill_until_full(struct store *s, int64_t feed_id, struct err *e)
{
	int n = 0;

	while (n < 64 * 200 && store_test_fill(s, feed_id, n, e) == 0)
		n += 64;
	return n;
}

static void
store_test_full(const char *name, bool by_pages)
{
	struct store *s = fixture_open(name, STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct rlimit limit, small;
	struct err e = ERR_INIT;
	int n;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	small = limit;
	small.rlim_cur = (rlim_t)2 << 20;
	if (by_pages)
		do_sql(s, "PRAGMA max_page_count = 400");
	else
		setrlimit(RLIMIT_FSIZE, &small);
	n = store_test_fill_until_full(s, id, &e);
	printf("# full after %d: %s (%d)\n", n, e.text, s->failure);
	ok(n > 0 && n < 64 * 200, "%s: the disk is full at some time", name);
	ok(store_may_retry(s) && !store_is_faulty(s),
	    "%s: a full disk is a temporary failure and not a fault", name);
	is_int(ask(s, "SELECT count(*) FROM entry"), n,
	    "exactly the acknowledged entries are stored");
	ok(store_test_fill(s, id, n, &e) != 0 && store_may_retry(s),
	    "a full disk is reported again");
	setrlimit(RLIMIT_FSIZE, &limit);
	if (by_pages)
		do_sql(s, "PRAGMA max_page_count = 100000");
	is_done(store_test_fill(s, id, n, &e), &e,
	    "entries are stored when there is room again");
	is_int(ask(s, "SELECT count(*) FROM entry"), n + 64,
	    "S54: nothing is lost");
	is_wellformed(s, "the database has no faults after a full disk");
	store_close(s);
}

static void
store_test_busy(void)
{
	struct store *s = fixture_open("busy.db", STORE_DAEMON);
	struct store *other = fixture_open("busy.db", STORE_WRITE);
	volatile int stop = 0;
	struct err e = ERR_INIT;

	store_set_patience(s, 50, NULL);
	store_begin(other, &e);
	ok(store_begin(s, &e) != 0 && store_may_retry(s),
	    "S55: a lock of another process is a temporary failure");
	store_set_patience(s, STORE_FOR_EVER, &stop);
	stop = 1;
	ok(store_begin(s, &e) != 0 && store_may_retry(s),
	    "an unlimited wait for the lock can be stopped");
	stop = 0;
	store_rollback(other);
	is_done(store_begin(s, &e), &e,
	    "a transaction begins after the lock is free");
	store_rollback(s);
	store_close(other);
	store_close(s);
}

/* Tests that a query is ended at its deadline. */
static void
store_test_deadline(void)
{
	struct store *s = fixture_open("deadline.db", STORE_DAEMON);
	_Atomic int64_t until_ms = clock_monotonic_ms() + 50;
	struct err e = ERR_INIT;
	int64_t seq;

	store_set_deadline(s, &until_ms);
	ok(!do_sql(s, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
		      "SELECT i FROM n) SELECT count(*) FROM n") &&
		store_is_overdue(s),
	    "a query is ended at its deadline");
	until_ms = INT64_MAX;
	is_done(store_last_seq(s, &seq, &e), &e,
	    "without a deadline the next query is run");
	store_close(s);
}

/* Tests file names that SQLite could interpret as URIs. */
static void
store_test_odd_names(void)
{
	static const char *const names[] = { "a b?mode=ro.db", "50%.db",
		"file:x.db", "héllo#1.db" };

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		struct stat st;
		struct store *s = fixture_open(names[i], STORE_DAEMON);

		store_close(s);
		s = fixture_open(names[i], STORE_READ);
		ok(stat(fixture_path(names[i]), &st) == 0, "%s", names[i]);
		store_close(s);
	}
	if (chdir(fixture_directory) == 0) {
		struct store *s = NULL;
		struct stat st;
		struct err e = ERR_INIT;

		is_done(store_open("file:y.db", STORE_DAEMON, &s, &e), &e,
		    "a path that looks like a URI is opened");
		store_close(s);
		ok(stat(fixture_path("file:y.db"), &st) == 0,
		    "a path that begins with file: is a name");
	}
}

int
main(void)
{
	fixture_begin();
	store_test_transactions();
	store_test_half_an_operation();
	store_test_together();
	store_test_busy();
	if (fixture_is_postgres())
		return done_testing(); /* the other tests need a database file
					*/
	store_test_large();
	store_test_making();
	store_test_leftovers();
	store_test_killed_while_making();
	store_test_lock();
	store_test_older_schema();
	store_test_constraints();
	store_test_full("pages", true);
	store_test_full("limit", false);
	store_test_deadline();
	store_test_odd_names();
	return done_testing();
}
