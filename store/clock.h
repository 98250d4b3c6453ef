/*
 * clock.h -- the spans of time in which the system clock ran without a jump,
 * and the repair of plans that were made with a wrong clock.
 *
 * Each row of the table `clock` is such a span.  A jump of a day or more begins
 * another row.  The daemon decides whether the clock is right
 * (daemon/clock/clock_trust.h) and stores the result in the row.
 *
 * Rows of other tables that were written with a wrong clock have wrong times:
 * after a start in the year 1970, new rows have old times.  Retention
 * (retention.sql) therefore counts the age of these rows from the time at which
 * a later clock was right.
 */
#ifndef STORE_CLOCK_H
#define STORE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

/* Differences of less than a day do not count as a jump. */
#define CLOCK_DAY_S 86400

/* The longest wait that a server can ask for is 30 days (Retry-After, a feed
 * that is gone).  Skipped days of the week may add six days. */
#define CLOCK_PLAN_MOST_S (37 * CLOCK_DAY_S)

#define CLOCK_BOOT_BYTES 37 /* a UUID and a NUL */

struct clock_row {
	int64_t id;
	int64_t from_at,
	    until_at; /* start and end of the span, UTC seconds of its clock */
	char boot[CLOCK_BOOT_BYTES]; /* boot id at the last check; "":
				      * unknown */
	int64_t boot_s; /* CLOCK_BOOTTIME at the last check, seconds */
	int64_t jump_s; /* size of the jump before this span; 0: none */
	int64_t wait_s; /* remaining wait of retention; 0: no wait */
	int64_t agreed_since; /* time since which the servers' clocks agree with
				 each other; DATE_NONE: they disagree, or no
				 server was asked */
	int64_t agreed_before; /* agreed_since of the row before a jump;
				  becomes agreed_since if servers agree with
				  this clock, too. Not stored. */
	int64_t off_s; /* seconds by which the clock is ahead of the servers'
			  times */
	bool is_right;
};

/* Reads the newest row.  Returns 1 if *ret was filled, 0 if there is no row, <
 * 0 after an error. */
int store_clock_last(struct store *, struct clock_row *ret, struct err *e);
/* Reads the newest time that is stored in a poll, a change, an article or a
 * feed, for a database without a clock row.  DATE_NONE: no time is stored.
 * O(feeds). */
int store_clock_newest(struct store *, int64_t *ret, struct err *e);
/* Inserts a new span; row->id is ignored. */
int store_clock_begin(struct store *, const struct clock_row *row,
    int64_t *ret_id, struct err *e);
/* Updates the row with this id: from_at (to the earlier of the stored and the
 * given time), until_at, boot, boot_s, wait_s, agreed_since, off_s and
 * is_right.  Deletes settled_at (store_clock_settle()), because this clock
 * still records times. */
int store_clock_note(
    struct store *, const struct clock_row *row, struct err *e);
/* Applies the decision that the clock of this row is right.  Earlier rows with
 * the same agreed_since are marked as right.  For all other rows that are not
 * right and have no settled_at, `now` is stored in settled_at: the time at
 * which another clock was right.  Times in the database that are more than a
 * day after `now` are set to `now`.  O(rows in the future). */
int store_clock_settle(
    struct store *, const struct clock_row *row, int64_t now, struct err *e);

/* A larger difference between two clocks, in seconds, is not caused by network
 * delay. */
#define CLOCK_OFF_S 60
/* Returns in *ret_s by how many seconds `now` (UTC) is ahead of the clock of the
 * database's server; a negative number if it is behind.  0 on SQLite, which has
 * no clock of its own.  One round trip. */
int store_clock_ahead(
    struct store *, int64_t now, int64_t *ret_s, struct err *e);

/* The parameters of store_cut_plans(). */
struct plan_bounds {
	int64_t now;
	int64_t by_s; /* seconds by which the clock was set back, as a negative
			 number; 0: it was not set back */
	int64_t longest_s; /* the longest wait of the configuration */
	bool at_start; /* the times of revisits and robots.txt are moved, too;
			  O(number of these rows) */
};
/* Corrects planned times: polls, retries, revisits, documents of feeds, home
 * pages, pauses and robots.txt.  If by_s is negative, retries, documents, home
 * pages and pauses are moved by by_s.  A plan was made with a wrong clock if it
 * is farther in the future than the longest possible wait, or if its wait began
 * after `now`.  Such a plan becomes due at once, or its wait begins now; a
 * pause is reduced to the shortest pause (clock.sql).  Other plans are not
 * changed.  If several nodes use the database, their clocks may differ: only
 * plans that are too far in the future of the server's clock are changed, and
 * `now` and by_s are not used.  O(feeds + articles to retry). */
int store_cut_plans(struct store *, const struct plan_bounds *, struct err *e);

#endif
