/*
 * cetr_test.c -- the example of Shinde, Bolli, Kulkarni, section 2.4: lines
 * with the ratios 0, 5.5, 37 and 20.5.
 */
#include "tests/lib/methods.h"

/* The ratios of the lines: 0 / 1; 11 / 2; 37 / 0; 41 / 2; and 0 / 1 for the
 * line of the end tag. */
static const char page[] =
    "<body><div id=topnav><div id=author>James Smith</div>"
    "OKLAHOMA CITY - Police were told that"
    "<p>The Oklahoman reported Sunday. Joness had</p></div>";

/* Without smoothing the mean ratio is 12.6 and the standard deviation 14.323.
 * The ratios 5.5, 20.5 and 37 are 0.3840, 1.4313 and 2.5833 standard
 * deviations. */
static void
cetr_test_ratios(void)
{
	takes("cetr-tm:radius=0,lambda=0.38", page, "James");
	leaves("cetr-tm:radius=0,lambda=0.39", page, "James");
	takes("cetr-tm:radius=0,lambda=1.43", page, "Sunday");
	leaves("cetr-tm:radius=0,lambda=1.44", page, "Sunday");
	takes("cetr-tm:radius=0,lambda=2.58", page, "OKLAHOMA");
	leaves("cetr-tm:radius=0,lambda=2.59", page, "OKLAHOMA");
}

/* Smoothed with radius 1 and the weight e^-0.5 for both neighbours, the ratios
 * are 1.507, 12.625, 23.844, 19.403 and 5.618, with the standard deviation
 * 8.301. The short line among long lines is kept. */
static void
cetr_test_smoothing(void)
{
	leaves("cetr-tm:radius=0", page, "James");
	takes("cetr-tm", page, "James");
	takes("cetr-tm:lambda=1.52", page, "James");
	leaves("cetr-tm:lambda=1.53", page, "James");
}

/* Two clusters of the ratios 0, 5.5, 20.5, 37, 0. The centres begin at 0 and
 * 37. The first round gives {0, 5.5, 0} with centre 1.83, and {20.5, 37} with
 * centre 28.75, which do not change in the next round. */
static void
cetr_test_clusters(void)
{
	leaves("cetr-km:radius=0,k=2", page, "James");
	takes("cetr-km:radius=0,k=2", page, "Sunday");
	takes("cetr-km:radius=0,k=2", page, "OKLAHOMA");
	/* Three clusters whose centres begin at 0, 18.5 and 37: 5.5 is still
	 * nearest to the first. */
	leaves("cetr-km:radius=0,k=3", page, "James");
	takes("cetr-km:radius=0,k=3", page, "Sunday");
}

/* The two dimensions are the ratio of a line and the change of the ratio after
 * it. The last line of the text ("Sunday") is far from the origin in the second
 * dimension, too, because only lines with the ratio 0 follow it. */
static void
cetr_test_two_dimensions(void)
{
	takes("cetr:radius=0", page, "OKLAHOMA");
	takes("cetr:radius=0", page, "Sunday");
	leaves("cetr:radius=0,k=2", page, "James");
}

int
main(void)
{
	testing_begin();
	cetr_test_ratios();
	cetr_test_smoothing();
	cetr_test_clusters();
	cetr_test_two_dimensions();
	return testing_end();
}
