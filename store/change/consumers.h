/*
 * consumers.h -- the change log and the cursors of its consumers (changes.c,
 * consumer.c).  The conventions: store.h.  leases.h has consumers whose work
 * several readers share.
 */
#ifndef STORE_CHANGE_CONSUMERS_H
#define STORE_CHANGE_CONSUMERS_H

#include "store/article/articles.h"
#include "store/profile/profiles.h"

struct change_row {
	int64_t seq, at;
	struct slice kind;          /* new, revised, withdrawn */
	struct article_row article; /* the current article, with body */
	/* Set by a reader that has leased the change (leases.h). lease_id 0:
	 * the change is not leased. */
	int64_t lease_id, redelivered;
	const struct profile_score *score; /* NULL without a profile */
};
struct consumer_row {
	struct slice name;
	int64_t seq; /* all changes up to this one are acknowledged */
	int64_t lag; /* number of changes after seq */
	int64_t made_at, last_ack_at;
	int64_t leases; /* number of batches that are not acknowledged
			   (leases.h) */
	int64_t dead;   /* number of changes that were set aside (leases.h) */
};

/* Finds or creates a consumer for a reader that does not share its work.
 * from_seq: the cursor of a new consumer; -1: the newest change.
 * ERR_REFUSED: readers with leases have not acknowledged all batches of this
 * consumer.  Writes nothing if the consumer exists and was not shared before.
 */
int store_consumer_open(struct store *, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e);
/* Like store_consumer_open(), for readers that share the work
 * (store_lease_take()): leases are not an error. */
int store_consumer_make(struct store *, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e);
/* Reads the cursor of a consumer.  ERR_NOT_FOUND: no such consumer. */
int store_consumer_get(
    struct store *, struct slice name, int64_t *ret_seq, struct err *e);
/* Reads the cursor of a consumer.  *ret_is_shared: readers with leases share
 * the consumer (leases.h), so store_consumer_open() may fail with ERR_REFUSED.
 * ERR_NOT_FOUND: no such consumer. */
int store_consumer_look(struct store *, struct slice name, int64_t *ret_seq,
    bool *ret_is_shared, struct err *e);
/* Sets the cursor of a consumer, also backwards (`--from`).  Its leases end.
 * Changes after the new cursor that were set aside are given to readers again.
 * ERR_NOT_FOUND: no such consumer. */
int store_consumer_seek(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
struct change_query {
	int64_t after;          /* changes with a greater seq */
	int64_t until;          /* changes with at most this seq; 0: no limit */
	size_t limit;           /* largest number of visits */
	struct slice kind;      /* new, revised, withdrawn; absent: any */
	struct slice feed; /* URL, or a part of the title; absent: any feed */
	struct slice tag, lang; /* absent: any */
	struct slice notified;  /* only articles that a filter marks for the
				   consumer of this name (docs/filters.md,
				   notify-consumer); absent: any */
	double min_confidence;  /* 0: any; ignored for withdrawn articles */
	bool one_per_cluster; /* skip copies of published articles; ignored for
				 withdrawn articles */
	struct profile *profile; /* borrowed; NULL: any article.  Ignored by
				    store_change_scan() */
	double min_score; /* score of the article at the time of the change */
};
/* Visits changes with seq > after in ascending order.  Several changes of one
 * article are visited one by one.  Each visit gets the current article, and the
 * conditions of the query are compared with the current article.  *ret_seq is
 * written even if no change was visited: it is the last change that was read,
 * visited or skipped.  At most LIMIT_CHANGES_LOOK changes are read by one call.
 * If *ret_seq is still `after`, there are no more changes. */
int store_changes(struct store *, const struct change_query *,
    int (*visit)(const struct change_row *, void *), void *arg,
    int64_t *ret_seq, struct err *e);
/* The changes that store_change_scan() has read. */
struct change_scan {
	size_t n; /* number of changes that match the query, at most limit */
	int64_t first, last; /* the first and the last of these changes */
	int64_t looked;      /* the last change that was read, also if it does
				not match; `after` if none was read */
	bool is_end;         /* there are no more changes in the range */
};
/* Counts the matching changes that store_changes() would visit, without reading
 * their articles. */
int store_change_scan(struct store *, const struct change_query *,
    struct change_scan *ret, struct err *e);
/* Returns the number of the newest change; 0: there was no change yet.  O(1).
 */
int store_last_seq(struct store *, int64_t *ret_seq, struct err *e);
/* Acknowledges changes.  For a consumer that is not shared: all changes up to
 * and including `seq`; if `seq` is smaller than the cursor, nothing changes and
 * no error is returned.  For a shared consumer: like store_lease_ack() without
 * a lease id.  ERR_NOT_FOUND: no such consumer.  ERR_USAGE: `seq` is greater
 * than the newest change, or was not given to a reader of the shared consumer.
 */
int store_consumer_ack(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
/* Visits all consumers.  If visit does not return 0, ends early and returns
 * that value. */
int store_consumer_list(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
/* Like store_consumer_list(), for frequent calls: only name, seq and lag are
 * filled. lag is the difference of sequence numbers and includes purged
 * changes, so that no rows have to be counted. */
int store_consumer_lags(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
/* Deletes a consumer with its cursor and leases.  ERR_NOT_FOUND: no such
 * consumer. */
int store_consumer_remove(struct store *, struct slice name, struct err *e);

#endif
