/*
 * clock.h -- the wall clock may be set, while the daemon runs and before.
 *
 * The schedule is kept in wall time, since it outlives restarts.  When the
 * clock jumps while the daemon runs, everything that is planned is moved by as
 * much: what was due in an hour is due in an hour, forwards (no storm of polls)
 * and backwards (no stall) (clock.c).  At the start, plans of a clock that was
 * ahead are cut back (store_cut_plans()).
 *
 * Nothing is deleted for its age unless the clock is settled: clock_trust.h
 * says when; clock_keep.c feeds it with the database's newest row, the servers'
 * Date headers and the time that passes, and keeps what came of it.
 */
#ifndef DAEMON_CLOCK_H
#define DAEMON_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "daemon/clock_trust.h"

/* A smaller jump is a correction, and moves nothing. */
#define CLOCK_JUMP_S 60

struct clock {
	bool known;
	int64_t offset_s; /* wall clock less steady clock, before any jump */
	int64_t shift_s;  /* sum of all jumps */
	/* clock_keep.c */
	struct clock_row row; /* of the clock of now; id 0: not stored yet */
	struct clock_trust trust;
	enum clock_verdict verdict;
	int64_t off_s;     /* of the verdict */
	int64_t passed_ms; /* steady time of the last look */
	int64_t noted_ms;  /* … of the last note in the database */
	int64_t set_back_s; /* before the start, < 0: it was; else 0 */
	uint32_t span;     /* counts the rows of this process */
	bool is_beginning; /* the row is being stored */
	bool was_settled;  /* at the last look */
	bool told_opposed; /* and logged */
};

/* How far the wall clock has jumped since it was last asked; 0: it has not.
 * steady_ms goes on while the machine sleeps (CLOCK_BOOTTIME), so that a
 * sleep is none.  Pure. */
int64_t clock_jump(struct clock *, int64_t now, int64_t steady_ms);

/* A time that was noted under a clock that is `shift_s` away; DATE_NONE and 0
 * stay what they are. */
int64_t clock_shifted(int64_t at, int64_t shift_s);

struct hub;
struct host;
struct response;
struct store;

/* Looks, and moves all that is planned if it has jumped; lets time pass for
 * clock_trust.h.  Costs three system calls while nothing happens, O(feeds) when
 * it has jumped. */
void clock_check(struct hub *);

/* clock_keep.c */

/* Before the store's thread: compares the clock with the database's newest
 * time, without writing.  Logs a jump. */
int clock_start(struct hub *, struct store *, struct err *e);
/* The host has answered; its Date is compared with the clock. */
void clock_heard(struct hub *, const struct host *, const struct response *);
/* It has jumped by a day or more: another row. */
void clock_leapt(struct hub *, int64_t now, int64_t by_s);
/* Time has passed: wait, agreement and the last look are noted. */
void clock_pass(struct hub *);
/* The last note, when the daemon stops. */
void clock_end(struct hub *);
/* CLOCK_BOOTTIME: goes on while the machine sleeps. */
int64_t clock_steady_ms(void);
/* The time by the clock that was looked at last, as if it had not been set
 * since: that is the one that is settled or not. */
int64_t clock_now(const struct hub *);
/* False: what is old by this clock may be new, and must not be deleted. */
bool clock_is_settled(const struct hub *);

#endif
