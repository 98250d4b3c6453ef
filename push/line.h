/*
 * line.h -- the line of a change, shortened for receivers that limit the size
 * of a message (line.c).
 */
#ifndef PUSH_LINE_H
#define PUSH_LINE_H

#include "store/change/change_json.h"

/* Writes the line of a change to `out` without its \n, in place of the content
 * of `out`.  If the line has more than max_bytes, it is written with a
 * shortened body and the flag `truncated`.  If its other members are too long,
 * the line has no body and is still longer than max_bytes.  max_bytes 0: no
 * limit.  Errors are those of the buffer.  O(size of the article). */
void push_line_put(
    struct buf *out, const struct change_row *, size_t max_bytes);

#endif
