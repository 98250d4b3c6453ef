/*
 * feed_health.h -- the state of a feed.
 *
 * `status`, `feed list`, `feed explain`, `doctor` and all other reports on
 * feeds get state, name and reason from these functions, so that the reports
 * agree.  The table in feed_health.c has a row for each state.  The first row
 * whose condition holds is the state of the feed.
 */
#ifndef STORE_FEED_FEED_HEALTH_H
#define STORE_FEED_FEED_HEALTH_H

#include "base/buf.h"
#include "store/feed/feeds.h"

enum feed_health {
	FEED_WELL,
	FEED_NEW,       /* never polled */
	FEED_IS_PAUSED, /* paused by the operator, or not in the configuration
			   any more */
	FEED_IS_GONE,   /* HTTP 410, or moved to the address of another
			   subscribed feed */
	FEED_NEVER_ANSWERED, /* polled, but no poll gave a feed */
	FEED_NOT_A_FEED,     /* the feed was read before, but the last document
				is not a feed */
	FEED_TRUNCATED,      /* the last document was truncated */
	FEED_FAILING,        /* at least FEED_FAILURES_MANY polls in a row
				failed */
	FEED_RETRYING,       /* fewer polls in a row failed, at least one */
	FEED_WAITING,        /* the server asked for a pause at the last poll,
				which is not counted as a failure */
	FEED_LATE,           /* overdue by more than FEED_LATE_S */
	FEED_OVER_BUDGET, /* articles.feed_bytes_per_day is used up, and entries
			     wait for the next day */
	FEED_SILENT,      /* no new entry for more than FEED_SILENT_S */
	FEED_HEALTH_COUNT
};

#define FEED_FAILURES_MANY 3 /* one or two failures are often temporary */
#define FEED_LATE_S        (15 * 60)
#define FEED_SILENT_S      (30 * 86400)

/* The action that a state requires from the operator. */
enum feed_health_level {
	FEED_HEALTH_GOOD,    /* nothing */
	FEED_HEALTH_NOTE,    /* nothing; for information */
	FEED_HEALTH_WARNING, /* the operator should act, else news are missed */
};

/* Returns the state of a feed that has not been removed.  `row`: from
 * store_feed_list(), store_feed_list_failed() or store_feed_get().  `now`: UTC
 * seconds.  Pure. */
enum feed_health feed_health(const struct feed_row *row, int64_t now);
/* Returns "well", "new", "paused", "gone", "failing", "truncated", "retrying",
 * "waiting", "late", "over budget" or "silent".  FEED_NEVER_ANSWERED and
 * FEED_NOT_A_FEED are "failing", too. */
const char *feed_health_name(enum feed_health);
enum feed_health_level feed_health_level(enum feed_health);
/* Reports whether the state is "failing" or "truncated": the feed is active,
 * but its last poll gave no complete feed. */
bool feed_health_is_failing(enum feed_health);
/* Appends the reason in words, such as "3 polls in a row failed: HTTP 500", or
 * nothing if there is no reason.  The text may contain foreign text, which is
 * not escaped. */
void feed_health_why(
    enum feed_health, const struct feed_row *row, int64_t now, struct buf *out);

#endif
