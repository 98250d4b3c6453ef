/*
 * snippet.h -- internal to store/: an excerpt of a text around a word.
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

#endif
