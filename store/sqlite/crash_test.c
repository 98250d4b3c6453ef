/*
 * crash_test.c -- tests that a process that is killed at random moments loses
 * no acknowledged batch and stores no batch twice.
 *
 * A child commits batches as the daemon does.  After each commit it writes the
 * number of the batch to a pipe.  The test kills the child and opens the
 * database again.  Each acknowledged batch must be complete.  At most one more
 * batch may be stored, and it must be complete, too.
 */
#include <sys/wait.h>

#include <signal.h>

#include "store/fixture_test.h"

#define ROUNDS 30
#define BATCH  10

static struct fixture_feed f;

/* Commits one batch: a poll with its entries, each with a done article. */
static void
crash_test_commit_batch(struct store *s, int64_t feed_id, int batch)
{
	static char guids[BATCH][32], links[BATCH][64];
	struct err e = ERR_INIT;

	feed_begin(&f, "Crash");
	for (int i = 0; i < BATCH; i++) {
		snprintf(guids[i], sizeof(guids[0]), "%d-%d", batch, i);
		snprintf(links[i], sizeof(links[0]),
		    "https://example.org/%d/%d", batch, i);
		feed_add(&f, guids[i], links[i], guids[i], "Words.");
	}
	if (store_begin(s, &e) != 0)
		_exit(2);
	poll(s, feed_id, &f, NOW + batch);
	for (int i = 0; i < BATCH; i++)
		if (store_story(s, article_at(s, links[i]), guids[i],
			"The body of it.", NOW + batch, &e) != 0)
			_exit(3);
	if (store_commit(s, &e) != 0)
		_exit(4);
}

static void
crash_test_run_child(int64_t feed_id, int from, int ack)
{
	struct store *s = fixture_open("crash.db", STORE_DAEMON);

	for (int batch = from;; batch++) {
		crash_test_commit_batch(s, feed_id, batch);
		if (write(ack, &batch, sizeof(batch)) != sizeof(batch))
			_exit(5);
	}
}

/* Kills a child at a random moment: soon after the fork or, if at_work, after its
 * first batch.  Returns the last batch that the child acknowledged. */
static int
crash_test_run_and_kill(int64_t feed_id, int from, bool at_work)
{
	int pipe_fds[2], batch, last = from - 1;
	pid_t child;

	if (pipe(pipe_fds) != 0 || (child = fork()) < 0)
		exit(1);
	if (child == 0) {
		close(pipe_fds[0]);
		crash_test_run_child(feed_id, from, pipe_fds[1]);
	}
	close(pipe_fds[1]);
	if (at_work &&
	    read(pipe_fds[0], &batch, sizeof(batch)) == sizeof(batch))
		last = batch;
	usleep((useconds_t)(rand() % 60000));
	kill(child, SIGKILL);
	while (read(pipe_fds[0], &batch, sizeof(batch)) == sizeof(batch))
		last = batch;
	close(pipe_fds[0]);
	waitpid(child, NULL, 0);
	return last;
}

static bool
crash_test_is_whole(struct store *s, int n_batches)
{
	int64_t n = ask(s, "SELECT count(*) FROM article "
			   "WHERE status = 'done'");
	bool whole =
	    n % BATCH == 0 && (n == (int64_t)n_batches * BATCH ||
				  n == (int64_t)(n_batches + 1) * BATCH);

	if (!whole)
		printf("# %lld articles after %d batches\n", (long long)n,
		    n_batches);
	return whole && ask(s, "SELECT count(*) FROM article") == n &&
	       ask(s, "SELECT count(DISTINCT guid) FROM entry") == n &&
	       ask(s, "SELECT count(*) FROM change") == n &&
	       ask(s, "SELECT count(*) FROM poll") == n / BATCH &&
	       ask(s, "SELECT coalesce(max(last_poll_at), 0) FROM feed") ==
		   (n > 0 ? NOW + n / BATCH - 1 : 0);
}

int
main(void)
{
	unsigned seed = (unsigned)getpid();
	const char *given = getenv("SEED");
	struct store *s;
	int64_t feed_id;
	int n_batches = 0, n_unacknowledged = 0;

	if (given != NULL)
		seed = (unsigned)strtoul(given, NULL, 10);
	printf("# SEED=%u\n", seed);
	srand(seed);
	fixture_begin();
	s = fixture_open("crash.db", STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	store_close(s);
	for (int round = 0; round < ROUNDS; round++) {
		int64_t n_faults = -1;
		struct err e = ERR_INIT;
		int acknowledged = crash_test_run_and_kill(
				       feed_id, n_batches, round % 3 != 0) +
				   1;

		s = fixture_open("crash.db", STORE_DAEMON);
		store_check(s, fixture_print_fault, NULL, &n_faults, &e);
		ok(crash_test_is_whole(s, acknowledged) && n_faults == 0,
		    "killed after %d batches: all are stored once, no faults",
		    acknowledged);
		n_batches = (int)ask(s, "SELECT count(*) FROM poll");
		n_unacknowledged += n_batches - acknowledged;
		store_close(s);
	}
	ok(n_batches >= ROUNDS / 3 * 2,
	    "at least two of three batches were committed");
	printf("# %d batches, %d of them committed but not acknowledged\n",
	    n_batches, n_unacknowledged);
	return done_testing();
}
