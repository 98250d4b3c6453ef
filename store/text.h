/*
 * text.h -- inside the room: texts compared as a reader would, and counted.
 */
#ifndef STORE_TEXT_H
#define STORE_TEXT_H

#include "base/arena.h"
#include "base/slice.h"

/* The same words in the same order: white space counts as one space, and not
 * at all at the ends.  An absent text equals an empty one.  O(n). */
bool text_equal_folded(struct slice a, struct slice b);
/* a begins with all of b, in that sense. */
bool text_starts_folded(struct slice a, struct slice b);
/* Runs of letters and digits; in scripts without spaces every character is a
 * word. */
int64_t text_count_words(struct slice);
/* The text as one line: controls become spaces.  Itself when there are
 * none. */
struct slice text_one_line(struct arena *, struct slice);
/* Absent when there is nothing in it. */
static inline struct slice
text_or_none(struct slice text)
{
	return text.len > 0 ? text : SLICE_NONE;
}
/* The first that is not empty. */
static inline struct slice
text_first(struct slice a, struct slice b)
{
	return a.len > 0 ? a : b;
}

#endif
