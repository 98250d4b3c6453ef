/*
 * round.h -- one round of a node: the request to the database and its answer.
 *
 * A node is one run of a daemon.  It owns shards by leases, the rows of the
 * table `shard_lease`.  A round is one transaction: it renews, gives back and
 * takes leases, and then reads all leases and nodes.  The database's clock is
 * used for all times.  The answer contains only durations.
 */
#ifndef STORE_FLEET_ROUND_H
#define STORE_FLEET_ROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

/* A tenure: the time in which a node owns a shard.  It begins when the node
 * takes the shard, and ends when the node loses it or gives it back.  The epoch
 * of a shard is raised each time a node takes the shard. */
struct fleet_tenure {
	int32_t shard;
	int64_t epoch;
};

struct fleet_round {
	struct fleet_tenure renew[LIMIT_SHARDS]; /* tenures that are extended,
						    if they have not expired */
	int32_t renew_count;
	struct fleet_tenure give[LIMIT_SHARDS]; /* tenures that are given back,
						   if the node still owns the
						   shards */
	int32_t give_count;
	int32_t take;     /* largest number of shards without a lease that the
			     round takes */
	bool is_leaving;  /* the node gives back everything and ends */
	int64_t lease_ms; /* duration of a renewed or taken lease */
};

/* A row of `shard_lease`. */
struct fleet_lease {
	int64_t node; /* 0: no owner */
	int64_t epoch;
	int64_t remaining_ms; /* remaining time at the start of the transaction;
				 <= 0: the lease has expired */
};

/* The answer to a round. */
struct fleet_view {
	int64_t me; /* number of the node that ran the round */
	struct fleet_lease shards[LIMIT_SHARDS];
	/* Ids of the nodes that have not left and whose last round was less
	 * than lease_ms ago, in ascending order.  `me` is one of them, unless
	 * this node leaves. */
	int64_t nodes[LIMIT_NODES];
	int32_t node_count;
	/* Number of other nodes that have not left and whose last round was at
	 * least lease_ms, but less than ten times lease_ms ago. */
	int32_t silent_count;
};

#endif
