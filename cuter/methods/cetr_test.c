/*
 * cetr_test.c -- the seed's own example (seed 004, section 2.4): lines of
 * ratio 0, 5.5, 37 and 20.5.
 */
#include "tests/lib/methods.h"

/* 0 / 1; 11 / 2; 37 / 0; 41 / 2; and the end tag's line, 0 / 1. */
static const char page[] =
    "<body><div id=topnav><div id=author>James Smith</div>"
    "OKLAHOMA CITY - Police were told that"
    "<p>The Oklahoman reported Sunday. Joness had</p></div>";

/* Without smoothing the mean is 12.6 and the standard deviation 14.323, which
 * 5.5, 20.5 and 37 are 0.3840, 1.4313 and 2.5833 times. */
static void
test_ratios(void)
{
	takes("cetr-tm:radius=0,lambda=0.38", page, "James");
	leaves("cetr-tm:radius=0,lambda=0.39", page, "James");
	takes("cetr-tm:radius=0,lambda=1.43", page, "Sunday");
	leaves("cetr-tm:radius=0,lambda=1.44", page, "Sunday");
	takes("cetr-tm:radius=0,lambda=2.58", page, "OKLAHOMA");
	leaves("cetr-tm:radius=0,lambda=2.59", page, "OKLAHOMA");
}

/* Smoothed by 1, e^-0.5 on either side: 1.507, 12.625, 23.844, 19.403, 5.618,
 * with a deviation of 8.301: the short line among long ones is saved. */
static void
test_smoothing(void)
{
	leaves("cetr-tm:radius=0", page, "James");
	takes("cetr-tm", page, "James");
	takes("cetr-tm:lambda=1.52", page, "James");
	leaves("cetr-tm:lambda=1.53", page, "James");
}

/* Two clusters of 0, 5.5, 20.5, 37, 0 from 0 and 37: first {0, 5.5, 0} with
 * its centre at 1.83, and {20.5, 37} at 28.75; there they stay. */
static void
test_clusters(void)
{
	leaves("cetr-km:radius=0,k=2", page, "James");
	takes("cetr-km:radius=0,k=2", page, "Sunday");
	takes("cetr-km:radius=0,k=2", page, "OKLAHOMA");
	/* Three, from 0, 18.5 and 37: still 5.5 is nearest to the first. */
	leaves("cetr-km:radius=0,k=3", page, "James");
	takes("cetr-km:radius=0,k=3", page, "Sunday");
}

/* In two dimensions a line that ends the text stands away from the origin by
 * its change, too. */
static void
test_two_dimensions(void)
{
	takes("cetr:radius=0", page, "OKLAHOMA");
	takes("cetr:radius=0", page, "Sunday");
	leaves("cetr:radius=0,k=2", page, "James");
}

int
main(void)
{
	testing_begin();
	test_ratios();
	test_smoothing();
	test_clusters();
	test_two_dimensions();
	return testing_end();
}
