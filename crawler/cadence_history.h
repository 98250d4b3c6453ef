/*
 * cadence_history.h -- when in the day and the week a feed publishes, in a
 * few dozen bytes.  Pure: time is passed in, nothing is allocated.
 *
 * What is kept: how much came in each hour of the day and on each day of the
 * week (UTC; both forget by halves, every four weeks), the rate of the last
 * weeks, and what came in the last hours.
 */
#ifndef CRAWLER_CADENCE_HISTORY_H
#define CRAWLER_CADENCE_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

#define CADENCE_HOURS         24
#define CADENCE_DAYS          7
#define CADENCE_HISTORY_BYTES 81 /* as it is kept in the database */
/* Dates of one document that are learned from: the newest say enough. */
#define CADENCE_MOST_DATES 64

struct cadence_history {
	int64_t at;      /* of the last learning; 0: nothing is known yet */
	int64_t aged_at; /* the counts were last halved */
	uint16_t hours[CADENCE_HOURS], days[CADENCE_DAYS];
	uint32_t rate;   /* arrivals in 1000 days, as of `at` */
	uint32_t lately; /* thousandths of an arrival, as of `at` */
};

/* What a poll found. */
struct cadence_arrivals {
	int64_t now;
	int64_t since_at; /* the poll before; DATE_NONE: this is the first */
	size_t n;         /* entries that are new */
	const int64_t *dates; /* of them, what the feed says; or DATE_NONE */
	size_t n_dates;
};

/* Learns from a poll that found something new (n > 0) or was the first.  A
 * date that lies between the two polls is believed, any other arrival is
 * spread over the time between.  The first document's dates are taken for a
 * history.  O(n_dates). */
void cadence_history_learn(
    struct cadence_history *, const struct cadence_arrivals *);

/* Seconds from now until the feed is worth asking, by what is known of it:
 * by interval_s for a feed with an arrival a day, more often when it usually
 * publishes and less when it does not, more often still while something is
 * going on.  At most max_s.  last_new_at may be DATE_NONE.  O(hours walked),
 * at most 31 days of them. */
int64_t cadence_history_wait_s(const struct cadence_history *, int64_t now,
    int64_t interval_s, int64_t max_s, int64_t last_new_at);

/* Arrivals in 1000 days, as of now: for `feed explain`. */
int64_t cadence_history_rate(const struct cadence_history *, int64_t now);

/* To the database and back.  What cannot be one is read as nothing known. */
void cadence_history_write(
    const struct cadence_history *, unsigned char[CADENCE_HISTORY_BYTES]);
void cadence_history_read(struct cadence_history *ret, struct slice bytes);

#endif
