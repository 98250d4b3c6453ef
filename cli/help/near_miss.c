/*
 * near_miss.c -- suggests the name that was probably meant.
 */
#include <string.h>

#include "cli/cli.h"

#define NEAR_MISS_DISTANCE 2  /* largest distance of a suggested name */
#define NEAR_MISS_CHARS    24 /* largest length of a name */

/* Returns the Damerau-Levenshtein distance of two short words, in which two
 * swapped adjacent letters are one edit. */
static size_t
near_miss_edit_distance(const char *a, const char *b)
{
	size_t row[3][NEAR_MISS_CHARS + 1];
	size_t n = strlen(a), m = strlen(b);

	if (n > NEAR_MISS_CHARS || m > NEAR_MISS_CHARS)
		return SIZE_MAX;
	for (size_t j = 0; j <= m; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= n; i++) {
		size_t *now = row[i % 3], *before = row[(i + 2) % 3];
		const size_t *older = row[(i + 1) % 3];

		now[0] = i;
		for (size_t j = 1; j <= m; j++) {
			size_t best = before[j - 1] + (a[i - 1] != b[j - 1]);

			if (before[j] + 1 < best)
				best = before[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && older[j - 2] + 1 < best)
				best = older[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[n % 3][m];
}

const char *
near_miss(const char *word, const char *const *candidates, size_t n)
{
	const char *best = NULL;
	size_t best_distance = NEAR_MISS_DISTANCE + 1, length = strlen(word);

	for (size_t i = 0; i < n; i++) {
		size_t distance = near_miss_edit_distance(word, candidates[i]);

		/* A prefix of at least three letters matches. */
		if (length >= 3 && strncmp(word, candidates[i], length) == 0)
			distance = 1;
		/* A word that differs in as many edits as it has letters does
		 * not match. */
		if (distance < best_distance && distance < length) {
			best = candidates[i];
			best_distance = distance;
		}
	}
	return best;
}
