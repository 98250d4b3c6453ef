/*
 * clock.h -- the wall clock may be set while the daemon runs.
 *
 * The schedule is kept in wall time, since it outlives restarts.  When the
 * clock jumps, all that was planned jumps with it: what was due in an hour is
 * due in an hour, forwards (no storm) and backwards (no stall).
 */
#ifndef DAEMON_CLOCK_H
#define DAEMON_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* What is less is a correction, and nobody notices. */
#define CLOCK_JUMP_S 60

struct clock {
	bool known;
	int64_t offset_s; /* wall clock less steady clock, before any jump */
	int64_t shift_s;  /* sum of all jumps */
	int64_t
	    leapt_ms; /* steady time of the last of a day or more; 0: none */
};

/* How far the wall clock has jumped since it was last asked; 0: it has not.
 * steady_ms goes on while the machine sleeps (CLOCK_BOOTTIME), so that a
 * sleep is none.  Pure. */
int64_t clock_jump(struct clock *, int64_t now, int64_t steady_ms);

/* A time that was noted under a clock that is `shift_s` away; DATE_NONE and 0
 * stay what they are. */
int64_t clock_shifted(int64_t at, int64_t shift_s);

struct hub;
/* Looks, and moves all that is planned if it has jumped.  Costs two system
 * calls while nothing happens, O(feeds) when it does. */
void clock_check(struct hub *);
/* False for a day after a jump of a day or more: what is old by that clock may
 * be of today, and must not be deleted for its age. */
bool clock_is_settled(const struct hub *);

#endif
