/*
 * pairs.h -- writes and reads a line of key=value pairs (pairs.c).  Requests
 * and responses on the daemon's control socket have this form.
 *
 *	name=a%20consumer seq=12
 *
 * Pairs are separated by one space.  Keys are constants in the code and need no
 * encoding.  In values, space, %, DEL, control characters and bytes over 0x7f
 * are percent-encoded.
 */
#ifndef BASE_PAIRS_H
#define BASE_PAIRS_H

#include "base/buf.h"
#include "base/slice.h"

/* Appends a pair, after a space if `out` is not empty.  O(length). */
void pairs_put_text(struct buf *out, const char *key, struct slice value);
void pairs_put_int(struct buf *out, const char *key, int64_t value);
/* Appends the decoded value to `ret`.  Returns false if the line does not have
 * the key.  O(line). */
bool pairs_get_text(struct slice line, const char *key, struct buf *ret);
/* Reads a number.  Returns false, and does not change *ret, if the line does
 * not have the key or the value is not a number from `min` to `max`. */
bool pairs_get_int(
    struct slice line, const char *key, int64_t min, int64_t max, int64_t *ret);

#endif
