/*
 * charset_decode.h -- one charset's bytes to UTF-8.  Private to charset*.c.
 *
 * All results are in the arena; O(length).
 */
#ifndef CRAWLER_FEED_CHARSET_DECODE_H
#define CRAWLER_FEED_CHARSET_DECODE_H

#include "base/arena.h"

struct charset_table;

/* An 8-bit charset by its label in lower case; NULL if there is none such. */
const struct charset_table *charset_table_find(struct slice label);
const char *charset_table_name(const struct charset_table *);
struct slice charset_decode_table(
    struct arena *, struct slice bytes, const struct charset_table *);
/* UTF-8 with bytes of Windows-1252 in it.  A character that the end of the
 * document cuts off goes. */
struct slice charset_decode_utf8(struct arena *, struct slice bytes);
/* UTF-16 and UTF-32: width 2 or 4. */
struct slice charset_decode_units(
    struct arena *, struct slice bytes, size_t width, bool big_endian);
/* By the C library; a byte that it refuses becomes U+FFFD.  SLICE_NONE if it
 * does not know the charset. */
struct slice charset_decode_iconv(
    struct arena *, struct slice bytes, const char *name);

#endif
