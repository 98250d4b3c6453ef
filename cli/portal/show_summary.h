/*
 * show_summary.h -- gleaner show ID --summary: the summary of an article, for a
 * reader or over all articles of its story.
 */
#ifndef CLI_PORTAL_SHOW_SUMMARY_H
#define CLI_PORTAL_SHOW_SUMMARY_H

#include "cli/cli.h"

struct store;

struct show_summary {
	int64_t id;          /* of an article */
	const char *profile; /* NULL: none */
	bool is_story;
};

/* Writes the summary, with --json as one object.  Returns an exit code. */
int show_summary_run(struct cli *, struct store *, const struct show_summary *);

#endif
