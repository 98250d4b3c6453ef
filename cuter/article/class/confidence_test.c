/*
 * confidence_test.c -- the fitted table is monotone, and the limits hold for
 * any weights.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define P                                                                      \
	"<p>The harbour council voted on Tuesday to close the old ferry "      \
	"terminal by the end of the year, after an inspection found that two " \
	"of its four piers can no longer carry the weight of a full "          \
	"queue.</p>"
#define TITLE "Council to close ferry terminal"

static void
confidence_test_table(void)
{
	static const struct {
		double sum, right;
	} knots[] = {
#define WEIGHT(name, value)
#define KNOT(sum, right) { sum, right },
#include "cuter/article/class/confidence.inc"
#undef WEIGHT
#undef KNOT
	};
	static const double weights[] = {
#define WEIGHT(name, value) value,
#define KNOT(sum, right)
#include "cuter/article/class/confidence.inc"
	};
	const size_t n = ARRAY_LENGTH(knots);

	for (size_t i = 1; i < n; i++)
		ok(knots[i].sum > knots[i - 1].sum &&
			knots[i].right >= knots[i - 1].right,
		    "knot %zu is not below the previous one", i);
	ok(n >= 2 && knots[0].right >= 0 && knots[n - 1].right <= 1,
	    "the table contains probabilities only");
	for (size_t i = 0; i < ARRAY_LENGTH(weights); i++)
		ok(weights[i] >= 0, "no weight is negative");
}

#define P10 P P P P P P P P P P

static double
confidence_test_confidence_of(const char *html, enum cuter_page_class class)
{
	const struct cuter_options options = { .method = "cuter" };
	struct cuter_article a =
	    testing_cut_with(slice_of(html), TITLE, NULL, &options);

	is_int(a.page_class, class, "the page has the expected class");
	ok(a.confidence >= 0 && a.confidence <= 1, "%.3f is a share",
	    a.confidence);
	return a.confidence;
}

static void
confidence_test_pages(void)
{
	double good = confidence_test_confidence_of(
	    "<h1>" TITLE "</h1><div>" P P P P P P P P "</div>",
	    CUTER_PAGE_ARTICLE);
	double mixed = confidence_test_confidence_of(
	    "<h1>" TITLE "</h1><div>" P P
	    "<p><a href=/a>What else has happened in "
	    "the town today</a> and of what more we "
	    "know</p>" P "</div>",
	    CUTER_PAGE_ARTICLE);

	ok(good > mixed,
	    "a long plain text has a higher confidence: %.3f, %.3f", good,
	    mixed);
	ok(confidence_test_confidence_of("<h1>" TITLE "</h1><div>" P P P P
					 "<h1>Ferry terminal: what the council "
					 "voted on</h1>" P P P P "</div>",
	       CUTER_PAGE_ARTICLE) < good - 0.1,
	    "a second headline inside of the text lowers the confidence");
	ok(confidence_test_confidence_of(
	       "<h1>" TITLE "</h1><div>" P P P P P P P P P P
	       "<h1>Ferry terminal: what the council voted on</h1>" P10 P10 P10
		   P10 P10 P10 P10 "</div>",
	       CUTER_PAGE_ARTICLE) < good - 0.1,
	    "a much longer text after a second headline lowers the "
	    "confidence");
	ok(confidence_test_confidence_of(
	       "<p>We and our partners use cookies and need your "
	       "consent to go on, as the GDPR wants it. Privacy "
	       "settings can be changed.</p><button>Accept all"
	       "</button>",
	       CUTER_PAGE_CONSENT) <= 0.2,
	    "a wall has a low confidence");
	ok(confidence_test_confidence_of(
	       "<title>404</title><h1>Page not found</h1><p>It is not "
	       "here, nor was it ever.</p>",
	       CUTER_PAGE_ERROR) <= 0.2,
	    "an error page has a low confidence");
	ok(confidence_test_confidence_of(
	       "<h1>" TITLE "</h1><p>The harbour council voted on "
	       "Tuesday to close the old terminal, after\xE2\x80\xA6"
	       "</p>",
	       CUTER_PAGE_STUB) <= 0.4,
	    "a teaser has a moderate confidence");
	ok(confidence_test_confidence_of("", CUTER_PAGE_OTHER) == 0,
	    "an empty text has the confidence 0");
}

int
main(void)
{
	testing_begin();
	confidence_test_table();
	confidence_test_pages();
	return testing_end();
}
