/*
 * clock.h -- handles changes of the wall clock.
 *
 * The schedule is stored in wall time, because it must survive restarts. If the
 * clock jumps while the daemon runs, all planned times are moved by the same
 * amount: a poll that was due in an hour is still due in an hour. So a jump
 * forwards causes no burst of polls and a jump backwards no stall (clock.c). At
 * the start, plans that were made by a clock that was ahead are limited
 * (store_cut_plans()).
 *
 * Nothing is deleted because of its age unless the clock is settled.
 * clock_trust.h defines when it is. clock_store.c passes the database's newest
 * time, the servers' Date headers and the elapsed time to it, and stores the
 * result.
 */
#ifndef DAEMON_CLOCK_CLOCK_H
#define DAEMON_CLOCK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "daemon/clock/clock_trust.h"

/* A smaller jump is a correction that moves no planned times. */
#define CLOCK_JUMP_S 60

struct clock {
	bool known;
	int64_t offset_s; /* wall clock minus steady clock, before any jump */
	int64_t shift_s;  /* sum of all jumps */
	/* clock_store.c */
	/* the row of the current clock; id 0: not stored yet */
	struct clock_row row;
	struct clock_trust trust;
	enum clock_verdict verdict;
	int64_t off_s;     /* by which the clock is ahead, by the verdict */
	int64_t passed_ms; /* steady time of the last check */
	int64_t noted_ms;  /* steady time of the last write to the database */
	/* < 0: the clock was set back before the start; else 0 */
	int64_t set_back_s;
	uint32_t span;     /* number of rows that this process has started */
	bool is_beginning; /* the row is being stored */
	bool was_settled;  /* at the last check */
	bool told_opposed; /* CLOCK_OPPOSED was logged */
};

/* Returns by how much the wall clock has jumped since the last call; 0: it has
 * not jumped. steady_ms must include the time that the machine sleeps
 * (CLOCK_BOOTTIME), so that a sleep is not a jump. Pure. */
int64_t clock_jump(struct clock *, int64_t now, int64_t steady_ms);

/* Moves a time by shift_s; DATE_NONE and 0 are returned unchanged. */
int64_t clock_shifted(int64_t at, int64_t shift_s);

struct hub;
struct host;
struct response;
struct store;

/* Checks the clock and moves all planned times if it has jumped; passes the
 * elapsed time to clock_trust.h. Costs three system calls, and O(feeds) if the
 * clock has jumped. */
void clock_check(struct hub *);

/* clock_store.c */

/* Compares the clock with the newest time in the database, without writing.
 * Logs a jump. Must be called before the store's thread is started. */
int clock_start(struct hub *, struct store *, struct err *e);
/* Compares the Date header of a response of the host with the clock. */
void clock_note_response(
    struct hub *, const struct host *, const struct response *);
/* Starts a new row after the clock has jumped by a day or more. */
void clock_note_jump(struct hub *, int64_t now, int64_t by_s);
/* Stores the remaining wait, the agreement of the servers and the time of the
 * last check, as time passes. */
void clock_pass(struct hub *);
/* Stores the state when the daemon stops. */
void clock_end(struct hub *);
/* CLOCK_BOOTTIME, which includes the time that the machine sleeps. */
int64_t clock_steady_ms(void);
/* The time of the clock that was checked last, without a jump since then. The
 * settled state refers to that clock. */
int64_t clock_now(const struct hub *);
/* False: entries that look old by this clock may be new and must not be
 * deleted. */
bool clock_is_settled(const struct hub *);

#endif
