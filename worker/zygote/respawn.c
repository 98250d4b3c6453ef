/*
 * respawn.c -- see respawn.h. The token bucket is stored as the time at which
 * it will be full again. A token is a span of TOKEN_MS, so no timer has to
 * refill the bucket.
 */
#include "worker/zygote/respawn.h"

#include "base/limits.h"

#define TOKEN_MS (1000 / LIMIT_DEATHS_S)
#define MOST_MS  (LIMIT_DEATHS * TOKEN_MS)

void
respawn_death(struct respawn *r, int64_t now_ms)
{
	if (r->full_at_ms < now_ms)
		r->full_at_ms = now_ms;
	/* Up to LIMIT_WORKERS processes may run when the bucket becomes empty,
	 * and may die, too. Further deaths do not extend the delay. */
	if (r->full_at_ms - now_ms < MOST_MS + LIMIT_WORKERS * TOKEN_MS)
		r->full_at_ms += TOKEN_MS;
}

int64_t
respawn_wait_ms(const struct respawn *r, int64_t now_ms)
{
	int64_t missing_ms = r->full_at_ms - now_ms;

	return missing_ms > MOST_MS - TOKEN_MS
		   ? missing_ms - (MOST_MS - TOKEN_MS)
		   : 0;
}
