/*
 * clock.h -- handles changes of the wall clock.
 *
 * The schedule is stored in wall time, because it must survive restarts. If the
 * clock jumps while the daemon runs, all planned times are moved by the same
 * amount: a poll that was due in an hour is still due in an hour. So a jump
 * forwards causes no burst of polls, and a jump backwards causes no stall
 * (clock_plans.c). At the start, planned times that are too far in the future,
 * because the clock was ahead, are reduced (store_cut_plans()).
 *
 * Entries and articles are deleted because of their age only while the clock is
 * settled. clock_trust.h defines when the clock is settled. clock_store.c
 * passes the database's newest time, the servers' Date headers and the elapsed
 * time to clock_trust.c, and stores the result.
 */
#ifndef DAEMON_CLOCK_CLOCK_H
#define DAEMON_CLOCK_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* If the clock jumps by less than this, planned times are not moved.
 */
#define CLOCK_JUMP_S 60

struct clock;
struct host;
struct hub;
struct response;
struct store;

/* Moves all planned times by by_s seconds. */
typedef void clock_move(struct hub *, int64_t by_s);
/* Compares the clock with the newest time in the database, without writing.
 * Logs a jump. Must be called before the store's thread is started.
 * `move_plans` is called when the clock has jumped. Returns 0, or a negative
 * code: ERR_MEMORY or an error of the database. After an error, the caller must
 * call clock_free() if *ret is set. */
int clock_new(
    struct store *, clock_move *move_plans, struct clock **ret, struct err *e);
/* NULL is allowed. */
void clock_free(struct clock *);
/* Stores the state when the daemon stops, before the store's thread ends. */
void clock_end(struct hub *);

/* Checks the clock and moves all planned times if it has jumped; passes the
 * elapsed time to clock_trust.h. Costs three system calls, and O(feeds) if the
 * clock has jumped. */
void clock_check(struct hub *);
/* Moves a time by shift_s; DATE_NONE and 0 are returned unchanged. Pure. */
int64_t clock_shifted(int64_t at, int64_t shift_s);
/* Returns the sum of all jumps since the start, in seconds. */
int64_t clock_shift_s(const struct hub *);
/* Returns by how many seconds the clock was set back before the start, as a
 * negative number; 0: it was not set back. */
int64_t clock_set_back_s(const struct hub *);

/* Returns the seconds before the start in which certainly no daemon used the
 * database; INT64_MAX: no daemon has used it before. */
int64_t clock_idle_s(const struct hub *);

/* Compares the Date header of a response with the clock. The host is the sender
 * of the response. */
void clock_note_response(
    struct hub *, const struct host *, const struct response *);
/* Returns the current time, minus a jump of the clock since the last
 * clock_check(). clock_is_settled() refers to this time. */
int64_t clock_now(const struct hub *);
/* Returns false if entries that look old by this clock may be new. Such entries
 * must not be deleted. */
bool clock_is_settled(const struct hub *);

#endif
