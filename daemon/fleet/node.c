/*
 * node.c -- decides to which hosts this daemon may send requests if there are
 * several nodes.
 *
 * In:  the leases (fleet.c), and the shards that node_loop.c has loaded.
 * Out: answers for the host queues, the store and the metrics; without nodes,
 *      this daemon may send requests to all hosts.
 */
#include "daemon/fleet/node.h"

#include "base/clock.h"
#include "daemon/hub.h"
#include "store/fleet/shard.h"

int64_t
node_now_ms(void)
{
	return clock_read_ns(CLOCK_BOOTTIME) / 1000000;
}

int32_t
node_shard(const struct hub *hub, const char *url)
{
	return hub->node == NULL ? 0 : shard_of_url(slice_of(url));
}

bool
node_may_ask(const struct hub *hub, int32_t shard)
{
	return hub->node == NULL ||
	       (hub->node->is_loaded[shard] &&
		   fleet_may_ask(&hub->node->fleet, shard, node_now_ms()));
}

bool
node_owns(const struct hub *hub, int32_t shard)
{
	return hub->node == NULL || hub->node->is_loaded[shard];
}

int64_t
node_wait_ms(const struct hub *hub, int32_t shard, int64_t gap_ms)
{
	int64_t wait_ms;

	if (hub->node == NULL)
		return 0;
	wait_ms = hub->node->owned_ms[shard] + gap_ms - node_now_ms();
	return wait_ms > 0 ? wait_ms : 0;
}

struct fleet_tenure
node_tenure(const struct hub *hub, int32_t shard)
{
	struct fleet_tenure ret = { .shard = shard };

	if (hub->node != NULL)
		ret.epoch =
		    fleet_epoch(&hub->node->fleet, shard, node_now_ms());
	return ret;
}

bool
node_is_starting(const struct hub *hub)
{
	return hub->node != NULL && !fleet_is_settled(&hub->node->fleet);
}

bool
node_is_apart(const struct hub *hub)
{
	const struct node *node = hub->node;

	return node != NULL && node_now_ms() - node->fleet.answered_ms >
				   node->fleet.settings.lease_ms;
}

bool
node_status_get(const struct hub *hub, struct node_status *ret)
{
	const struct node *node = hub->node;

	if (node == NULL)
		return false;
	*ret = (struct node_status){ .name = node->name,
		.number = node->number,
		.shards = fleet_owned(&node->fleet),
		.nodes = node->fleet.node_count,
		.taken = node->taken,
		.lost = node->lost,
		.given = node->given,
		.answered_ms_ago =
		    node->fleet.answered_ms < 0
			? -1
			: node_now_ms() - node->fleet.answered_ms };
	return true;
}
