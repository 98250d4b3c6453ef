/*
 * ccb.c -- content code blurring: where the source is uniformly text.
 *
 * In:  the page as tokens, a word or a tag each.
 * Out: verdict and reason of each block.
 * After: Gottron, "Content Code Blurring: A New Approach to Content
 * Extraction" (2008), in its form for tokens; seed 000, Related Work: "content
 * regions are detected in homogeneously formatted source code sequences".
 *
 * A word is 1, a tag is 0; this vector is blurred by a Gaussian kernel, again
 * and again until it changes no more than a little.  Text stands where the
 * content code ratio is then high.  The kernel's reach and the number of
 * rounds are ours, chosen on the development corpora (the seed gives none).
 * All in integers, so that it is the same on every compiler.
 */
#include <math.h>

#include "cuter/methods/methods.h"
#include "cuter/methods/stream.h"
#include "cuter/methods/verdict.h"

#define CCB_RATIO  0.75 /* Gottron 2008 */
#define CCB_RANGE  25   /* tokens to each side; not in the seed */
#define CCB_ROUNDS 5    /* at most; not in the seed */
#define CCB_STABLE 0.05 /* the greatest change that ends it; likewise */

#define MOST_RANGE 100
#define ONE        65536 /* of ratios and of weights */

const struct method_option ccb_options[] = {
	{ "ratio", CCB_RATIO, 0, 1 },
	{ "range", CCB_RANGE, 1, MOST_RANGE },
	{ "rounds", CCB_ROUNDS, 1, 20 },
	{ 0 },
};

/* Weight by distance; the range is two standard deviations. */
static void
make_kernel(uint32_t *kernel, size_t range)
{
	for (size_t i = 0; i <= range; i++) {
		double x = 2.0 * (double)i / (double)range;

		kernel[i] = (uint32_t)(ONE * exp(-x * x / 2) + 0.5);
	}
}

static uint32_t
blurred(const uint32_t *from, size_t n, size_t at, const uint32_t *kernel,
    size_t range)
{
	uint64_t sum = (uint64_t)kernel[0] * from[at], weight = kernel[0];

	for (size_t i = 1; i <= range; i++) {
		if (at >= i) {
			sum += (uint64_t)kernel[i] * from[at - i];
			weight += kernel[i];
		}
		if (i < n - at) {
			sum += (uint64_t)kernel[i] * from[at + i];
			weight += kernel[i];
		}
	}
	return (uint32_t)(sum / weight);
}

/* One round; the greatest change. */
static uint32_t
blur(const uint32_t *from, uint32_t *to, size_t n, const uint32_t *kernel,
    size_t range)
{
	uint32_t greatest = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t change;

		to[i] = blurred(from, n, i, kernel, range);
		change = to[i] > from[i] ? to[i] - from[i] : from[i] - to[i];
		if (change > greatest)
			greatest = change;
	}
	return greatest;
}

/* The content code ratio of each token; arena. */
static uint32_t *
ratios(struct page *page, const struct tokens *tokens)
{
	size_t range = (size_t)method_value(page, ccb_options, "range");
	size_t rounds = (size_t)method_value(page, ccb_options, "rounds");
	uint32_t *now =
	    arena_array(page->arena, tokens->n + 1, sizeof(uint32_t));
	uint32_t *next =
	    arena_array(page->arena, tokens->n + 1, sizeof(uint32_t));
	uint32_t kernel[MOST_RANGE + 1];

	make_kernel(kernel, range);
	for (size_t i = 0; i < tokens->n; i++)
		now[i] = tokens->block[i] == TOKEN_TAG ? 0 : ONE;
	for (size_t i = 0; i < rounds; i++) {
		uint32_t *swap = now;
		uint32_t change = blur(now, next, tokens->n, kernel, range);

		now = next;
		next = swap;
		if (change <= CCB_STABLE * ONE)
			break;
	}
	return now;
}

void
method_ccb(struct page *page)
{
	double least = ONE * method_value(page, ccb_options, "ratio");
	uint32_t *inside =
	    arena_array(page->arena, page->n_blocks + 1, sizeof(uint32_t));
	struct tokens tokens;
	uint32_t *ratio;

	tokens_read(page, &tokens);
	ratio = ratios(page, &tokens);
	for (size_t i = 0; i < tokens.n; i++)
		if (tokens.block[i] != TOKEN_TAG && ratio[i] >= least)
			inside[tokens.block[i]]++;
	verdict_begin(page);
	verdict_take_words(page, inside);
	verdict_end(page, REASON_SMALL);
}
