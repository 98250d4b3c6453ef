/*
 * dsc_test.c -- slopes of the curve, computed by hand.
 */
#include "tests/lib/methods.h"

/* 20 words and 10 tags: the mean slope is 1/3. In a window of 4 tokens there is
 * no tag in the middle of the long paragraph, and 1 of 4 at its second word and
 * its last but one; single words have 2 or more of 4. */
static const char page[] =
    "<body><p>long text of many words that goes on and on until it has all of "
    "sixteen<p>one<p>two<p>three<p>four";

static void
dsc_test_slope(void)
{
	takes("dsc:window=4", page, "until");
	leaves("dsc:window=4", page, "one");
	leaves("dsc:window=4", page, "four");
	/* At 3 times the mean the limit is 1, which no slope exceeds. */
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
