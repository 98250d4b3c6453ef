/*
 * methods.h -- shared by the unit tests of cuter/methods/: pages extracted by a
 * named method, and texts of known length.
 */
#ifndef TESTS_LIB_METHODS_H
#define TESTS_LIB_METHODS_H

#include "cuter/methods/papers.h"
#include "tests/lib/cuter.h"

/* Texts with this number of characters and no white space. */
#define CHARS_10 "abcdefghij"
#define CHARS_20 CHARS_10 CHARS_10
#define CHARS_40 CHARS_20 CHARS_20
#define CHARS_50 CHARS_40 CHARS_10

__attribute__((unused)) static struct slice
body_by(const char *method, const char *html)
{
	const struct cuter_options options = { .method = method,
		.methods = papers_methods };

	return testing_cut_with(slice_of(html), NULL, NULL, &options).body;
}

/* Tests whether the method selects the part of the page that contains
 * `part`. */
__attribute__((unused)) static void
takes(const char *method, const char *html, const char *part)
{
	struct slice body = body_by(method, html);

	if (!ok(testing_has(body, part), "%s takes %s", method, part))
		printf("# body: %.*s\n", SLICE_ARG(body));
}

__attribute__((unused)) static void
leaves(const char *method, const char *html, const char *part)
{
	struct slice body = body_by(method, html);

	if (!ok(!testing_has(body, part), "%s leaves %s", method, part))
		printf("# body: %.*s\n", SLICE_ARG(body));
}

#endif
