/*
 * mib_test.c -- the structure information index and the k greatest nodes,
 * computed by hand (Shinde, Bolli, Kulkarni, section 2.2).
 */
#include "tests/lib/methods.h"

/* Shares of 0.9 and 0.1: -(0.9 ln 0.9 + 0.1 ln 0.1) / ln 2 = 0.469. */
static const char uneven[] =
    "<body><p>" CHARS_40 CHARS_40 "great-part</p><p>small-part</p>";

static void
mib_test_index(void)
{
	takes("mib:st=0.46", uneven, "small-part");
	takes("mib:st=0.47", uneven, "great-part");
	leaves("mib:st=0.47", uneven, "small-part");
	takes("mib:st=0.47,k=2", uneven, "small-part");
}

/* Equal shares have the index 1; linked text does not count. */
static void
mib_test_links(void)
{
	static const char even[] =
	    "<body><div><p>10-letters</p><p>letters-10</p></div><div><a "
	    "href=/x>" CHARS_50 "linked</a></div>";

	takes("mib:st=1", even, "10-letters");
	takes("mib:st=1", even, "letters-10");
	leaves("mib:st=1", even, "linked");
}

/* The greatest nodes are searched further, whatever was found before. */
static void
mib_test_greatest(void)
{
	static const char page[] =
	    "<body><div><p>" CHARS_40 "deep-inner</p><p>" CHARS_40
	    "deep-other</p></div><div><p>" CHARS_20 CHARS_10
	    "flat-lower</p></div><p>x</p>";

	/* Index of the body: shares 0.71, 0.28, 0.007 give 0.58. */
	takes("mib:st=0.6", page, "deep-inner");
	takes("mib:st=0.6", page, "deep-other");
	leaves("mib:st=0.6", page, "flat-lower");
	takes("mib:st=0.6,k=2", page, "flat-lower");
	takes("mib:st=0.5", page, "flat-lower");
}

int
main(void)
{
	testing_begin();
	mib_test_index();
	mib_test_links();
	mib_test_greatest();
	return testing_end();
}
