/* share.c -- the number of shards that a node should own; see share.h. */
#include "daemon/fleet/share.h"

#include <assert.h>
#include <stdbool.h>

/* Looks at the nodes before index `end`. If is_over is true, counts the nodes
 * that own more than `floor` shards, else the nodes that own at most `floor`
 * shards. */
static int32_t
share_count(const int32_t *counts, int32_t end, int32_t floor, bool is_over)
{
	int32_t found = 0;

	for (int32_t i = 0; i < end; i++)
		found += (counts[i] > floor) == is_over;
	return found;
}

int32_t
share_quota(
    const int32_t *counts, int32_t node_count, int32_t me, int32_t shard_count)
{
	int32_t floor, larger, rank;
	bool is_over;

	assert(node_count > 0 && me >= 0 && me < node_count);
	floor = shard_count / node_count;
	larger = shard_count % node_count;
	is_over = counts[me] > floor;
	rank = share_count(counts, me, floor, is_over);
	if (!is_over)
		rank += share_count(counts, node_count, floor, true);
	return floor + (rank < larger);
}
