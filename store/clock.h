/*
 * clock.h -- the clocks by which the database's times were noted, and plans
 * that were made by a wrong one.
 *
 * A row is a span in which the daemon ran with one clock; a jump of a day or
 * more begins another.  Whether a clock is right is judged by the daemon
 * (daemon/clock_trust.h), which keeps here what it knows.  Retention takes
 * nothing that was noted in a span that was not right, until that span has been
 * over for as long as retention keeps such rows: rows of a machine that started
 * in 1970 look old and are new (retention.sql).
 */
#ifndef STORE_CLOCK_H
#define STORE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

/* A clock that differs by less is the same one. */
#define CLOCK_DAY_S 86400

#define CLOCK_BOOT_BYTES 37 /* a UUID and a NUL */

struct clock_row {
	int64_t id;
	int64_t from_at, until_at; /* UTC seconds, by that clock */
	char boot[CLOCK_BOOT_BYTES]; /* boot_id of the last look; "": unknown */
	int64_t boot_s;       /* CLOCK_BOOTTIME of the last look, seconds */
	int64_t jump_s;       /* from the clock before to this one; 0: none */
	int64_t wait_s;       /* retention still waits so long; 0: no wait */
	int64_t agreed_since; /* servers agree since then; DATE_NONE: they do
				 not, or none was asked */
	int64_t off_s;        /* so far ahead servers say that it is */
	bool is_right;
};

/* The newest row.  1: *ret is filled; 0: there is none; < 0: an error. */
int store_clock_last(struct store *, struct clock_row *ret, struct err *e);
/* The newest time that was noted in a poll, a change, an article or a feed:
 * for a database without a row.  DATE_NONE: there is none.  O(feeds). */
int store_clock_newest(struct store *, int64_t *ret, struct err *e);
/* A new span; row->id is ignored. */
int store_clock_begin(struct store *, const struct clock_row *row,
    int64_t *ret_id, struct err *e);
/* Notes from_at (the earlier of both), until_at, boot, wait, agreement and
 * verdict in the row of that id. */
int store_clock_note(struct store *, const struct clock_row *row,
    struct err *e);
/* The clock of that row is right: so were earlier ones with the same
 * agreed_since, and of the others it is known now that they were not.  What
 * they noted for more than a day after `now` is set to `now`.  O(rows in the
 * future). */
int store_clock_settle(struct store *, const struct clock_row *row,
    int64_t now, struct err *e);

/* What bounds a plan that is read. */
struct plan_bounds {
	int64_t now;
	int64_t by_s;      /* < 0: the clock was set back by that; else 0 */
	int64_t longest_s; /* the longest wait of the configuration */
	bool at_start;     /* revisits and robots.txt, too: O(those) */
};
/* Cuts back all that is planned for later than anything can ask for, and what
 * was noted for the future by another clock: polls, retries, revisits,
 * documents of feeds, home pages, pauses, robots.txt.  What is planned within its bounds is
 * not touched.  O(feeds + articles to retry). */
int store_cut_plans(
    struct store *, const struct plan_bounds *, struct err *e);

#endif
