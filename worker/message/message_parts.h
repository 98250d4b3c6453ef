/*
 * message_parts.h -- the frame's header; private to message.c and its tests.
 */
#ifndef WORKER_MESSAGE_MESSAGE_PARTS_H
#define WORKER_MESSAGE_MESSAGE_PARTS_H

#include "worker/message/message.h"

/* Size of the header. Its fields are: magic (u32), version (u8), sort (u8),
 * kind (u8), is_reusable (u8), id (u64), length of the body (u32), and a
 * checksum of these fields and the body (u32). */
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

#endif
