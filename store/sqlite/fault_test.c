/*
 * fault_test.c -- tests that a failing disk is reported with the system's error
 * message, and that a moved or replaced database file is detected.
 */
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <time.h>

#include "base/array.h"
#include "store/fixture_test.h"

#define MOST_FDS 8
#define OWNER_ID 61307 /* a user that does not exist */

static int held[MOST_FDS], held_of[MOST_FDS], n_held;

/* Makes every later write to the file fail with EBADF: replaces SQLite's
 * descriptors of the file by read-only ones. */
static void
fault_test_make_read_only(const char *path)
{
	DIR *fds = opendir("/proc/self/fd");
	struct dirent *entry;

	if (fds == NULL)
		abort();
	while ((entry = readdir(fds)) != NULL && n_held < MOST_FDS) {
		int fd = (int)strtol(entry->d_name, NULL, 10), weak;
		char target[512] = "";

		if (readlinkat(dirfd(fds), entry->d_name, target,
			sizeof(target) - 1) < 0 ||
		    strcmp(target, path) != 0)
			continue;
		weak = open(path, O_RDONLY | O_CLOEXEC);
		held[n_held] = dup(fd);
		held_of[n_held++] = fd;
		dup2(weak, fd);
		close(weak);
	}
	closedir(fds);
}

static void
fault_test_make_writable(void)
{
	while (n_held > 0) {
		n_held--;
		dup2(held[n_held], held_of[n_held]);
		close(held[n_held]);
	}
}

static void
fault_test_words(void)
{
	struct store *s = fixture_open("words.db", STORE_DAEMON);
	struct host_row row = {
		.key = SLICE("a.test"), .pause_until_at = NOW, .failures = 1
	};
	struct err e = ERR_INIT;

	is_done(store_host_put(s, &row, &e), &e, "a row is stored");
	ok(!store_is_faulty(s), "no fault is reported");
	fault_test_make_read_only(fixture_path("words.db-wal"));
	ok(n_held > 0, "a disk that cannot be written");
	row.failures = 2;
	ok(store_host_put(s, &row, &e) != 0 && store_is_faulty(s),
	    "S54: the failure is a fault: %s", e.text);
	ok(strstr(e.text, "Bad file descriptor") != NULL &&
		strstr(e.text, "words.db-wal)") != NULL,
	    "the message names the errno and the file");
	fault_test_make_writable();
	e = ERR_INIT;
	is_done(store_host_put(s, &row, &e), &e,
	    "writing continues after the repair");
	ok(!store_is_faulty(s), "no fault is reported any more");
	is_wellformed(s, "the database has no faults");
	store_close(s);
}

/* The limit of descriptors lets SQLite open the database, but not its log. */
static void
fault_test_no_log(void)
{
	struct store *s = fixture_open("log.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	struct rlimit before, one_more;
	int next, rc;

	store_close(s);
	unlink(fixture_path("log.db-wal"));
	unlink(fixture_path("log.db-shm"));
	next = open("/dev/null", O_RDONLY | O_CLOEXEC);
	close(next);
	getrlimit(RLIMIT_NOFILE, &before);
	one_more = before;
	one_more.rlim_cur = (rlim_t)next + 1;
	setrlimit(RLIMIT_NOFILE, &one_more);
	rc = store_open(fixture_path("log.db"), STORE_WRITE, &s, &e);
	setrlimit(RLIMIT_NOFILE, &before);
	ok(rc != 0 && strstr(e.text, "log.db-wal and ") != NULL &&
		strstr(e.text, strerror(EMFILE)) != NULL &&
		strstr(e.text, "PRAGMA") == NULL,
	    "the message names the log that cannot be created: %s", e.text);
	if (rc == 0)
		store_close(s);
}

/* Opens the database as another user; the exit code is 0 for success. */
static pid_t
fault_test_open_as_owner(const char *path)
{
	struct store *s = NULL;
	struct err e = ERR_INIT;
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	if (setgid(OWNER_ID) != 0 || setuid(OWNER_ID) != 0)
		_exit(2);
	if (store_open(path, STORE_WRITE, &s, &e) != 0) {
		fprintf(stderr, "# %s\n", e.text);
		_exit(1);
	}
	store_close(s);
	_exit(0);
}

/* A process of root creates the log, and gives it to the owner of the database
 * a moment later. */
static void
fault_test_log_of_root(void)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", ".lock" };
	const struct timespec moment = { .tv_nsec = 200 * 1000 * 1000 };
	int status = -1, fd;
	pid_t pid;

	if (getuid() != 0) {
		ok(true, "a log that root creates # skip needs root");
		return;
	}
	store_close(fixture_open("root.db", STORE_DAEMON));
	for (size_t i = 0; i < ARRAY_LENGTH(suffixes); i++) {
		char name[32];

		snprintf(name, sizeof(name), "root.db%s", suffixes[i]);
		if (strcmp(suffixes[i], "-wal") == 0)
			unlink(fixture_path(name));
		else if (chown(fixture_path(name), OWNER_ID, OWNER_ID) != 0)
			perror("# chown");
	}
	if (chown(fixture_path("."), OWNER_ID, OWNER_ID) != 0)
		perror("# chown");
	fd = open(fixture_path("root.db-wal"), O_CREAT | O_RDWR | O_CLOEXEC,
	    S_IRUSR | S_IWUSR);
	pid = fault_test_open_as_owner(fixture_path("root.db"));
	nanosleep(&moment, NULL); /* the child fails meanwhile */
	ok(fchown(fd, OWNER_ID, OWNER_ID) == 0 && close(fd) == 0,
	    "the log is given to the owner");
	waitpid(pid, &status, 0);
	is_int(status, 0, "the owner's process waits for this and opens it");
}

static struct store *
fault_test_with_one_feed(const char *name)
{
	struct store *s = fixture_open(name, STORE_DAEMON);

	put_feed_at(s, "https://example.org/rss");
	return s;
}

static int64_t
fault_test_feeds_in(const char *name)
{
	struct store *s = fixture_open(name, STORE_DAEMON);
	int64_t n = ask(s, "SELECT count(*) FROM feed");

	is_wellformed(s, name);
	store_close(s);
	return n;
}

static void
fault_test_gone(void)
{
	struct store *s = fault_test_with_one_feed("gone.db");
	struct err e = ERR_INIT;

	is_int(store_check_files(s, &e), STORE_IN_PLACE,
	    "the file is in its place");
	rename(fixture_path("gone.db"), fixture_path("else.db"));
	is_int(store_check_files(s, &e), STORE_GONE,
	    "a moved database is detected");
	ok(strstr(e.text, "gone.db was removed") != NULL, "%s", e.text);
	rename(fixture_path("else.db"), fixture_path("gone.db"));
	is_int(store_check_files(s, &e), STORE_IN_PLACE,
	    "a database moved back is in its place");
	rename(fixture_path("gone.db"), fixture_path("else.db"));
	store_close(s);
	is_int(fault_test_feeds_in("else.db"), 1,
	    "the moved file is complete without its log");
	is_int(fault_test_feeds_in("gone.db"), 0,
	    "a new database can be created in its place");
}

static void
fault_test_replaced(void)
{
	struct store *s = fault_test_with_one_feed("other.db");
	struct err e = ERR_INIT;

	put_feed_at(s, "https://example.org/other");
	store_close(s);
	s = fault_test_with_one_feed("mine.db");
	rename(fixture_path("other.db"), fixture_path("mine.db"));
	is_int(store_check_files(s, &e), STORE_REPLACED,
	    "a database that another file replaced is detected");
	ok(strstr(e.text, "another file") != NULL, "%s", e.text);
	store_close(s);
	is_int(fault_test_feeds_in("mine.db"), 2,
	    "the log is not replayed into the other database");
}

/* Tests a connection that only reads. */
static void
fault_test_replaced_reader(void)
{
	struct store *s = fault_test_with_one_feed("new.db"), *reader;
	struct err e = ERR_INIT;

	store_close(s);
	s = fault_test_with_one_feed("read.db");
	reader = fixture_open("read.db", STORE_READ);
	is_int(store_check_replaced(reader, &e), 0, "the file is in its place");
	store_close(s);
	rename(fixture_path("read.db"), fixture_path("old.db"));
	reader->opened_look_ms = 0;
	is_int(store_check_replaced(reader, &e), 0,
	    "a reader waits for the file that follows");
	rename(fixture_path("new.db"), fixture_path("read.db"));
	is_int(store_check_replaced(reader, &e), 0,
	    "the path is examined once a second");
	reader->opened_look_ms = 0;
	is_int(store_check_replaced(reader, &e), ERR_REFUSED,
	    "a reader detects another file");
	ok(strstr(e.text, "read.db was replaced") != NULL, "%s", e.text);
	store_close(reader);
}

static void
fault_test_log_gone(void)
{
	struct store *s = fault_test_with_one_feed("log.db");
	struct err e = ERR_INIT;

	unlink(fixture_path("log.db-wal"));
	is_int(store_check_files(s, &e), STORE_REPLACED,
	    "a removed log is detected");
	ok(strstr(e.text, "log.db-wal was removed") != NULL, "%s", e.text);
	store_close(s);
	is_int(fault_test_feeds_in("log.db"), 1,
	    "the log's content is in the file");
}

int
main(void)
{
	fixture_begin();
	fault_test_words();
	fault_test_no_log();
	fault_test_log_of_root();
	fault_test_gone();
	fault_test_replaced();
	fault_test_replaced_reader();
	fault_test_log_gone();
	return done_testing();
}
