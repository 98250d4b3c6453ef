/*
 * leases.h -- several readers share the changes of one consumer (leases.c,
 * dead_change.c).  The conventions: store.h.
 *
 * A batch is a range of the change log.  It is leased to one reader until the
 * reader acknowledges it, or the lease expires; then the batch is given to the
 * next reader that asks.  The cursor of the consumer is the change before the
 * first one that is not acknowledged.
 *
 * Times of leases are milliseconds of the store's clock.  On SQLite this is
 * CLOCK_BOOTTIME (clock_boottime_ms()): setting the wall clock has no effect,
 * and after a reboot all earlier leases expire, at the latest when their
 * duration has passed again.  On PostgreSQL it is the clock of the server,
 * because readers on several machines may share a consumer.
 */
#ifndef STORE_CHANGE_LEASES_H
#define STORE_CHANGE_LEASES_H

#include "store/change/consumers.h"

#define LEASE_REDELIVERIES_DEFAULT 10
#define LEASE_MS_DEFAULT           60000

struct lease_request {
	struct slice consumer;
	/* The filter of the reader.  limit: maximum number of changes of a
	 * batch, 1 to LIMIT_LEASE_BATCH.  `after` and `until` are ignored.
	 * Changes that do not match count as acknowledged. */
	struct change_query wanted;
	int64_t lease_ms;         /* 1 to LIMIT_LEASE_MS */
	int64_t max_redeliveries; /* 1 to LIMIT_REDELIVERIES */
	int64_t now;              /* UTC seconds */
	int64_t (*clock_ms)(void); /* the time in ms, for tests; NULL: the
				      store's clock */
};

/* A batch: the changes with after_seq < seq <= upto_seq that match the
 * request. */
struct lease {
	int64_t id; /* unique: no later lease gets the same id; 0: no batch is
		       available now */
	int64_t after_seq, upto_seq;
	int64_t redelivered; /* number of earlier deliveries of the batch that
				were not acknowledged */
	int64_t wait_ms;     /* if id is 0: time until the first lease of the
				consumer expires; 0: call again at once; -1: the
				consumer has no lease */
};

struct lease_ack {
	struct slice consumer;
	int64_t seq;
	int64_t lease_id; /* the lease that the reader holds; 0: not known */
	/* If the consumer is not shared: the reader has seen that the cursor
	 * was not before this change.  0: not known. */
	int64_t after_seq;
	int64_t now; /* UTC seconds */
	/* If a part of the batch remains, its lease begins again. */
	bool renews;
	int64_t (*clock_ms)(void); /* like lease_request.clock_ms */
};

/* A change that was set aside. */
struct dead_change_row {
	int64_t seq, at;
	int64_t redelivered;
	struct slice kind;
	int64_t article_id;
	struct slice title, url;
};

/* Leases a batch to a reader: the first batch whose lease has expired.  If
 * there is none, the batch consists of the next changes that were not given to
 * a reader before.  Nothing is written if no batch is available.  The consumer
 * must exist (store_consumer_make()).
 *
 * A change that was redelivered max_redeliveries times is set aside.  For the
 * last redelivery of a batch its changes are leased one by one, so that a
 * change that crashes its reader is set aside alone.
 *
 * ERR_NOT_FOUND: no such consumer.  ERR_USAGE: a value is out of range.
 * O(changes of the batch and changes before it that do not match, at most
 * LIMIT_CHANGES_LOOK). */
int store_lease_take(struct store *, const struct lease_request *,
    struct lease *ret, struct err *e);
/* Acknowledges the changes of the batch that contains seq, up to and including
 * seq.  Other batches are not changed.  If seq was acknowledged before, nothing
 * changes and no error is returned.  If the consumer is not shared and
 * lease_id is 0, all changes up to and including seq are acknowledged.
 *
 * ERR_NOT_FOUND: no such consumer.  ERR_REFUSED: lease_id is not 0, and seq is
 * in a batch with another id; or the consumer is not shared any more, and seq
 * is after the cursor; or the cursor is before after_seq, because it was moved
 * back.  ERR_USAGE: seq was not given to a reader of the shared consumer, or is
 * greater than the newest change.  O(log leases). */
int store_lease_ack(struct store *, const struct lease_ack *, struct err *e);

/* Gives the changes after seq of the batch with the id lease_id back: they were
 * not delivered and are available to the next reader at once.  Does nothing if
 * no batch with this id contains seq and later changes.  ERR_NOT_FOUND: no such
 * consumer.  O(log leases). */
int store_lease_give_back(
    struct store *, const struct lease_ack *, struct err *e);

/* Reads the remaining time of a lease.  *ret_left_ms: 0 if the lease has
 * expired, or its batch is acknowledged or leased to another reader.  O(log
 * leases). */
int store_lease_left(
    struct store *, int64_t lease_id, int64_t *ret_left_ms, struct err *e);

/* Visits the changes of a consumer that were set aside, by rising seq.
 * ERR_NOT_FOUND: no such consumer. */
int store_dead_list(struct store *, struct slice consumer,
    int (*visit)(const struct dead_change_row *, void *), void *arg,
    struct err *e);
/* Makes changes that were set aside available to readers again.  Each change
 * becomes a batch of its own, with no deliveries counted.  `seq`: the change;
 * 0:  all changes that were set aside, at most LIMIT_LEASES in one call.
 * *ret_n:  the number of changes.  ERR_NOT_FOUND: no such consumer. */
int store_dead_retry(struct store *, struct slice consumer, int64_t seq,
    int64_t now, int64_t *ret_n, struct err *e);

#endif
