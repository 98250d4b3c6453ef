/*
 * snippet.h -- internal to store/: an excerpt of a text around a word.
 *
 * snippet_mark.c contains snippet_mark().
 */
#ifndef STORE_SEARCH_SNIPPET_H
#define STORE_SEARCH_SNIPPET_H

#include "base/buf.h"
#include "base/slice.h"

/* Appends some words of the text around the first occurrence of `found`
 * (ignoring case), which is enclosed in U+0002 and U+0003.  If `found` does
 * not occur, appends the beginning of the text.  "…" marks omitted text.
 * O(n). */
void snippet_make(struct buf *out, struct slice text, struct slice found);
/* Appends the 24 words of the text that contain the most of the words `marked`,
 * each enclosed in U+0002 and U+0003.  `marked` are words of words.h, each
 * followed by a space; words with the same stem in the language are marked,
 * too.  If none occurs, appends the beginning of the text.  For PostgreSQL.
 * O(n). */
void snippet_mark(struct buf *out, struct slice text, struct slice language_tag,
    struct slice marked);

#endif
