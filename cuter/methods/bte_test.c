/*
 * bte_test.c -- words inside and tags outside, counted by hand.
 */
#include "tests/lib/methods.h"

/* Tags cost 1, words bring 1: taking the middle and the last paragraph to the
 * first costs 4 tags and brings the middle's words and 3. */
static void
test_region(void)
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
	test_region();
	return testing_end();
}
