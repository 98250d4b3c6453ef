/*
 * snapshot.h -- what the status page shows of the database, as it was some
 * seconds ago: the loop never waits for the disk.
 */
#ifndef DAEMON_SNAPSHOT_H
#define DAEMON_SNAPSHOT_H

#include "base/err.h"
#include "store/overview.h"

struct hub;
struct snapshot;

/* Reads one now; then every SNAPSHOT_EVERY_S while somebody looks, else once
 * in SNAPSHOT_IDLE_S. */
int snapshot_start(struct hub *, struct snapshot **ret, struct err *e);
/* After the store's thread has ended.  NULL is allowed. */
void snapshot_free(struct snapshot *);

/* The last one, and notes that somebody looks; NULL: none was read yet.
 * Borrowed until the loop goes on.  s may be NULL. */
const struct overview *snapshot_get(struct snapshot *s);

#endif
