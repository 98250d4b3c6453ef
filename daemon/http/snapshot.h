/*
 * snapshot.h -- a copy of the database's overview for the status page, some
 * seconds old, so that the loop never waits for the disk.
 */
#ifndef DAEMON_HTTP_SNAPSHOT_H
#define DAEMON_HTTP_SNAPSHOT_H

#include "base/err.h"
#include "store/article/overview.h"

struct hub;
struct snapshot;

/* Reads a snapshot now, then every SNAPSHOT_EVERY_S while the page is
 * requested, else every SNAPSHOT_IDLE_S. */
int snapshot_start(struct hub *, struct snapshot **ret, struct err *e);
/* Call it after the store's thread has ended. NULL is allowed. */
void snapshot_free(struct snapshot *);

/* Returns the last snapshot and notes that the page was requested. NULL: none
 * was read yet. Borrowed until control returns to the loop. s may be NULL. */
const struct overview *snapshot_get(struct snapshot *s);

#endif
