/*
 * cadence_history.h -- stores at which hours and days a feed publishes, in 81
 * bytes. The functions read no clock and allocate no memory.
 *
 * A history contains the number of arrivals in each hour of the day and on each
 * day of the week (UTC). All these counts are halved every four weeks. A
 * history also contains the rate of the last weeks and the arrivals of the last
 * hours.
 */
#ifndef CRAWLER_CADENCE_HISTORY_H
#define CRAWLER_CADENCE_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

#define CADENCE_HOURS         24
#define CADENCE_DAYS          7
#define CADENCE_HISTORY_BYTES 81 /* length of the stored form */
/* Number of dates of one document that are used; the newest dates are
 * sufficient. */
#define CADENCE_MOST_DATES 64

struct cadence_history {
	int64_t at;      /* time of the last update; 0: no data yet */
	int64_t aged_at; /* time when the counts were last halved */
	uint16_t hours[CADENCE_HOURS], days[CADENCE_DAYS];
	uint32_t rate;   /* arrivals in 1000 days, at the time `at` */
	uint32_t lately; /* arrivals in the last hours, in thousandths, at the
			    time `at` */
};

/* The new entries that a poll found. */
struct cadence_arrivals {
	int64_t now;
	int64_t since_at; /* time of the previous poll; DATE_NONE: this poll is
			     the first */
	size_t n;         /* new entries */
	const int64_t *dates; /* the dates of the new entries; DATE_NONE: the
				 entry has no date */
	size_t n_dates;
};

/* Updates the history after a poll that found new entries (n > 0) or was the
 * first poll of the feed. An entry is counted in its hour and on its day only
 * if its date is between this poll and the previous poll. If no entry has such
 * a date, the arrivals are spread over the time between the two polls. The
 * dates of the first document are the initial history. O(n_dates). */
void cadence_history_learn(
    struct cadence_history *, const struct cadence_arrivals *);

/* Returns the seconds from `now` to the next poll, at most max_s. For a feed
 * with one arrival a day the mean wait is interval_s. The wait is shorter at
 * times when the feed usually publishes or is publishing now, and longer at
 * other times. last_new_at may be DATE_NONE. O(hours of the wait, at most 31
 * days). */
int64_t cadence_history_wait_s(const struct cadence_history *, int64_t now,
    int64_t interval_s, int64_t max_s, int64_t last_new_at);

/* Returns the rate of arrivals at `now`, in items per 1000 days; for `feed
 * explain`. */
int64_t cadence_history_rate(const struct cadence_history *, int64_t now);

/* Writes and reads the stored form.  Invalid bytes are read as an empty
 * history. */
void cadence_history_write(
    const struct cadence_history *, unsigned char[CADENCE_HISTORY_BYTES]);
void cadence_history_read(struct cadence_history *ret, struct slice bytes);

#endif
