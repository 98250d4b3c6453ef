/*
 * ccb.c -- content code blurring: the parts of the source that are mostly text.
 *
 * In:  the page as tokens: words and tags.
 * Out: class and reason of each block.
 *
 * Source: Gottron, "Content Code Blurring: A New Approach to Content
 * Extraction" (2008), the variant for tokens; Agarwal et al. (docs/methods.md),
 * Related Work: "content regions are detected in homogeneously formatted source
 * code sequences".
 *
 * A word has the value 1, a tag 0. This vector is blurred by a Gaussian kernel
 * until it changes little. Tokens with a high value, the content code ratio,
 * are text. The kernel's range and the number of rounds were chosen on the
 * development corpora, since Agarwal et al. give no values. The values are
 * blurred in integers, so that all compilers give the same result.
 */
#include <math.h>

#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/stream.h"

#define CCB_RATIO 0.75 /* Gottron 2008 */
/* Number of tokens to each side that the kernel covers; chosen on the
 * development corpora. */
#define CCB_RANGE  25
#define CCB_ROUNDS 5 /* maximum number of rounds; chosen like CCB_RANGE */
/* The blurring ends when no value changes by more than this; chosen like
 * CCB_RANGE. */
#define CCB_STABLE 0.05

#define MOST_RANGE 100
#define ONE        65536 /* fixed-point value of 1 for ratios and weights */

const struct method_option ccb_options[] = {
	{ "ratio", CCB_RATIO, 0, 1 },
	{ "range", CCB_RANGE, 1, MOST_RANGE },
	{ "rounds", CCB_ROUNDS, 1, 20 },
	{ 0 },
};

/* Computes the weight for each distance. The range is two standard deviations.
 */
static void
ccb_make_kernel(uint32_t *kernel, size_t range)
{
	for (size_t i = 0; i <= range; i++) {
		double x = 2.0 * (double)i / (double)range;

		kernel[i] = (uint32_t)(ONE * exp(-x * x / 2) + 0.5);
	}
}

static uint32_t
ccb_blurred(const uint32_t *from, size_t n, size_t at, const uint32_t *kernel,
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

/* Blurs the values once. Returns the largest change of a value. */
static uint32_t
ccb_blur(const uint32_t *from, uint32_t *to, size_t n, const uint32_t *kernel,
    size_t range)
{
	uint32_t greatest = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t change;

		to[i] = ccb_blurred(from, n, i, kernel, range);
		change = to[i] > from[i] ? to[i] - from[i] : from[i] - to[i];
		if (change > greatest)
			greatest = change;
	}
	return greatest;
}

/* Returns the content code ratio of each token. The array is in the arena of
 * the page. */
static uint32_t *
ccb_read_ratios(struct page *page, const struct tokens *tokens)
{
	size_t range = (size_t)method_value(page, ccb_options, "range");
	size_t rounds = (size_t)method_value(page, ccb_options, "rounds");
	uint32_t *now =
	    arena_array(page->arena, tokens->n + 1, sizeof(uint32_t));
	uint32_t *next =
	    arena_array(page->arena, tokens->n + 1, sizeof(uint32_t));
	uint32_t kernel[MOST_RANGE + 1];

	ccb_make_kernel(kernel, range);
	for (size_t i = 0; i < tokens->n; i++)
		now[i] = tokens->block[i] == TOKEN_TAG ? 0 : ONE;
	for (size_t i = 0; i < rounds; i++) {
		uint32_t *swap = now;
		uint32_t change = ccb_blur(now, next, tokens->n, kernel, range);

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
	ratio = ccb_read_ratios(page, &tokens);
	for (size_t i = 0; i < tokens.n; i++)
		if (tokens.block[i] != TOKEN_TAG && ratio[i] >= least)
			inside[tokens.block[i]]++;
	decide_begin(page);
	decide_take_words(page, inside);
	decide_end(page, REASON_SMALL);
}
