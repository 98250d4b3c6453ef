/*
 * consumers.h -- the change log and the cursors of its consumers (changes.c,
 * consumer.c).  The rules: store.h.
 */
#ifndef STORE_CHANGE_CONSUMERS_H
#define STORE_CHANGE_CONSUMERS_H

#include "store/article/articles.h"

struct change_row {
	int64_t seq, at;
	struct slice kind;          /* new, revised, withdrawn */
	struct article_row article; /* the current article, with body */
};
struct consumer_row {
	struct slice name;
	int64_t seq; /* the last acknowledged change */
	int64_t lag; /* number of later changes */
	int64_t made_at, last_ack_at;
};

/* Finds or creates a consumer.  from_seq: the start of a new consumer; -1:
 * after the newest change. */
int store_consumer_open(struct store *, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e);
/* Reads the cursor of a consumer.  ERR_NOT_FOUND: no such consumer. */
int store_consumer_get(
    struct store *, struct slice name, int64_t *ret_seq, struct err *e);
/* Sets the cursor of a consumer, also backwards (`--from`).  ERR_NOT_FOUND: no
 * such consumer. */
int store_consumer_seek(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
struct change_query {
	int64_t after;          /* changes with a greater seq */
	size_t limit;           /* maximal number of visits */
	struct slice kind;      /* new, revised, withdrawn; absent: any */
	struct slice feed;      /* as in article_filter; absent: any */
	struct slice tag, lang; /* absent: any */
	double min_confidence;  /* 0: any; ignored for withdrawn articles */
	bool one_per_cluster; /* skip copies of published articles; ignored for
				 withdrawn articles */
};
/* Visits changes with seq > after in ascending order.  Several changes of one
 * article are visited one by one, each with the current article; the current
 * article is also compared with tag, lang and the other conditions.  *ret_seq
 * is written even if no change was visited: it is the last change that was
 * read, visited or skipped.  At most LIMIT_CHANGES_LOOK changes are read by one
 * call.  If *ret_seq is still `after`, there are no more changes. */
int store_changes(struct store *, const struct change_query *,
    int (*visit)(const struct change_row *, void *), void *arg,
    int64_t *ret_seq, struct err *e);
int store_last_seq(struct store *, int64_t *ret_seq, struct err *e);
/* Acknowledges all changes up to and including seq.  If seq is smaller than the
 * cursor, nothing changes and no error is returned.  ERR_NOT_FOUND: no such
 * consumer.  ERR_USAGE: seq is greater than the newest change. */
int store_consumer_ack(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
int store_consumer_list(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
/* As store_consumer_list(), for frequent calls: only name, seq and lag are
 * filled.  lag is the difference of sequence numbers and includes purged
 * changes, so that no rows have to be counted. */
int store_consumer_lags(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
int store_consumer_remove(struct store *, struct slice name, struct err *e);

#endif
