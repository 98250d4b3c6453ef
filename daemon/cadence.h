/*
 * cadence.h -- when a feed is asked again.  Pure: all is passed in.
 */
#ifndef DAEMON_CADENCE_H
#define DAEMON_CADENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "crawler/cadence_history.h"
#include "crawler/feed/hints.h"

struct cadence_input {
	int64_t now;
	int64_t interval_s; /* the operator's, of the feed or in general */
	int64_t min_s,
	    max_s;     /* poll.min, poll.max; interval_s may lie outside */
	bool adaptive; /* the history decides, between the two */
	const struct cadence_history *history; /* NULL: nothing is known */
	int64_t gap_at; /* when the feed last lost items, or DATE_NONE … */
	int64_t gap_interval_s; /* … and how often to ask since; 0: as ever */
	int64_t last_new_at;    /* DATE_NONE: never anything new */
	int64_t first_seen_at;  /* when the feed was first polled, DATE_NONE */
	int64_t fresh_s;        /* freshness_lifetime_s() */
	struct feed_hints hints; /* what the feed itself asks for */
	int64_t retry_after_s;   /* -1: not asked for */
	int64_t failures;        /* in a row, this one counted */
	bool unreachable;        /* no server was reached: name, connection */
	bool network_down;       /* nobody is reached: it is not the feed's */
	bool busy;               /* 429 or 503: not now */
	bool refused;            /* 403 again, or a challenge to browsers */
	bool gone;               /* 410: looked at once a month */
	int64_t budget_wait_s;   /* until entries that wait may be stored
				    (articles.feed_bytes_per_day); 0: none do */
	double jitter;           /* 0 .. 1, from the caller's dice */
};

/* Which of the hints decided: for the log and `feed explain`. */
enum cadence_term {
	CADENCE_INTERVAL,
	CADENCE_HISTORY,
	CADENCE_SILENCE,
	CADENCE_MIN,
	CADENCE_MAX,
	CADENCE_GAP,
	CADENCE_FRESH,
	CADENCE_TTL,
	CADENCE_PERIOD,
	CADENCE_RETRY_AFTER,
	CADENCE_BACKOFF,
	CADENCE_UNREACHABLE,
	CADENCE_NETWORK,
	CADENCE_BUSY,
	CADENCE_REFUSED,
	CADENCE_GONE,
	CADENCE_BUDGET,
	CADENCE_SKIP,
	CADENCE_TERM_COUNT
};
const char *cadence_term_name(enum cadence_term);

/* All that was weighed. */
struct cadence_decision {
	int64_t at; /* UTC seconds of the next poll */
	enum cadence_term why;
	/* Seconds from now that each term asks for; 0: it does not ask. */
	int64_t waits_s[CADENCE_TERM_COUNT];
	int64_t jitter_s; /* is in `at`, in no wait */
	int64_t arrivals; /* in 1000 days, as the history has it; 0: unknown */
};

/* The interval, or in its place what the history says between min and max;
 * no longer than a gap of late asks for; then the latest of what the feed, its
 * server and its failures ask for; in no hour that it wants skipped. */
void cadence_decide(const struct cadence_input *, struct cadence_decision *ret);
/* The same, without what was weighed. */
int64_t cadence_next(const struct cadence_input *, enum cadence_term *ret_why);

/* A plan that another configuration made, and what this one says. */
struct cadence_plan {
	int64_t at, last_poll_at; /* both known */
	struct slice terms;       /* as cadence_terms_write wrote them */
	int64_t failures;
	struct feed_hints hints;
	int64_t interval_s, max_s;
	bool adaptive;
};
/* True: it is due earlier, and *ret says when and why.  A wait of the feed's
 * own is at most what the configuration allows; what the feed, its server or
 * its failures have asked for stays. */
bool cadence_shorten(const struct cadence_plan *, struct cadence_decision *ret);

/* As one line, "interval=1800 ttl=10800 jitter=12 arrivals=950": how the
 * database keeps a decision's terms for those who ask later. */
void cadence_terms_write(const struct cadence_decision *, struct buf *);

/* base doubled with each failure after the first, up to cap; with jitter
 * 0 .. 1 spread over the upper half, so that what failed together does not
 * come back together. */
int64_t backoff_s(
    int64_t failures, int64_t base_s, int64_t cap_s, double jitter);

#endif
