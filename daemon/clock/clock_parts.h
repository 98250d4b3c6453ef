/*
 * clock_parts.h -- the state of the clock, shared by clock.c, which detects
 * jumps, and clock_store.c, which stores the state of the clock.
 */
#ifndef DAEMON_CLOCK_CLOCK_PARTS_H
#define DAEMON_CLOCK_CLOCK_PARTS_H

#include "daemon/clock/clock.h"
#include "daemon/clock/clock_trust.h"

struct clock {
	clock_move *move_plans;
	bool known;
	int64_t offset_s; /* wall clock minus steady clock, after the
			     last jump */
	int64_t shift_s;  /* sum of all jumps */
	/* clock_store.c */
	/* the row of the current clock; id 0: not stored yet */
	struct clock_row row;
	struct clock_trust trust;
	enum clock_verdict verdict;
	/* seconds by which the clock is ahead, according to the servers that
	 * disagree with it; 0 unless verdict is CLOCK_OPPOSED */
	int64_t off_s;
	int64_t passed_ms; /* steady time of the last check */
	int64_t noted_ms;  /* steady time of the last write to the database */
	/* seconds by which the clock was set back before the start, as a
	 * negative number; 0: it was not set back */
	int64_t set_back_s;
	int64_t idle_s;      /* clock_idle_s() */
	uint32_t span;       /* clock rows that this process has begun */
	bool is_beginning;   /* the row is being inserted */
	bool was_settled;    /* the clock was settled at the last check */
	bool logged_opposed; /* CLOCK_OPPOSED was logged */
};

/* Returns by how many seconds the wall clock has moved against the steady clock
 * since the first call or the last jump; 0: by less than CLOCK_JUMP_S. steady_ms
 * must include the time that the machine sleeps (CLOCK_BOOTTIME), so that a
 * sleep is not a jump. Changes only the struct. */
int64_t clock_jump(struct clock *, int64_t now, int64_t steady_ms);

/* ---- clock_store.c ---- */

/* Begins a new row of the table `clock` after the clock has jumped by a day or
 * more. */
void clock_note_jump(struct hub *, int64_t now, int64_t by_s);
/* Called periodically. Stores the time that is left until the clock is settled,
 * whether the Date headers of servers agree with the clock, and the time of
 * this check. */
void clock_pass(struct hub *);
/* Returns CLOCK_BOOTTIME, which includes the time that the machine sleeps. */
int64_t clock_steady_ms(void);

#endif
