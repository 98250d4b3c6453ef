/*
 * cadence.h -- the cadence: computes when a feed is polled next.
 *
 * Pure functions without input and output: the time and the random number are
 * arguments.
 */
#ifndef DAEMON_FEED_CADENCE_H
#define DAEMON_FEED_CADENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"
#include "crawler/cadence_history.h"
#include "crawler/feed/hints.h"

struct cadence_input {
	int64_t now;
	int64_t interval_s;   /* configured for the feed, or poll.interval */
	int64_t min_s, max_s; /* poll.min and poll.max; interval_s may be
				 outside of them */
	bool adaptive; /* the history sets the interval, from min_s to max_s */
	const struct cadence_history *history; /* NULL: unknown */
	/* when items of the feed were last missed, or DATE_NONE */
	int64_t missed_at;
	/* longest poll interval after items were missed; 0: no limit */
	int64_t missed_interval_s;
	int64_t last_new_at;     /* time of the last new entry, or DATE_NONE */
	int64_t first_seen_at;   /* time of the first poll, or DATE_NONE */
	int64_t fresh_s;         /* freshness_lifetime_s() */
	struct feed_hints hints; /* polling hints of the feed itself */
	int64_t retry_after_s;   /* -1: no Retry-After */
	int64_t failures;        /* consecutive failures, including this one */
	bool unreachable;        /* no server was reached (DNS or connection) */
	bool network_down; /* no server is reachable; not the feed's failure */
	bool busy;         /* HTTP 429 or 503 */
	bool refused;      /* repeated HTTP 403, or a browser challenge */
	/* HTTP 410, or a failure of a feed that is gone: polled once a month */
	bool gone;
	/* seconds until the waiting entries may be stored
	 * (articles.feed_bytes_per_day); 0: no entry waits */
	int64_t budget_wait_s;
	/* seconds for which polling may wait, because the hub of the feed
	 * delivers (docs/websub.md); 0: none */
	int64_t websub_s;
	double jitter; /* 0 to 1, random */
};

/* The terms (rules) that can decide the next poll. The log and `feed explain`
 * print the term that decided. */
enum cadence_term {
	CADENCE_INTERVAL,
	CADENCE_HISTORY,
	CADENCE_SILENCE,
	CADENCE_MIN,
	CADENCE_MAX,
	CADENCE_MISSED_ITEMS,
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
	CADENCE_WEBSUB,
	CADENCE_SKIP,
	CADENCE_TERM_COUNT
};
const char *cadence_term_name(enum cadence_term);

/* The time of the next poll, the term that decided, and the waits of all terms.
 */
struct cadence_decision {
	int64_t at; /* UTC seconds of the next poll */
	enum cadence_term why;
	/* The wait in seconds that each term requires; 0: none. */
	int64_t waits_s[CADENCE_TERM_COUNT];
	int64_t jitter_s; /* is included in `at` but not in waits_s */
	int64_t arrivals; /* entries in 1000 days according to the history; 0:
			     unknown */
};

/* Decides when the feed is polled next. The base is the configured interval or,
 * if adaptive, the interval from the history between min_s and max_s. The base
 * is not longer than missed_interval_s, unless min_s is longer. If the feed,
 * its server or its failures require a later time than the base, the latest of
 * these times is the result. Otherwise the result is the base. If the network
 * is down or the feed is unreachable, the result is only a back-off that begins
 * with a minute. If the result is in an hour or day that the feed excludes
 * (skipHours, skipDays), it is moved to the end of this hour or day. */
void cadence_decide(const struct cadence_input *, struct cadence_decision *ret);

/* A planned poll, made under another configuration, and the limits of the
 * current configuration. */
struct cadence_plan {
	int64_t at, last_poll_at; /* planned time and time of the last poll; not
				     DATE_NONE */
	struct slice terms;       /* written by cadence_terms_write() */
	int64_t failures;
	struct feed_hints hints;
	int64_t interval_s, max_s;
	bool adaptive;
};
/* Returns true if the poll is due earlier under the current configuration; *ret
 * then contains the new time and the reason. The interval, the back-off after
 * failures and the feed's updatePeriod are limited by the current
 * configuration. Other waits that the feed or its server required are not
 * shortened. */
bool cadence_shorten(const struct cadence_plan *, struct cadence_decision *ret);

/* True if the server asked for a pause with status 429 or 503. `name` is the
 * name of the term that decided, `outcome` that of the last poll. The outcome
 * is compared, because a poll that the daemon postponed, for example because no
 * descriptor is free, has the same terms. */
bool cadence_is_pause(struct slice name, struct slice outcome);

/* Appends the terms of a decision as one line, as the database stores them:
 * "interval=1800 ttl=10800 jitter=12 arrivals=950". */
void cadence_terms_write(const struct cadence_decision *, struct buf *);

/* Returns the freshness in terms that cadence_terms_write() has written, in
 * seconds; 0: the terms have none. */
int64_t cadence_terms_fresh_s(struct slice terms);

/* Exponential back-off. The wait is base_s after the first failure and doubles
 * with each further failure, up to cap_s. The jitter, 0 to 1, selects a value
 * from half of the wait to the whole wait, so that feeds that failed together
 * are not polled together. */
int64_t backoff_s(
    int64_t failures, int64_t base_s, int64_t cap_s, double jitter);

#endif
