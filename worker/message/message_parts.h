/*
 * message_parts.h -- declarations shared by message.c and message_fields.c: the
 * frame's header, and readers that check the range of a value.
 *
 * A writer never writes what the reader would refuse. The worker truncates
 * lists to their limit and clamps numbers to their range. So a refused value
 * always means that the worker does not run our code any more.
 */
#ifndef WORKER_MESSAGE_MESSAGE_PARTS_H
#define WORKER_MESSAGE_MESSAGE_PARTS_H

#include "worker/message/message.h"

/* {magic u32, version u8, sort u8, kind u8, stays u8, id u64, length of the
 * body u32, checksum of the preceding header fields and the body u32} */
#define MESSAGE_HEADER_BYTES 24

enum message_sort { MESSAGE_JOB = 1, MESSAGE_REPLY = 2 };

struct message_header {
	enum job_kind kind;
	bool is_reusable; /* in a job: the process may be reused; in a reply:
		       the process waits for another document */
	uint64_t id;
	size_t body_bytes;
	uint32_t checksum;
};

/* Reserves space for the header. message_end fills it in and computes the
 * length and the checksum. */
size_t message_begin(struct buf *);
bool message_end(struct buf *, size_t begin, enum message_sort,
    const struct message_header *);
/* Reads the first MESSAGE_HEADER_BYTES of a frame, which need not be complete.
 * Returns false if they are not a header of this sort. */
bool message_header_read(
    struct slice frame, enum message_sort, struct message_header *ret);
/* Returns the body of a complete frame. Returns false if the header or the
 * checksum is wrong. */
bool message_open(struct slice frame, enum message_sort,
    struct message_header *ret, struct slice *ret_body);

/* Reads a text and truncates it to max_bytes. */
struct slice message_read_text(struct wire_reader *, size_t max_bytes);
/* Returns SLICE_NONE if the text is not an http(s) address. */
struct slice message_read_url(struct wire_reader *);
bool message_read_bool(struct wire_reader *);
/* 0 .. count - 1; the reader fails for other values. */
unsigned message_read_enum(struct wire_reader *, unsigned count);
/* DATE_NONE or a time in 1970 .. 9999; the reader fails for other values. */
int64_t message_read_date(struct wire_reader *);
/* The reader fails for values below `least`. */
int64_t message_read_number(struct wire_reader *, int64_t least);
/* 0 .. 1; the reader fails for other values. */
double message_read_share(struct wire_reader *);

void message_put_date(struct buf *, int64_t);
void message_put_number(struct buf *, int64_t, int64_t least);
void message_put_share(struct buf *, double);
/* Writes the count, at most max. Returns the written count. */
size_t message_put_count(struct buf *, size_t n, size_t max);
void message_put_texts(
    struct buf *, const struct slice *, size_t n, size_t max);

#endif
