/*
 * page_worth.h -- internal to the module store: decides for each class of page
 * whether the text of the page is used.
 */
#ifndef STORE_ARTICLE_PAGE_WORTH_H
#define STORE_ARTICLE_PAGE_WORTH_H

#include "cuter/cuter.h"
#include "store/article/article_state.h"

enum page_worth {
	WORTH_ALL,    /* the text of the page is the story */
	WORTH_LENGTH, /* the text of the page is the story unless a longer text
			 is known */
	WORTH_NOTHING /* the text of the page is not the story */
};

/* A value of enum page_worth for each class. */
extern const uint8_t page_worth[CUTER_PAGE_CLASS_COUNT];

/* True if the last page that was read is a whole story, not for example a
 * paywall or a stub.  False if no page was read, or if its class was cleared
 * (article_fill). */
bool article_is_complete(const struct article_state *);

#endif
