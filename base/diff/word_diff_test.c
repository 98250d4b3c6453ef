/* word_diff_test.c -- differences between two texts. */
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/diff/sequence_diff.h"
#include "base/text/utf8.h"
#include "base/diff/word_diff.h"
#include "tests/lib/tap.h"

static int
word_diff_test_mark(enum word_diff_kind kind, struct slice words, void *arg)
{
	static const char *const marks[][2] = { { "", "" }, { "[", "]" },
		{ "{", "}" } };

	buf_append_string(arg, marks[kind][0]);
	buf_append_slice(arg, words);
	buf_append_string(arg, marks[kind][1]);
	return 0;
}

static void
word_diff_test_rows(void)
{
	static const struct {
		const char *before, *after, *said;
	} rows[] = {
		{ "", "", "" },
		{ "", "a b", "{a b}" },
		{ "a b", "", "[a b]" },
		{ "one two three", "one two three", "one two three" },
		{ "one  two\tthree", "one two three", "one two three" },
		{ "one two three", "one 2 three", "one[ two]{ 2} three" },
		{ "twelve people died.", "twelve people were hurt.",
		    "twelve people[ died]{ were hurt}." },
		{ "He said, then left", "He said then left",
		    "He said[,] then left" },
		{ "Prices of 12 crates", "Prices of 13 crates",
		    "Prices of[ 12]{ 13} crates" },
		/* a small unchanged word between large changes counts as
		 * changed */
		{ "nobody expected of thunderstorms",
		    "everyone foretold of whirlwinds",
		    "[nobody expected of thunderstorms]"
		    "{everyone foretold of whirlwinds}" },
		/* an unchanged paragraph between changes stays unchanged */
		{ "Old one.\n\nKept as is.\n\nOld two.",
		    "New 1.\n\nKept as is.\n\nNew 2.",
		    "[Old one]{New 1}.\n\nKept as is.\n\n"
		    "[Old two]{New 2}." },
		{ "One.\n\nTwo.", "One. Two.", "One.[\n\n] Two." },
		{ "One.\nTwo.", "One.\n\nTwo.", "One.[\n]{\n\n}Two." },
		/* texts in scripts without spaces are compared by character */
		{ "東京で雨が降った", "大阪で雨が降った",
		    "[東京]{大阪}で雨が降った" },
		{ "Fünf Häuser", "Fünf Höfe", "Fünf[ Häuser]{ Höfe}" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct buf out;

		buf_init(&out, 64 * KIB);
		word_diff(slice_of(rows[i].before), slice_of(rows[i].after),
		    word_diff_test_mark, &out);
		if (!ok(slice_equal(buf_slice(&out), slice_of(rows[i].said)),
			"row %zu", i))
			printf("# got %.*s\n", SLICE_ARG(buf_slice(&out)));
		buf_release(&out);
	}
}

/* ---- comparison with a simple algorithm ---- */

static size_t
word_diff_test_longest_common(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	static size_t rows[64][64];

	for (size_t i = 0; i <= n; i++)
		for (size_t j = 0; j <= m; j++)
			rows[i][j] =
			    i == 0 || j == 0       ? 0
			    : a[i - 1] == b[j - 1] ? rows[i - 1][j - 1] + 1
			    : rows[i - 1][j] > rows[i][j - 1] ? rows[i - 1][j]
							      : rows[i][j - 1];
	return rows[n][m];
}

/* True if the unchanged parts of both texts are equal and as long as possible.
 */
static bool
word_diff_test_is_longest(
    const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	bool of_a[64] = { false }, of_b[64] = { false };
	struct sequence first = { a, n, of_a }, second = { b, m, of_b };
	size_t i = 0, j = 0, common = 0;

	if (!sequence_diff(&first, &second))
		return false;
	for (;;) {
		while (i < n && of_a[i])
			i++;
		while (j < m && of_b[j])
			j++;
		if (i == n || j == m)
			break;
		if (a[i++] != b[j++])
			return false;
		common++;
	}
	return i == n && j == m &&
	       common == word_diff_test_longest_common(a, n, b, m);
}

static void
word_diff_test_longest(void)
{
	uint32_t a[63], b[63], seed = 1;
	int bad = 0;

	for (int round = 0; round < 20000; round++) {
		size_t n, m;
		uint32_t letters;

		seed = seed * 1664525 + 1013904223;
		n = seed >> 8 & 31;
		m = seed >> 16 & 31;
		letters = 1 + (seed >> 24) % 6;
		for (size_t i = 0; i < n; i++)
			a[i] = (seed = seed * 1664525 + 1013904223) / 65536 %
			       letters;
		for (size_t i = 0; i < m; i++)
			b[i] = (seed = seed * 1664525 + 1013904223) / 65536 %
			       letters;
		bad += !word_diff_test_is_longest(a, n, b, m);
	}
	is_int(
	    bad, 0, "20 000 pairs: the common words are as many as possible");
}

/* ---- bounds ---- */

struct sums {
	size_t removed, rest;
};

static int
word_diff_test_add(enum word_diff_kind kind, struct slice words, void *arg)
{
	struct sums *sums = arg;

	*(kind == WORDS_REMOVED ? &sums->removed : &sums->rest) += words.len;
	return 0;
}

static double
word_diff_test_cpu_s(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

#ifdef GLEANER_SANITIZED
#define MOST_S 20
#else
#define MOST_S 1 /* limit of the CPU time in seconds */
#endif

/* Compares two texts of 1 MB with the given number of different words, and
 * tests the time. `other`: no word of the second text is in the first one.
 * `stops`: a full stop follows every word. */
static void
word_diff_test_bound(const char *name, unsigned words, bool other, bool stops)
{
	static char a[1 << 20], b[1 << 20];
	unsigned seed = 7;
	struct sums sums = { 0, 0 };
	double begun;

	for (size_t i = 0; i < sizeof(a); i += 8) {
		char word[16];
		const char *end = stops ? "." : " ";

		snprintf(word, sizeof(word), "a%06u%s",
		    (seed = seed * 1664525 + 1013904223) / 65536 % words, end);
		memcpy(a + i, word, 8);
		snprintf(word, sizeof(word), "%c%06u%s", other ? 'b' : 'a',
		    (seed = seed * 1664525 + 1013904223) / 65536 % words, end);
		memcpy(b + i, word, 8);
	}
	begun = word_diff_test_cpu_s();
	word_diff((struct slice){ a, sizeof(a) },
	    (struct slice){ b, sizeof(b) }, word_diff_test_add, &sums);
	begun = word_diff_test_cpu_s() - begun;
	printf("# %s: %.2f s\n", name, begun);
	ok(begun < MOST_S, "%s: below a second", name);
	is_int(sums.rest, sizeof(b) - !stops,
	    "the whole new text is in the result");
}

static void
word_diff_test_too_many(void)
{
	size_t n = WORD_DIFF_WORDS + 100000;
	char *marks = malloc(n);
	struct sums sums = { 0, 0 };

	memset(marks, '.', n);
	word_diff((struct slice){ marks, n }, (struct slice){ marks, n - 1 },
	    word_diff_test_add, &sums);
	ok(sums.removed == n && sums.rest == n - 1,
	    "a text with too many words is removed and added as a whole");
	free(marks);
}

int
main(void)
{
	word_diff_test_rows();
	word_diff_test_longest();
	word_diff_test_bound("without a common word", 1000000, true, false);
	word_diff_test_bound("with only full stops", 1000000, true, true);
	word_diff_test_bound("with hardly any", 1000000, false, false);
	word_diff_test_bound("with three words in any order", 3, false, false);
	word_diff_test_too_many();
	return done_testing();
}
