/* latency_test.c -- tests the histogram of the delays of the loop. */
#include "daemon/health/latency.h"
#include "tests/lib/tap.h"

int
main(void)
{
	struct latency latency = { 0 };

	is_int(latency_quantile_us(&latency, 0.99), 0,
	    "the quantile of no samples is 0");
	latency_add(&latency, -5);
	is_int(latency.max_us, 0, "a clock that goes back counts as no time");
	for (int i = 0; i < 97; i++)
		latency_add(&latency, 400);
	is_int(latency_quantile_us(&latency, 0.5), 400,
	    "a bound is never above the largest");
	latency_add(&latency, 12000);
	latency_add(&latency, 5000000);
	is_int(latency.n, 100, "all are counted");
	is_int(latency.sum_us, 97 * 400 + 12000 + 5000000,
	    "the sum of the samples is correct");
	is_int(latency_quantile_us(&latency, 0.5), 500,
	    "the quantile 0.5 is the upper bound of its class");
	is_int(latency_quantile_us(&latency, 0.99), 15000,
	    "the quantile 0.99 leaves out the largest sample");
	is_int(latency_quantile_us(&latency, 1), 5000000,
	    "the quantile 1 is the largest sample");
	is_int(latency.counts[LATENCY_BOUNDS], 1,
	    "one sample is beyond the largest bound");
	return done_testing();
}
