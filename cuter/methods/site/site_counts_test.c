/*
 * site_counts_test.c -- the methods that compare a site's pages, computed by
 * hand.
 */
#include "tests/lib/methods.h"

/* Learns from all pages, then cuts the first. */
static struct slice
site_counts_test_first_of(const char *method, const char *const *pages)
{
	struct cuter_options options = { .method = method };
	struct cuter_article a = { 0 };
	struct err e = ERR_INIT;
	static char body[4096];
	size_t n;

	if (cuter_site_new(&options.site, &e) != 0)
		return SLICE_NONE;
	for (size_t i = 0; pages[i] != NULL; i++) {
		a = testing_cut_with(slice_of(pages[i]), NULL, NULL, &options);
		if (a.body.len > 0)
			ok(false, "%s: nothing while it learns", method);
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
 * their importance is 0; a text that differs has 1, of 1 + 1/2 + 1/4 + 1/8:
 * 0.533. */
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
	/* For the text alone it is 1. */
	site_counts_test_site_takes(
	    "cst:weight=0.99,decay=0", pages, "differs", true);
}

/* The div has two styles on two pages: importance 1. Its content was merged
 * with nothing: 1. The body has 0: 1.75 / 1.875 = 0.933. */
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
	site_counts_test_ibdf();
	site_counts_test_same_structure();
	site_counts_test_other_structure();
	site_counts_test_attributes();
	return testing_end();
}
