/*
 * io_test.c -- tests a disk that fails at its nth call, for every STRIDE-th n
 * (23 by default).  The error must be reported, no batch may be stored in
 * part, and the same batch must succeed when the disk works again.
 */
#include "base/array.h"
#include "store/sqlite/batch_test.h"

#define N_BATCHES 3

static const struct {
	const char *name;
	int failure;
	bool lasts, heals; /* lasts: later calls fail, too. heals: writing works
			      again without reopening the database */
} faults[] = {
	{ "a write fails once", SQLITE_IOERR_WRITE, false, true },
	{ "writes fail from now on", SQLITE_IOERR_WRITE, true, true },
	{ "the disk is full once", SQLITE_FULL, false, true },
	{ "the disk is full from now on", SQLITE_FULL, true, true },
	{ "a sync fails", SQLITE_IOERR_FSYNC, false, false },
};

static int n_failures; /* number of failures that the store reported */

/* Handles a failure as the daemon does: after a temporary failure the batch is
 * tried again, otherwise the database is reopened.  Returns false if the
 * failure was not classified correctly, or if the batch could not be stored
 * afterwards. */
static bool
io_test_get_over(struct store **s, int64_t feed_id, int batch, size_t fault)
{
	struct err e = ERR_INIT;

	n_failures++;
	if (store_is_faulty(*s) != (faults[fault].failure != SQLITE_FULL)) {
		printf("# a fault of the disk? %d\n", store_is_faulty(*s));
		return false;
	}
	if (faults[fault].heals != store_may_retry(*s)) {
		printf("# may it be tried again? %d\n", store_may_retry(*s));
		return false;
	}
	power_fails(0, 0, false);
	if (!store_may_retry(*s)) {
		store_close(*s);
		*s = NULL;
		if (store_open(fixture_path("power.db"), STORE_DAEMON, s, &e) !=
		    0) {
			printf("# %s\n", e.text);
			return false;
		}
		/* The batch may have been written although the commit
		 * failed. */
		if (ask(*s, "SELECT count(*) FROM poll") > batch)
			return true;
	}
	return commit_batch(*s, feed_id, batch) == 0;
}

/* Tests a disk that fails at its nth call.  Returns true if all checks passed.
 * *ret_reached: the nth call was reached. */
static bool
io_test_try_call(size_t fault, long n, bool *ret_reached)
{
	int64_t feed_id = new_database(), n_faults = -1;
	struct store *s = fixture_open("power.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	bool held = true;

	power_fails(n, faults[fault].failure, faults[fault].lasts);
	for (int batch = 0; held && batch < N_BATCHES; batch++) {
		if (commit_batch(s, feed_id, batch) != 0)
			held = io_test_get_over(&s, feed_id, batch, fault);
		if (held && batch == 1)
			store_checkpoint(s, &e); /* the checkpoint may fail; the
						    next call repeats it */
	}
	*ret_reached = power.is_dead || power.fails_at == 0;
	power_fails(0, 0, false);
	if (held)
		store_check(s, fixture_print_fault, NULL, &n_faults, &e);
	held = held && n_faults == 0 && is_whole(s, N_BATCHES);
	if (!held)
		printf("# %s, call %ld\n", faults[fault].name, n);
	store_close(s);
	power_forget();
	return held;
}

int
main(void)
{
	const char *given = getenv("STRIDE");
	long stride = given != NULL ? strtol(given, NULL, 10) : 23;

	printf("# STRIDE=%ld\n", stride);
	fixture_begin();
	power_begin(fixture_path("power.db"));
	for (size_t i = 0; i < ARRAY_LENGTH(faults); i++) {
		bool reached = true;
		int n_bad = 0;
		long n = 1;

		n_failures = 0;
		for (; reached; n += stride)
			n_bad += !io_test_try_call(i, n, &reached);
		is_int(n_bad, 0, faults[i].name);
		ok(n_failures > 0,
		    "S54: a failure was reported %d times in %ld calls",
		    n_failures, n - stride);
	}
	return done_testing();
}
