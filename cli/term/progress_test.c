/*
 * progress_test.c -- progress of long work is shown on terminals and not in
 * other outputs.
 */
#include "base/clock.h"
#include "cli/term/progress.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

static void
progress_test_tells(
    int64_t done, int64_t total, int64_t elapsed_ms, const char *expected)
{
	struct buf out;

	buf_init(&out, 1024);
	progress_line(&out, "feeds", done, total, elapsed_ms);
	is_text(buf_slice(&out), expected, expected);
	buf_release(&out);
}

static void
progress_test_silence(void)
{
	struct testing t;
	struct progress progress;

	testing_init(&t, NULL);
	progress_begin(&progress, &t.cli, "feeds", 10);
	progress.shown_ms = 0;
	progress_step(&progress, 5);
	progress_end(&progress);
	ok(testing_err(&t).len == 0 && testing_out(&t).len == 0,
	    "without a terminal nothing is written");
	ok(progress.done == 5, "steps are counted without a terminal");
	testing_release(&t);
}

static void
progress_test_units(void)
{
	struct testing t;
	struct progress progress;

	testing_init(&t, NULL);
	progress_begin(&progress, &t.cli, "rows copied", 0);
	progress_set("rows copied", 100, 0, &progress);
	progress.begun_ms -= 5000;
	progress_set("rows compared", 7, 0, &progress);
	ok(progress.done == 7, "another unit begins a new count");
	ok(clock_monotonic_ms() - progress.begun_ms < 5000,
	    "another unit has a rate of its own");
	progress_end(&progress);
	testing_release(&t);
}

int
main(void)
{
	progress_test_tells(
	    1200, 10000, 3000, "1200 of 10000 feeds (12%), 400/s, 23s left");
	progress_test_tells(1200, 0, 3000, "1200 feeds, 400/s");
	progress_test_tells(3, 10, 2000, "3 of 10 feeds (30%), 1.5/s, 5s left");
	progress_test_tells(3, 10, 100, "3 of 10 feeds (30%)");
	progress_test_tells(0, 10, 5000, "0 of 10 feeds (0%)");
	progress_test_tells(10, 10, 5000, "10 of 10 feeds (100%), 2.0/s");
	progress_test_tells(12, 10, 6000, "12 of 10 feeds (100%), 2.0/s");
	progress_test_tells(
	    1, 1000000, 1000, "1 of 1000000 feeds (0%), 1.0/s, 11d left");
	progress_test_silence();
	progress_test_units();
	return done_testing();
}
