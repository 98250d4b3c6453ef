/*
 * ccb_test.c -- content code ratios by hand, with a range of 1 and one round:
 * a neighbour weighs e^-2 = 0.1353.
 */
#include "tests/lib/methods.h"

/* A word between two tags has 1 / 1.2707 = 0.787; one between a word and a tag
 * 1.1353 / 1.2707 = 0.893; between words 1. */
static const char page[] = "<body><p>single<p>several words<p>now these are "
			   "four";

static void
test_ratio(void)
{
	takes("ccb:range=1,rounds=1,ratio=0.78", page, "single");
	leaves("ccb:range=1,rounds=1,ratio=0.79", page, "single");
	takes("ccb:range=1,rounds=1,ratio=0.89", page, "several");
	leaves("ccb:range=1,rounds=1,ratio=0.9", page, "several");
}

/* The further it is blurred, the less a short text among tags has. */
static void
test_rounds(void)
{
	leaves("ccb:range=1,rounds=2,ratio=0.78", page, "single");
	takes("ccb:range=1,rounds=2,ratio=0.78", page, "these are");
}

int
main(void)
{
	testing_begin();
	test_ratio();
	test_rounds();
	return testing_end();
}
