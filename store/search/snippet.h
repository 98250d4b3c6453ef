/*
 * snippet.h -- internal to store/: an excerpt of a text around a word.
 *
 * snippet_mark.c contains snippet_mark().
 */
#ifndef STORE_SEARCH_SNIPPET_H
#define STORE_SEARCH_SNIPPET_H

#include "base/buf.h"
#include "base/slice.h"

/* Appends a part of the text around the first occurrence of `found` (ignoring
 * case), which is enclosed in U+0002 and U+0003.  If `found` does
 * not occur, appends the beginning of the text.  "…" marks omitted text.
 * O(n). */
void snippet_make(struct buf *out, struct slice text, struct slice found);
/* Appends at most 24 adjacent words of the text, selected so that as many of
 * them as possible have the same stem in the language as a word of `marked`.
 * These words are enclosed in U+0002 and U+0003.  `marked`: folded words
 * (words.h), each followed by a space.  If the text contains no such word,
 * appends the beginning of the text.  For PostgreSQL.  O(n). */
void snippet_mark(struct buf *out, struct slice text, struct slice language_tag,
    struct slice marked);

#endif
