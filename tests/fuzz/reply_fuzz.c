/*
 * reply_fuzz.c -- reads any bytes as the reply of a worker.
 *
 * In:  a selector byte, then bytes. Selector modulo 4: with 0 to 2 the bytes
 * are the body of a reply of that kind, with a valid header and checksum; with
 * 3 they are a complete frame.
 *
 * A reply that is accepted can be encoded again, and the result is accepted and
 * equal. This must hold because the hub encodes accepted replies again, and the
 * store's thread reads the result.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/limits.h"
#include "worker/message/channel.h"
#include "worker/message/message_parts.h"

#define ARENA_BYTES (64 * MIB)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Decodes a reply into *ret. Returns false if it is rejected. */
static bool
reply_fuzz_take(struct arena *arena, struct slice frame, struct reply *ret)
{
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0)
		return false;
	arena->exhausted = &exhausted;
	return reply_read(arena, frame, ret);
}

static void
reply_fuzz_say_again(const struct reply *reply)
{
	struct arena arena;
	struct buf first, second;
	struct reply again;

	arena_init(&arena, ARENA_BYTES);
	buf_init(&first, LIMIT_REPLY_BYTES);
	buf_init(&second, LIMIT_REPLY_BYTES);
	if (!reply_write(&first, reply) ||
	    !reply_fuzz_take(&arena, buf_slice(&first), &again) ||
	    !reply_write(&second, &again) ||
	    !slice_equal(buf_slice(&first), buf_slice(&second)))
		abort();
	buf_release(&second);
	buf_release(&first);
	arena_release(&arena);
}

static void
reply_fuzz_read_reply(struct slice frame)
{
	struct arena arena;
	struct reply reply;

	arena_init(&arena, ARENA_BYTES);
	if (reply_fuzz_take(&arena, frame, &reply))
		reply_fuzz_say_again(&reply);
	arena_release(&arena);
}

static void
reply_fuzz_read_others(struct slice frame)
{
	struct report report;
	struct job job;

	if (job_read(frame, &job) && job.kind >= JOB_KIND_COUNT)
		abort();
	if (report_read(frame, &report) && report.kind >= REPORT_KIND_COUNT)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice bytes;
	struct buf frame;
	char *copy;

	if (size == 0)
		return 0;
	buf_init(&frame, LIMIT_REPLY_BYTES);
	if (data[0] % 4 < JOB_KIND_COUNT) {
		size_t begin = message_begin(&frame);

		buf_append(&frame, data + 1, size - 1);
		message_end(&frame, begin, MESSAGE_REPLY,
		    &(struct message_header){
			.kind = (enum job_kind)(data[0] % 4), .id = 1 });
	} else {
		buf_append(&frame, data + 1, size - 1);
	}
	/* The bytes are copied, because the buf has spare room and a NUL at its
	 * end, which hide reads beyond the end. */
	copy = malloc(frame.len > 0 ? frame.len : 1);
	if (copy == NULL || buf_failed(&frame))
		abort();
	memcpy(copy, frame.p, frame.len);
	bytes = (struct slice){ copy, frame.len };
	reply_fuzz_read_reply(bytes);
	reply_fuzz_read_others(bytes);
	free(copy);
	buf_release(&frame);
	return 0;
}
