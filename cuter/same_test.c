/*
 * same_test.c -- the same bytes and hints give the same article: in every
 * locale, in every order, from a new extractor and from a used one.
 *
 * cuter/version_test.c compares the outputs with those of other builds.
 */
#include <locale.h>

#include "base/array.h"
#include "tests/lib/page_digest.h"

#define PAGES     "tests/pages"
#define PAGES_MAX 64

static const char *const methods[] = { "cuter", "model" };
#define N_METHODS ARRAY_LENGTH(methods)

static struct digest_page pages[PAGES_MAX];
static uint64_t digests[PAGES_MAX][N_METHODS];
static size_t n_pages;

static uint64_t
same_test_same_digest(size_t page, size_t method)
{
	const struct cuter_options options = { .method = methods[method],
		.nodes = true };

	return digest_of_page(&pages[page], &options, NULL);
}

/* Cuts all pages again, in reverse order. */
static void
same_test_same_check(const char *name)
{
	int different = 0;

	for (size_t i = n_pages; i-- > 0;)
		for (size_t m = 0; m < N_METHODS; m++)
			different +=
			    same_test_same_digest(i, m) != digests[i][m];
	is_int(different, 0, name);
}

static void
same_test_locales(void)
{
	static const char *const locales[] = { "C", "C.UTF-8", "tr_TR.UTF-8",
		"de_DE.UTF-8", "ar_EG.UTF-8" };

	for (size_t i = 0; i < ARRAY_LENGTH(locales); i++) {
		char name[128];

		if (setlocale(LC_ALL, locales[i]) == NULL) {
			ok(true, "locale %s # SKIP it is not installed",
			    locales[i]);
			continue;
		}
		snprintf(name, sizeof(name), "the same article in locale %s",
		    locales[i]);
		same_test_same_check(name);
	}
	setlocale(LC_ALL, "C");
}

static void
same_test_new_extractor(void)
{
	struct cuter *used = testing_cuter;
	struct err e = ERR_INIT;

	if (cuter_new(&testing_cuter, &e) != 0) {
		testing_cuter = used;
		ok(false, "a new extractor is created: %s", e.text);
		return;
	}
	same_test_same_check("a new extractor gives the same output");
	cuter_free(testing_cuter);
	testing_cuter = used;
}

int
main(void)
{
	testing_begin();
	n_pages = digest_read_folder(PAGES, ".html", pages, PAGES_MAX);
	ok(n_pages >= 10, "%zu pages in " PAGES, n_pages);
	for (size_t i = 0; i < n_pages; i++)
		for (size_t m = 0; m < N_METHODS; m++)
			digests[i][m] = same_test_same_digest(i, m);
	same_test_locales();
	same_test_new_extractor();
	for (size_t i = 0; i < n_pages; i++)
		free(pages[i].html);
	return testing_end();
}
