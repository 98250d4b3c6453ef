/*
 * ccb_test.c -- content code ratios computed by hand, with a range of 1 and one
 * round: a neighbour has the weight e^-2 = 0.1353.
 */
#include "tests/lib/methods.h"

/* The ratio of a word is 1 / 1.2707 = 0.787 between two tags, 1.1353 / 1.2707 =
 * 0.893 between a word and a tag, and 1 between two words. */
static const char page[] = "<body><p>single<p>several words<p>now these are "
			   "four";

static void
ccb_test_ratio(void)
{
	takes("ccb:range=1,rounds=1,ratio=0.78", page, "single");
	leaves("ccb:range=1,rounds=1,ratio=0.79", page, "single");
	takes("ccb:range=1,rounds=1,ratio=0.89", page, "several");
	leaves("ccb:range=1,rounds=1,ratio=0.9", page, "several");
}

/* More blurring lowers the ratio of a short text among tags. */
static void
ccb_test_rounds(void)
{
	leaves("ccb:range=1,rounds=2,ratio=0.78", page, "single");
	takes("ccb:range=1,rounds=2,ratio=0.78", page, "these are");
}

int
main(void)
{
	testing_begin();
	ccb_test_ratio();
	ccb_test_rounds();
	return testing_end();
}
