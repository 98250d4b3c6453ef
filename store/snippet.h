/*
 * snippet.h -- inside the room: the place of a text where a word stands.
 */
#ifndef STORE_SNIPPET_H
#define STORE_SNIPPET_H

#include "base/buf.h"
#include "base/slice.h"

/* Some words of the text around the first place of `found` (case does not
 * matter), which stands between U+0002 and U+0003; the beginning of the text
 * where it is not in it.  "…" where something was left out.  O(n). */
void snippet_make(struct buf *out, struct slice text, struct slice found);

#endif
