/*
 * cuter.h -- shared by the unit tests of cuter/: an extractor and pages
 * extracted by it.
 */
#ifndef TESTS_LIB_CUTER_H
#define TESTS_LIB_CUTER_H

#include <stdlib.h>

#include "cuter/cuter.h"
#include "tests/lib/tap.h"

#define TESTING_URL "https://news.example.org/2026/11/story.html"

static struct cuter *testing_cuter;

__attribute__((unused)) static void
testing_begin(void)
{
	struct err e = ERR_INIT;

	if (cuter_new(&testing_cuter, &e) != 0) {
		printf("Bail out! %s\n", e.text);
		exit(1);
	}
}

__attribute__((unused)) static int
testing_end(void)
{
	cuter_free(testing_cuter);
	return done_testing();
}

/* The article is valid until the next call. */
__attribute__((unused)) static struct cuter_article
testing_cut_with(struct slice html, const char *title, const char *summary,
    const struct cuter_options *options)
{
	struct cuter_input input = {
		.bytes = html,
		.url = SLICE(TESTING_URL),
		.hint_title = slice_of(title),
		.hint_summary = slice_of(summary),
	};
	struct cuter_article article = { 0 };
	struct err e = ERR_INIT;

	if (cuter_cut(testing_cuter, &input, options, &article, &e) != 0) {
		ok(false, "cut: %s", e.text);
		memset(&article, 0, sizeof(article));
	}
	return article;
}

__attribute__((unused)) static struct cuter_article
testing_cut(const char *html, const char *title)
{
	return testing_cut_with(slice_of(html), title, NULL, NULL);
}

__attribute__((unused)) static bool
testing_has(struct slice text, const char *part)
{
	return slice_find(text, slice_of(part), 0) != SLICE_NOT_FOUND;
}

__attribute__((unused)) static void
has(struct slice text, const char *part, const char *name)
{
	if (!ok(testing_has(text, part), "%s", name))
		printf("# no \"%s\" in:\n# %.*s\n", part, SLICE_ARG(text));
}

__attribute__((unused)) static void
lacks(struct slice text, const char *part, const char *name)
{
	if (!ok(!testing_has(text, part), "%s", name))
		printf("# \"%s\" in:\n# %.*s\n", part, SLICE_ARG(text));
}

#endif
