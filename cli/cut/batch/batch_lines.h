/*
 * batch_lines.h -- reads the input lines of a batch (batch.c), and determines
 * whether the next line can be read without waiting.
 *
 * A command that asks line by line waits for each answer before it writes the
 * next line, so a batch must not wait for a second line before it has answered
 * the first one.
 */
#ifndef CLI_CUT_BATCH_LINES_H
#define CLI_CUT_BATCH_LINES_H

#include <stdio.h>

#include "base/buf.h"

struct batch_lines {
	FILE *in;      /* borrowed */
	bool may_wait; /* reading may block, as from a pipe */
	bool ended;
	int error; /* errno of a failed read; 0: none */
	struct buf held;
	size_t at; /* bytes before this offset of `held` have been returned */
};

enum batch_line { BATCH_LINE_END, BATCH_LINE_READ, BATCH_LINE_TOO_LONG };

/* Nothing may have been read from `in` before. */
void batch_lines_init(struct batch_lines *, FILE *in);
void batch_lines_release(struct batch_lines *);
/* Reads the next line that is not empty, without white space at its end;
 * waits for it. *ret is valid until the next call. BATCH_LINE_END: the end of
 * the input, or `error` is set. BATCH_LINE_TOO_LONG: *ret is empty. */
enum batch_line batch_lines_next(struct batch_lines *, struct slice *ret);
/* Returns true if batch_lines_next() would not wait. O(bytes held). */
bool batch_lines_is_ready(const struct batch_lines *);

#endif
