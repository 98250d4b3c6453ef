/*
 * feed_health.h -- the state of a feed, in one place.
 *
 * `status`, `feed list`, `feed explain`, `doctor` and whatever else reports on
 * feeds take state, name and reason from here, so that they agree.  A state is
 * a row of the table in feed_health.c; the first row that applies counts.
 */
#ifndef STORE_FEED_HEALTH_H
#define STORE_FEED_HEALTH_H

#include "base/buf.h"
#include "store/feeds.h"

enum feed_health {
	FEED_WELL,
	FEED_NEW,            /* never polled */
	FEED_IS_PAUSED,      /* by the operator, or not in the configuration */
	FEED_IS_GONE,        /* 410, or moved to a feed that is subscribed */
	FEED_NEVER_ANSWERED, /* polled, and never with a feed as the result */
	FEED_NOT_A_FEED,     /* another kind of document came */
	FEED_TRUNCATED,      /* documents come, and are cut off */
	FEED_FAILING,        /* FEED_FAILURES_MANY polls in a row failed */
	FEED_RETRYING,       /* fewer did */
	FEED_WAITING,        /* the server asked for a pause */
	FEED_LATE,           /* due for FEED_LATE_S and more */
	FEED_OVER_BUDGET,    /* articles.feed_bytes_per_day is spent, and
				entries wait for the next day */
	FEED_SILENT,         /* nothing new for FEED_SILENT_S */
	FEED_HEALTH_COUNT
};

#define FEED_FAILURES_MANY 3 /* one or two pass by themselves */
#define FEED_LATE_S        (15 * 60)
#define FEED_SILENT_S      (30 * 86400)

/* What an operator has to do about a state. */
enum feed_health_level {
	FEED_HEALTH_GOOD,    /* nothing */
	FEED_HEALTH_NOTE,    /* nothing; it is worth knowing */
	FEED_HEALTH_WARNING, /* look after it: news are missed, or will be */
};

/* The state of a feed that has not been removed.  row: as store_feed_list() or
 * store_feed_get() gives it, with its texts.  now: UTC seconds. */
enum feed_health feed_health(const struct feed_row *row, int64_t now);
/* "well", "new", "paused", "gone", "failing", "truncated", "retrying",
 * "waiting", "late", "over budget", "silent".  Never answered and not a feed are "failing",
 * too. */
const char *feed_health_name(enum feed_health);
enum feed_health_level feed_health_level(enum feed_health);
/* Is the feed polled without result?  Of an active feed: "failing" or
 * "truncated". */
bool feed_health_is_failing(enum feed_health);
/* Appends the reason in words, such as "3 polls in a row failed: HTTP 500";
 * nothing if there is none to give.  Holds foreign text, which is not clean. */
void feed_health_why(
    enum feed_health, const struct feed_row *row, int64_t now, struct buf *out);

#endif
