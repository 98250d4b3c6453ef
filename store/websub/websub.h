/*
 * websub.h -- subscriptions at hubs (websub.c; docs/websub.md).  The
 * conventions: store.h.
 */
#ifndef STORE_WEBSUB_WEBSUB_H
#define STORE_WEBSUB_WEBSUB_H

#include "base/err.h"
#include "base/slice.h"

struct store;

enum websub_state {
	WEBSUB_PENDING, /* requested, or to be requested at next_at */
	WEBSUB_ACTIVE,  /* verified; renewed at next_at */
	WEBSUB_REFUSED, /* denied by the hub; requested again at next_at */
	WEBSUB_LEAVING, /* at next_at the hub is asked to end the
			   subscription; then the row is deleted */
	WEBSUB_STATE_COUNT
};
/* Returns "pending", "active", "denied", "leaving". */
const char *websub_state_name(enum websub_state);

/* Times are UTC seconds, or DATE_NONE. */
struct websub_row {
	int64_t id, feed_id;
	struct slice hub, topic;
	struct slice callback, secret; /* never shown */
	enum websub_state state;
	struct slice why; /* the last failure or denial; SLICE_NONE: none */
	int64_t failures; /* failed requests since the last success */
	int64_t found_at, next_at, verified_at, lease_until;
	int64_t delivered_at; /* time of the last delivery that was read */
	int64_t proven_at;    /* time of the last poll that found delivered
				 items; DATE_NONE: no such poll since the hub
				 missed an item */
	int64_t missed_at;    /* time of the last poll that found an item that
				 the hub had not delivered */
	int64_t deliveries, entries; /* deliveries that were read, and the new
					entries in them */
	int64_t refused, refused_at; /* number of deliveries that were not
					read; time of the last one */
	struct slice refused_why;    /* "forged", "sha1" ... */
	struct slice seen; /* the first 8 bytes of the signatures of the last
			      deliveries that were read, oldest first */
	/* feed_url and is_wanted: values of the feed; only set by
	 * store_websub_list() */
	struct slice feed_url;
	bool is_wanted; /* the feed is subscribed and active */
};

/* Visits the subscriptions of a feed, or all if feed_id is 0.  Borrowed during
 * the visit. */
int store_websub_list(struct store *, int64_t feed_id,
    int (*visit)(const struct websub_row *, void *), void *arg, struct err *e);
/* Changes the subscription of a feed to the hub and topic that its document
 * names.  A part of store_poll_put().  If the feed has a subscription with
 * another hub, topic, or address of the callback, sets it to WEBSUB_LEAVING,
 * and inserts another one if row->hub is present and the feed is active.  If no
 * hub had verified the old subscription, its row is deleted, and the new one
 * takes over its wait.  Uses only feed_id, hub, topic, callback and secret of
 * the row.  *ret_id: the new subscription; 0: none was inserted. */
int websub_follow(struct store *, const struct websub_row *, int64_t now,
    int64_t *ret_id, struct err *e);
/* Updates the row with the given id: writes the members of the struct from
 * `state` to `seen`, except found_at.  A row that is WEBSUB_LEAVING keeps its
 * state.  Does nothing if there is no such row. */
int store_websub_update(
    struct store *, const struct websub_row *, struct err *e);
/* Deletes the row with the given id.  Does nothing if there is no such row. */
int store_websub_delete(struct store *, int64_t id, struct err *e);

struct websub_counts {
	int64_t states[WEBSUB_STATE_COUNT];
	int64_t slowed; /* number of subscriptions whose feeds are polled less
			   often, because the hub delivers the items */
	int64_t deliveries, entries, refused;
};
/* `since`: `slowed` counts only subscriptions whose last delivery was after
 * this time. */
int store_websub_count(
    struct store *, int64_t since, struct websub_counts *ret, struct err *e);

#endif
