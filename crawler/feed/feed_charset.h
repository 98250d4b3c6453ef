/*
 * charset.h -- the bytes of a feed, whatever they are written in, as UTF-8.
 */
#ifndef CRAWLER_FEED_CHARSET_H
#define CRAWLER_FEED_CHARSET_H

#include "base/arena.h"
#include "base/charset.h"

/* Decides the charset and converts: byte-order mark, zero bytes (UTF-16,
 * UTF-32), charset of the Content-Type header, XML declaration, UTF-8.  What
 * is valid UTF-8 stays so against an 8-bit charset that either of them
 * names; bad bytes in UTF-8 read as Windows-1252; with nothing declared and
 * no UTF-8 the bytes are looked at (charset_guess).
 * Returns valid UTF-8 without byte-order mark: the input's own bytes where
 * they are that, else arena.  scratch is cleared and written to.  ret: what
 * was decided. */
struct slice feed_to_utf8(struct arena *, struct charsets *, struct slice bytes,
    struct slice content_type, struct buf *scratch, struct charset *ret);

/* Value of a parameter of a header: "text/xml; charset='x'" gives x. */
struct slice header_parameter(struct slice header, struct slice name);

/* The likeliest charset of bytes that are not UTF-8 and declare nothing: a
 * label; "windows-1252" where in doubt. */
const char *charset_guess(struct slice bytes);

#endif
