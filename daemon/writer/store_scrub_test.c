/*
 * store_scrub_test.c -- the pause between two checks of the database file.
 * store_thread_test.c tests that the checks detect damage.
 */
#include "daemon/writer/store_thread_parts.h"
#include "tests/lib/tap.h"

/* Damage is detected within a minute of its occurrence, also if a check takes
 * long because other programs use the processors. */
int
main(void)
{
	is_int(
	    scrub_pause_ms(0), 20000, "I5: a short check: 20 s until the next");
	is_int(scrub_pause_ms(500), 25000,
	    "I5: a check of half a second: 50 times as long");
	is_int(scrub_pause_ms(2000), 35000, "I5: a slow check: at most 35 s");
	is_int(scrub_pause_ms(INT64_C(1000000)), 35000,
	    "I5: a very slow check: at most 35 s");
	return done_testing();
}
