/*
 * retain.h -- retention: deletes rows that are older than the configured
 * limits.
 */
#ifndef DAEMON_RETAIN_H
#define DAEMON_RETAIN_H

#include <stdbool.h>

#include "base/err.h"

struct hub;
struct retain;

/* Starts the timer of retention. Returns 0 or ERR_MEMORY. After an error, the
 * caller must free *ret if it is set. */
int retain_new(struct hub *, struct retain **ret, struct err *e);
/* Must be called after the store's thread has ended. NULL is allowed. */
void retain_free(struct retain *);
/* Starts retention, unless it is running. While the clock is not settled, no
 * rows are deleted. */
void retain_start(struct hub *);
/* Starts retention at the end of --once. Returns true if retention is running;
 * it then calls hub_step_done() when it has ended. */
bool retain_at_end(struct hub *);

#endif
