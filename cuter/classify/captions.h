/*
 * captions.h -- chooses the captions as the text of a page that has no other
 * text.
 */
#ifndef CUTER_CLASSIFY_CAPTIONS_H
#define CUTER_CLASSIFY_CAPTIONS_H

#include "cuter/page.h"

/* If the method chose no block, and at least three captions follow the title,
 * the captions become the text. O(blocks * depth). */
void captions_choose(struct page *);

#endif
