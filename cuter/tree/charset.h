/*
 * charset.h -- the bytes of a page, whatever they are written in, as UTF-8.
 *
 * The order of witnesses (HTML standard, 13.2.3, with one change): a byte
 * order mark; the charset of the HTTP header; <meta charset>, when its word
 * does not contradict the bytes; else UTF-8 if the bytes are valid UTF-8, else
 * windows-1252.  The change: bytes that are valid UTF-8 and hold more than
 * ASCII are UTF-8 whatever was declared, since no real text in another charset
 * looks like that, and pages are converted without their <meta>.
 */
#ifndef CUTER_TREE_CHARSET_H
#define CUTER_TREE_CHARSET_H

#include "base/arena.h"
#include "base/buf.h"

struct charset;

/* Opens the converters that news pages need, since a worker in its sandbox
 * can open no file: glibc's are shared objects.  ERR_NONE even where some
 * are not installed; ERR_MEMORY. */
int charset_new(struct charset **ret);
void charset_free(struct charset *);

/* bytes as valid UTF-8, without byte order mark.  The result is borrowed:
 * from bytes where nothing had to be done, else from out (cleared first; when
 * it is full the text ends there and out->failed is set).  ret_name: static
 * text, the label it was read by.  O(bytes). */
struct slice charset_to_utf8(struct charset *, struct slice bytes,
    struct slice content_type, struct buf *out, const char **ret_name);

/* What a byte is in windows-1252. */
uint32_t charset_windows_1252(unsigned char);

#endif
