/*
 * region_summary.c -- finds the story that contains the words of the feed's
 * summary.
 *
 * In:  the headings of a page, with their regions; the feed's summary.
 * Out: the heading of the story.
 *
 * The words are compared as pairs of adjacent words, because stories on
 * different events have few pairs in common.
 * Cost: O(headings * text).
 */
#include "cuter/marks/region_match.h"

#define SUMMARY_AGREES                                                         \
	0.25 /* share of the summary's word pairs that the region must contain \
	      */
#define SUMMARY_LEAD                                                           \
	0.10 /* least difference between the region's share and twice the      \
		share of any other region */
#define SUMMARY_SURE                                                           \
	0.25 /* least difference between the region's share and that of any    \
		other region, if SUMMARY_LEAD is not reached */
#define SUMMARY_PAIRS 6
#define SUMMARY_BYTES 2048

bool
region_summary_group(const struct regions *r, size_t *ret_first)
{
	uint32_t most = 0;

	for (size_t i = 0; i < r->n; i++) {
		uint32_t words = 0, stories = 0;

		if (r->headings[i].words < STORY_WORDS)
			continue;
		for (size_t k = 0; k < r->n; k++) {
			const struct heading *h = &r->headings[k];

			if (h->key != r->headings[i].key ||
			    h->words < STORY_WORDS)
				continue;
			words += h->words;
			stories++;
		}
		if (stories > 1 && words > most) {
			most = words;
			*ret_first = i;
		}
	}
	return most > 0;
}

/* Returns the share of the summary's word pairs that are in the blocks of a
 * region. If the region is NULL, the blocks outside of all regions of the group
 * are used. */
static double
region_summary_pairs(const struct regions *r, const struct heading *region,
    size_t group, const struct words *wanted)
{
	const struct page *page = r->page;
	bool seen[WORDS_MAX] = { false };
	size_t n = 0, at = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		const struct heading *in = NULL;

		while (at < r->n &&
		       (r->headings[at].key != r->headings[group].key ||
			   r->headings[at].to <= b->first))
			at++;
		if (at < r->n && b->first >= r->headings[at].from)
			in = &r->headings[at];
		if (in == region && !(b->marks & MARK_HIDDEN))
			words_find_pairs(
			    wanted, page_block_text(page, b), seen);
	}
	for (size_t i = 0; i < wanted->n; i++)
		n += seen[i];
	return (double)n / (double)wanted->n;
}

size_t
region_summary_find(const struct regions *r, size_t group)
{
	struct slice text =
	    slice_sub(r->page->input->hint_summary, 0, SUMMARY_BYTES);
	struct words wanted;
	double best = 0, second;
	size_t found = r->n;

	words_read_pairs(&wanted, text);
	if (wanted.n < SUMMARY_PAIRS)
		return r->n;
	second = region_summary_pairs(r, NULL, group, &wanted);
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double share;

		if (h->key != r->headings[group].key || h->words < STORY_WORDS)
			continue;
		share = region_summary_pairs(r, h, group, &wanted);
		if (share > best) {
			second = region_titles_larger(second, best);
			best = share;
			found = i;
		} else {
			second = region_titles_larger(second, share);
		}
	}
	return best >= SUMMARY_AGREES && (best >= 2 * second + SUMMARY_LEAD ||
					     best >= second + SUMMARY_SURE)
		   ? found
		   : r->n;
}
