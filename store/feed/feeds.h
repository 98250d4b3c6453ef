/*
 * feeds.h -- subscriptions (feeds.c, feed_list.c).  The conventions: store.h.
 *
 * feed_detail.c reads one feed with its details.
 */
#ifndef STORE_FEED_FEEDS_H
#define STORE_FEED_FEEDS_H

#include "base/err.h"
#include "base/slice.h"
#include "crawler/feed/hints.h"

struct store;

enum feed_status { FEED_ACTIVE, FEED_PAUSED, FEED_GONE };
const char *feed_status_name(enum feed_status);

struct feed_row {
	int64_t id;
	struct slice url, title, site_url, description, language;
	struct slice given_title; /* given by the operator */
	struct slice tags;        /* one per line */
	struct slice sites;       /* sites for which the operator entitled the
				     feed, one per line */
	struct slice outline; /* OPML attributes without a column: name=value,
				 one per line */
	int64_t interval_s;   /* 0: the default */
	bool fetch_articles, from_config;
	struct slice etag, last_modified; /* opaque bytes */
	struct slice
	    validators_url; /* URL whose response contained these validators */
	int64_t next_poll_at, last_poll_at, last_new_at; /* or DATE_NONE */
	int64_t failures;
	enum feed_status status;
	struct slice status_why;
	struct slice last_outcome,
	    last_why;            /* result of the last poll, and its reason */
	struct feed_hints hints; /* cadence hints in its last document */
	int64_t missed_at;       /* when items were last missed; DATE_NONE:
				    never */
	int64_t missed_interval_s; /* the interval that avoids missed items; 0:
				   no limit */
	struct slice history;      /* encoded cadence history of the feed */
	struct slice next_poll_by, next_poll_terms; /* rule and terms of the
						     * next poll */
	int64_t added_at;
	int64_t budget_since; /* start of the current budget day (budget.h), or
				 DATE_NONE */
	int64_t
	    budget_bytes;  /* bytes of text added since the start of that day */
	int64_t n_waiting; /* number of entries of its last document that wait
			      for the next day */
	int64_t n_entries; /* number of entries; only set by store_feed_list */
};

struct feed_subscription {
	struct slice url, title, tags, outline;
	/* The address as the operator wrote it, if it differs from its normal
	 * form `url`.  A row that an earlier version wrote may contain this
	 * address. */
	struct slice written;
	struct slice sites; /* sites for which the feed is entitled by the
			       configuration, one per line */
	int64_t interval_s;
	bool fetch_articles, from_config;
};

/* Adds a subscription, or changes an existing one.  *ret_new: the feed was
 * added.  If a feed has moved from the address by a permanent redirect, the
 * address refers to that feed.
 *
 * If a command gives no title, interval or tags, the stored values remain.  If
 * the configuration gives none, the stored values of a feed that is already
 * from the configuration are deleted.  Sites of the configuration replace the
 * stored sites.  Sites of a command replace them only if the command names at
 * least one site.
 *
 * A command activates a feed that was paused or gone, but the feed does not
 * become due earlier.  The configuration activates only feeds that
 * store_feed_keep_only() has paused.  A command does not change from_config,
 * unless the feed was removed from the configuration. */
int store_feed_put(struct store *, const struct feed_subscription *,
    int64_t now, int64_t *ret_id, bool *ret_new, struct err *e);
/* Like store_feed_put() for each of said[0..n); the ids are written to
 * ret_ids[0..n).  Runs in the transaction of the caller.  If there is none,
 * each transaction stores at most 128 feeds. */
int store_feed_put_all(struct store *, const struct feed_subscription *said,
    size_t n, int64_t now, int64_t *ret_ids, struct err *e);
/* Pauses feeds that came from the configuration and are not among ids[0..n),
 * with status_why "not in the configuration any more".  Calls beat(arg) after
 * each of these feeds; NULL: no calls.  O(feeds, and entries of paused feeds).
 */
int store_feed_keep_only(struct store *, const int64_t *ids, size_t n,
    void (*beat)(void *), void *arg, struct err *e);
/* Finds a feed by its URL.  ERR_NOT_FOUND: there is no such feed. */
int store_feed_find(
    struct store *, struct slice url, int64_t *ret_id, struct err *e);
/* Does nothing if there is no such feed. */
int store_feed_set_status(struct store *, int64_t id, enum feed_status,
    struct slice why, struct err *e);
/* Sets the time of the next poll, with the reason "by command".  Does nothing,
 * and sets *ret_is_set to false, if there is no such feed, or if the server
 * asked for a pause that ends later. */
int store_feed_set_next_poll(
    struct store *, int64_t id, int64_t at, bool *ret_is_set, struct err *e);
/* Brings the next poll forward: sets its time, the rule that decided this time,
 * and the times of all rules.  Does nothing if the next poll is not later than
 * `at`. */
int store_feed_set_plan(struct store *, int64_t id, int64_t at, struct slice by,
    struct slice terms, struct err *e);
/* Corrects the number of failures and the next poll, because a failure was
 * caused by the network and not by the feed.  polled_at: the last poll that is
 * known to the caller.  Does nothing if a later poll was stored. */
int store_feed_excuse(struct store *, int64_t id, int64_t failures, int64_t at,
    int64_t polled_at, struct err *e);
/* Stores the encoded cadence history of the feed. */
int store_feed_set_history(
    struct store *, int64_t id, struct slice history, struct err *e);
/* Called after the clock was set by by_s seconds.  Adds by_s to all planned
 * times, and to the earlier times from which plans are computed.  O(feeds +
 * articles to retry). */
int store_shift_times(struct store *, int64_t by_s, struct err *e);
/* Ends the subscription.  Its articles remain, and pending articles remain
 * pending.  Its row is hidden (feed.removed) and is used again if the feed is
 * subscribed again. */
int store_feed_remove(struct store *, int64_t id, struct err *e);
/* Visits all feeds with all members.  If visit does not return 0, ends early
 * and returns that value.  This is true for all functions below.  O(feeds +
 * entries). */
int store_feed_list(struct store *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Visits at most `limit` feeds with an id greater than `after`, by rising id.
 */
int store_feed_list_after(struct store *, int64_t after, size_t limit,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Like store_feed_list(), but without the members that are only shown to users
 * (titles, tags, why, numbers of entries), which are absent.  O(feeds),
 * independent of the number of entries. */
int store_feed_list_schedule(struct store *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Like store_feed_list(), but visits only the active feeds whose last poll gave
 * no feed.  feed_health() determines which of these feeds are failing.  Tags
 * and the members about planned polls are absent.  n_entries is 1 if the feed
 * has any entries, else 0.  O(feeds). */
int store_feed_list_failed(struct store *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* The limits of store_feed_list_late(), in seconds.  interval_s: the interval
 * of feeds that have no interval of their own. */
struct feed_waits {
	int64_t interval_s, max_s;
};
/* Visits only the feeds whose wait from the last poll to the planned poll is
 * longer than two limits: max_s, and the interval of the feed.  Both limits are
 * increased by a tenth for jitter.  Sets next_poll_terms and the members that
 * store_feed_list_schedule() sets. */
int store_feed_list_late(struct store *, const struct feed_waits *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Visits one feed.  ERR_NOT_FOUND: there is no such feed. */
int store_feed_get(struct store *, int64_t id,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);

#endif
