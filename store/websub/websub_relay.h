/*
 * websub_relay.h -- subscriptions at hubs with several nodes (websub_relay.c;
 * docs/websub.md).  PostgreSQL only.
 *
 * A hub delivers to one address, and the request may arrive at a node that does
 * not own the shard of the feed.  This node stores the request; the owner takes
 * it.  The conventions: store.h.
 */
#ifndef STORE_WEBSUB_WEBSUB_RELAY_H
#define STORE_WEBSUB_WEBSUB_RELAY_H

#include "base/limits.h"
#include "store/websub/websub.h"

/* Visits the subscriptions of the feeds of these shards, as
 * store_websub_list(). */
int store_websub_list_shards(struct store *, const bool shards[LIMIT_SHARDS],
    int (*visit)(const struct websub_row *, void *), void *arg, struct err *e);

struct websub_found {
	int32_t shard; /* of the feed */
	char secret[2 * LIMIT_WEBSUB_SECRET_BYTES + 1];
};
/* Finds the subscription of a callback by its token, the last
 * 2 * LIMIT_WEBSUB_TOKEN_BYTES characters.  ERR_NOT_FOUND: there is none.
 * O(log subscriptions). */
int store_websub_find(struct store *, struct slice token,
    struct websub_found *ret, struct err *e);

/* A request of a hub.  SLICE_NONE: absent. */
struct websub_request {
	int64_t id;
	int32_t shard;
	struct slice token;
	struct slice query; /* query string of a verification; SLICE_NONE: the
			       request is a delivery */
	struct slice content_type, signature, body;
};
/* Stores a request for the owner of its shard, and notifies the other nodes at
 * the commit.  *ret_id: id of the request; 0: the request was not stored,
 * because LIMIT_WEBSUB_WAITING requests of the subscription wait already. */
int store_websub_relay_put(struct store *, const struct websub_request *,
    int64_t *ret_id, struct err *e);
/* Sets ret[shard] for each shard of this node (store_set_shards()) for which
 * requests wait. */
int store_websub_relay_shards(
    struct store *, bool ret[LIMIT_SHARDS], struct err *e);
/* Takes the oldest waiting requests of a shard and visits them, oldest first.
 * After the commit, no later call returns them again.  After a rollback, they
 * still wait.  The texts of a request are borrowed during the visit. */
int store_websub_relay_take(struct store *, int32_t shard,
    int (*visit)(const struct websub_request *, void *), void *arg,
    struct err *e);
/* Stores the response to a verification, and notifies the other nodes. */
int store_websub_relay_answer(
    struct store *, int64_t id, int status, struct slice reply, struct err *e);
/* Removes the requests among ids[0..n) that were answered, and visits their
 * responses. */
int store_websub_relay_collect(struct store *, const int64_t *ids, size_t n,
    int (*visit)(int64_t id, int status, struct slice reply, void *), void *arg,
    struct err *e);

#endif
