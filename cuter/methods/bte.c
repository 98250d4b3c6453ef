/*
 * bte.c -- body text extraction: the region with the most words and fewest
 * tags.
 *
 * In:  the page as tokens: words and tags.
 * Out: class and reason of each block.
 *
 * Source: Finn, Kushmerick, Smyth, "Fact or fiction: Content classification for
 * digital libraries" (2001), as described by Agarwal et al. (docs/methods.md),
 * Related Work: "a single, continuous region which contains the most words and
 * the least HTML tags".
 *
 * The region maximises the number of words inside plus the number of tags
 * outside. If a word counts 1 and a tag -1, this is the region with the
 * greatest sum, which one pass finds. (The search in the paper is quadratic.)
 */
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/stream.h"

static void
bte_find_region(const struct tokens *tokens, size_t *ret_first, size_t *ret_end)
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
	bte_find_region(&tokens, &first, &end);
	for (size_t i = first; i < end; i++)
		if (tokens.block[i] != TOKEN_TAG)
			inside[tokens.block[i]]++;
	decide_begin(page);
	decide_take_words(page, inside);
	decide_end(page, REASON_FAR);
}
