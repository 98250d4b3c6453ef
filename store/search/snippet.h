/*
 * snippet.h -- internal to store/: an excerpt of a text around a word.
 *
 * snippet_mark.c contains snippet_mark().
 */
#ifndef STORE_SEARCH_SNIPPET_H
#define STORE_SEARCH_SNIPPET_H

#include "base/buf.h"
#include "base/slice.h"

/* Appends a part of the text around the first occurrence of `found`.  Case is
 * ignored.  The occurrence is enclosed in U+0002 and U+0003.  If `found` does
 * not occur, appends the beginning of the text.  "…" marks omitted text.
 * O(n). */
void snippet_make(struct buf *out, struct slice text, struct slice found);
/* Appends an excerpt of at most 24 adjacent words of the text.  `marked`:
 * folded words (words.h), each followed by a space.  A word matches if it has
 * the same stem as a word of `marked`.  The excerpt with the most matches is
 * selected, and each match is enclosed in U+0002 and U+0003.  If no word
 * matches, appends the beginning of the text.  Only the first 64 KiB of the
 * text are searched.  O(n). */
void snippet_mark(struct buf *out, struct slice text, struct slice language_tag,
    struct slice marked);

#endif
