/*
 * charset.h -- converts the bytes of a page to UTF-8.
 *
 * The charset is taken from the first of these (HTML standard, section 13.2.3,
 * with one change): a byte order mark; the charset of the HTTP header; <meta
 * charset>, unless it contradicts the bytes; UTF-8 if the bytes are valid
 * UTF-8; the charsets of the page's language in which the bytes are valid;
 * windows-1252.
 *
 * The change: bytes that are valid UTF-8 and contain more than ASCII are read
 * as UTF-8, even if another charset was declared. Text in another charset is
 * almost never valid UTF-8, and some servers convert pages without changing
 * their <meta>. If no charset or windows-1252 was declared, a few of the bytes
 * may be invalid. If the header declares UTF-8 and the bytes are not UTF-8, the
 * <meta> decides.
 */
#ifndef CUTER_TREE_CHARSET_H
#define CUTER_TREE_CHARSET_H

#include "base/text/charset.h"

/* Returns the text as valid UTF-8 without byte order mark. The result is
 * borrowed: from `bytes` if nothing had to be converted, else from `out`. `out`
 * is overwritten; if `out` becomes full, the text is truncated and
 * out->failed is set. `ret`: the charset that was used. O(bytes). */
struct slice page_to_utf8(struct charsets *, struct slice bytes,
    struct slice content_type, struct buf *out, struct charset *ret);

#endif
