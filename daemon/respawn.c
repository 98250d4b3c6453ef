/*
 * respawn.c -- the bucket, as the time at which it will be full again: a token
 * is a span of that time, so that there is nothing to be refilled.
 */
#include "daemon/respawn.h"

#include "config/limits.h"

#define TOKEN_MS (1000 / LIMIT_DEATHS_S)
#define MOST_MS  (LIMIT_DEATHS * TOKEN_MS)

void
respawn_death(struct respawn *r, int64_t now_ms)
{
	if (r->full_at_ms < now_ms)
		r->full_at_ms = now_ms;
	/* Those that ran when it became empty die too, for nothing. */
	if (r->full_at_ms - now_ms < MOST_MS + LIMIT_WORKERS * TOKEN_MS)
		r->full_at_ms += TOKEN_MS;
}

int64_t
respawn_wait_ms(const struct respawn *r, int64_t now_ms)
{
	int64_t owed_ms = r->full_at_ms - now_ms;

	return owed_ms > MOST_MS - TOKEN_MS ? owed_ms - (MOST_MS - TOKEN_MS)
					    : 0;
}
