/*
 * message_parts.h -- what message.c and message_fields.c share: the frame's
 * header, and readers that know what a value may be.
 *
 * A writer never writes what the reader would refuse: lists are cut to their
 * limit and numbers brought into their range on the worker's side, so that a
 * refusal always means a worker that is not what we built.
 */
#ifndef DAEMON_MESSAGE_PARTS_H
#define DAEMON_MESSAGE_PARTS_H

#include "daemon/message.h"

/* {magic u32, version u8, sort u8, kind u8, stays u8, id u64, body's length
 * u32, checksum of all before and of the body u32} */
#define MESSAGE_HEADER_BYTES 24

enum message_sort { MESSAGE_JOB = 1, MESSAGE_REPLY = 2 };

struct message_header {
	enum job_kind kind;
	bool stays; /* a job: may it; a reply: does it */
	uint64_t id;
	size_t body_bytes;
	uint32_t checksum;
};

/* Leaves room for the header; message_end fills it in, but for the length and
 * the checksum, which it knows. */
size_t message_begin(struct buf *);
bool message_end(struct buf *, size_t begin, enum message_sort,
    const struct message_header *);
/* Reads the first MESSAGE_HEADER_BYTES of a frame, of which no more need be
 * there; false unless they can begin a frame of this sort. */
bool message_header_read(
    struct slice frame, enum message_sort, struct message_header *ret);
/* The body of a whole frame; false unless header and checksum are right. */
bool message_open(struct slice frame, enum message_sort,
    struct message_header *ret, struct slice *ret_body);

/* A text, its first max_bytes. */
struct slice message_read_text(struct wire_reader *, size_t max_bytes);
/* SLICE_NONE for what is no http(s) address. */
struct slice message_read_url(struct wire_reader *);
bool message_read_bool(struct wire_reader *);
/* 0 .. count - 1, else the reader fails. */
unsigned message_read_enum(struct wire_reader *, unsigned count);
/* DATE_NONE or an instant of 1970 .. 9999. */
int64_t message_read_date(struct wire_reader *);
/* At least `least`. */
int64_t message_read_number(struct wire_reader *, int64_t least);
/* 0 .. 1 */
double message_read_share(struct wire_reader *);

void message_put_date(struct buf *, int64_t);
void message_put_number(struct buf *, int64_t, int64_t least);
void message_put_share(struct buf *, double);
/* The count, cut to max; returns it. */
size_t message_put_count(struct buf *, size_t n, size_t max);
void message_put_texts(
    struct buf *, const struct slice *, size_t n, size_t max);

#endif
