/*
 * dsc_test.c -- slopes of the curve, computed by hand.
 */
#include "tests/lib/methods.h"

/* 20 words and 10 tags: the mean slope is 1/3. In the middle of the long
 * paragraph, a window of 4 tokens has no tag. At the second word and at the
 * last but one, it has 1 tag. At single words it has 2 or more tags. */
static const char page[] =
    "<body><p>long text of many words that goes on and on until it has all of "
    "sixteen<p>one<p>two<p>three<p>four";

static void
dsc_test_slope(void)
{
	takes("dsc:window=4", page, "until");
	leaves("dsc:window=4", page, "one");
	leaves("dsc:window=4", page, "four");
	/* With `slope` 3 the limit is three times the mean slope, which is 1,
	 * and no slope exceeds it. */
	takes("dsc:window=4,slope=3", page, "three");
	leaves("dsc:window=4,slope=0", page, "until");
}

int
main(void)
{
	testing_begin();
	dsc_test_slope();
	return testing_end();
}
