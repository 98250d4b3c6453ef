/* salvage_test.c -- tests two salvages to one path at the same time. */
#include <sys/wait.h>

#include <signal.h>
#include <unistd.h>

#include "store/fixture_test.h"

/* Data of the watchers: the second salvage reports through the pipe that it has
 * begun, and waits. */
struct rivalry {
	int ends[2];
	pid_t pid;
};

/* A salvage reports its progress every 1024 pages. */
static void
salvage_test_make_sources(void)
{
	struct store *s = fixture_open("first.db", STORE_DAEMON);
	struct err e = ERR_INIT;

	do_sql(s, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
		  "SELECT i + 1 FROM n WHERE i < 50000) "
		  "INSERT INTO tombstone (feed_id, key, at) "
		  "SELECT 97, hex(zeroblob(100)) || i, i FROM n");
	is_done(store_backup(s, fixture_path("second.db"), &e), &e,
	    "there is a second database");
	store_close(s);
}

static int
salvage_test_run(const char *from, store_progress *watcher, void *arg)
{
	struct salvage_result result;
	struct err e = ERR_INIT;
	char path[128], to[128];
	int rc;

	snprintf(path, sizeof(path), "%s", fixture_path(from));
	snprintf(to, sizeof(to), "%s", fixture_path("saved.db"));
	rc = store_salvage(path, to, watcher, arg, &result, &e);
	printf("# %s: %s\n", from, e.text);
	return rc;
}

static void
salvage_test_say_and_stop(
    const char *what, int64_t done, int64_t total, void *arg)
{
	struct rivalry *r = arg;

	(void)what;
	(void)done;
	(void)total;
	if (write(r->ends[1], "s", 1) == 1)
		pause();
}

static void
salvage_test_begin_another(
    const char *what, int64_t done, int64_t total, void *arg)
{
	struct rivalry *r = arg;
	char c;

	(void)what;
	(void)done;
	(void)total;
	if (r->pid != 0)
		return;
	if ((r->pid = fork()) == 0) {
		salvage_test_run("second.db", salvage_test_say_and_stop, r);
		_exit(1);
	}
	if (read(r->ends[0], &c, 1) != 1)
		perror("read");
}

static void
salvage_test_two(void)
{
	struct rivalry r = { 0 };
	struct store *s;

	if (pipe(r.ends) != 0)
		perror("pipe");
	is_int(salvage_test_run("first.db", salvage_test_begin_another, &r),
	    ERR_REFUSED, "a salvage, during which a second one begins");
	ok(r.pid > 0, "(the second one has begun)");
	ok(access(fixture_path("saved.db"), F_OK) != 0,
	    "the second one's incomplete file is not the result");
	ok(access(fixture_path("saved.db.new"), F_OK) == 0,
	    "the second one's file is not removed");
	if (r.pid > 0)
		kill(r.pid, SIGKILL);
	waitpid(r.pid, NULL, 0);
	is_int(salvage_test_run("first.db", NULL, NULL), 0,
	    "the file of the killed one does not disturb the next");
	s = fixture_open("saved.db", STORE_READ);
	is_int(ask(s, "SELECT count(*) FROM tombstone"), 50000,
	    "all rows are salvaged");
	store_close(s);
}

int
main(void)
{
	fixture_needs_file("salvages a file");
	fixture_begin();
	salvage_test_make_sources();
	salvage_test_two();
	return done_testing();
}
