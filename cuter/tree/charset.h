/*
 * charset.h -- converts the bytes of a page to UTF-8.
 *
 * The charset is taken from the first of these (HTML standard, section 13.2.3,
 * with one change): a byte order mark; the charset of the HTTP header; <meta
 * charset>, unless it contradicts the bytes; UTF-8 if the bytes are valid
 * UTF-8; windows-1252.
 *
 * The change: bytes that are valid UTF-8 and contain more than ASCII are read
 * as UTF-8, whatever was declared. Real text in another charset does not look
 * like that, and some servers convert pages without changing their <meta>. If
 * nothing was declared, or windows-1252, a few of the bytes may be invalid.
 */
#ifndef CUTER_TREE_CHARSET_H
#define CUTER_TREE_CHARSET_H

#include "base/text/charset.h"

/* Returns bytes as valid UTF-8 without byte order mark. The result is borrowed:
 * from bytes if nothing had to be converted, else from out (cleared first; if
 * out is full, the text is cut there and out->failed is set). ret: the charset
 * that was used. O(bytes). */
struct slice page_to_utf8(struct charsets *, struct slice bytes,
    struct slice content_type, struct buf *out, struct charset *ret);

#endif
