/*
 * page_worth.c -- the worth of the text of a page, by the class of the page.
 */
#include "store/article/page_worth.h"

const uint8_t page_worth[CUTER_PAGE_CLASS_COUNT] = {
	[CUTER_PAGE_ARTICLE] = WORTH_ALL,
	[CUTER_PAGE_LIVE_BLOG] = WORTH_ALL,
	[CUTER_PAGE_OTHER] = WORTH_LENGTH,
	[CUTER_PAGE_LISTING] = WORTH_LENGTH,
	[CUTER_PAGE_GALLERY] = WORTH_LENGTH,
	[CUTER_PAGE_VIDEO] = WORTH_LENGTH,
	[CUTER_PAGE_STUB] = WORTH_LENGTH,
	[CUTER_PAGE_PAYWALL] = WORTH_LENGTH,
	[CUTER_PAGE_ERROR] = WORTH_NOTHING,
	[CUTER_PAGE_CONSENT] = WORTH_NOTHING,
};

bool
article_is_complete(const struct article_state *article)
{
	for (int i = 0; i < CUTER_PAGE_CLASS_COUNT; i++)
		if (page_worth[i] == WORTH_ALL &&
		    slice_equal(article->page_class,
			slice_of(
			    cuter_page_class_name((enum cuter_page_class)i))))
			return true;
	return false;
}
