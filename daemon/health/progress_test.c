/* progress_test.c -- tests when a part of the daemon counts as stuck. */
#include "base/limits.h"
#include "daemon/health/progress.h"
#include "tests/lib/tap.h"

#define LOOK_MS  5000
#define STUCK_MS (3 * LIMIT_WORKER_WALL_MS)

/* Checks a part with work and an unchanged counter every LOOK_MS. Returns the
 * time from the first check to the check that found the part stuck; 0 if none
 * of 100 checks did. */
static int64_t
progress_test_stuck_after_ms(struct progress_sign *sign, int64_t now_ms)
{
	for (int64_t after_ms = 0; after_ms < 100 * LOOK_MS;
	     after_ms += LOOK_MS)
		if (!progress_moves(sign, 7, false, now_ms + after_ms))
			return after_ms;
	return 0;
}

static void
progress_test_stuck(void)
{
	struct progress_sign sign = { 0 };

	is_int(progress_test_stuck_after_ms(&sign, 1000), STUCK_MS,
	    "a part without progress is stuck after STUCK_MS");
	ok(!progress_moves(&sign, 7, false, 1000000),
	    "a part that is stuck stays stuck without progress");
	ok(progress_moves(&sign, 8, false, 1000001),
	    "a part is no longer stuck after its next step");
	ok(progress_moves(&sign, 8, true, 9000000),
	    "a part without work is not stuck");
	is_int(progress_test_stuck_after_ms(&sign, 9000001), STUCK_MS,
	    "the time of a part begins with its work");
}

static void
progress_test_pause(void)
{
	struct progress_sign sign = { 0 };
	bool moves = progress_moves(&sign, 7, false, 1000);

	ok(moves && progress_moves(&sign, 7, false, 1000 + 3700000),
	    "an hour in which the process did not run is not a stuck part");
	ok(progress_moves(&sign, 8, false, 1000 + 3700001),
	    "the part continues with the process");
	progress_moves(&sign, 8, false, 9000000);
	progress_moves(&sign, 8, false, 9005000);
	ok(progress_moves(&sign, 8, false, 9010000) &&
		!progress_moves(&sign, 8, false, 9015000),
	    "if the part does not continue, the next checks detect it");
}

int
main(void)
{
	progress_test_stuck();
	progress_test_pause();
	return done_testing();
}
