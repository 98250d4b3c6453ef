/*
 * recut.h -- kept pages cut again, in processes beside this one.
 */
#ifndef CLI_RECUT_H
#define CLI_RECUT_H

#include "cli/cli.h"
#include "store/store.h"

struct recut_order {
	struct recut_query pages;
	bool dry_run; /* nothing is kept, and `revised` hears of each */
	int jobs;     /* processes at a time */
	void (*revised)(int64_t id, struct slice title, void *arg);
	void *arg;
};

struct recut_counts {
	int64_t results[RECUT_RESULT_COUNT];
	int64_t failed; /* of RECUT_PASSED: no process lived through them */
};

/* Cuts and keeps all that the order asks for, n_pages of them, with progress.
 * What was kept stays, however it ends.  CLI_OK, or CLI_FAILED after a
 * complaint. */
int recut_run(struct cli *, struct store *, const struct recut_order *,
    int64_t n_pages, struct recut_counts *ret);

#endif
