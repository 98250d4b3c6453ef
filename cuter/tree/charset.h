/*
 * charset.h -- the bytes of a page, whatever they are written in, as UTF-8.
 *
 * The order of witnesses (HTML standard, 13.2.3, with one change): a byte
 * order mark; the charset of the HTTP header; <meta charset>, when its word
 * does not contradict the bytes; else UTF-8 if the bytes are valid UTF-8, else
 * windows-1252.  The change: bytes that are valid UTF-8 and hold more than
 * ASCII are UTF-8 whatever was declared, since no real text in another charset
 * looks like that, and pages are converted without their <meta>.  Where nothing
 * was declared, or windows-1252, a few of the bytes may be broken.
 */
#ifndef CUTER_TREE_CHARSET_H
#define CUTER_TREE_CHARSET_H

#include "base/charset.h"

/* bytes as valid UTF-8, without byte order mark.  The result is borrowed:
 * from bytes where nothing had to be done, else from out (cleared first; when
 * it is full the text ends there and out->failed is set).  ret: what it was
 * read as.  O(bytes). */
struct slice page_to_utf8(struct charsets *, struct slice bytes,
    struct slice content_type, struct buf *out, struct charset *ret);

#endif
