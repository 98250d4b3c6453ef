/*
 * batch_lines.h -- reads the input lines of a batch (batch.c), and determines
 * whether the next line can be read without waiting.
 *
 * The program that writes the lines may wait for the answer to each line before
 * it writes the next line. A batch must therefore not wait for a second line
 * before it has answered the first one.
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

/* The caller must not have read from `in` before. */
void batch_lines_init(struct batch_lines *, FILE *in);
void batch_lines_release(struct batch_lines *);
/* Waits for the next line that is not empty, and returns the line without white
 * space at its end. *ret is valid until the next call. BATCH_LINE_END: the
 * input has ended, or `error` is set. BATCH_LINE_TOO_LONG: *ret is empty. */
enum batch_line batch_lines_next(struct batch_lines *, struct slice *ret);
/* Returns true if batch_lines_next() would return without waiting. O(bytes in
 * `held`). */
bool batch_lines_is_ready(const struct batch_lines *);

#endif
