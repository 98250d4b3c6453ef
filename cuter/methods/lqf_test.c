/*
 * lqf_test.c -- the two ratios and the loss by distance; the expected values
 * were computed by hand (Mantratzis, Orgun, Cassidy, section 3).
 */
#include "tests/lib/methods.h"

/* One of two tags is an anchor: 0.5. 40 of 100 characters are linked: 0.4. */
static const char half[] = "<body><div>" CHARS_50 "<em>emphasised</em>"
			   "<a href=/x>" CHARS_40 "</a></div>";

static void
lqf_test_points(void)
{
	takes("lqf", half, "emphasised");
	takes("lqf:tags=0.49", half, "emphasised");
	takes("lqf:text=0.39", half, "emphasised");
	leaves("lqf:tags=0.49,text=0.39", half, "emphasised");
	leaves("lqf:tags=0.49,points=1", half, "emphasised");
	leaves("lqf:text=0.39,points=1", half, "emphasised");
}

/* In the outer list, the inner list's 60 linked characters count as 60 (1 -
 * loss). All text of the outer list counts 40 + 60 (1 - loss). The ratio is 30
 * / 70 = 0.43 with a loss of 0.5, and 24 / 64 = 0.375 with a loss of 0.6. */
static const char nested[] =
    "<body><div><em>emphasised" CHARS_20 CHARS_10
    "</em><div><a href=/x>" CHARS_50 "anchortext</a></div></div>";

static void
lqf_test_distance(void)
{
	leaves("lqf:tags=0.1,loss=0.5", nested, "emphasised");
	takes("lqf:tags=0.1,loss=0.6", nested, "emphasised");
	leaves("lqf:tags=0.1,loss=0.6", nested, "anchortext");
}

/* Links separated by a symbol, without a list element around them. */
static void
lqf_test_sequence(void)
{
	static const char page[] =
	    "<body><div><a href=/a>Home page</a> | <a href=/b>Politics</a> | "
	    "<a href=/c>All sports</a></div><p>A paragraph of text with <a "
	    "href=/d>one link</a> in it, which by its tags alone would be a "
	    "list, but is none by its text.</p>";

	leaves("lqf", page, "Politics");
	takes("lqf", page, "one link");
	leaves("lqf:points=1", page, "one link");
}

int
main(void)
{
	testing_begin();
	lqf_test_points();
	lqf_test_distance();
	lqf_test_sequence();
	return testing_end();
}
