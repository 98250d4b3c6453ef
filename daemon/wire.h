/*
 * wire.h -- how a struct travels between the hub and a worker: fixed-width
 * little-endian numbers, texts with a length before them.
 *
 * The reader's error sticks; wire_read_end() is asked once and insists that
 * all bytes were used.  Slices that it gives are borrowed from the frame.
 */
#ifndef DAEMON_WIRE_H
#define DAEMON_WIRE_H

#include "base/buf.h"

void wire_put_u8(struct buf *, uint8_t);
void wire_put_u32(struct buf *, uint32_t);
void wire_put_i64(struct buf *, int64_t);
void wire_put_double(struct buf *, double);
/* Tells SLICE_NONE from empty. */
void wire_put_slice(struct buf *, struct slice);

struct wire_reader {
	const char *p;
	size_t left;
	bool failed;
};

void wire_read_init(struct wire_reader *, struct slice frame);
uint8_t wire_read_u8(struct wire_reader *);
uint32_t wire_read_u32(struct wire_reader *);
int64_t wire_read_i64(struct wire_reader *);
double wire_read_double(struct wire_reader *);
/* UTF-8 is checked: a worker that sends anything else has failed. */
struct slice wire_read_text(struct wire_reader *);
/* Any bytes. */
struct slice wire_read_bytes(struct wire_reader *);
/* A count of items that take at least `item_bytes` each in the frame;
 * fails when over `max` or more than what is left could hold. */
size_t wire_read_count(struct wire_reader *, size_t max, size_t item_bytes);
bool wire_read_end(const struct wire_reader *); /* true: whole and clean */

#endif
