/*
 * confidence.c -- how far the text may be trusted.
 *
 * In:  blocks, verdicts, the article with its class and flags.
 * Out: confidence.
 */
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define FULL_WORDS 300 /* as sure as length makes it */

struct evidence {
	double length, links, coverage, title, order;
};

static double
least(double a, double b)
{
	return a < b ? a : b;
}

static double
share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

/* Unlinked text of paragraphs that was taken, of all that there is. */
static void
weigh(
    const struct page *page, const struct cuter_article *a, struct evidence *e)
{
	double taken = 0, linked = 0, all = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		bool is_paragraph = b->words >= 15 &&
				    b->link_bytes * 3 < b->bytes &&
				    !(b->marks & MARK_HIDDEN);

		if (is_paragraph)
			all += b->bytes;
		if (b->reason != REASON_CHOSEN)
			continue;
		if (is_paragraph)
			taken += b->bytes;
		linked += share(b->link_bytes, b->bytes) * b->bytes;
	}
	e->length = a->word_count >= FULL_WORDS
			? 1
			: (double)a->word_count / FULL_WORDS;
	e->coverage = share(taken, all);
	e->links = 1 - least(1, share(linked, taken + 1) * 3);
	e->title = page->title_block == PAGE_NO_BLOCK ? 0 : page->title_score;
	e->order = page->first_text != PAGE_NO_BLOCK &&
			   page->title_block != PAGE_NO_BLOCK &&
			   page->title_block <= page->first_text
		       ? 1
		       : 0;
}

static double
confidence(const struct evidence *e)
{
	const struct {
		double value, weight;
	} parts[] = {
		{ e->length, 0.30 },
		{ e->coverage, 0.30 },
		{ e->links, 0.15 },
		{ e->title, 0.15 },
		{ e->order, 0.10 },
	};
	double sum = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		sum += parts[i].value * parts[i].weight;
	return least(1, sum);
}

void
article_find_confidence(struct page *page, struct cuter_article *a)
{
	struct evidence evidence;

	weigh(page, a, &evidence);
	a->confidence = a->word_count > 0 ? confidence(&evidence) : 0;
	if (a->origin == CUTER_ORIGIN_JSON_LD)
		a->confidence = least(1, 0.3 + 0.4 * evidence.length);
	if (a->flags & CUTER_FLAG_CONSENT)
		a->confidence = least(a->confidence, 0.2);
	if (a->page_class == CUTER_PAGE_LISTING)
		a->confidence *= 0.6;
}
