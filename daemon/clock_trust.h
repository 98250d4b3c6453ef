/*
 * clock_trust.h -- is the wall clock settled, so that what is old by it may be
 * deleted?  Pure: all is passed in.
 *
 * A clock is settled when three things hold:
 *
 *  1. No jump.  When the daemon starts it stands within a day of where the
 *     newest time in the database and, in the same boot, the time that has
 *     passed since (CLOCK_BOOTTIME) lead to expect it; and it did not jump by a
 *     day or more since.  Otherwise it is waited for 24 hours of steady time,
 *     which goes on over restarts: in the same boot with the daemon or without
 *     it, in another boot while the daemon runs.
 *  2. Servers agree.  At least three different ones (url_budget_key(): the
 *     registrable domain of a public host) have sent a Date header within a day
 *     of it since the daemon started, and they are more than those that have
 *     sent another.
 *  3. Where fewer than three servers are ever asked, all that is needed beside
 *     1. is that those agree, and have for seven days: the daemon may be
 *     restarted meanwhile, but no majority may have said otherwise.
 *
 * Without any Date header a clock is never settled.
 */
#ifndef DAEMON_CLOCK_TRUST_H
#define DAEMON_CLOCK_TRUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "store/clock.h"

#define CLOCK_WAIT_S    CLOCK_DAY_S       /* after a jump */
#define CLOCK_FEW_S     (7 * CLOCK_DAY_S) /* servers that are few agree */
#define CLOCK_SERVERS   3                 /* they are few below that */
#define CLOCK_SERVERS_MOST 64 /* remembered: no more are needed for a majority */

enum clock_verdict {
	CLOCK_UNHEARD, /* no server has told its time */
	CLOCK_OPPOSED, /* as many or more tell another time as this one */
	CLOCK_FEW,     /* one or two agree, and fewer disagree */
	CLOCK_MANY     /* three or more do */
};

/* All zero: nothing was heard. */
struct clock_trust {
	struct clock_server {
		uint64_t key;    /* hash of the server's */
		int64_t ahead_s; /* this clock, by what it said last */
	} servers[CLOCK_SERVERS_MOST];
	size_t n, next; /* where all places are taken, the oldest goes */
};

/* A server has told its time; ahead_s: our clock less that.  Its last word
 * counts. */
void clock_trust_hear(
    struct clock_trust *, struct slice server, int64_t ahead_s);
/* The clock was set by so much: what was heard is of before. */
void clock_trust_shift(struct clock_trust *, int64_t by_s);
/* ret_off_s: by how much it is ahead, as the median of those that disagree
 * tells; 0 unless CLOCK_OPPOSED. */
enum clock_verdict clock_trust_judge(
    const struct clock_trust *, int64_t *ret_off_s);

/* The clock of a start: `last` is the newest row (NULL: none), newest_at the
 * newest time in a database without one (DATE_NONE: it has none), `now` that
 * of the start (from_at, until_at, boot, boot_s are set).  Fills in the rest of
 * *now; false: it goes on as the row `last`, whose id it has got. */
bool clock_trust_start(const struct clock_row *last, int64_t newest_at,
    struct clock_row *now);
/* The clock has jumped by a day or more while the daemon ran: *row becomes the
 * row of the new one. */
void clock_trust_jump(struct clock_row *row, int64_t now, int64_t by_s);
/* So much steady time has passed, and that is the verdict.  True: agreed_since,
 * off_s, is_right or the end of the wait has changed, and is to be kept. */
bool clock_trust_pass(struct clock_row *, enum clock_verdict, int64_t off_s,
    int64_t now, int64_t passed_s);
bool clock_trust_settled(
    const struct clock_row *, enum clock_verdict, int64_t now);

#endif
