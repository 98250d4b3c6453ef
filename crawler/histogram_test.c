/* histogram_test.c -- tests the histogram of durations. */
#include "base/array.h"
#include "crawler/histogram.h"
#include "tests/lib/tap.h"

int
main(void)
{
	static const int64_t bounds_us[] = { 100, 500, 1000, 15000, 20000,
		1000000 };
	struct histogram histogram;

	histogram_init(&histogram, bounds_us, ARRAY_LENGTH(bounds_us));

	is_int(histogram_quantile_us(&histogram, 0.99), 0,
	    "the quantile of no samples is 0");
	histogram_add(&histogram, -5);
	is_int(histogram.max_us, 0, "a clock that goes back counts as no time");
	for (int i = 0; i < 97; i++)
		histogram_add(&histogram, 400);
	is_int(histogram_quantile_us(&histogram, 0.5), 400,
	    "a bound is never above the largest");
	histogram_add(&histogram, 12000);
	histogram_add(&histogram, 5000000);
	is_int(histogram.n, 100, "all values are counted");
	is_int(histogram.sum_us, 97 * 400 + 12000 + 5000000,
	    "the sum of the samples is correct");
	is_int(histogram_quantile_us(&histogram, 0.5), 500,
	    "the quantile 0.5 is the upper bound of its class");
	is_int(histogram_quantile_us(&histogram, 0.99), 15000,
	    "the quantile 0.99 leaves out the largest sample");
	is_int(histogram_quantile_us(&histogram, 1), 5000000,
	    "the quantile 1 is the largest sample");
	is_int(histogram.counts[ARRAY_LENGTH(bounds_us)], 1,
	    "one sample is beyond the largest bound");
	return done_testing();
}
