/*
 * node.c -- this daemon as one of several nodes.
 *
 * Normal course: rounds run at the times of fleet.c. When a shard is taken, its
 * feeds, pauses and pending pages are read as at a start. When a shard is
 * drained, its waiting requests are dropped; when its transfers and writes have
 * ended, it is given back. Pages that other nodes inserted for the hosts of this
 * node are found by reading the pending rows every LOOK_MS.
 *
 * Failures: at the deadline of a lease all transfers to hosts of the shard are
 * cancelled, and its feeds and pages are removed from memory. Results that are
 * still on their way to the database are refused there (store_fence.c).
 *
 * The timer has a higher priority than all other events: after the process was
 * stopped, the deadlines are checked before a transfer continues.
 */
#include "daemon/fleet/node.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "config/config.h"
#include "daemon/feed/linked_document.h"
#include "daemon/feed/listing.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/fleet.h"
#include "daemon/fleet/node_rounds.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/writer/store_thread.h"
#include "store/shard.h"

#define LOOK_MS       3000 /* between two looks for rows of other nodes */
#define DRAIN_LOOK_MS 100  /* between two looks at draining shards */
#define LEAVE_MS      3000 /* time to give back all shards at the end */

struct node {
	struct hub *hub;
	struct fleet fleet;
	struct node_rounds *rounds;
	struct event *timer, *look;
	char name[LIMIT_NAME_BYTES + 1];
	int64_t number;
	bool is_loaded[LIMIT_SHARDS];  /* OWN was reported */
	int64_t owned_ms[LIMIT_SHARDS]; /* time of the taking */
	bool is_failing;                /* the last round failed */
	int64_t loaded_ms;              /* time of the last reading */
	uint64_t taken, lost, given;
};

/* Also counts while the machine is suspended. */
static int64_t
node_now_ms(void)
{
	return clock_read_ns(CLOCK_BOOTTIME) / 1000000;
}

/* -------------------------------------------------------------- questions */

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

	return node != NULL &&
	       node_now_ms() - node->fleet.answered_ms >
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
		.answered_ms_ago = node->fleet.answered_ms < 0
				       ? -1
				       : node_now_ms() -
					     node->fleet.answered_ms };
	return true;
}

/* ------------------------------------------------------- the shards' state */

static int
node_set_shards_run(struct store *store, void *arg, struct err *e)
{
	(void)e;
	store_set_shards(store, arg);
	return 0;
}

static void
node_set_shards_done(void *arg, int rc, const struct err *e)
{
	(void)rc;
	(void)e;
	free(arg);
}

/* Reads feeds, pauses and pending rows of the shards that are owned now. */
static void
node_load(struct node *node)
{
	struct hub *hub = node->hub;
	bool *owned = malloc(sizeof(node->is_loaded));

	if (owned == NULL)
		abort();
	memcpy(owned, node->is_loaded, sizeof(node->is_loaded));
	store_post_between(
	    hub->store, 1, node_set_shards_run, node_set_shards_done, owned);
	host_queues_reload(hub);
	schedule_list(hub);
	pending_pages_ask(hub);
	linked_pending_ask(hub);
}

/* Removes the feeds of a shard that is dropped. */
static void
node_drop_feeds(struct hub *hub, int32_t shard)
{
	struct subscription *feed;
	size_t at = 0;

	while ((feed = schedule_next(hub, &at)) != NULL)
		if (node_shard(hub, feed->url) == shard)
			schedule_remove(hub, feed);
}

static void
node_take_event(struct node *node, const struct fleet_event *e)
{
	struct hub *hub = node->hub;
	int32_t shard = e->tenure.shard;

	switch (e->kind) {
	case FLEET_OWN:
		node->is_loaded[shard] = true;
		node->owned_ms[shard] = node_now_ms();
		node->taken++;
		break;
	case FLEET_DRAIN:
		host_queue_drop_waiting(hub, shard);
		break;
	case FLEET_DROP:
		node->is_loaded[shard] = false;
		if (node->fleet.shards[shard].epoch == e->tenure.epoch &&
		    node->fleet.shards[shard].state == FLEET_GIVING)
			node->given++;
		else
			node->lost++;
		node_drop_feeds(hub, shard);
		host_queue_drop_waiting(hub, shard);
		host_queue_cancel_shard(hub, shard);
		break;
	}
}

/* True if a transfer, a document or a write of the shard is left. */
static bool
node_is_busy(const struct hub *hub, int32_t shard)
{
	return host_queue_shard_is_busy(hub, shard) ||
	       store_thread_pending_of(hub->store, shard) > 0;
}

static void
node_check_drains(struct node *node)
{
	for (int32_t i = 0; i < node->fleet.settings.shard_count; i++)
		if (node->fleet.shards[i].state == FLEET_DRAINING &&
		    !node_is_busy(node->hub, i))
			fleet_drained(&node->fleet, i, node_now_ms());
}

static void
node_take_events(struct node *node)
{
	bool has_changed = false;
	struct fleet_event e;

	while (fleet_next_event(&node->fleet, &e)) {
		node_take_event(node, &e);
		has_changed |= e.kind != FLEET_DRAIN;
	}
	if (!has_changed || node->hub->state != HUB_RUNNING)
		return;
	log_event(LOG_INFO, "shards",
	    LOG_INT("owned", fleet_owned(&node->fleet)),
	    LOG_INT("nodes", node->fleet.node_count));
	node_load(node);
}

/* ------------------------------------------------------------------ rounds */

static bool
node_is_draining(const struct node *node)
{
	for (int32_t i = 0; i < node->fleet.settings.shard_count; i++)
		if (node->fleet.shards[i].state == FLEET_DRAINING)
			return true;
	return false;
}

static void
node_arm(struct node *node)
{
	int64_t wait_ms = fleet_wake_ms(&node->fleet) - node_now_ms();

	if (node_is_draining(node) && wait_ms > DRAIN_LOOK_MS)
		wait_ms = DRAIN_LOOK_MS;
	if (wait_ms > LOOK_MS)
		wait_ms = LOOK_MS;
	hub_arm(node->timer, wait_ms > 0 ? wait_ms : 0);
}

static void
node_step(struct node *node)
{
	struct fleet_round round;

	fleet_tick(&node->fleet, node_now_ms());
	node_take_events(node);
	node_check_drains(node);
	node_take_events(node);
	if (fleet_next_round(&node->fleet, node_now_ms(), &round))
		node_rounds_ask(node->rounds, &round,
		    (int64_t)schedule_feeds(node->hub),
		    (int64_t)pending_articles_in_memory(node->hub));
}

static void
node_on_answer(
    const struct fleet_view *view, const struct err *e, void *arg)
{
	struct node *node = arg;

	if (view == NULL)
		fleet_failed(&node->fleet, node_now_ms());
	else
		fleet_answer(&node->fleet, node_now_ms(), view);
	if ((view == NULL) != node->is_failing) {
		node->is_failing = view == NULL;
		if (view == NULL)
			log_event(LOG_WARNING, "no-database",
			    LOG_TEXT("why", e->text),
			    LOG_TEXT("then",
				"requests stop when the leases end"));
		else
			log_event(LOG_INFO, "database-answers");
	}
	if (node->hub->state != HUB_RUNNING)
		return;
	node_step(node);
	node_arm(node);
	hub_step_done(node->hub);
}

static void
node_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct node *node = arg;

	(void)fd;
	(void)what;
	if (node->hub->state != HUB_RUNNING)
		return;
	node_step(node);
	node_arm(node);
}

/* Other nodes insert pages and commands change feeds. */
static void
node_on_look(evutil_socket_t fd, short what, void *arg)
{
	struct node *node = arg;

	(void)fd;
	(void)what;
	if (node->hub->state != HUB_RUNNING)
		return;
	pending_pages_ask(node->hub);
	linked_pending_ask(node->hub);
	hub_arm(node->look, LOOK_MS);
}

/* ---------------------------------------------------------- start and stop */

static void
node_set_name(struct node *node, const struct config *config)
{
	if (config->fleet.node != NULL)
		snprintf(node->name, sizeof(node->name), "%s",
		    config->fleet.node);
	else if (gethostname(node->name, sizeof(node->name)) != 0)
		snprintf(node->name, sizeof(node->name), "node");
	node->name[sizeof(node->name) - 1] = '\0';
}

int
node_new(
    struct hub *hub, struct store *store, struct node **ret, struct err *e)
{
	struct node *node;

	if (!store_is_shared(store))
		return 0;
	node = calloc(1, sizeof(*node));
	if (node == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a node");
	*ret = node;
	node->hub = hub;
	node_set_name(node, hub->config);
	node->timer = evtimer_new(hub->base, node_on_timer, node);
	node->look = evtimer_new(hub->base, node_on_look, node);
	if (node->timer == NULL || node->look == NULL ||
	    event_priority_set(node->timer, 0) != 0)
		return err_set(e, ERR_MEMORY, "no timers");
	fleet_init(&node->fleet,
	    fleet_settings_of(LIMIT_SHARDS, hub->config->fleet.lease_s * 1000),
	    node_now_ms());
	return node_rounds_new(hub->base, hub->config->database, node->name,
	    GLEANER_VERSION, node_on_answer, node, &node->rounds,
	    &node->number, e);
}

void
node_start(struct hub *hub)
{
	static const bool none[LIMIT_SHARDS];
	struct node *node = hub->node;
	bool *owned;

	if (node == NULL)
		return;
	owned = calloc(1, sizeof(none));
	if (owned == NULL)
		abort();
	store_thread_fence(hub->store, node->number);
	store_post_between(
	    hub->store, 1, node_set_shards_run, node_set_shards_done, owned);
	node_step(node);
	node_arm(node);
	if (!hub->once)
		hub_arm(node->look, LOOK_MS);
}

/* Gives back all shards; transfers and writes have ended. */
static void
node_leave(struct node *node)
{
	int64_t until_ms = node_now_ms() + LEAVE_MS;
	struct fleet_round round;

	fleet_leave(&node->fleet, node_now_ms());
	for (int32_t i = 0; i < node->fleet.settings.shard_count; i++)
		fleet_drained(&node->fleet, i, node_now_ms());
	while (!node->fleet.has_left && node_now_ms() < until_ms) {
		int64_t now_ms = node_now_ms();
		int64_t wait_ms = fleet_wake_ms(&node->fleet) - now_ms;

		if (fleet_next_round(&node->fleet, now_ms, &round))
			node_rounds_ask(node->rounds, &round, 0, 0);
		if (node->fleet.is_asking || wait_ms > until_ms - now_ms)
			wait_ms = until_ms - now_ms;
		if (wait_ms > 0)
			node_rounds_wait(node->rounds, wait_ms);
	}
}

void
node_free(struct node *node)
{
	if (node == NULL)
		return;
	if (node->rounds != NULL && node->fleet.answered_ms >= 0)
		node_leave(node);
	node_rounds_free(node->rounds);
	if (node->timer != NULL)
		event_free(node->timer);
	if (node->look != NULL)
		event_free(node->look);
	free(node);
}
