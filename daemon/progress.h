/*
 * progress.h -- notifies the systemd watchdog while all parts of the daemon
 * make progress.
 */
#ifndef DAEMON_PROGRESS_H
#define DAEMON_PROGRESS_H

#include "base/err.h"

struct hub;
struct progress;

/* Checks the parts periodically from now on, and calls `checked` after each
 * check. On error *ret may be set, and must then be freed, too. */
typedef void progress_checked(struct hub *);
int progress_new(struct hub *, progress_checked *checked, struct progress **ret,
    struct err *e);
/* NULL is allowed. */
void progress_free(struct progress *);
/* Returns the part that makes no progress; NULL: none, or not checked yet. */
const char *progress_stuck(const struct hub *);

#endif
