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

/* Two nodes with equal shares of the text have the index 1. Linked text is not
 * counted. */
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

/* The search replaces the greatest node even if the result so far was good. */
static void
mib_test_greatest(void)
{
	static const char page[] =
	    "<body><div><p>" CHARS_40 "deep-inner</p><p>" CHARS_40
	    "deep-other</p></div><div><p>" CHARS_20 CHARS_10
	    "flat-lower</p></div><p>x</p>";

	/* Index of the body: shares 0.71, 0.28, 0.007 give 0.58. */
	takes("mib:st=0.6,expand=0", page, "deep-inner");
	takes("mib:st=0.6,expand=0", page, "deep-other");
	leaves("mib:st=0.6,expand=0", page, "flat-lower");
	takes("mib:st=0.6,expand=0,k=2", page, "flat-lower");
	takes("mib:st=0.5,expand=0", page, "flat-lower");
}

/* The greatest div has two paragraphs of 50 characters, so the mean of its
 * children is 50. Its siblings have 10, 30, 40, 10 and 30 characters. */
static void
mib_test_expansion(void)
{
	static const char page[] =
	    "<body><div>first-part</div><div>" CHARS_20 "near-front</div>"
	    "<div><p>" CHARS_40 "deep-inner</p><p>" CHARS_40
	    "deep-other</p></div><hr><div>" CHARS_20 CHARS_10
	    "next-after</div><div>small-part</div><div>" CHARS_20
	    "later-part</div>";

	leaves("mib:st=0.9,expand=0", page, "near-front");
	takes("mib:st=0.9,expand=0.6", page, "near-front");
	takes("mib:st=0.9,expand=0.6", page, "next-after");
	leaves("mib:st=0.9,expand=0.61", page, "near-front");
	takes("mib:st=0.9,expand=0.8", page, "next-after");
	leaves("mib:st=0.9,expand=0.81", page, "next-after");
	/* The first sibling that is too small ends the block. */
	leaves("mib:st=0.9,expand=0.6", page, "first-part");
	leaves("mib:st=0.9,expand=0.6", page, "later-part");
	takes("mib:st=0.9,expand=0.2", page, "later-part");
	takes("mib:st=0.9,expand=0.2", page, "first-part");
}

/* The article contains a list with more linked than unlinked text. */
static void
mib_test_condensation(void)
{
	static const char page[] =
	    "<body><div><p>" CHARS_50 "first-part</p><div>ten-letter<a "
	    "href=/x>eleven-char</a></div><div>ten-others<a "
	    "href=/y>ten-linked</a></div><p>" CHARS_50 "other-part</p></div>";

	takes("mib:st=0", page, "first-part");
	leaves("mib:st=0", page, "ten-letter");
	takes("mib:st=0", page, "ten-others");
	takes("mib:st=0,condense=0", page, "ten-letter");
}

/* With the feature ALEN the block is the one with the most linked text. */
static void
mib_test_alen(void)
{
	static const char page[] =
	    "<body><div><a href=/a>" CHARS_40
	    "first-link</a><p><a href=/b>" CHARS_40
	    "other-link</a></p><p>some-words</p></div>"
	    "<div><p>" CHARS_50 CHARS_50 CHARS_50 "article<a href=/c>in-text"
	    "</a></p></div>";

	takes("mib:alen=1", page, "first-link");
	takes("mib:alen=1", page, "other-link");
	leaves("mib:alen=1", page, "article");
	leaves("mib:alen=1", page, "some-words");
	takes("mib:alen=1,condense=0", page, "some-words");
	takes("mib:alen=0", page, "article");
	leaves("mib:alen=0", page, "first-link");
}

int
main(void)
{
	testing_begin();
	mib_test_index();
	mib_test_links();
	mib_test_greatest();
	mib_test_expansion();
	mib_test_condensation();
	mib_test_alen();
	return testing_end();
}
