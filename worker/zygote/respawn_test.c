/*
 * respawn_test.c -- tests the limit of new processes after deaths of workers: a
 * burst is allowed, then a fixed rate.
 */
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "worker/zygote/respawn.h"

/* Records a death as soon as the bucket allows one, for ms milliseconds.
 * Returns the number of deaths. */
static int64_t
respawn_test_deaths_in(struct respawn *r, int64_t from_ms, int64_t ms)
{
	int64_t n = 0, at = from_ms;

	for (;;) {
		at += respawn_wait_ms(r, at);
		if (at >= from_ms + ms)
			return n;
		respawn_death(r, at);
		n++;
	}
}

int
main(void)
{
	struct respawn r = { 0 };
	int64_t now = 1000000;

	is_int(respawn_wait_ms(&r, now), 0,
	    "no fork waits before any worker has died");
	for (int i = 0; i < LIMIT_DEATHS - 1; i++)
		respawn_death(&r, now);
	is_int(respawn_wait_ms(&r, now), 0,
	    "some deaths do not delay the next fork");
	respawn_death(&r, now);
	ok(respawn_wait_ms(&r, now) > 0,
	    "a full count of deaths delays the next fork");
	is_int(respawn_wait_ms(&r, now + 1000), 0,
	    "the wait is less than a second");

	r = (struct respawn){ 0 };
	is_int(respawn_test_deaths_in(&r, now, 60000),
	    LIMIT_DEATHS + 60 * LIMIT_DEATHS_S - 1,
	    "S39: a minute of crashers");
	is_int(respawn_test_deaths_in(&r, now + 3600000, 1), LIMIT_DEATHS,
	    "an hour later the bucket is full again");
	for (int i = 0; i < 100000; i++)
		respawn_death(&r, now + 3700000);
	ok(respawn_wait_ms(&r, now + 3700000) < 5000,
	    "the wait is limited, however many workers died");
	return done_testing();
}
