/*
 * backoff.h -- the time that a push waits after a failed delivery (backoff.c).
 */
#ifndef PUSH_BACKOFF_H
#define PUSH_BACKOFF_H

#include <stdint.h>

/* Returns the milliseconds to wait after `failures` failures in a row (1 or
 * more): about LIMIT_PUSH_BACKOFF_FIRST_MS, doubled by each further failure up
 * to LIMIT_PUSH_BACKOFF_MS. `random`, any number, changes the time by up to 20
 * % in both directions, so that many pushes do not send again at the same time.
 * Never more than LIMIT_PUSH_BACKOFF_MS.  Pure, O(1). */
int64_t push_backoff_ms(uint32_t failures, uint32_t random);

/* Returns the milliseconds to wait: the back-off, or the time that the receiver
 * requested, if that is longer. retry_after_s: this time in seconds, limited to
 * LIMIT_PUSH_RETRY_AFTER_S; -1: none was requested.  Pure, O(1). */
int64_t push_backoff_asked_ms(
    uint32_t failures, uint32_t random, int64_t retry_after_s);

#endif
