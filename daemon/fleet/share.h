/*
 * share.h -- the number of shards that a node should own.
 *
 * S shards and N nodes: every node owns floor(S / N) shards, and S mod N nodes
 * own one more.  The additional shards are given first to nodes that already
 * own more than the floor, and then to the nodes with the lowest number.  All
 * nodes that see the same leases compute the same shares.
 *
 * Pure: no time, no input or output.
 */
#ifndef DAEMON_FLEET_SHARE_H
#define DAEMON_FLEET_SHARE_H

#include <stdint.h>

/* Returns the number of shards that node `me` should own.  `counts`: the shards
 * that each of the node_count nodes owns, ordered by node number; `me`: index
 * of the node in `counts`, 0 to node_count - 1.  Cost: O(node_count). */
int32_t share_quota(
    const int32_t *counts, int32_t node_count, int32_t me, int32_t shard_count);

#endif
