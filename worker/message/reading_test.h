/*
 * reading_test.h -- for tests of messages: a reply that was read, with its
 * memory.
 */
#ifndef WORKER_MESSAGE_READING_TEST_H
#define WORKER_MESSAGE_READING_TEST_H

#include <stdlib.h>

#include "base/limits.h"
#include "tests/lib/tap.h"
#include "worker/message/message.h"
#include "worker/message/message_parts.h"

/* A reply that reading_of() read as the hub does. The frame is copied to memory
 * of exactly its size, so that a sanitizer detects reads after its end. The
 * reply points into `arena` and `copy`. */
struct reading {
	struct arena arena;
	char *copy;
	struct reply reply;
};

__attribute__((unused)) static void
reading_release(struct reading *reading)
{
	arena_release(&reading->arena);
	free(reading->copy);
}

__attribute__((unused)) static bool
reading_of(struct slice frame, struct reading *ret)
{
	jmp_buf exhausted;

	arena_init(&ret->arena, 16 * MIB);
	ret->copy = malloc(frame.len > 0 ? frame.len : 1);
	if (frame.len > 0)
		memcpy(ret->copy, frame.p, frame.len);
	if (setjmp(exhausted) != 0)
		return false;
	ret->arena.exhausted = &exhausted;
	return reply_read(
	    &ret->arena, (struct slice){ ret->copy, frame.len }, &ret->reply);
}

__attribute__((unused)) static bool
reading_is_possible(struct slice frame)
{
	struct reading reading;
	bool right = reading_of(frame, &reading);

	reading_release(&reading);
	return right;
}

/* Writes a frame around any body, with a correct header and checksum. */
__attribute__((unused)) static struct slice
reading_frame_around(struct buf *b, enum job_kind kind, struct slice body)
{
	size_t begin = message_begin(b);

	buf_append_slice(b, body);
	message_end(b, begin, MESSAGE_REPLY,
	    &(struct message_header){ .kind = kind, .id = 1 });
	return buf_slice(b);
}

#endif
