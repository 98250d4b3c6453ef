/*
 * respawn.c -- the bucket is stored as the time at which it is full again. A
 * token is a span of TOKEN_MS, so no timer has to refill the bucket.
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
	/* Processes that were running when the bucket became empty may die,
	 * too. Their deaths do not extend the delay further. */
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
