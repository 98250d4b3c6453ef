/*
 * progress.h -- how far long work has come, with rate and time left: one line
 * on standard error where that is a terminal, nothing elsewhere.
 *
 *	struct progress progress;
 *	progress_begin(&progress, cli, "pages", n_pages);
 *	for each page:
 *		…
 *		progress_step(&progress, 1);
 *	progress_end(&progress);
 *
 * What the command says meanwhile (cli_fail, cli_note) takes the line's place;
 * it comes back with the next step.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"

struct progress {
	struct cli *cli;
	const char *what;    /* counted: "feeds", "pages" */
	int64_t total, done; /* total 0: nobody knows */
	int64_t begun_ms, shown_ms;
	bool shows;
};

void progress_begin(
    struct progress *, struct cli *, const char *what, int64_t total);
void progress_step(struct progress *, int64_t n);
/* So far, of so many, where something else counts: for store_watch(), with the
 * progress as its arg. */
void progress_tell(const char *what, int64_t done, int64_t total, void *);
/* The line goes. */
void progress_end(struct progress *);

/* "1200 of 10000 feeds (12%), 400/s, 22s left"; without a total "1200 feeds,
 * 400/s".  Rate and time left appear when a second has passed. */
void progress_line(struct buf *out, const char *what, int64_t done,
    int64_t total, int64_t elapsed_ms);

#endif
