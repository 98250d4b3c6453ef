/*
 * consumers.h -- the change log and who reads it (changes.c,
 * consumer.c).  The rules: store.h.
 */
#ifndef STORE_CONSUMERS_H
#define STORE_CONSUMERS_H

#include "store/articles.h"

struct change_row {
	int64_t seq, at;
	struct slice kind;          /* new, revised, withdrawn */
	struct article_row article; /* whole, as it is now */
};
struct consumer_row {
	struct slice name;
	int64_t seq; /* acknowledged up to and with */
	int64_t lag; /* changes behind */
	int64_t made_at, last_ack_at;
};

/* Finds or makes a consumer.  from_seq: where a new one starts; -1: now. */
int store_consumer_open(struct store *, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e);
/* An existing one's cursor.  ERR_NOT_FOUND: no such consumer. */
int store_consumer_get(
    struct store *, struct slice name, int64_t *ret_seq, struct err *e);
/* Sets an existing one's cursor back or forth (`--from`). */
int store_consumer_seek(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
struct change_query {
	int64_t after;          /* from behind this seq on */
	size_t limit;           /* so many are given at most */
	struct slice kind;      /* new, revised, withdrawn; absent: any */
	struct slice feed;      /* as in article_filter … */
	struct slice tag, lang; /* … and these, absent: any */
	double min_confidence;  /* 0: any; not asked of what is withdrawn */
	bool one_per_cluster;   /* pass over copies of what stands; likewise */
};
/* Changes with seq > after, rising.  Several changes of one article are each
 * given, with the article as it is now, which is also what is compared with
 * tag, lang and the rest.  *ret_seq, written also where nothing was given: the
 * last change that was looked at, whether it was given or passed over.  At
 * most LIMIT_CHANGES_LOOK are looked at in a call: all were where *ret_seq is
 * still `after`. */
int store_changes(struct store *, const struct change_query *,
    int (*visit)(const struct change_row *, void *), void *arg,
    int64_t *ret_seq, struct err *e);
int store_last_seq(struct store *, int64_t *ret_seq, struct err *e);
/* Acknowledges up to and with seq.  ERR_NOT_FOUND: no such consumer;
 * ERR_USAGE: beyond the newest change.  A smaller seq than the cursor is
 * no error and changes nothing. */
int store_consumer_ack(
    struct store *, struct slice name, int64_t seq, int64_t now, struct err *e);
int store_consumer_list(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
/* The same for who asks often, of name, seq and lag: purged changes count in
 * lag, so that it costs nothing to tell. */
int store_consumer_lags(struct store *,
    int (*visit)(const struct consumer_row *, void *), void *arg,
    struct err *e);
int store_consumer_remove(struct store *, struct slice name, struct err *e);

#endif
