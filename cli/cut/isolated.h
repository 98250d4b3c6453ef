/*
 * isolated.h -- reading documents in a separate process
 * (worker/reader/reader.h), for commands: one document, or one document per
 * input line.
 *
 * The first byte of an answer is an enum isolated_result; the rest is the text
 * to show, or the reason why there is no text. The text is checked before it is
 * shown, because a document may have taken control of the process: no escape
 * sequences of a compromised process reach the terminal.
 */
#ifndef CLI_CUT_ISOLATED_H
#define CLI_CUT_ISOLATED_H

#include "cli/cli.h"
#include "worker/reader/reader.h"

enum isolated_result {
	ISOLATED_DONE = 'd',
	ISOLATED_NOTHING = 'n', /* the document was read without errors, but has
				   no text */
	ISOLATED_FAILED = 'f'   /* the text contains the reason */
};

/* Starts a reader and prints a note if a part of the sandbox is not available.
 * Returns CLI_OK, or CLI_FAILED after an error message. */
int isolated_start(
    struct cli *, struct reader *, const struct reader_options *);

/* Splits an answer into result and text. Returns false if the answer is not
 * valid. */
bool isolated_read(
    struct slice answer, enum isolated_result *ret, struct slice *ret_text);

/* Starts a reader, sends the question and waits for the answer. Returns CLI_OK,
 * or CLI_FAILED after an error message, also for ISOLATED_FAILED. */
int isolated_ask(struct cli *, const struct reader_options *,
    struct slice question, struct reader *ret, enum isolated_result *ret_result,
    struct slice *ret_text);

/* ---- many documents, answered in input order (batch.c) ---- */

struct batch_options {
	struct reader_options reader;
	const char *what; /* unit of the progress line: "pages" */
	int64_t jobs;     /* number of processes */
	/* Called in the command's process, which is not sandboxed. Writes the
	 * question for the process that reads documents and returns true. If no
	 * process is needed, writes the answer and returns false. An answer
	 * begins with an enum isolated_result. */
	bool (*ask)(void *arg, struct slice line, struct buf *question,
	    struct buf *answer);
	/* Writes the answer for a line whose reader gave no answer. */
	void (*put_error)(
	    void *arg, struct slice line, const char *why, struct buf *answer);
	void *arg;
};
/* Returns CLI_OK, or CLI_FAILED if the batch could not continue. *ret_failed is
 * true if the result of a line was ISOLATED_FAILED. */
int batch_run(
    struct cli *, const struct batch_options *, FILE *in, bool *ret_failed);

#endif
