/*
 * respawn.h -- rate limit of forks after deaths of workers: a token bucket.
 *
 * Each death takes one token. If no token is left, the next job waits for one.
 * So a fault that kills every worker (a library that was replaced while the
 * daemon runs, a kernel without memory, a thousand documents that crash the
 * parser) costs LIMIT_DEATHS_S forks a second instead of the whole time of a
 * processor core.
 */
#ifndef WORKER_ZYGOTE_RESPAWN_H
#define WORKER_ZYGOTE_RESPAWN_H

#include <stdint.h>

/* All zero is a full bucket. */
struct respawn {
	int64_t full_at_ms; /* monotonic time at which the bucket is full */
};

/* Counts the death of a process.  now_ms: monotonic. */
void respawn_death(struct respawn *, int64_t now_ms);
/* Returns how long the next job must wait; 0: not at all. */
int64_t respawn_wait_ms(const struct respawn *, int64_t now_ms);

#endif
