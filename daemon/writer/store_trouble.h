/*
 * store_trouble.h -- the state of the store's thread while it cannot write: the
 * reason, its start and the time of the next try.
 *
 * There are three states. "Waits": the disk is full or the file is locked; this
 * ends without an action of the daemon, and the thread tries often. "Fault":
 * the disk fails, or the file is not in its place. This may end, too, but the
 * longer it lasts, the less likely this process recovers, since a descriptor on
 * a file system that failed remains unusable. "Damage": a page of the file is
 * corrupt; this does not end.
 */
#ifndef DAEMON_WRITER_STORE_TROUBLE_H
#define DAEMON_WRITER_STORE_TROUBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum trouble_state {
	TROUBLE_NONE,
	TROUBLE_WAITS,
	TROUBLE_FAULT,
	TROUBLE_DAMAGE /* a page of the file is corrupt; permanent */
};

/* If all members are 0, writing works. */
struct store_trouble {
	enum trouble_state state;
	int tries;              /* failed tries in this state */
	int64_t fault_since_ms; /* monotonic */
	struct err why;         /* reason of the last failure */
};

/* Records that an attempt has failed with the given state, or has succeeded
 * (TROUBLE_NONE). A fault lasts until an attempt succeeds, even if other states
 * are recorded meanwhile; damage is permanent. Returns true if a new state has
 * begun, which must be logged. */
bool trouble_note(struct store_trouble *, enum trouble_state,
    const struct err *why, int64_t now_ms);
/* Returns the delay before the next try. */
int64_t trouble_retry_ms(const struct store_trouble *);
/* Returns whether a fault has lasted for limit_ms, or damage for the smaller of
 * limit_ms and LIMIT_STORE_DAMAGE_MS. */
bool trouble_lasts(
    const struct store_trouble *, int64_t limit_ms, int64_t now_ms);
/* Logs the state that has begun, in one line. */
void trouble_log(const struct store_trouble *);

#endif
