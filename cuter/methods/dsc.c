/*
 * dsc.c -- document slope curve: where tags are rarer than on the page's mean.
 *
 * In:  the page as tokens, a word or a tag each.
 * Out: verdict and reason of each block.
 * After: Pinto, Branstein, Coleman, Croft, King, Li, Wei, "QuASM: a system for
 * question answering using semi-structured data" (2002), as seed 000, Related
 * Work, tells it: "a windowing technique is used to locate document regions in
 * which word tokens are more frequent than tag tokens".
 *
 * The curve is the number of tags among the first k tokens; its slope is
 * measured in a window around each token.  The slope that counts as low, half
 * of the whole curve's, is Pinto's; the window's size is ours, chosen on the
 * development corpora (the seed gives none).
 */
#include "cuter/methods/methods.h"
#include "cuter/methods/stream.h"
#include "cuter/methods/verdict.h"

#define DSC_SLOPE  0.5 /* of the average: Pinto 2002 */
#define DSC_WINDOW 50  /* tokens; not in the seed */

const struct method_option dsc_options[] = {
	{ "slope", DSC_SLOPE, 0, 10 },
	{ "window", DSC_WINDOW, 2, 10000 },
	{ 0 },
};

/* tags[k]: D(k). */
static uint32_t *
read_curve(struct page *page, const struct tokens *tokens)
{
	uint32_t *tags =
	    arena_array(page->arena, tokens->n + 1, sizeof(uint32_t));

	for (size_t i = 0; i < tokens->n; i++)
		tags[i + 1] = tags[i] + (tokens->block[i] == TOKEN_TAG);
	return tags;
}

void
method_dsc(struct page *page)
{
	size_t half = (size_t)method_value(page, dsc_options, "window") / 2;
	double low = method_value(page, dsc_options, "slope");
	uint32_t *inside =
	    arena_array(page->arena, page->n_blocks + 1, sizeof(uint32_t));
	struct tokens tokens;
	uint32_t *tags;

	tokens_read(page, &tokens);
	tags = read_curve(page, &tokens);
	if (tokens.n > 0)
		low *= (double)tags[tokens.n] / (double)tokens.n;
	for (size_t i = 0; i < tokens.n; i++) {
		size_t from = i > half ? i - half : 0;
		size_t to = i + half < tokens.n ? i + half : tokens.n;

		if (tokens.block[i] != TOKEN_TAG &&
		    tags[to] - tags[from] < low * (double)(to - from))
			inside[tokens.block[i]]++;
	}
	verdict_begin(page);
	verdict_take_words(page, inside);
	verdict_end(page, REASON_SMALL);
}
