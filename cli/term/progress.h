/*
 * progress.h -- progress of long work, with rate and remaining time: one line
 * on standard error if that is a terminal, else nothing.
 *
 *	struct progress progress;
 *	progress_begin(&progress, cli, "pages", n_pages);
 *	for each page:
 *		…
 *		progress_step(&progress, 1);
 *	progress_end(&progress);
 *
 * Messages of the command (cli_fail, cli_note) replace the line; the next step
 * prints it again.
 */
#ifndef CLI_TERM_PROGRESS_H
#define CLI_TERM_PROGRESS_H

#include "cli/cli.h"

struct progress {
	struct cli *cli;
	const char *what;    /* the counted unit: "feeds", "pages" */
	int64_t total, done; /* `total` 0: unknown */
	int64_t begun_ms, shown_ms;
	bool shows;
};

/* Begins to count.  `what` is borrowed.  Nothing is shown if standard error is
 * not a terminal. */
void progress_begin(
    struct progress *, struct cli *, const char *what, int64_t total);
/* Adds n units. */
void progress_step(struct progress *, int64_t n);
/* Shows that `done` of `total` units are done. If the unit differs from that of
 * the last call, a new count with its own rate begins. The function is a
 * callback for store_watch(), with the struct progress as its argument. */
void progress_set(const char *what, int64_t done, int64_t total, void *);
/* Removes the line. */
void progress_end(struct progress *);

/* Appends "1200 of 10000 feeds (12%), 400/s, 22s left"; without a total "1200
 * feeds, 400/s". Rate and remaining time are omitted in the first second. */
void progress_line(struct buf *out, const char *what, int64_t done,
    int64_t total, int64_t elapsed_ms);

#endif
