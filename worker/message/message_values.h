/*
 * message_values.h -- values of a frame: writers, and readers that check the
 * range.
 *
 * A writer never writes a value that the reader would refuse. The worker
 * truncates lists to their limit and clamps numbers to their range. A refused
 * value therefore means that the worker no longer runs the code of this
 * program.
 */
#ifndef WORKER_MESSAGE_MESSAGE_VALUES_H
#define WORKER_MESSAGE_MESSAGE_VALUES_H

#include "base/buf.h"
#include "worker/message/wire.h"

/* Reads a text and truncates it to max_bytes. */
struct slice message_read_text(struct wire_reader *, size_t max_bytes);
/* Returns SLICE_NONE if the text is not an http(s) address. */
struct slice message_read_url(struct wire_reader *);
/* Reads 0 or 1.  The reader fails for other values. */
bool message_read_bool(struct wire_reader *);
/* Reads a value from 0 to count - 1. The reader fails for other values. */
unsigned message_read_enum(struct wire_reader *, unsigned count);
/* Reads DATE_NONE or a time in 1970 .. 9999. The reader fails for other
 * values. */
int64_t message_read_date(struct wire_reader *);
/* Reads a number. The reader fails for values below `least`. */
int64_t message_read_number(struct wire_reader *, int64_t least);
/* Reads a value in 0 .. 1. The reader fails for other values. */
double message_read_share(struct wire_reader *);

/* Write values that the functions above read.  A date out of range is written
 * as DATE_NONE, another value out of range as the nearest permitted one. */
void message_put_date(struct buf *, int64_t);
void message_put_number(struct buf *, int64_t, int64_t least);
void message_put_share(struct buf *, double);
/* Writes the count, at most max. Returns the written count. */
size_t message_put_count(struct buf *, size_t n, size_t max);
void message_put_texts(
    struct buf *, const struct slice *, size_t n, size_t max);

#endif
