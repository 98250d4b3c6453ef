/*
 * websub.h -- subscriptions at hubs (docs/websub.md).  Source: WebSub, W3C
 * Recommendation of 2018-01-23.
 *
 * All functions accept that hub->websub is NULL (WebSub is off); then they do
 * nothing.
 */
#ifndef DAEMON_WEBSUB_WEBSUB_H
#define DAEMON_WEBSUB_WEBSUB_H

#include "base/err.h"
#include "crawler/websub/signature.h"
#include "daemon/websub/websub_trust.h"
#include "store/websub/websub.h"

struct hub;
struct store;
struct websub;

/* Listens on websub.listen.  Errors: ERR_IO: the address cannot be used. */
int websub_new(struct hub *, struct websub **ret, struct err *e);
/* Reads the subscriptions from the database.  Must be called after the store's
 * thread was started. */
void websub_start(struct hub *);
/* Must be called after the store's thread has ended, and before
 * host_queues_free().  NULL is allowed. */
void websub_free(struct websub *);
/* For several nodes (docs/fleet.md). websub_load_shards() reads the
 * subscriptions of shards that were taken. websub_drop_shard() removes from
 * memory the subscriptions of a shard that was lost. websub_relay_look() takes
 * requests that hubs sent to other nodes. */
void websub_load_shards(struct hub *);
void websub_drop_shard(struct hub *, int32_t shard);
void websub_relay_look(struct hub *);
/* Ends the subscriptions of feeds that are not polled any more, after the feeds
 * were listed.  O(feeds). */
void websub_check_feeds(struct hub *);

/* A poll that has succeeded. */
struct websub_poll {
	int64_t feed_id;
	const char *feed_url, *url; /* requested URL; URL after redirects */
	const char *link;           /* the header field Link, or NULL */
	const char *hub, *self;     /* links in the document, or NULL */
	bool is_read;               /* the document is complete and was read */
	/* known after the poll was stored */
	size_t n_new;    /* number of entries of the poll that no hub had
			    delivered */
	size_t n_pushed; /* number of entries of the poll that the hub had
			    delivered */
};
/* Compares a poll that was stored with the deliveries, if the document was
 * read. */
void websub_note_poll(struct hub *, const struct websub_poll *);

/* A change of a feed's subscription.  It is stored in the transaction of the
 * poll that found it, so that a crash, or another node that takes the feed,
 * cannot separate the two: the next answer may be 304, and then no document
 * names the hub. */
struct websub_change;
/* Compares the hub and topic that the document names with the subscription in
 * memory.  Returns NULL if nothing must be changed, or if the document was not
 * read.  If the subscriptions are not in memory yet, the change may prove to be
 * empty when it is stored. */
struct websub_change *websub_change_new(
    struct hub *, const struct websub_poll *);
/* The value of poll_update.subscription.  Borrowed. */
const struct websub_row *websub_change_row(const struct websub_change *);
/* Reads the subscriptions of the feed after the poll was stored.  Runs on the
 * thread of the store, and may run again if the transaction is repeated. */
int websub_change_read(struct websub_change *, struct store *, struct err *);
/* Copies the result to memory, after the transaction was committed.  new_id:
 * poll_stored.subscription_id.  is_polled: the feed was not removed since. */
void websub_change_apply(
    struct websub_change *, int64_t new_id, bool is_polled);
/* NULL is allowed. */
void websub_change_free(struct websub_change *);

/* Copies the trust in the hub of the feed. Without an active subscription all
 * times in *ret are DATE_NONE. O(1). */
void websub_copy_trust(
    const struct hub *, int64_t feed_id, struct websub_trust *ret);

/* Counters since the start. */
struct websub_totals {
	uint64_t requests, requests_failed; /* to hubs */
	uint64_t verifications, deliveries, entries;
	/* number of refused deliveries for each fault of the signature */
	uint64_t refused[WEBSUB_SIGNATURE_FAULTS];
	uint64_t repeated, unreadable, limited;
	uint64_t handed_over; /* requests that another node handles */
};
/* Counts the subscriptions by state.  O(subscriptions). */
void websub_count(const struct hub *, size_t ret[WEBSUB_STATE_COUNT]);
/* Returns the counters, or NULL if WebSub is off. The counters are borrowed. */
const struct websub_totals *websub_totals(const struct hub *);

#endif
