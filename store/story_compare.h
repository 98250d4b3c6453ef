/*
 * story_compare.h -- internal to store/: checks if a text has changed for its
 * reader.
 */
#ifndef STORE_STORY_COMPARE_H
#define STORE_STORY_COMPARE_H

#include "base/slice.h"

/* True if both texts are the same story.  White space is ignored, as are
 * lines that only contain a count or a time ("13 comments", "Updated 5
 * minutes ago"), and the numbers in other short lines.  A number inside a
 * sentence is compared.  O(n). */
bool story_compare(struct slice a, struct slice b);

#endif
