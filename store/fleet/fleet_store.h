/*
 * fleet_store.h -- nodes and the leases of shards in the database.  PostgreSQL
 * only; on SQLite one daemon owns all shards, and store_is_shared() is false.
 *
 * The functions that return int return 0, or a negative code: ERR_MEMORY or an
 * error of the database.
 */
#ifndef STORE_FLEET_FLEET_STORE_H
#define STORE_FLEET_FLEET_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"
#include "store/fleet/round.h"

struct store;

/* True if several daemons can use the database. */
bool store_is_shared(const struct store *);

/* The values that a node reports about itself in each round. */
struct fleet_report {
	int64_t node; /* store_fleet_join() */
	struct slice name, version;
	int64_t feeds, pending; /* numbers of feeds and pending rows in memory
				   */
};

/* Adds a node and returns its number.  The node gets shards from its first
 * round on. */
int store_fleet_join(struct store *, struct slice name, struct slice version,
    int64_t *ret_node, struct err *e);

/* Runs one round, as one statement and transaction.  After an error its effect
 * is unknown. */
int store_fleet_round(struct store *, const struct fleet_report *,
    const struct fleet_round *, struct fleet_view *ret, struct err *e);

/* Ends the sessions of programs that were stopped in a writing transaction for
 * more than lease_ms, so that other programs need not wait for their locks.
 * *ret_n: the number of ended sessions.  Should be called every few seconds.
 * The function does not wait for locks. */
int store_fleet_end_stopped(
    struct store *, int64_t lease_ms, int64_t *ret_n, struct err *e);

/* Checks n tenures of the node, at most LIMIT_SHARDS.  Sets ret_held[shard] to
 * true if the node still holds the lease of the tenure; all other elements are
 * false.  Until the transaction ends, no other node can take the leases that
 * are still held.  Must be the last call in a transaction that writes for these
 * shards. */
int store_fleet_fence(struct store *, int64_t node, const struct fleet_tenure *,
    size_t n, bool ret_held[LIMIT_SHARDS], struct err *e);

/* Sets the shards whose pending rows the store returns.  Before the first call,
 * rows of all shards are returned. */
void store_set_shards(struct store *, const bool owned[LIMIT_SHARDS]);
/* Internal to store/: called when a page of the host becomes pending.  If
 * another node owns the host, that node is notified at the commit. */
void store_note_page(struct store *, struct slice host_key);
/* Internal to store/: called when subscriptions change.  All nodes are notified
 * at the commit. */
void store_note_feeds(struct store *);
/* Internal to store/: binds :shards to the shards of store_set_shards().  On
 * SQLite, does nothing. */
struct query;
void query_shards(struct query *);
/* Internal to store/: binds :shard to the shard of the URL's host.  On SQLite,
 * does nothing. */
void query_shard_of(struct query *, struct slice url);

/* A row of `node`, borrowed for the visit. */
struct fleet_node {
	int64_t id;
	struct slice name, version;
	int64_t started_at, seen_at; /* seen_at: time of the last round */
	int64_t silent_s; /* seconds since its last round */
	int64_t feeds, pending;
	int64_t shards; /* number of shards whose leases it holds */
};

/* Visits the nodes that had a round in the last day, sorted by name.  A node
 * without leases is left out if it has left or if a later node has the same
 * name. */
int store_fleet_each(struct store *,
    int (*visit)(const struct fleet_node *, void *), void *arg, struct err *e);

/* Returns the shards without an owner in `ret`, LIMIT_SHARDS at most, in
 * ascending order. */
int store_fleet_free(
    struct store *, int32_t ret[LIMIT_SHARDS], int32_t *ret_n, struct err *e);

/* Writes the name of the shard's owner into `ret`, truncated if it does not
 * fit; "" if there is no owner. */
int store_fleet_owner(
    struct store *, int32_t shard, char *ret, size_t bytes, struct err *e);

#endif
