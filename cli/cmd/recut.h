/*
 * recut.h -- extracts stored pages again, in worker processes.
 */
#ifndef CLI_CMD_RECUT_H
#define CLI_CMD_RECUT_H

#include "cli/cli.h"
#include "crawler/access.h"
#include "store/store.h"

struct recut_options {
	struct recut_query pages;
	const struct access *access; /* the rules of sites; NULL: none */
	/* nothing is stored; `revised` is called for each article that would
	 * change */
	bool dry_run;
	int jobs; /* number of processes that extract pages in parallel */
	void (*revised)(int64_t id, struct slice title, void *arg);
	void *arg;
};

struct recut_counts {
	int64_t results[RECUT_RESULT_COUNT];
	/* number of pages that were skipped because they could not be unpacked
	 * or extracted; results[RECUT_PASSED] also counts them */
	int64_t failed;
};

/* Extracts and stores the n_pages pages that the options select, and shows the
 * progress. If the run fails, results that were stored before remain stored.
 * Returns CLI_OK, or CLI_FAILED after an error message. */
int recut_run(struct cli *, struct store *, const struct recut_options *,
    int64_t n_pages, struct recut_counts *ret);

#endif
