/*
 * feed_charset.h -- decodes the bytes of a feed to UTF-8.
 *
 * charset_guess.c and script_charset.c guess a charset from bytes,
 * language_charset.c from the language that the feed states.
 */
#ifndef CRAWLER_FEED_DECODE_FEED_CHARSET_H
#define CRAWLER_FEED_DECODE_FEED_CHARSET_H

#include "base/arena.h"
#include "base/text/charset.h"

/* Determines the charset and decodes the bytes. The first of these that exists
 * determines the charset: byte-order mark, zero bytes (UTF-16, UTF-32), charset
 * of the Content-Type header, XML declaration. Without any of them the charset
 * is UTF-8. If an 8-bit charset is declared but the bytes are valid UTF-8, they
 * are read as UTF-8. Invalid bytes in UTF-8 are read as windows-1252. Bytes
 * that are not UTF-8 and have no declaration are decoded with the charset that
 * charset_guess() and language_charset() return.
 *
 * Returns valid UTF-8 without byte-order mark: the input itself if it already
 * has this form, else a copy in the arena. `scratch` is a buffer that the
 * function overwrites. *ret is the charset. O(bytes). */
struct slice feed_to_utf8(struct arena *, struct charsets *, struct slice bytes,
    struct slice content_type, struct buf *scratch, struct charset *ret);

/* Returns the label of the most likely charset of bytes that are not UTF-8;
 * "windows-1252" if there is no better guess.  O(bytes). */
const char *charset_guess(struct slice bytes);

/* Returns the label of a charset of Arabic, Greek or Hebrew, if the bytes are
 * such a text and have long runs of non-ASCII bytes; else NULL.  O(bytes). */
const char *script_charset(struct slice bytes);

/* Returns the label of the charset of bytes that are not UTF-8 if the feed
 * states a language for which `guess`, a result of charset_guess(), cannot be
 * right, else `guess`.  O(bytes). */
const char *language_charset(struct slice bytes, const char *guess);

#endif
