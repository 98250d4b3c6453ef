/*
 * progress.h -- notifies the systemd watchdog while all parts of the daemon
 * make progress.
 */
#ifndef DAEMON_HEALTH_PROGRESS_H
#define DAEMON_HEALTH_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct hub;
struct progress;

/* Checks the parts periodically from now on, and calls `checked` after each
 * check. Returns 0 or ERR_MEMORY. After an error, the caller must free *ret if
 * it is set. */
typedef void progress_checked(struct hub *);
int progress_new(struct hub *, progress_checked *checked, struct progress **ret,
    struct err *e);
/* NULL is allowed. */
void progress_free(struct progress *);
/* Returns the part that makes no progress; NULL: none, or not checked yet. */
const char *progress_stuck(const struct hub *);

/* The last progress of a part; all members are 0 before the first check of the
 * part. */
struct progress_sign {
	uint64_t beats;     /* value of the counter at the last check */
	/* monotonic time of the last check at which the part was idle or its
	 * counter had changed */
	int64_t changed_ms;
	int n_looks;        /* number of checks since changed_ms */
};

/* Checks a part that has the counter `beats` now. is_idle: it has no work.
 * now_ms: monotonic time. Returns false if the part is stuck: it has work, and
 * its counter has not changed for three times LIMIT_WORKER_WALL_MS and for four
 * checks. The checks are counted, because time in which the whole process did
 * not run (SIGSTOP, a virtual machine that was paused) is not a sign of a stuck
 * part. Pure. O(1). */
bool progress_moves(
    struct progress_sign *, uint64_t beats, bool is_idle, int64_t now_ms);

#endif
