/*
 * ibdf.c -- inverse block document frequency: blocks that are on one page only.
 *
 * In:  the blocks of several pages of a site.
 * Out: class and reason of each block.
 *
 * Source: Debnath, Mitra, Pal, Giles, "Automatic Identification of Informative
 * Sections of Web Pages" (2005), as described by Shinde, Bolli, Kulkarni
 * (docs/methods.md), section 2.5: "The blocks that occur in multiple pages are
 * redundant blocks and block which appears in one page is a content block".
 *
 * The blocks are those of features/block.c, not those of an ordered list of
 * tags. Two blocks are the same if their texts are equal: a similarity of 1.
 */
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/site/site_counts.h"

#define IBDF_PAGES 1 /* "which appears in one page": section 2.5 */

const struct method_option ibdf_options[] = {
	{ "pages", IBDF_PAGES, 1, 1e6 },
	{ 0 },
};

void
method_ibdf(struct page *page)
{
	double most = method_value(page, ibdf_options, "pages");
	struct cuter_site *site = site_counts_of_page(page);

	decide_begin(page);
	if (site_counts_is_learning(site))
		site_counts_begin_page(site);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];
		const struct site_count *count;
		uint64_t key;

		if (!decide_is_undecided(b))
			continue;
		key = site_counts_key(0, page_block_text(page, b));
		if (site_counts_is_learning(site)) {
			site_counts_add(site, site_counts_at(site, page, key));
			continue;
		}
		count = site != NULL ? site_counts_find(site, key) : NULL;
		if (count == NULL || count->pages <= most)
			decide_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
	decide_end(page, REASON_REPEATED);
}
