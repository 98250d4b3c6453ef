/*
 * backoff.c -- see backoff.h.
 */
#include "push/backoff.h"

#include "base/limits.h"

#define SPREAD_PERCENT 20

int64_t
push_backoff_ms(uint32_t failures, uint32_t random)
{
	int64_t ms = LIMIT_PUSH_BACKOFF_FIRST_MS, spread_ms;

	while (failures-- > 1 && ms < LIMIT_PUSH_BACKOFF_MS)
		ms *= 2;
	spread_ms = ms * SPREAD_PERCENT / 100;
	ms += (int64_t)random % (2 * spread_ms + 1) - spread_ms;
	return ms < LIMIT_PUSH_BACKOFF_MS ? ms : LIMIT_PUSH_BACKOFF_MS;
}

int64_t
push_backoff_asked_ms(uint32_t failures, uint32_t random, int64_t retry_after_s)
{
	int64_t ms = push_backoff_ms(failures, random), asked_ms;

	if (retry_after_s > LIMIT_PUSH_RETRY_AFTER_S)
		retry_after_s = LIMIT_PUSH_RETRY_AFTER_S;
	asked_ms = retry_after_s * 1000;
	return asked_ms > ms ? asked_ms : ms;
}
