/*
 * Tests power failures at random writes and syncs.  Acknowledged batches must
 * be stored exactly once.  Tests POINTS (100 by default) random points; SEED
 * repeats a run.
 *
 * Batches are committed as the daemon does, on a disk that stops at a random
 * call.  Afterwards any part of the data that was not synced may be on the
 * disk.
 */
#include "store/sqlite/batch_test.h"

#define MOST_CALLS 800 /* calls for about ten batches and a checkpoint */
#define ROUND      25  /* points that are tested on one database */
#define EVERY      4   /* batches per checkpoint */

/* Commits batches until the power fails.  Returns the number of acknowledged
 * batches, including earlier ones. */
static int
power_test_work(struct store *s, int64_t feed_id, int batch)
{
	struct err e = ERR_INIT;

	while (commit_batch(s, feed_id, batch) == 0) {
		batch++;
		if (batch % EVERY == 0)
			store_checkpoint(s, &e);
	}
	return batch;
}

/* Tests a power failure at the disk's call number `calls`.  Returns true if all
 * checks passed. */
static bool
power_test_try_point(
    int64_t feed_id, int *batches, long calls, enum settling how)
{
	int64_t n_faults = -1;
	struct store *s = fixture_open("power.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	int acknowledged;
	bool held;

	power_fails(calls, SQLITE_IOERR_FSYNC, true);
	acknowledged = power_test_work(s, feed_id, *batches);
	store_close(s);
	power_settle(how);
	power_fails(0, 0, false);
	if (store_open(fixture_path("power.db"), STORE_DAEMON, &s, &e) != 0) {
		printf("# cannot be opened: %s\n", e.text);
		return false;
	}
	store_check(s, fixture_print_fault, NULL, &n_faults, &e);
	held = is_whole(s, acknowledged) && n_faults == 0;
	if (!held)
		printf("# call %ld, settled by %d: %lld articles after %d "
		       "batches\n",
		    calls, (int)how,
		    (long long)ask(s, "SELECT count(*) FROM article"),
		    acknowledged);
	*batches = (int)ask(s, "SELECT count(*) FROM poll");
	store_close(s);
	power_forget();
	return held;
}

/* Returns the number of points with a failure. */
static int
power_test_try_points(int n_points, int *ret_batches)
{
	int n_bad = 0, batches = 0;
	int64_t feed_id = -1;

	*ret_batches = 0;
	for (int i = 0; i < n_points; i++) {
		long calls = 1 + rand() % MOST_CALLS;
		enum settling how = (enum settling)(i % N_SETTLINGS);
		bool held;

		if (i % ROUND == 0) {
			*ret_batches += batches;
			batches = 0;
			feed_id = new_database();
		}
		held = power_test_try_point(feed_id, &batches, calls, how);
		n_bad += !held;
		if (!held)
			i += ROUND - 1 -
			     i % ROUND; /* skips the rest of the round, because
					   the database cannot be repaired */
	}
	*ret_batches += batches;
	return n_bad;
}

int
main(void)
{
	unsigned seed = (unsigned)getpid();
	const char *given = getenv("SEED"), *points = getenv("POINTS");
	int n_points = points != NULL ? (int)strtol(points, NULL, 10) : 100;
	int n_bad, n_batches = 0, ignored = 0;

	if (given != NULL)
		seed = (unsigned)strtoul(given, NULL, 10);
	printf("# SEED=%u POINTS=%d\n", seed, n_points);
	srand(seed);
	fixture_begin();
	power_begin(fixture_path("power.db"));
	n_bad = power_test_try_points(n_points, &n_batches);
	is_int(n_bad, 0, "S58: acknowledged batches are stored after a power failure");
	ok(n_batches >= n_points / 2, "enough batches were committed");
	printf("# %d batches of %d articles, %d points\n", n_batches, BATCH,
	    n_points);
	power.lies = true;
	printf("# the next test uses a disk that does not sync\n");
	ok(power_test_try_points(2 * ROUND, &ignored) > 0,
	    "a disk that ignores syncs is detected");
	return done_testing();
}
