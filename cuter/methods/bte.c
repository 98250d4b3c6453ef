/*
 * bte.c -- body text extraction: the region with most words and least tags.
 *
 * In:  the page as tokens, a word or a tag each.
 * Out: verdict and reason of each block.
 * After: Finn, Kushmerick, Smyth, "Fact or fiction: Content classification for
 * digital libraries" (2001), as seed 000, Related Work, tells it: "a single,
 * continuous region which contains the most words and the least HTML tags".
 *
 * Words inside the region and tags outside it, together as many as possible:
 * that is the region with the greatest sum where a word is 1 and a tag -1,
 * which one pass finds (the paper's own search is quadratic).
 */
#include "cuter/methods/methods.h"
#include "cuter/methods/stream.h"
#include "cuter/methods/verdict.h"

static void
find_region(const struct tokens *tokens, size_t *ret_first, size_t *ret_end)
{
	int64_t sum = 0, best = 0;
	size_t first = 0;

	*ret_first = *ret_end = 0;
	for (size_t i = 0; i < tokens->n; i++) {
		sum += tokens->block[i] == TOKEN_TAG ? -1 : 1;
		if (sum > best) {
			best = sum;
			*ret_first = first;
			*ret_end = i + 1;
		}
		if (sum <= 0) {
			sum = 0;
			first = i + 1;
		}
	}
}

void
method_bte(struct page *page)
{
	uint32_t *inside =
	    arena_array(page->arena, page->n_blocks + 1, sizeof(uint32_t));
	struct tokens tokens;
	size_t first, end;

	tokens_read(page, &tokens);
	find_region(&tokens, &first, &end);
	for (size_t i = first; i < end; i++)
		if (tokens.block[i] != TOKEN_TAG)
			inside[tokens.block[i]]++;
	verdict_begin(page);
	verdict_take_words(page, inside);
	verdict_end(page, REASON_FAR);
}
