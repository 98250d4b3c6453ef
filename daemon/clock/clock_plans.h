/*
 * clock_plans.h -- moves planned times when the clock is set.
 */
#ifndef DAEMON_CLOCK_CLOCK_PLANS_H
#define DAEMON_CLOCK_CLOCK_PLANS_H

#include <stdint.h>

struct hub;

/* Called when the clock has jumped by by_s: adds by_s to all planned times, in
 * memory and in the database. The callback of clock_new(). O(feeds). */
void clock_plans_move(struct hub *, int64_t by_s);

#endif
