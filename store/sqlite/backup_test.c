/* backup_test.c -- tests copies of a database that is in use. */
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <signal.h>

#include "base/array.h"
#include "store/fixture_test.h"
#include "store/identity.h"

static struct fixture_feed f;

static void
backup_test_add(struct store *s, int64_t id, int from, int n)
{
	static char guids[MAX_ENTRIES][16];

	feed_begin(&f, "F");
	for (int i = 0; i < n; i++) {
		snprintf(guids[i], sizeof(guids[0]), "%d", from + i);
		feed_add(&f, guids[i], NULL, guids[i], "Words.");
	}
	poll(s, id, &f, NOW);
}

static void
backup_test_targets(struct store *s)
{
	struct err e = ERR_INIT;
	struct store *copy;
	struct stat st;
	int fd = open(fixture_path("letter"), O_WRONLY | O_CREAT, 0644);

	if (write(fd, "Dear", 4) != 4)
		perror("write");
	close(fd);
	is_int(store_backup(s, fixture_path("letter"), &e), ERR_REFUSED,
	    "a file that is not a backup is not overwritten");
	ok(strstr(e.text, "name another path, or remove the file") != NULL &&
		strstr(e.text, "salvage") == NULL,
	    "the message has the remedies for the target of a backup: %s",
	    e.text);
	ok(stat(fixture_path("letter"), &st) == 0 && st.st_size == 4,
	    "the file is unchanged");
	is_int(store_backup(s, fixture_path("live.db"), &e), ERR_USAGE,
	    "the database itself is not overwritten");
	is_done(store_backup(s, fixture_path("odd.new"), &e), &e,
	    "a backup is written");
	copy = fixture_open("odd.new", STORE_READ);
	is_int(store_backup(copy, fixture_path("odd"), &e), ERR_USAGE,
	    "a backup at the path of the temporary file is refused");
	store_close(copy);
	ok(stat(fixture_path("odd.new"), &st) == 0,
	    "the database is unchanged");
	ok(store_backup(s, fixture_path("no/such/place"), &e) != 0,
	    "no directory is created");
	printf("# %s\n", e.text);
}

/* The target is another database, which no process has open. */
static void
backup_test_other_id(struct store *s)
{
	struct store *other = fixture_open("other.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	bool is_copy = true;

	put_feed_at(other, "https://other/");
	store_close(other);
	is_done(store_is_copy(s, fixture_path("other.db"), &is_copy, &e), &e,
	    "the ids are compared");
	ok(!is_copy, "a database with another id is not a copy");
	is_int(store_backup(s, fixture_path("other.db"), &e), ERR_REFUSED,
	    "a database with another id is not overwritten");
	ok(strstr(e.text, "is not a copy of this database") != NULL, "%s",
	    e.text);
	other = fixture_open("other.db", STORE_READ);
	is_int(ask(other, "SELECT count(*) FROM feed WHERE "
			  "url = 'https://other/'"),
	    1, "this database is unchanged");
	store_close(other);
	unlink(fixture_path("other.db"));
	e = ERR_INIT;
	is_done(store_backup(s, fixture_path("other.db"), &e), &e,
	    "after the file was removed the backup is written");
	is_done(store_is_copy(s, fixture_path("other.db"), &is_copy, &e), &e,
	    "the ids are compared");
	ok(is_copy, "a backup is a copy");
	is_int(store_is_copy(s, fixture_path("nothing.db"), &is_copy, &e),
	    ERR_NOT_FOUND, "a path without a file is an error");
}

/* The target is a copy that a daemon has open. Its log is empty. */
static void
backup_test_in_use(struct store *s)
{
	struct store *other;
	struct err e = ERR_INIT;
	struct stat before, after;

	is_done(store_backup(s, fixture_path("used.db"), &e), &e,
	    "a backup is written");
	other = fixture_open("used.db", STORE_DAEMON);
	is_done(store_checkpoint(other, &e), &e, "the log is emptied");
	stat(fixture_path("used.db"), &before);
	is_int(store_backup(s, fixture_path("used.db"), &e), ERR_REFUSED,
	    "the database of a running daemon is not overwritten");
	ok(strstr(e.text, "is held by another gleanerd") != NULL, "%s", e.text);
	ok(stat(fixture_path("used.db"), &after) == 0 &&
		after.st_ino == before.st_ino,
	    "the file is the same");
	store_close(other);
	e = ERR_INIT;
	is_done(store_backup(s, fixture_path("used.db"), &e), &e,
	    "after the end of the daemon the file is replaced");
}

/* Tests a checkpoint while a reader uses the log. */
static void
backup_test_read_log(void)
{
	struct store *s = fixture_open("log.db", STORE_DAEMON);
	struct store *reader = fixture_open("log.db", STORE_READ);
	struct err e = ERR_INIT;
	struct stat st;

	do_sql(reader, "BEGIN");
	ask(reader, "SELECT count(*) FROM feed");
	put_feed_at(s, "https://a/");
	is_int(store_checkpoint(s, &e), 1, "a reader uses a part of the log");
	do_sql(reader, "COMMIT");
	is_done(store_checkpoint(s, &e), &e, "the reader has ended");
	ok(stat(fixture_path("log.db-wal"), &st) == 0 && st.st_size == 0,
	    "the log is empty");
	store_close(reader);
	store_close(s);
}

/* Tests a path beside which a killed writer has left a log. */
static void
backup_test_log_beside(struct store *s)
{
	struct err e = ERR_INIT;
	struct store *copy;
	pid_t writer;

	is_done(store_backup(s, fixture_path("used.db"), &e), &e,
	    "a backup is written");
	if ((writer = fork()) == 0) {
		copy = fixture_open("used.db", STORE_DAEMON);
		do_sql(copy, "INSERT INTO tombstone (feed_id, key, at) "
			     "VALUES (99, 'of the copy', 1)");
		_exit(0);
	}
	waitpid(writer, NULL, 0);
	is_int(store_backup(s, fixture_path("used.db"), &e), ERR_REFUSED,
	    "a log beside the path is an error");
	printf("# %s\n", e.text);
	unlink(fixture_path("used.db"));
	is_int(store_backup(s, fixture_path("used.db"), &e), ERR_REFUSED,
	    "a backup beside a log without a database is refused");
	unlink(fixture_path("used.db-wal"));
	is_done(store_backup(s, fixture_path("used.db"), &e), &e,
	    "without the log the copy is made");
	copy = fixture_open("used.db", STORE_READ);
	is_int(ask(copy, "SELECT count(*) FROM tombstone"), 0,
	    "the copy has the rows of the database");
	store_close(copy);
}

static void
backup_test_beside_a_writer(struct store *reader, int64_t id)
{
	struct err e = ERR_INIT;
	struct store *copy;
	pid_t writer = fork();
	int64_t n;

	if (writer == 0) {
		struct store *s = fixture_open("live.db", STORE_DAEMON);

		for (int i = 1; i < 10000; i++)
			backup_test_add(s, id, i * 20, 20);
		_exit(0);
	}
	while (ask(reader, "SELECT count(*) FROM entry") < 100)
		usleep(1000);
	is_done(store_backup(reader, fixture_path("copy.db"), &e), &e,
	    "a backup beside a writer");
	kill(writer, SIGKILL);
	waitpid(writer, NULL, 0);
	copy = fixture_open("copy.db", STORE_READ);
	n = ask(copy, "SELECT count(*) FROM entry");
	ok(n >= 100 && n % 20 == 0, "the backup is one snapshot");
	is_int(ask(copy, "SELECT count(*) FROM article"), n,
	    "the backup is complete");
	store_close(copy);
	copy = fixture_open("copy.db", STORE_DAEMON);
	is_wellformed(copy, "a daemon opens it");
	backup_test_add(copy, id, 1 << 20, 1);
	is_int(ask(copy, "SELECT count(*) FROM entry"), n + 1,
	    "the daemon can write to the copy");
	store_close(copy);
	is_done(store_backup(reader, fixture_path("copy.db"), &e), &e,
	    "an earlier backup is replaced");
}

/* A writer that commits a row at each progress report of the backup. */
struct writing {
	struct store *writer;
	int64_t last;
	int told, backwards;
};

static void
backup_test_write_meanwhile(
    const char *what, int64_t done, int64_t total, void *arg)
{
	struct writing *w = arg;

	(void)what;
	(void)total;
	w->told++;
	w->backwards += done < w->last;
	w->last = done;
	do_sql(w->writer, "INSERT INTO tombstone (feed_id, key, at) "
			  "SELECT 99, max(at) + 1, max(at) + 1 "
			  "FROM tombstone");
}

static void
backup_test_watched(void)
{
	struct writing w = { .writer = fixture_open("live.db", STORE_DAEMON) };
	struct store *reader = fixture_open("live.db", STORE_READ), *copy;
	struct err e = ERR_INIT;
	int64_t n;

	do_sql(w.writer, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
			 "SELECT i + 1 FROM n WHERE i < 5000) "
			 "INSERT INTO tombstone (feed_id, key, at) "
			 "SELECT 98, printf('%03000d', i), i FROM n");
	n = ask(w.writer, "SELECT count(*) FROM tombstone");
	store_watch(reader, backup_test_write_meanwhile, &w);
	is_done(store_backup(reader, fixture_path("watched.db"), &e), &e,
	    "a backup with progress reports");
	ok(w.told > 3, "the progress of a backup is reported");
	is_int(w.backwards, 0, "commits of others do not restart it");
	copy = fixture_open("watched.db", STORE_READ);
	is_int(ask(copy, "SELECT count(*) FROM tombstone"), n,
	    "the backup has the state of its beginning");
	store_close(copy);
	store_watch(reader, NULL, NULL);
	store_close(reader);
	store_close(w.writer);
}

/* Another backup to the same path, which is stopped after it has begun. */
struct rivalry {
	pid_t pid;
	int ends[2];
};

static void
backup_test_say_and_stop(
    const char *what, int64_t done, int64_t total, void *arg)
{
	struct rivalry *r = arg;

	(void)what;
	(void)done;
	(void)total;
	if (write(r->ends[1], "b", 1) == 1)
		pause();
}

/* Starts the other backup while the copy of this process is verified. */
static void
backup_test_begin_another(
    const char *what, int64_t done, int64_t total, void *arg)
{
	struct rivalry *r = arg;
	struct err e = ERR_INIT;
	struct store *s;
	char c;

	if (r->pid != 0 || done < total || strcmp(what, "pages") == 0)
		return;
	if ((r->pid = fork()) == 0) {
		s = fixture_open("live.db", STORE_READ);
		store_watch(s, backup_test_say_and_stop, r);
		store_backup(s, fixture_path("both.db"), &e);
		_exit(1);
	}
	if (read(r->ends[0], &c, 1) != 1)
		perror("read");
}

/* Adds enough rows that the verification reports its progress: store_backup()
 * reports every 100 000 VDBE instructions, and a row takes several.  The other
 * tests do not depend on the number of rows. */
static void
backup_test_add_many_rows(void)
{
	struct store *s = fixture_open("live.db", STORE_DAEMON);

	do_sql(s, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
		  "SELECT i + 1 FROM n WHERE i < 50000) "
		  "INSERT INTO tombstone (feed_id, key, at) "
		  "SELECT 97, i, i FROM n");
	store_close(s);
}

static void
backup_test_two(void)
{
	struct store *s, *copy;
	struct rivalry r = { 0 };
	struct err e = ERR_INIT;
	int64_t n;

	backup_test_add_many_rows();
	s = fixture_open("live.db", STORE_READ);
	n = ask(s, "SELECT count(*) FROM tombstone");
	if (pipe(r.ends) != 0)
		perror("pipe");
	is_done(store_backup(s, fixture_path("both.db"), &e), &e,
	    "a backup is written");
	store_watch(s, backup_test_begin_another, &r);
	is_int(store_backup(s, fixture_path("both.db"), &e), ERR_REFUSED,
	    "a second backup, during which a third one begins");
	printf("# %s\n", e.text);
	ok(r.pid > 0, "(the third one has begun)");
	copy = fixture_open("both.db", STORE_READ);
	is_int(ask(copy, "SELECT count(*) FROM tombstone"), n,
	    "the third one's incomplete file does not replace the first");
	store_close(copy);
	if (r.pid > 0)
		kill(r.pid, SIGKILL);
	waitpid(r.pid, NULL, 0);
	store_watch(s, NULL, NULL);
	is_done(store_backup(s, fixture_path("both.db"), &e), &e,
	    "the third one's temporary file does not disturb the next");
	store_close(s);
}

/* The copy reaches the maximum size of files, as on a full disk. */
static void
backup_test_full(void)
{
	static const char *const left[] = { "full.db", "full.db.new",
		"full.db.new-journal", "full.db.new-wal" };
	struct store *s = fixture_open("live.db", STORE_READ);
	struct rlimit limit, small;
	struct err e = ERR_INIT;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &limit);
	small = limit;
	small.rlim_cur = 100000;
	setrlimit(RLIMIT_FSIZE, &small);
	ok(store_backup(s, fixture_path("full.db"), &e) != 0,
	    "a backup that cannot be written fails");
	setrlimit(RLIMIT_FSIZE, &limit);
	printf("# %s\n", e.text);
	for (size_t i = 0; i < ARRAY_LENGTH(left); i++)
		ok(access(fixture_path(left[i]), F_OK) != 0, "%s is not left",
		    left[i]);
	store_close(s);
}

/* ---- a restored backup ---- */

/* Writes the bytes of one file to another file that exists, as cp does. */
static void
backup_test_copy_over(const char *from, const char *to)
{
	FILE *in = fopen(fixture_path(from), "r");
	FILE *out = fopen(fixture_path(to), "w");
	char bytes[4096];
	size_t n;

	if (in == NULL || out == NULL) {
		perror("fopen");
		return;
	}
	while ((n = fread(bytes, 1, sizeof(bytes), in)) > 0)
		fwrite(bytes, 1, n, out);
	fclose(in);
	fclose(out);
}

/* Makes the file "home.db", a backup of it, and changes after the backup that
 * remain in the log, because the writer is killed. */
static void
backup_test_kill_after_backup(void)
{
	struct err e = ERR_INIT;
	struct store *s = fixture_open("home.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://home/");
	pid_t writer;

	backup_test_add(s, id, 0, 3);
	is_done(store_backup(s, fixture_path("safe.db"), &e), &e,
	    "a backup is written");
	store_close(s);
	if ((writer = fork()) == 0) {
		s = fixture_open("home.db", STORE_DAEMON);
		backup_test_add(s, id, 10, 5);
		_exit(0);
	}
	waitpid(writer, NULL, 0);
}

static void
backup_test_restored(void)
{
	struct err e = ERR_INIT;
	struct store *s = NULL;
	int64_t newest;

	backup_test_kill_after_backup();
	backup_test_copy_over("safe.db", "home.db");
	is_int(store_open(fixture_path("home.db"), STORE_DAEMON, &s, &e),
	    ERR_REFUSED, "a restored copy beside the log of another file");
	ok(strstr(e.text, "home.db-wal") != NULL, "the message names the log");
	printf("# %s\n", e.text);
	is_int(store_open(fixture_path("home.db"), STORE_READ, &s, &e),
	    ERR_REFUSED,
	    "a reader refuses a copy beside the log of another file");
	unlink(fixture_path("home.db-wal"));
	unlink(fixture_path("home.db-shm"));

	s = fixture_open("home.db", STORE_DAEMON);
	ok(store_is_restored(s), "a backup that is opened is a restored copy");
	newest = ask(s, "SELECT max(seq) FROM change");
	is_int(newest, 3, "the copy has the changes before the backup");
	backup_test_add(s, 1, 20, 1);
	is_int(ask(s, "SELECT max(seq) FROM change"), newest + 1000000001,
	    "no number of a change is given twice");
	is_int(ask(s, "SELECT max(id) FROM article"), 1000000004,
	    "no number of an article is given twice");
	is_wellformed(s, "the copy with skipped numbers");
	store_close(s);

	s = fixture_open("home.db", STORE_DAEMON);
	ok(!store_is_restored(s), "numbers are skipped once");
	store_close(s);
}

/* Writes to a restored copy, and is killed before the commit. */
static void
backup_test_kill_in_transaction(void)
{
	pid_t writer;
	sqlite3 *db;

	if ((writer = fork()) == 0) {
		if (sqlite3_open(fixture_path("cut.db"), &db) == SQLITE_OK &&
		    sqlite3_exec(db,
			"PRAGMA cache_size = 1; BEGIN;"
			"UPDATE sqlite_sequence SET seq = seq + 7;"
			"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
			"SELECT i + 1 FROM n WHERE i < 500) "
			"INSERT INTO tombstone (feed_id, key, at) "
			"SELECT 99, hex(zeroblob(500)) || i, 1 FROM n",
			NULL, NULL, NULL) == SQLITE_OK)
			kill(getpid(), SIGKILL);
		_exit(1);
	}
	waitpid(writer, NULL, 0);
}

/* Tests a restored copy whose first opening was killed.  In the second call,
 * the empty log of the first call is beside it. */
static void
backup_test_journal(void)
{
	struct err e = ERR_INIT;
	struct store *s = NULL;
	struct stat st;

	backup_test_copy_over("safe.db", "cut.db");
	backup_test_kill_in_transaction();
	ok(stat(fixture_path("cut.db-journal"), &st) == 0 && st.st_size > 0,
	    "a killed process leaves a journal");
	ok(store_open(fixture_path("cut.db"), STORE_READ, &s, &e) != 0 &&
		strstr(e.text, "was killed") != NULL,
	    "the message to a reader names the cause");
	printf("# %s\n", e.text);
	is_done(store_open(fixture_path("cut.db"), STORE_DAEMON, &s, &e), &e,
	    "the daemon opens the copy");
	if (s == NULL)
		return;
	is_int(ask(s, "SELECT count(*) FROM tombstone"), 0,
	    "the transaction is rolled back");
	ok(store_is_restored(s), "the file is still a restored copy");
	is_wellformed(s, "the copy after the rollback");
	store_close(s);
}

int
main(void)
{
	struct store *s;
	struct err e = ERR_INIT;
	struct stat st;
	int64_t id;

	fixture_begin();
	s = fixture_open("live.db", STORE_DAEMON);
	id = put_feed_at(s, "https://a/");
	backup_test_add(s, id, 0, 20);
	is_done(store_backup(s, fixture_path("first.db"), &e), &e,
	    "a backup is written");
	ok(stat(fixture_path("first.db.new"), &st) != 0 &&
		stat(fixture_path("first.db-wal"), &st) != 0,
	    "the backup is one file without a log");
	backup_test_targets(s);
	backup_test_other_id(s);
	backup_test_in_use(s);
	backup_test_log_beside(s);
	backup_test_read_log();
	store_close(s);
	s = fixture_open("live.db", STORE_READ);
	backup_test_beside_a_writer(s, id);
	store_close(s);
	backup_test_watched();
	backup_test_two();
	backup_test_full();
	backup_test_restored();
	backup_test_journal();
	backup_test_journal();
	return done_testing();
}
