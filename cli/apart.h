/*
 * apart.h -- reading in a process apart (daemon/reader.h), for commands: one
 * document, or lines that name one each.
 *
 * An answer's first byte is an enum apart_result, the rest is text: what is to
 * be shown, or why there is nothing.  It is looked at before it is shown, as
 * if a stranger had written it: a process that was broken into sends no
 * terminal its escapes.
 */
#ifndef CLI_APART_H
#define CLI_APART_H

#include "cli/cli.h"
#include "daemon/reader.h"

enum apart_result {
	APART_DONE = 'd',
	APART_NOTHING = 'n', /* done, and there is nothing in it */
	APART_FAILED = 'f'   /* the text says why */
};

/* Starts a reader, and tells where there are no walls.  CLI_OK, or CLI_FAILED
 * after a complaint. */
int apart_start(struct cli *, struct reader *, const struct reader_order *);

/* The answer in two.  False: it is none. */
bool apart_read(
    struct slice answer, enum apart_result *ret, struct slice *ret_text);

/* One question of one reader.  *ret_text is valid until reader_stop() of
 * *ret, which is the caller's to do.  Complains where it is APART_FAILED or
 * there is no answer: CLI_FAILED. */
int apart_ask(struct cli *, const struct reader_order *, struct slice question,
    struct reader *ret, enum apart_result *ret_result, struct slice *ret_text);

/* ---- lines in, lines out, in their order (batch.c) ---- */

struct batch_order {
	struct reader_order reader;
	const char *what; /* of the progress: "pages" */
	int64_t jobs;     /* processes */
	/* Here: what the reader is to be asked, or false and the answer in its
	 * stead, which begins with a result like the reader's. */
	bool (*ask)(void *arg, struct slice line, struct buf *question,
	    struct buf *answer);
	/* What is said of a line whose reader gave no answer. */
	void (*sorry)(
	    void *arg, struct slice line, const char *why, struct buf *answer);
	void *arg;
};
/* CLI_OK, or CLI_FAILED where it could not go on; *ret_failed: some line's
 * result was APART_FAILED. */
int batch_run(
    struct cli *, const struct batch_order *, FILE *in, bool *ret_failed);

#endif
