/*
 * store_trouble.h -- why the store's thread cannot write, since when, and when
 * it tries again.
 *
 * Three troubles.  It waits: the disk is full, the file is locked; that passes
 * without us, and is looked for all the time.  Or it has a fault: the disk
 * fails, or the file is not in its place; that may pass too, but with the time
 * it becomes unlikely that this process sees it pass, since a descriptor on a
 * file system that went bad stays bad.
 */
#ifndef DAEMON_STORE_TROUBLE_H
#define DAEMON_STORE_TROUBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum trouble_state {
	TROUBLE_NONE,
	TROUBLE_WAITS,
	TROUBLE_FAULT,
	TROUBLE_DAMAGE /* a page of the file is not what it was: for good */
};

/* All zero: none. */
struct store_trouble {
	enum trouble_state state;
	int tries;              /* that failed in this state */
	int64_t fault_since_ms; /* monotonic */
	struct err why;         /* of the last one */
};

/* A try has failed by that, or (TROUBLE_NONE) has held.  A fault stays one
 * until a try holds, whatever else comes in between; damage stays.  True: another state has
 * begun, which is to be told. */
bool trouble_note(struct store_trouble *, enum trouble_state,
    const struct err *why, int64_t now_ms);
/* How long until the next try. */
int64_t trouble_retry_ms(const struct store_trouble *);
/* The fault has lasted so long; or damage as long as LIMIT_STORE_DAMAGE_MS, if
 * that is less. */
bool trouble_lasts(
    const struct store_trouble *, int64_t limit_ms, int64_t now_ms);
/* One line in the log, of a state that has begun. */
void trouble_tell(const struct store_trouble *);

#endif
