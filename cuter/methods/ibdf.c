/*
 * ibdf.c -- inverse block document frequency: blocks of one page only.
 *
 * In:  the blocks of several pages of a site.
 * Out: verdict and reason of each block.
 * After: seed 004, section 2.5, which tells Debnath, Mitra, Pal, Giles,
 * "Automatic Identification of Informative Sections of Web Pages" (2005): "The
 * blocks that occur in multiple pages are redundant blocks and block which
 * appears in one page is a content block".
 *
 * Blocks are ours instead of those of an ordered list of tags, and two are the
 * same when their texts are: a similarity of 1.
 */
#include "cuter/methods/methods.h"
#include "cuter/methods/site.h"
#include "cuter/methods/verdict.h"

#define IBDF_PAGES 1 /* "which appears in one page": seed 004, section 2.5 */

const struct method_option ibdf_options[] = {
	{ "pages", IBDF_PAGES, 1, 1e6 },
	{ 0 },
};

void
method_ibdf(struct page *page)
{
	double most = method_value(page, ibdf_options, "pages");
	struct cuter_site *site = site_of(page);

	verdict_begin(page);
	if (site_is_learning(site))
		site_begin_page(site);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];
		const struct count *count;
		uint64_t key;

		if (!verdict_is_open(b))
			continue;
		key = site_key(0, page_block_text(page, b));
		if (site_is_learning(site)) {
			site_see(site, site_count(site, page, key));
			continue;
		}
		count = site != NULL ? site_find(site, key) : NULL;
		if (count == NULL || count->pages <= most)
			verdict_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
	verdict_end(page, REASON_REPEATED);
}
