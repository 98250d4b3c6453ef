/*
 * story_topics.h -- internal to cuter/marks/: other stories of a page, by their
 * subjects. Also for story_insets.c.
 */
#ifndef CUTER_MARKS_STORY_STORY_TOPICS_H
#define CUTER_MARKS_STORY_STORY_TOPICS_H

#include "cuter/features/features.h"

/* Sets MARK_OTHER_STORY on the blocks of elements that are other stories than
 * that of the page's title, which must be in <h1>, <h2> or <h3>.  Does nothing
 * if the feed gives no title.  O(blocks * depth); with other stories also
 * O(text). */
void story_topics_mark(struct page *);
/* story_insets.c: sets MARK_OTHER_STORY on the blocks of stories in boxes
 * between the paragraphs of the article; if the title is the headline of such a
 * box, on all other blocks.  O(blocks), with boxes also O(text). */
void story_insets_mark(struct page *);
/* Returns the number of unlinked words of prose inside (or, if is_inside is
 * false, outside) of an element.  O(blocks). */
uint32_t story_topics_words(const struct page *, uint32_t node, bool is_inside);
/* Returns the first block of prose after the title; n_blocks: there is none.
 * O(blocks). */
uint32_t story_topics_first_prose(const struct page *);
/* Returns true if an element begins with text of this article: no prose is
 * between the title and the element, and 40 words of prose precede block
 * `first`, the first heading in the element.  The headings are then those of
 * sections.  prose: story_topics_first_prose().  O(blocks of the element). */
bool story_topics_continues(
    const struct page *, uint32_t box, uint32_t first, uint32_t prose);

#endif
