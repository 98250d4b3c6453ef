/*
 * node.h -- this daemon as one of several nodes on a PostgreSQL database
 * (docs/fleet.md).
 *
 *	fleet.c keeps the shards of this node and their deadlines (pure).
 *	share.c computes how many shards this node should own (pure).
 *	node.c decides to which hosts this daemon may send requests.
 *	node_loop.c loads, drains and drops shards.
 *	node_rounds.c runs statements on the database in a thread.
 *
 * On SQLite hub->node is NULL, and the daemon owns all hosts.
 */
#ifndef DAEMON_FLEET_NODE_H
#define DAEMON_FLEET_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/fleet/fleet.h"

struct hub;

struct node {
	struct fleet fleet;
	/* true after FLEET_OWN and before FLEET_DROP: the feeds and pages of
	 * the shard are loaded or are being loaded */
	bool is_loaded[LIMIT_SHARDS];
	int64_t
	    owned_ms[LIMIT_SHARDS]; /* time at which this node took the shard */
	char name[LIMIT_NAME_BYTES + 1];
	int64_t number; /* the number of this node in the database */
	/* how many shards this node has taken, lost and given back */
	uint64_t taken, lost, given;
};

/* The clock of the leases, in milliseconds; it also counts while the machine is
 * suspended. */
int64_t node_now_ms(void);
/* Returns the shard of the URL's host; 0 without nodes. */
int32_t node_shard(const struct hub *, const char *url);
/* True if a request to hosts of the shard may start now. */
bool node_may_ask(const struct hub *, int32_t shard);
/* True if this node loads, or has loaded, feeds and pages of the shard. */
bool node_owns(const struct hub *, int32_t shard);
/* Returns the time in milliseconds that requests to a host of the shard must
 * still wait. At least gap_ms must pass between the last request of the
 * previous owner and the first request of this node. */
int64_t node_wait_ms(const struct hub *, int32_t shard, int64_t gap_ms);
/* Returns the present tenure of the shard; epoch 0: not owned. */
struct fleet_tenure node_tenure(const struct hub *, int32_t shard);
/* True while this node must still take shards that have no owner. */
bool node_is_starting(const struct hub *);
/* True if the last answer of the database is older than a lease. */
bool node_is_apart(const struct hub *);

/* The values for the metrics and the status. */
struct node_status {
	const char *name; /* borrowed */
	int64_t number;
	int32_t shards, nodes;
	uint64_t taken, lost, given;
	int64_t answered_ms_ago; /* -1: never */
};
/* Returns false if the database is SQLite. */
bool node_status_get(const struct hub *, struct node_status *ret);

#endif
