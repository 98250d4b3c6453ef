/*
 * feeds.h -- subscriptions (feeds.c, feed_list.c).  The rules: store.h.
 */
#ifndef STORE_FEEDS_H
#define STORE_FEEDS_H

#include "base/err.h"
#include "base/slice.h"
#include "crawler/feed/hints.h"

struct store;

enum feed_status { FEED_ACTIVE, FEED_PAUSED, FEED_GONE };
const char *feed_status_name(enum feed_status);

struct feed_row {
	int64_t id;
	struct slice url, title, site_url, description, language;
	struct slice given_title; /* the operator's */
	struct slice tags;        /* one a line */
	struct slice outline;     /* of an OPML file, what has no column:
				     name=value,     one a line */
	int64_t interval_s;       /* 0: the default */
	bool fetch_articles, from_config;
	struct slice etag, last_modified; /* opaque bytes */
	struct slice validators_url; /* the effective address that gave them */
	int64_t next_poll_at, last_poll_at, last_new_at; /* or DATE_NONE */
	int64_t failures;
	enum feed_status status;
	struct slice status_why;
	struct slice last_outcome, last_why; /* of the last poll */
	struct feed_hints hints;             /* what it last asked for itself */
	int64_t gap_at;         /* when it last lost items, or DATE_NONE … */
	int64_t gap_interval_s; /* … and how often to ask so that it does not
				   again; 0: no more often */
	struct slice history;   /* bytes of its cadence, as kept */
	struct slice next_poll_by, next_poll_terms; /* why then */
	int64_t added_at;
	int64_t budget_since; /* when its day of budget.h began, or DATE_NONE */
	int64_t budget_bytes; /* of text that it has brought since */
	int64_t n_waiting;    /* entries of its last document that wait for
				 the next day */
	int64_t n_entries; /* filled by store_feed_list only */
};

struct feed_subscription {
	struct slice url, title, tags, outline;
	/* As the operator wrote the address, where that is not url, which is
	 * its normal form: a row of an earlier version may have it so. */
	struct slice written;
	struct slice sites; /* that it may speak for, one a line */
	int64_t interval_s;
	bool fetch_articles, from_config;
};

/* Adds, or changes what the operator says of a feed that is there (an absent
 * title, interval or tags leave what was, unless the configuration says it of a
 * feed that nobody else names).  *ret_new tells which.  A feed that
 * was paused or gone is active again, but not due any earlier; said by the
 * configuration only where store_feed_keep_only() had paused it.  An address
 * that a feed has moved away from is that feed's.  Sites are the
 * configuration's alone: a command leaves them as they are.  A command leaves
 * from_config as it is, unless the configuration has given the feed up. */
int store_feed_put(struct store *, const struct feed_subscription *,
    int64_t now, int64_t *ret_id, bool *ret_new, struct err *e);
/* The same of said[0..n), their ids to ret_ids[0..n).  In the caller's
 * transaction: by itself each few hundred feeds are one of their own. */
int store_feed_put_all(struct store *, const struct feed_subscription *said,
    size_t n, int64_t now, int64_t *ret_ids, struct err *e);
/* Feeds that came from the configuration and are not among ids[0..n) any more
 * are paused, status_why "not in the configuration any more". */
int store_feed_keep_only(
    struct store *, const int64_t *ids, size_t n, struct err *e);
/* ERR_NOT_FOUND where there is no such url. */
int store_feed_find(
    struct store *, struct slice url, int64_t *ret_id, struct err *e);
/* These two do nothing where there is no such feed.  A next poll that is set
 * so is "by command". */
int store_feed_set_status(struct store *, int64_t id, enum feed_status,
    struct slice why, struct err *e);
int store_feed_set_next_poll(
    struct store *, int64_t id, int64_t at, struct err *e);
/* Its next poll, what decided, and all that was weighed. */
int store_feed_set_plan(struct store *, int64_t id, int64_t at, struct slice by,
    struct slice terms, struct err *e);
/* Its last failure was the network's: it has so many of its own, and is due at
 * that time. */
int store_feed_excuse(struct store *, int64_t id, int64_t failures,
    int64_t at, struct err *e);
/* The bytes of its cadence. */
int store_feed_set_history(
    struct store *, int64_t id, struct slice history, struct err *e);
/* The clock was set by so much: the times of all that is planned, and those
 * that plans are made from, move with it.  O(feeds + articles to retry). */
int store_shift_times(struct store *, int64_t by_s, struct err *e);
/* Ends the subscription.  Its articles stay, those that are owed are owed; its
 * row is hidden (feed.removed) and comes back when it is subscribed again. */
int store_feed_remove(struct store *, int64_t id, struct err *e);
int store_feed_list(struct store *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Without what only people read (titles, tags, why, numbers of entries): those
 * members are absent.  O(feeds), however many entries they have. */
int store_feed_list_schedule(struct store *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* As store_feed_list_schedule, with next_poll_terms: those planned for later
 * after their last poll than their own interval (else interval_s) or max_s,
 * the longer of the two, and a tenth of it, which is jitter. */
struct feed_waits {
	int64_t interval_s, max_s;
};
int store_feed_list_late(struct store *, const struct feed_waits *,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);
/* Visits one; ERR_NOT_FOUND where there is no such feed. */
int store_feed_get(struct store *, int64_t id,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e);

#endif
