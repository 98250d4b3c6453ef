/*
 * store_view.h -- a copy of some rows of the database, read periodically, so
 * that the loop never waits for the disk.
 *
 * The store's thread reads into one struct while the other one is shown. If the
 * database does not answer, the last copy remains.
 */
#ifndef DAEMON_WRITER_STORE_VIEW_H
#define DAEMON_WRITER_STORE_VIEW_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct hub;
struct store;
struct store_view;

struct store_view_kind {
	const char *name; /* name of the event that is logged on failure */
	size_t bytes;     /* size of the struct that is read */
	/* Seconds between two readings. If no client has requested the copy
	 * for idle_s, the next reading is idle_s after the last one. */
	int64_t every_s, idle_s;
	/* On the store's thread: overwrites *copy completely. now: UTC
	 * seconds. Returns 0 or a negative code. */
	int (*read)(struct store *, void *copy, int64_t now, struct err *e);
};

/* Reads the first copy now. `kind` is borrowed. *ret is owned by the caller.
 * Returns 0 or ERR_MEMORY; *ret is then not written. */
int store_view_new(struct hub *, const struct store_view_kind *kind,
    struct store_view **ret, struct err *e);
/* Must be called after the store's thread has ended. NULL is allowed. */
void store_view_free(struct store_view *);
/* Returns the last copy and records the request; NULL: nothing was read yet, or
 * the view is NULL. Borrowed until control returns to the loop. */
const void *store_view_get(struct store_view *);

#endif
