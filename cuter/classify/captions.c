/*
 * captions.c -- chooses the captions as the text of a page that has no other
 * text.
 *
 * In:  blocks, marks, the title's block, the decision of the method.
 * Out: class and reason of the captions.
 *
 * Captions are not part of a text. On a gallery they are the only text, and the
 * range of the text decides which images belong to the article.
 */
#include "cuter/classify/captions.h"

#define CAPTION_WORDS 4 /* least number of words of a caption */
#define CAPTIONS      3 /* least number of captions of a gallery */

static bool
captions_is_caption(const struct page *page, const struct block *b)
{
	const uint32_t never = MARK_NEVER_TEXT | MARK_NAVIGATION |
			       MARK_ADVERTISEMENT | MARK_COMMENTS;

	return b->marks & MARK_CAPTION && !(b->marks & never) &&
	       b->words >= CAPTION_WORDS && b->link_bytes * 2 < b->bytes &&
	       tree_up_to(&page->tree, b->node, TAG_FIGCAPTION) != TREE_NOWHERE;
}

void
captions_choose(struct page *page)
{
	uint32_t n = 0;

	/* A page without headline may be a list of teasers with images. */
	if (page->title_block == PAGE_NO_BLOCK)
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		if (page->blocks[i].reason == REASON_CHOSEN)
			return;
		n += i > page->title_block &&
		     captions_is_caption(page, &page->blocks[i]);
	}
	if (n < CAPTIONS)
		return;
	for (uint32_t i = page->title_block + 1; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (captions_is_caption(page, b)) {
			b->class = CUTER_TEXT;
			b->reason = REASON_CHOSEN;
		}
	}
}
