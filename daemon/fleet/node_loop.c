/*
 * node_loop.c -- this daemon as one of several nodes.
 *
 * Normal course: rounds run at the times of fleet.c. When a shard is taken, its
 * feeds, pauses and pending pages are read as at a start. When a shard is
 * drained, its waiting requests are dropped; when its transfers and writes have
 * ended, it is given back. Pages that other nodes inserted for the hosts of
 * this node are found by reading the pending rows after a notification, and
 * every LOOK_MS.
 *
 * Failures: at the deadline of a lease all transfers to hosts of the shard are
 * cancelled, and its feeds and pages are removed from memory. Results that are
 * still on their way to the database are refused there (store_fence.c).
 *
 * The timer has a higher priority than all other events: after the process was
 * stopped, the deadlines are checked before a transfer continues.
 */
#include "daemon/fleet/node_loop.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/config.h"
#include "daemon/feed/linked_document.h"
#include "daemon/feed/listing.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/node.h"
#include "daemon/fleet/node_rounds.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/websub/websub.h"
#include "daemon/writer/store_thread.h"
#include "store/fleet/shard.h"

/* Pause between two checks for rows of other nodes. */
#define LOOK_MS       3000
#define NOTICE_MS     200  /* time from a notification to the check */
#define DRAIN_LOOK_MS 100  /* pause between two checks of draining shards */
#define LEAVE_MS      3000 /* time to give back all shards at the end */

struct node_loop {
	struct hub *hub;
	struct node node;
	struct node_rounds *rounds;
	struct event *timer, *look;
	bool is_failing; /* the last round failed */
	bool is_noticed; /* the rows are read soon, because of a notification */
	bool has_feeds;  /* after a notification, the feeds are read, too */
};

/* ------------------------------------------------------- the shards' state */

static int
node_loop_set_shards_run(struct store *store, void *arg, struct err *e)
{
	(void)e;
	store_set_shards(store, arg);
	return 0;
}

static void
node_loop_set_shards_done(void *arg, int rc, const struct err *e)
{
	(void)rc;
	(void)e;
	free(arg);
}

/* Passes the list of the shards that are owned now to the store. */
static void
node_loop_set_shards(struct node_loop *loop)
{
	bool *owned = malloc(sizeof(loop->node.is_loaded));

	if (owned == NULL)
		abort();
	memcpy(owned, loop->node.is_loaded, sizeof(loop->node.is_loaded));
	store_post_reading_between(loop->hub->store, 1,
	    node_loop_set_shards_run, node_loop_set_shards_done, owned);
}

/* Reads feeds, pauses and pending rows of the shards that are owned now. */
static void
node_loop_load(struct hub *hub)
{
	host_queues_reload(hub);
	schedule_list(hub);
	pending_pages_ask(hub);
	linked_pending_ask(hub);
	websub_load_shards(hub);
}

/* Removes the feeds of a shard that is dropped. */
static void
node_loop_drop_feeds(struct hub *hub, int32_t shard)
{
	struct subscription *feed;
	size_t at = 0;

	while ((feed = schedule_next(hub, &at)) != NULL)
		if (node_shard(hub, feed->url) == shard)
			schedule_remove(hub, feed);
}

static void
node_loop_take_event(struct node_loop *loop, const struct fleet_event *e)
{
	struct hub *hub = loop->hub;
	int32_t shard = e->tenure.shard;

	switch (e->kind) {
	case FLEET_OWN:
		loop->node.is_loaded[shard] = true;
		loop->node.owned_ms[shard] = node_now_ms();
		loop->node.taken++;
		break;
	case FLEET_DRAIN:
		host_queue_drop_waiting(hub, shard);
		break;
	case FLEET_DROP:
		loop->node.is_loaded[shard] = false;
		if (loop->node.fleet.shards[shard].epoch == e->tenure.epoch &&
		    loop->node.fleet.shards[shard].state == FLEET_GIVING)
			loop->node.given++;
		else
			loop->node.lost++;
		node_loop_drop_feeds(hub, shard);
		websub_drop_shard(hub, shard);
		host_queue_drop_waiting(hub, shard);
		host_queue_cancel_shard(hub, shard);
		break;
	}
}

/* True if a transfer, a document or a write of the shard is left. */
static bool
node_loop_is_busy(const struct hub *hub, int32_t shard)
{
	return host_queue_shard_is_busy(hub, shard) ||
	       store_thread_pending_of(hub->store, shard) > 0;
}

static void
node_loop_check_drains(struct node_loop *loop)
{
	for (int32_t i = 0; i < loop->node.fleet.settings.shard_count; i++)
		if (loop->node.fleet.shards[i].state == FLEET_DRAINING &&
		    !node_loop_is_busy(loop->hub, i))
			fleet_drained(&loop->node.fleet, i, node_now_ms());
}

static void
node_loop_take_events(struct node_loop *loop)
{
	bool has_changed = false, has_more = false;
	struct fleet_event e;

	while (fleet_next_event(&loop->node.fleet, &e)) {
		node_loop_take_event(loop, &e);
		has_changed |= e.kind != FLEET_DRAIN;
		has_more |= e.kind == FLEET_OWN;
	}
	if (!has_changed || loop->hub->state != HUB_RUNNING)
		return;
	log_event(LOG_INFO, "shards",
	    LOG_INT("owned", fleet_owned(&loop->node.fleet)),
	    LOG_INT("nodes", loop->node.fleet.node_count));
	node_loop_set_shards(loop);
	if (has_more)
		node_loop_load(loop->hub);
}

/* ------------------------------------------------------------------ rounds */

static bool
node_loop_is_draining(const struct node_loop *loop)
{
	for (int32_t i = 0; i < loop->node.fleet.settings.shard_count; i++)
		if (loop->node.fleet.shards[i].state == FLEET_DRAINING)
			return true;
	return false;
}

static void
node_loop_arm(struct node_loop *loop)
{
	int64_t wait_ms = fleet_wake_ms(&loop->node.fleet) - node_now_ms();

	if (node_loop_is_draining(loop) && wait_ms > DRAIN_LOOK_MS)
		wait_ms = DRAIN_LOOK_MS;
	if (wait_ms > LOOK_MS)
		wait_ms = LOOK_MS;
	hub_arm(loop->timer, wait_ms > 0 ? wait_ms : 0);
}

static void
node_loop_step(struct node_loop *loop)
{
	struct fleet_round round;

	fleet_tick(&loop->node.fleet, node_now_ms());
	node_loop_take_events(loop);
	node_loop_check_drains(loop);
	node_loop_take_events(loop);
	if (fleet_next_round(&loop->node.fleet, node_now_ms(), &round))
		node_rounds_ask(loop->rounds, &round,
		    (int64_t)schedule_feeds(loop->hub),
		    (int64_t)pending_articles_in_memory(loop->hub));
}

static void
node_loop_on_answer(
    const struct fleet_view *view, const struct err *e, void *arg)
{
	struct node_loop *loop = arg;

	if (view == NULL)
		fleet_failed(&loop->node.fleet, node_now_ms());
	else
		fleet_answer(&loop->node.fleet, node_now_ms(), view);
	if ((view == NULL) != loop->is_failing) {
		loop->is_failing = view == NULL;
		if (view == NULL)
			log_event(LOG_WARNING, "no-database",
			    LOG_TEXT("why", e->text),
			    LOG_TEXT(
				"then", "requests stop when the leases end"));
		else
			log_event(LOG_INFO, "database-answers");
	}
	if (loop->hub->state != HUB_RUNNING)
		return;
	node_loop_step(loop);
	node_loop_arm(loop);
	hub_step_done(loop->hub);
}

static void
node_loop_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct node_loop *loop = arg;

	(void)fd;
	(void)what;
	if (loop->hub->state != HUB_RUNNING)
		return;
	node_loop_step(loop);
	node_loop_arm(loop);
}

/* Called when another node has inserted pages or changed feeds. Under load this
 * happens at each commit. The rows are not read before NOTICE_MS have passed,
 * because each time the pages of all owned shards are read. */
static void
node_loop_on_notice(bool has_feeds, void *arg)
{
	struct node_loop *loop = arg;

	loop->has_feeds |= has_feeds;
	if (loop->is_noticed || loop->hub->once)
		return;
	loop->is_noticed = true;
	hub_arm(loop->look, NOTICE_MS);
}

/* Reads the rows that other nodes and commands have changed. */
static void
node_loop_on_look(evutil_socket_t fd, short what, void *arg)
{
	struct node_loop *loop = arg;

	(void)fd;
	(void)what;
	loop->is_noticed = false;
	if (loop->hub->state != HUB_RUNNING)
		return;
	if (loop->has_feeds)
		schedule_list(loop->hub);
	loop->has_feeds = false;
	pending_pages_ask(loop->hub);
	linked_pending_ask(loop->hub);
	websub_relay_look(loop->hub);
	hub_arm(loop->look, LOOK_MS);
}

/* ---------------------------------------------------------- start and stop */

static void
node_loop_set_name(struct node_loop *loop, const struct config *config)
{
	if (config->fleet.node != NULL)
		snprintf(loop->node.name, sizeof(loop->node.name), "%s",
		    config->fleet.node);
	else if (gethostname(loop->node.name, sizeof(loop->node.name)) != 0)
		snprintf(loop->node.name, sizeof(loop->node.name), "node");
	loop->node.name[sizeof(loop->node.name) - 1] = '\0';
}

int
node_loop_new(
    struct hub *hub, struct store *store, struct node_loop **ret, struct err *e)
{
	struct node_loop *loop;

	if (!store_is_shared(store))
		return 0;
	loop = calloc(1, sizeof(*loop));
	if (loop == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a node");
	*ret = loop;
	loop->hub = hub;
	node_loop_set_name(loop, hub->config);
	loop->timer = evtimer_new(hub->base, node_loop_on_timer, loop);
	loop->look = evtimer_new(hub->base, node_loop_on_look, loop);
	if (loop->timer == NULL || loop->look == NULL ||
	    event_priority_set(loop->timer, 0) != 0)
		return err_set(e, ERR_MEMORY, "no memory for timers");
	fleet_init(&loop->node.fleet,
	    fleet_settings_of(LIMIT_SHARDS, hub->config->fleet.lease_s * 1000),
	    node_now_ms());
	hub->node = &loop->node;
	return node_rounds_new(hub->base, hub->config->database,
	    loop->node.name, GLEANER_VERSION, node_loop_on_answer,
	    node_loop_on_notice, loop, &loop->rounds, &loop->node.number, e);
}

void
node_loop_start(struct hub *hub)
{
	static const bool none[LIMIT_SHARDS];
	struct node_loop *loop = hub->node_loop;
	bool *owned;

	if (loop == NULL)
		return;
	owned = calloc(1, sizeof(none));
	if (owned == NULL)
		abort();
	store_thread_fence(hub->store, loop->node.number);
	store_post_reading_between(hub->store, 1, node_loop_set_shards_run,
	    node_loop_set_shards_done, owned);
	node_loop_step(loop);
	node_loop_arm(loop);
	if (!hub->once)
		hub_arm(loop->look, LOOK_MS);
}

/* Gives back all shards. Transfers and writes must have ended. If the database
 * does not answer, the leases end by themselves. */
static void
node_loop_leave(struct node_loop *loop, int64_t most_ms)
{
	int64_t until_ms =
	    node_now_ms() + (most_ms < LEAVE_MS ? most_ms : LEAVE_MS);
	struct fleet_round round;

	fleet_leave(&loop->node.fleet, node_now_ms());
	for (int32_t i = 0; i < loop->node.fleet.settings.shard_count; i++)
		fleet_drained(&loop->node.fleet, i, node_now_ms());
	while (!loop->node.fleet.has_left && !loop->is_failing &&
	       node_now_ms() < until_ms) {
		int64_t now_ms = node_now_ms();
		int64_t wait_ms = fleet_wake_ms(&loop->node.fleet) - now_ms;

		if (fleet_next_round(&loop->node.fleet, now_ms, &round))
			node_rounds_ask(loop->rounds, &round, 0, 0);
		if (loop->node.fleet.is_asking || wait_ms > until_ms - now_ms)
			wait_ms = until_ms - now_ms;
		if (wait_ms > 0)
			node_rounds_wait(loop->rounds, wait_ms);
	}
}

void
node_loop_stop(struct node_loop *loop)
{
	if (loop != NULL && loop->rounds != NULL && loop->is_failing)
		node_rounds_give_up(loop->rounds);
}

void
node_loop_free(struct node_loop *loop, int64_t most_ms)
{
	if (loop == NULL)
		return;
	if (loop->rounds != NULL && loop->node.fleet.answered_ms >= 0)
		node_loop_leave(loop, most_ms);
	node_rounds_free(loop->rounds);
	if (loop->timer != NULL)
		event_free(loop->timer);
	if (loop->look != NULL)
		event_free(loop->look);
	loop->hub->node = NULL;
	free(loop);
}
