/*
 * wire.h -- encoding of structs between the hub and a worker: fixed-width
 * little-endian numbers, and texts with a length prefix.
 *
 * Errors of the reader are sticky. The caller checks once, with
 * wire_read_end(), which also requires that all bytes were read. Returned
 * slices are borrowed from the frame.
 */
#ifndef WORKER_MESSAGE_WIRE_H
#define WORKER_MESSAGE_WIRE_H

#include "base/buf.h"

/* Append a number. */
void wire_put_u8(struct buf *, uint8_t);
void wire_put_u32(struct buf *, uint32_t);
void wire_put_i64(struct buf *, int64_t);
void wire_put_double(struct buf *, double);
/* Appends a text or bytes.  SLICE_NONE and the empty text are written
 * differently. */
void wire_put_slice(struct buf *, struct slice);

struct wire_reader {
	const char *p; /* the next byte of the frame; borrowed */
	size_t left;   /* number of bytes from p to the end of the frame */
	bool failed;
};

/* Begins at the start of the frame, which is borrowed. */
void wire_read_init(struct wire_reader *, struct slice frame);
/* Read a number; 0 if the reader has failed or the frame is too short. */
uint8_t wire_read_u8(struct wire_reader *);
uint32_t wire_read_u32(struct wire_reader *);
int64_t wire_read_i64(struct wire_reader *);
double wire_read_double(struct wire_reader *);
/* Reads a text. The reader fails if it is not valid UTF-8. */
struct slice wire_read_text(struct wire_reader *);
/* Reads bytes without checking that they are UTF-8. */
struct slice wire_read_bytes(struct wire_reader *);
/* Reads a count of items that take at least `item_bytes` each in the frame.
 * Fails if the count exceeds `max` or the remaining bytes. */
size_t wire_read_count(struct wire_reader *, size_t max, size_t item_bytes);
bool wire_read_end(
    const struct wire_reader *); /* true: no error, all bytes were read */

#endif
