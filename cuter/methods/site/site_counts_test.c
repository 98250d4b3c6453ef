/*
 * site_counts_test.c -- the methods that compare a site's pages; the expected
 * values were computed by hand.
 */
#include "tests/lib/methods.h"

/* Learns from all pages, then cuts the first. */
static struct slice
site_counts_test_first_of(const char *method, const char *const *pages)
{
	struct cuter_options options = { .method = method,
		.methods = papers_methods };
	struct cuter_article a = { 0 };
	struct err e = ERR_INIT;
	static char body[4096];
	size_t n;

	if (cuter_site_new(&options.site, &e) != 0)
		return SLICE_NONE;
	for (size_t i = 0; pages[i] != NULL; i++) {
		a = testing_cut_with(slice_of(pages[i]), NULL, NULL, &options);
		if (a.body.len > 0)
			ok(false, "%s: no text while the method learns",
			    method);
	}
	cuter_site_learned(options.site);
	a = testing_cut_with(slice_of(pages[0]), NULL, NULL, &options);
	n = a.body.len < sizeof(body) ? a.body.len : sizeof(body);
	memcpy(body, a.body.len > 0 ? a.body.p : "", n);
	cuter_site_free(options.site);
	return (struct slice){ body, n };
}

static void
site_counts_test_site_takes(
    const char *method, const char *const *pages, const char *part, bool taken)
{
	struct slice body = site_counts_test_first_of(method, pages);

	if (!ok(testing_has(body, part) == taken, "%s %s %s", method,
		taken ? "takes" : "leaves", part))
		printf("# body: %.*s\n", SLICE_ARG(body));
}

/* Words on all of four pages, on two, and on one: entropies 1, 0.5, 0. */
static void
site_counts_test_entropy(void)
{
	static const char *const pages[] = {
		"<p>common paired1 single1<p>common of the site<p>unique1",
		"<p>common paired1 single2<p>common of the site<p>unique2",
		"<p>common paired2 single3<p>common of the site<p>unique3",
		"<p>common paired2 single4<p>common of the site<p>unique4", NULL
	};

	site_counts_test_site_takes(
	    "entropy:threshold=0.51", pages, "paired1", true);
	site_counts_test_site_takes(
	    "entropy:threshold=0.5", pages, "paired1", false);
	site_counts_test_site_takes(
	    "entropy:threshold=1", pages, "of the site", false);
	site_counts_test_site_takes(
	    "entropy:threshold=0.01", pages, "unique1", true);
	site_counts_test_site_takes(
	    "entropy:threshold=0", pages, "unique1", false);
}

/* The threshold of the site. Each page has a story of four words of its own, a
 * line that half of the pages share (entropy 0.5), and a menu (entropy 1).
 * Sixteen features are in blocks of step 0, four in blocks of step 5, and two
 * in blocks of step 10. The step from 0.1 to 0.2 adds no feature, so the
 * threshold is 0.1. */
static void
site_counts_test_threshold(void)
{
	static const char *const pages[] = {
		"<p>story11 story12 story13 story14<p>paired1 paired2"
		"<p>menu1 menu2",
		"<p>story21 story22 story23 story24<p>paired1 paired2"
		"<p>menu1 menu2",
		"<p>story31 story32 story33 story34<p>paired3 paired4"
		"<p>menu1 menu2",
		"<p>story41 story42 story43 story44<p>paired3 paired4"
		"<p>menu1 menu2",
		NULL
	};
	/* Half of each story is shared, so its entropy is 0.25, and step 2
	 * includes it. The other lines have an entropy of 0.5. Steps 1 and 3
	 * add no features, so the search ends after step 2, and the threshold
	 * is 0.3. */
	static const char *const mixed[] = {
		"<p>story11 story12 half1 half2<p>paired1<p>menu1",
		"<p>story21 story22 half1 half2<p>paired1<p>menu1",
		"<p>story31 story32 half3 half4<p>paired3<p>menu1",
		"<p>story41 story42 half3 half4<p>paired3<p>menu1", NULL
	};

	site_counts_test_site_takes("entropy", pages, "story11", true);
	site_counts_test_site_takes("entropy", pages, "paired1", false);
	site_counts_test_site_takes("entropy", pages, "menu1", false);
	site_counts_test_site_takes("entropy", mixed, "story11", true);
	site_counts_test_site_takes("entropy", mixed, "paired1", false);
	site_counts_test_site_takes(
	    "entropy:threshold=0.25", mixed, "story11", false);
	site_counts_test_site_takes(
	    "entropy:threshold=0.6", mixed, "paired1", true);
}

/* A step that adds no features ends the search for the threshold. */
static void
site_counts_test_gain(void)
{
	static const char *const pages[] = {
		"<p>aaaa1 aaaa2 aaaa3 aaaa4 aaaa5<p>bbbb1 bbbb2 bbbb3 pair1",
		"<p>cccc1 cccc2 cccc3 cccc4 cccc5<p>dddd1 dddd2 dddd3 pair1",
		NULL
	};

	/* The second line has the entropy (0 + 0 + 0 + 1) / 4 = 0.25. It would
	 * be included in step 2, but step 1 adds no words and ends the search.
	 */
	site_counts_test_site_takes("entropy", pages, "aaaa1", true);
	site_counts_test_site_takes("entropy", pages, "bbbb1", false);
	/* Step 0 is included with any gain. */
	site_counts_test_site_takes("entropy:gain=1", pages, "aaaa1", true);
}

static void
site_counts_test_ibdf(void)
{
	static const char *const pages[] = {
		"<p>only here<p>on two<p>on all<p>on all",
		"<p>only there<p>on two<p>on all", "<p>also there<p>on all",
		NULL
	};

	site_counts_test_site_takes("ibdf", pages, "only here", true);
	site_counts_test_site_takes("ibdf", pages, "on two", false);
	site_counts_test_site_takes("ibdf:pages=2", pages, "on two", true);
	site_counts_test_site_takes("ibdf:pages=2", pages, "on all", false);
	site_counts_test_site_takes("ibdf:pages=3", pages, "on all", true);
}

/* Two pages with the same structure: body, div and p have one style each, so
 * their importance is 0. The text differs, so its importance is 1. The weight
 * is 1 / (1 + 1/2 + 1/4 + 1/8) = 0.533. */
static void
site_counts_test_same_structure(void)
{
	static const char *const pages[] = {
		"<div><p>footer of all</p><p>differs here</p></div>",
		"<div><p>footer of all</p><p>differs there</p></div>", NULL
	};

	site_counts_test_site_takes("cst:weight=0.53", pages, "differs", true);
	site_counts_test_site_takes("cst:weight=0.54", pages, "differs", false);
	site_counts_test_site_takes("cst:weight=0", pages, "footer", false);
	/* With a decay of 0, the weight is that of the text alone, which is 1.
	 */
	site_counts_test_site_takes(
	    "cst:weight=0.99,decay=0", pages, "differs", true);
}

/* The div has different styles on the two pages, so its importance is 1. The
 * content of the div was not merged, so its importance is 1, too. The body has
 * the importance 0. The weight is 1.75 / 1.875 = 0.933. */
static void
site_counts_test_other_structure(void)
{
	static const char *const pages[] = {
		"<div><p>first story</p><p>goes on</p></div>",
		"<div><p>first story</p><p>goes on</p><p>and on</p></div>", NULL
	};

	site_counts_test_site_takes(
	    "cst:weight=0.93", pages, "first story", true);
	site_counts_test_site_takes(
	    "cst:weight=0.94", pages, "first story", false);
}

/* Display attributes are part of a style. */
static void
site_counts_test_attributes(void)
{
	static const char *const pages[] = {
		"<div><p class=a>same text</p></div>",
		"<div><p class=b>same text</p></div>", NULL
	};
	static const char *const alike[] = {
		"<div><p class=a id=x>same text</p></div>",
		"<div><p class=a id=y>same text</p></div>", NULL
	};

	site_counts_test_site_takes("cst", pages, "same text", true);
	site_counts_test_site_takes("cst", alike, "same text", false);
}

int
main(void)
{
	testing_begin();
	site_counts_test_entropy();
	site_counts_test_threshold();
	site_counts_test_gain();
	site_counts_test_ibdf();
	site_counts_test_same_structure();
	site_counts_test_other_structure();
	site_counts_test_attributes();
	return testing_end();
}
