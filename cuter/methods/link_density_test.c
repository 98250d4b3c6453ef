/*
 * link_density_test.c -- LTD, LA, NTL, LAD and the search from the top; the
 * expected values were computed by hand (Gunasundari, Karthikeyan, sections 3.1
 * and 3.2).
 */
#include "tests/lib/methods.h"

/* The body: NTL 100, LTD 10 / 100, LA 1; its nodes are <div>, text, <a>, text,
 * so LAD is 1 / 4; for the <div> it is 1 / 3. */
static const char one[] =
    "<body><div>" CHARS_40 CHARS_50 "<a href=/x>link-of-10</a></div>";

static void
link_density_test_figures(void)
{
	leaves("link-density", one, "abc");
	takes("link-density:lad=0.25", one, "abc");
	leaves("link-density:lad=0.24", one, "abc");
	takes("link-density:lad=0.25,ltd=0.1", one, "abc");
	leaves("link-density:lad=0.25,ltd=0.09", one, "abc");
	takes("link-density:lad=0.25,la=1", one, "abc");
	leaves("link-density:lad=0.25,la=0", one, "abc");
	takes("link-density:lad=0.25,ntl=100", one, "abc");
	leaves("link-density:lad=0.25,ntl=101", one, "abc");
	leaves("link-density:lad=0.25,basic-ntl=101", one, "abc");
	leaves("link-density:lad=0.25,basic-ltd=0.09", one, "abc");
	leaves("link-density:lad=0.25,basic-lad=0.24", one, "abc");
}

#define LINK "<a href=/x>vwxyz</a>"

/* The body has 11 links and an LTD of 55 / 335, which is within the basic
 * limits and exceeds the precise limits. On the next level the menu exceeds
 * both kinds of limits, and the article is within both. The neighbour of the
 * article has 60 characters. It is too short for the basic limits, but within
 * the precise limits. */
static const char levels[] =
    "<body><div>" LINK LINK LINK LINK LINK LINK LINK LINK LINK LINK LINK
    "</div><div><p>" CHARS_50 CHARS_50 "first-long-paragraph</p><p>" CHARS_50
    "in-between</p><p>" CHARS_20 CHARS_10 "short-text</p></div>"
    "<div>" CHARS_50 "neighbours</div>";

static void
link_density_test_levels(void)
{
	takes("link-density", levels, "first-long-paragraph");
	takes("link-density", levels, "in-between");
	takes("link-density", levels, "short-text");
	leaves("link-density", levels, "vwxyz");
	takes("link-density", levels, "neighbours");
	leaves("link-density:ntl=61", levels, "neighbours");
	leaves("link-density:basic-ltd=0.16", levels, "first-long");
}

int
main(void)
{
	testing_begin();
	link_density_test_figures();
	link_density_test_levels();
	return testing_end();
}
