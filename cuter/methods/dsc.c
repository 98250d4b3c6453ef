/*
 * dsc.c -- document slope curve: finds the words around which tags are rarer
 * than on the page as a whole.
 *
 * In:  the page as tokens: words and tags.
 * Out: class and reason of each block.
 *
 * Source: Pinto, Branstein, Coleman, Croft, King, Li, Wei, "QuASM: a system for
 * question answering using semi-structured data" (2002), as described by
 * Agarwal et al. (docs/methods.md), Related Work: "a windowing technique is
 * used to locate document regions in which word tokens are more frequent than
 * tag tokens".
 *
 * The curve is the number of tags among the first k tokens. Its slope is
 * measured in a window around each token. A slope below half of the mean slope
 * is low (Pinto). The window's size was chosen on the development corpora,
 * since Agarwal et al. give no value.
 */
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/stream.h"

#define DSC_SLOPE  0.5 /* share of the mean slope: Pinto 2002 */
#define DSC_WINDOW 50  /* tokens; chosen on the development corpora */

const struct method_option dsc_options[] = {
	{ "slope", DSC_SLOPE, 0, 10 },
	{ "window", DSC_WINDOW, 2, 10000 },
	{ 0 },
};

/* tags[k]: D(k), the number of tags among the first k tokens. */
static uint32_t *
dsc_read_curve(struct page *page, const struct tokens *tokens)
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
	tags = dsc_read_curve(page, &tokens);
	if (tokens.n > 0)
		low *= (double)tags[tokens.n] / (double)tokens.n;
	for (size_t i = 0; i < tokens.n; i++) {
		size_t from = i > half ? i - half : 0;
		size_t to = i + half < tokens.n ? i + half : tokens.n;

		if (tokens.block[i] != TOKEN_TAG &&
		    tags[to] - tags[from] < low * (double)(to - from))
			inside[tokens.block[i]]++;
	}
	decide_begin(page);
	decide_take_words(page, inside);
	decide_end(page, REASON_SMALL);
}
