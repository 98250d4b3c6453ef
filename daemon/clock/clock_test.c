/*
 * clock_test.c -- tests how jumps are detected and how planned times are moved.
 */
#include "base/array.h"
#include "base/date/date.h"
#include "daemon/clock/clock_parts.h"
#include "tests/lib/tap.h"

#define NOW 1700000000
#define DAY 86400

static void
clock_test_jumps(void)
{
	static const int64_t jumps[] = { 3600, -3600, DAY, -DAY, 3650LL * DAY,
		-3650LL * DAY, CLOCK_JUMP_S, -CLOCK_JUMP_S };
	struct clock clock = { 0 };
	int64_t now = NOW, steady_ms = 5000;

	is_int(clock_jump(&clock, now, steady_ms), 0,
	    "the first reading of the clock reports no jump");
	for (size_t i = 0; i < ARRAY_LENGTH(jumps); i++) {
		now += jumps[i] + 5;
		steady_ms += 5000;
		ok(clock_jump(&clock, now, steady_ms) == jumps[i],
		    "a jump of %lld s", (long long)jumps[i]);
		is_int(clock_jump(&clock, now, steady_ms), 0,
		    "a jump is reported once");
	}
	is_int(clock.shift_s, 0, "a jump forth and back leaves no shift");
}

static void
clock_test_none(void)
{
	struct clock clock = { 0 };
	int64_t steady_ms = 0;

	clock_jump(&clock, NOW, 0);
	is_int(clock_jump(&clock, NOW + 59, 0), 0,
	    "a correction of less than a minute is not a jump");
	is_int(clock_jump(&clock, NOW + 30 * DAY, 30LL * DAY * 1000), 0,
	    "time that passes on both clocks is not a jump");
	clock = (struct clock){ 0 };
	clock_jump(&clock, NOW, 0);
	int64_t sum = 0;

	for (int i = 0; i < 100; i++)
		sum += clock_jump(&clock, NOW, steady_ms += 5000);
	ok(sum <= -440 && sum >= -500,
	    "a clock that stands still falls back: %lld", (long long)sum);
}

static void
clock_test_shift(void)
{
	is_int(clock_shifted(NOW, 3600), NOW + 3600,
	    "clock_shifted() moves a time forwards");
	is_int(clock_shifted(NOW, -3600), NOW - 3600,
	    "clock_shifted() moves a time backwards");
	is_int(clock_shifted(NOW, -2LL * NOW), 1,
	    "clock_shifted() never returns a time before 1970");
	is_int(clock_shifted(0, 3600), 0,
	    "clock_shifted() leaves 0, a time that is due at once, unchanged");
	ok(clock_shifted(DATE_NONE, 3600) == DATE_NONE,
	    "clock_shifted() leaves DATE_NONE unchanged");
	ok(clock_shifted(INT64_MAX, 3600) == INT64_MAX,
	    "clock_shifted() leaves the latest time unchanged");
}

int
main(void)
{
	clock_test_jumps();
	clock_test_none();
	clock_test_shift();
	return done_testing();
}
