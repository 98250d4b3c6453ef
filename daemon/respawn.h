/*
 * respawn.h -- how fast workers may die: a bucket of tokens.
 *
 * Each death takes one; where none is left, the next job waits until there is
 * one again.  So what kills them all (a library that was replaced under a
 * running daemon, a kernel without memory, a thousand poisoned pages) costs
 * LIMIT_DEATHS_S forks a second and not a core.
 */
#ifndef DAEMON_RESPAWN_H
#define DAEMON_RESPAWN_H

#include <stdint.h>

/* All zero is a full one. */
struct respawn {
	int64_t full_at_ms; /* monotonic: when it is full again */
};

void respawn_death(struct respawn *, int64_t now_ms);
/* How long the next job has to wait; 0: not at all. */
int64_t respawn_wait_ms(const struct respawn *, int64_t now_ms);

#endif
