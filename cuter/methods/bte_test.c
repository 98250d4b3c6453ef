/*
 * bte_test.c -- the chosen region of pages whose words and tags were counted by
 * hand.
 */
#include "tests/lib/methods.h"

/* A tag costs 1 and a word gains 1. Extending the region from the first
 * paragraph to the last one costs 4 tags, and gains the words of the middle
 * paragraph and the 3 words of the last one. */
static void
bte_test_region(void)
{
	static const char one[] =
	    "<body><p>alpha beta gamma<p>mid<p>delta epsilon zeta";
	static const char two[] =
	    "<body><p>alpha beta gamma<p>mid word<p>delta epsilon zeta";

	takes("bte", one, "alpha");
	leaves("bte", one, "mid");
	leaves("bte", one, "delta");
	takes("bte", two, "alpha");
	takes("bte", two, "mid");
	takes("bte", two, "delta");
}

int
main(void)
{
	testing_begin();
	bte_test_region();
	return testing_end();
}
