/*
 * largest_test.c -- the parent of paragraphs with the most words.
 */
#include "tests/lib/methods.h"

static void
largest_test_largest(void)
{
	/* 6 words in two paragraphs are more than 5 words in one. */
	static const char page[] =
	    "<body><div><p>alpha beta gamma</p><p>delta epsilon "
	    "zeta</p></div><div>one two three <p>four</p>five</div>";
	/* A wrapper around each paragraph does not change the result. */
	static const char wrapped[] =
	    "<body><div><div><p>alpha beta gamma</p></div><div><p>delta "
	    "epsilon zeta</p></div></div><div>one two three "
	    "<p>four</p>five</div>";

	takes("largest", page, "alpha");
	takes("largest", page, "zeta");
	leaves("largest", page, "four");
	takes("largest", wrapped, "alpha");
	takes("largest", wrapped, "zeta");
	leaves("largest", wrapped, "three");
}

int
main(void)
{
	testing_begin();
	largest_test_largest();
	return testing_end();
}
