/*
 * clock_trust.h -- decides whether the wall clock is settled. Old entries may
 * be deleted only while it is settled. Pure functions.
 *
 * A clock is settled if these conditions hold:
 *
 *  1. No jump. When the daemon starts, the clock is within a day of the
 *     newest time in the database, plus the elapsed time (CLOCK_BOOTTIME) if
 *     the machine was not booted in between. The clock has not jumped by a day
 *     or more since. Otherwise 24 hours of steady time must pass. The 24 hours
 *     are counted across restarts: in the same boot even if the daemon does not
 *     run, in another boot while the daemon runs.
 *  2. Servers agree. At least three different servers (url_budget_key(): the
 *     registrable domain of a public host) have sent a Date header within a
 *     day of the clock since the daemon started. The servers that have sent
 *     such a date outnumber the servers that have sent another date.
 *  3. If the daemon asks fewer than three servers, this condition replaces
 *     condition 2: those servers agree, and have agreed for seven days. The
 *     daemon may be restarted in that time, but a majority of the servers must
 *     never have disagreed.
 *
 * Without any Date header a clock is never settled.
 */
#ifndef DAEMON_CLOCK_CLOCK_TRUST_H
#define DAEMON_CLOCK_CLOCK_TRUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "store/clock.h"

#define CLOCK_WAIT_S CLOCK_DAY_S /* after a jump */
/* If fewer than CLOCK_SERVERS servers are asked, they must agree with the clock
 * for this time. */
#define CLOCK_FEW_S (7 * CLOCK_DAY_S)
/* number of servers that must agree, if so many are asked */
#define CLOCK_SERVERS 3
/* Largest number of servers that are stored; enough for a majority. */
#define CLOCK_SERVERS_MOST 64

enum clock_verdict {
	CLOCK_NO_SERVER, /* no server has sent a Date header */
	CLOCK_OPPOSED,   /* at least as many servers disagree as agree */
	CLOCK_FEW,       /* one or two servers agree, and fewer disagree */
	CLOCK_MANY       /* three or more servers agree, and fewer disagree */
};

/* The last Date header of each server. All members zero: no server has sent a
 * Date header. */
struct clock_trust {
	struct clock_server {
		uint64_t key; /* hash of the server's budget key */
		/* seconds by which this clock is ahead of the server's last
		 * Date header */
		int64_t ahead_s;
	} servers[CLOCK_SERVERS_MOST];
	size_t n, next; /* next: index of the oldest row, which is replaced if
			   the array is full */
};

/* Records that a server has sent a Date header; ahead_s is our clock minus this
 * date. Only the last date of a server counts. */
void clock_trust_note_server(
    struct clock_trust *, struct slice server, int64_t ahead_s);
/* Adjusts the stored differences after the clock was set by by_s seconds. */
void clock_trust_shift(struct clock_trust *, int64_t by_s);
/* Returns the verdict. ret_off_s: seconds by which the clock is ahead, the
 * median over the servers that disagree; 0 unless CLOCK_OPPOSED. */
enum clock_verdict clock_trust_judge(
    const struct clock_trust *, int64_t *ret_off_s);

/* Computes the row of the clock at a start. `last` is the newest row (NULL:
 * none). newest_at is the newest time in a database without clock rows
 * (DATE_NONE: there is no time). from_at, until_at, boot and boot_s of *now
 * must be set; the function sets the other members. Returns false if the clock
 * continues the row `last`; *now then has the id of that row. */
bool clock_trust_start(
    const struct clock_row *last, int64_t newest_at, struct clock_row *now);
/* Called if the clock has jumped by a day or more while the daemon ran: *row
 * becomes the row of the new clock. */
void clock_trust_jump(struct clock_row *row, int64_t now, int64_t by_s);
/* Updates the row after passed_s seconds of steady time with the current
 * verdict. Returns true if agreed_since, off_s or is_right has changed, or if
 * the wait has ended; the caller must then store the row. */
bool clock_trust_pass(struct clock_row *, enum clock_verdict, int64_t off_s,
    int64_t now, int64_t passed_s);
/* True if the clock is settled: the wait of the row has ended, and enough
 * servers agree with the clock, or few servers have agreed for CLOCK_FEW_S. */
bool clock_trust_settled(
    const struct clock_row *, enum clock_verdict, int64_t now);

#endif
