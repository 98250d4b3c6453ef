/*
 * text.h -- internal to store/: compares texts without regard to white space,
 * and counts words.
 */
#ifndef STORE_SEARCH_TEXT_H
#define STORE_SEARCH_TEXT_H

#include "base/arena.h"
#include "base/slice.h"

/* True if both texts have the same words in the same order.  A run of white
 * space counts as one space, and is ignored at both ends.  An absent text
 * equals an empty one.  O(n). */
bool text_equal_folded(struct slice a, struct slice b);
/* True if a begins with b.  White space is treated as in text_equal_folded().
 */
bool text_starts_folded(struct slice a, struct slice b);
/* Counts runs of letters and digits.  In scripts without spaces every
 * character counts as a word. */
int64_t text_count_words(struct slice);
/* Returns the text as one line: control characters become spaces.  Returns
 * the text itself if it contains none. */
struct slice text_one_line(struct arena *, struct slice);
/* Returns SLICE_NONE if the text is empty. */
static inline struct slice
text_or_none(struct slice text)
{
	return text.len > 0 ? text : SLICE_NONE;
}
/* Returns a, or b if a is empty. */
static inline struct slice
text_first(struct slice a, struct slice b)
{
	return a.len > 0 ? a : b;
}

#endif
