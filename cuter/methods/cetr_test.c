/*
 * cetr_test.c -- the example of Shinde, Bolli, Kulkarni, section 2.4: lines
 * with the ratios 0, 5.5, 37 and 20.5.
 */
#include "tests/lib/methods.h"

/* 0 / 1; 11 / 2; 37 / 0; 41 / 2; and the line of the end tag, 0 / 1. */
static const char page[] =
    "<body><div id=topnav><div id=author>James Smith</div>"
    "OKLAHOMA CITY - Police were told that"
    "<p>The Oklahoman reported Sunday. Joness had</p></div>";

/* Without smoothing the mean is 12.6 and the standard deviation 14.323; 5.5,
 * 20.5 and 37 are 0.3840, 1.4313 and 2.5833 standard deviations. */
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

/* Smoothed by 1, with e^-0.5 on either side: 1.507, 12.625, 23.844, 19.403,
 * 5.618, standard deviation 8.301: the short line among long ones is kept. */
static void
cetr_test_smoothing(void)
{
	leaves("cetr-tm:radius=0", page, "James");
	takes("cetr-tm", page, "James");
	takes("cetr-tm:lambda=1.52", page, "James");
	leaves("cetr-tm:lambda=1.53", page, "James");
}

/* Two clusters of 0, 5.5, 20.5, 37, 0 starting at 0 and 37: first {0, 5.5, 0}
 * with centre 1.83, and {20.5, 37} with centre 28.75, which do not change. */
static void
cetr_test_clusters(void)
{
	leaves("cetr-km:radius=0,k=2", page, "James");
	takes("cetr-km:radius=0,k=2", page, "Sunday");
	takes("cetr-km:radius=0,k=2", page, "OKLAHOMA");
	/* Three clusters, starting at 0, 18.5 and 37: 5.5 is still nearest to
	 * the first. */
	leaves("cetr-km:radius=0,k=3", page, "James");
	takes("cetr-km:radius=0,k=3", page, "Sunday");
}

/* In two dimensions the line at the end of the text is away from the origin by
 * its change, too. */
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
