/*
 * near_text_test.c -- distances, from a table and compared with the full
 * matrix; suggestions.
 */
#include <stdlib.h>

#include "cli/help/near_text.h"
#include "tests/lib/tap.h"

#define CHARS 12

/* Computes the full Levenshtein matrix. */
static size_t
near_text_test_whole(const char *a, const char *b)
{
	size_t m[CHARS + 1][CHARS + 1], la = strlen(a), lb = strlen(b);

	for (size_t i = 0; i <= la; i++)
		for (size_t j = 0; j <= lb; j++) {
			size_t best;

			if (i == 0 || j == 0) {
				m[i][j] = i + j;
				continue;
			}
			best = m[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
			if (m[i - 1][j] + 1 < best)
				best = m[i - 1][j] + 1;
			if (m[i][j - 1] + 1 < best)
				best = m[i][j - 1] + 1;
			m[i][j] = best;
		}
	return m[la][lb];
}

static void
near_text_test_draw(char *word)
{
	size_t n = (size_t)(random() % (CHARS + 1));

	for (size_t i = 0; i < n; i++)
		word[i] = (char)('a' + random() % 3);
	word[n] = '\0';
}

static void
near_text_test_matrix(void)
{
	char a[CHARS + 1], b[CHARS + 1];
	int n_wrong = 0;

	srandom(7);
	for (int i = 0; i < 20000; i++) {
		size_t max = (size_t)(random() % (NEAR_TEXT_MOST + 1)), right;

		near_text_test_draw(a);
		near_text_test_draw(b);
		right = near_text_test_whole(a, b);
		if (right > max)
			right = max + 1;
		n_wrong +=
		    near_text_distance(slice_of(a), slice_of(b), max) != right;
	}
	is_int(n_wrong, 0, "N3: 20000 distances are those of the matrix");
}

static void
near_text_test_meant(
    const char *wanted, const char *const *candidates, const char *expected)
{
	struct near_text near;
	struct slice best;

	near_text_init(&near, slice_of(wanted));
	for (; *candidates != NULL; candidates++)
		near_text_try(&near, slice_of(*candidates));
	best = near_text_best(&near);
	ok(expected == NULL ? best.p == NULL
			    : slice_equal(best, slice_of(expected)),
	    "N3: \"%s\" is near to \"%s\"", wanted,
	    expected != NULL ? expected : "none");
	near_text_release(&near);
}

int
main(void)
{
	static const char *const tags[] = { "tech", "world", "sport", NULL };
	static const char *const urls[] = { "https://example.org/rss",
		"https://example.org/atom", "https://news.example/feed", NULL };

	near_text_test_matrix();
	near_text_test_meant("tehc", tags, "tech");
	near_text_test_meant("tec", tags, "tech");
	near_text_test_meant("Wrold", tags, "world");
	near_text_test_meant("worl", tags, "world");
	near_text_test_meant("sports", tags, "sport");
	near_text_test_meant("politics", tags, NULL);
	near_text_test_meant("x", tags, NULL);
	near_text_test_meant("", tags, NULL);
	near_text_test_meant(
	    "https://example.org/rs", urls, "https://example.org/rss");
	near_text_test_meant(
	    "http://example.org/atm", urls, "https://example.org/atom");
	near_text_test_meant(
	    "https://exmaple.org/rss", urls, "https://example.org/rss");
	near_text_test_meant("https://other.test/", urls, NULL);
	return done_testing();
}
