/*
 * dsc_test.c -- slopes of the curve, counted by hand.
 */
#include "tests/lib/methods.h"

/* 20 words and 10 tags: a slope of 1/3 in the whole.  In a window of 4 tokens
 * there is no tag in the long paragraph's middle, 1 of 4 at its second and
 * last but one word; the single words have 2 or more of 4. */
static const char page[] =
    "<body><p>long text of many words that goes on and on until it has all of "
    "sixteen<p>one<p>two<p>three<p>four";

static void
test_slope(void)
{
	takes("dsc:window=4", page, "until");
	leaves("dsc:window=4", page, "one");
	leaves("dsc:window=4", page, "four");
	/* At 3 times the average 1 is the bound, which nothing reaches. */
	takes("dsc:window=4,slope=3", page, "three");
	leaves("dsc:window=4,slope=0", page, "until");
}

int
main(void)
{
	testing_begin();
	test_slope();
	return testing_end();
}
