/*
 * announced.h -- internal to cuter/marks/: lines and elements that announce
 * other stories.
 */
#ifndef CUTER_MARKS_STORY_ANNOUNCED_H
#define CUTER_MARKS_STORY_ANNOUNCED_H

#include "cuter/features/features.h"

/* Returns true if a line without links announces teasers, also between the
 * paragraphs of an article: "Read also". A link "Read more" is at the end of an
 * item and announces nothing. O(1). */
bool announced_is_lead(const struct page *, const struct block *);
/* Returns true if a line announces other stories after an article: "More from
 * this section". O(1). */
bool announced_is_label(const struct page *, const struct block *);
/* Returns true if an element around `node` that does not contain the node
 * `title` is declared as an article or is named as other stories, as in
 * class="related". O(depth). */
bool announced_is_declared(const struct page *, uint32_t node, uint32_t title);

#endif
