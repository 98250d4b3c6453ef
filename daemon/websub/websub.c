/*
 * websub.c -- subscriptions at hubs.
 *
 * Normal case: a poll reads a feed that names a hub.  A subscription is stored
 * with the poll (websub_change.c), websub_ask.c requests it, and the hub
 * verifies it at the server of websub_listen.c.  From then on the hub delivers
 * new items, which websub_delivery.c stores as entries of this feed.  The feed
 * is still polled, but less often while the hub delivers the items that polls
 * find (websub_trust.c).
 *
 * Failures: the hub refuses or does not verify (requested again with back-off),
 * denies (requested again after 30 days), or is silent (polling continues at
 * its usual interval).  A subscription is ended if the feed names another hub
 * or topic, or no hub, or is not polled any more.
 */
#include "daemon/websub/websub.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "base/date/date.h"
#include "config/config.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/node.h"
#include "daemon/log.h"
#include "daemon/websub/websub_parts.h"

/* The timer runs at least once in this time, because the wall clock may be
 * set. */
#define LOOK_AGAIN_MS (30 * 1000)

/* ---- the timer ---- */

void
websub_arm(struct websub *websub)
{
	const struct heap_item *top = heap_min(&websub->due);
	int64_t wait_ms;

	if (top == NULL || websub->hub->state != HUB_RUNNING) {
		evtimer_del(websub->timer);
		return;
	}
	wait_ms = (top->key - hub_now()) * 1000;
	if (wait_ms > LOOK_AGAIN_MS)
		wait_ms = LOOK_AGAIN_MS;
	hub_arm(websub->timer, wait_ms > 0 ? wait_ms : 0);
}

void
websub_plan(struct websub_sub *sub, int64_t at)
{
	/* A time later than the longest possible lease from now was computed
	 * before the clock was set back. */
	if (at > hub_now() + LIMIT_WEBSUB_LEASE_MAX_S)
		at = hub_now();
	sub->next_at = at;
	if (heap_put(&sub->websub->due, &sub->due, at) != 0)
		abort();
	websub_arm(sub->websub);
}

static void
websub_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct websub *websub = arg;
	struct heap_item *top;

	(void)fd;
	(void)what;
	while (websub->hub->state == HUB_RUNNING &&
	       websub->n_asking < LIMIT_WEBSUB_AT_ONCE &&
	       (top = heap_min(&websub->due)) != NULL &&
	       top->key <= hub_now()) {
		heap_remove(&websub->due, top);
		websub_ask(container_of(top, struct websub_sub, due));
	}
	/* a request that ends arms the timer again */
	if (websub->n_asking < LIMIT_WEBSUB_AT_ONCE)
		websub_arm(websub);
}

/* ---- the feeds ---- */

void
websub_resume_polling(struct websub_sub *sub)
{
	struct hub *hub = sub->websub->hub;
	struct subscription *feed = schedule_find(hub, slice_of(sub->feed_url));
	int64_t at, interval_s;

	if (feed == NULL || feed->polling || feed->removed ||
	    feed->due.place == HEAP_NOWHERE ||
	    websub_trust_wait_s(&sub->trust, hub_now()) == 0)
		return;
	interval_s = feed->interval_s > 0 ? feed->interval_s
					  : hub->config->poll.interval_s;
	at = hub_now() + interval_s;
	if (feed->due.key > at) {
		schedule_plan(hub, feed, at);
		schedule_arm(hub);
	}
}

void
websub_leave(struct websub_sub *sub)
{
	struct websub *websub = sub->websub;

	if (sub->state == WEBSUB_LEAVING)
		return;
	websub_resume_polling(sub);
	if (websub_rows_of_feed(websub, sub->feed_id) == sub)
		table_remove(&websub->by_feed,
		    (struct slice){
			(const char *)&sub->feed_id, sizeof(sub->feed_id) });
	sub->state = WEBSUB_LEAVING;
	sub->is_pending = false;
	sub->trust.proven_at = DATE_NONE;
	websub_delivery_clear(sub);
	log_event(LOG_INFO, "websub-leave", LOG_TEXT("feed", sub->feed_url),
	    LOG_TEXT("hub", sub->hub));
	/* A subscription that no hub has verified is deleted without a request.
	 * It keeps its wait for the next subscription of the feed. */
	if (sub->verified_at == DATE_NONE) {
		websub_plan(sub, sub->next_at);
		return;
	}
	sub->failures = 0;
	websub_plan(sub, hub_now());
}

/* With several nodes a feed that is not listed may have moved to a host of
 * another node. The subscriptions of its shard are read again, which also shows
 * whether the feed is still polled (websub_shards.c). */
static void
websub_reload_unlisted(struct websub *websub)
{
	bool shards[LIMIT_SHARDS] = { false };
	struct websub_sub *sub;

	TAILQ_FOREACH(sub, &websub->subs, entry)
	{
		shards[sub->shard] |=
		    !sub->is_listed && sub->state != WEBSUB_LEAVING;
		sub->is_listed = false;
	}
	for (int32_t i = 0; i < LIMIT_SHARDS; i++)
		if (shards[i])
			websub_drop_shard(websub->hub, i);
	websub_load_shards(websub->hub);
}

void
websub_check_feeds(struct hub *hub)
{
	struct websub *websub = hub->websub;
	struct subscription *feed;
	struct websub_sub *sub, *next;
	size_t at = 0;

	if (websub == NULL || !websub->is_loaded)
		return;
	while ((feed = schedule_next(hub, &at)) != NULL) {
		sub = websub_rows_of_feed(websub, feed->id);
		if (sub == NULL)
			continue;
		sub->is_listed = feed->status == FEED_ACTIVE && !feed->removed;
		if (strcmp(sub->feed_url, feed->url) != 0) {
			websub_set_text(&sub->feed_url, slice_of(feed->url));
			sub->shard = node_shard(hub, feed->url);
		}
	}
	if (hub->node != NULL) {
		websub_reload_unlisted(websub);
		return;
	}
	for (sub = TAILQ_FIRST(&websub->subs); sub != NULL; sub = next) {
		next = TAILQ_NEXT(sub, entry);
		if (!sub->is_listed && sub->state != WEBSUB_LEAVING) {
			websub_leave(sub);
			websub_rows_write(sub);
		}
		sub->is_listed = false;
	}
}

/* ---- polls ---- */

static void
websub_compare(struct websub_sub *sub, const struct websub_poll *poll)
{
	bool was_proven = sub->trust.proven_at != DATE_NONE;
	bool is_proven;

	if (sub->state != WEBSUB_ACTIVE ||
	    !websub_trust_poll(
		&sub->trust, poll->n_new, poll->n_pushed, hub_now()))
		return;
	is_proven = sub->trust.proven_at != DATE_NONE;
	if (was_proven != is_proven)
		log_event(LOG_INFO,
		    is_proven ? "websub-proven" : "websub-missed",
		    LOG_TEXT("feed", sub->feed_url), LOG_TEXT("hub", sub->hub),
		    LOG_TEXT("then", is_proven
					 ? "the feed is polled less often"
					 : "the feed is polled at its usual "
					   "interval"));
	websub_rows_write(sub);
}

void
websub_note_poll(struct hub *hub, const struct websub_poll *poll)
{
	struct websub *websub = hub->websub;
	struct websub_sub *sub;

	if (websub == NULL || !poll->is_read)
		return;
	sub = websub_rows_of_feed(websub, poll->feed_id);
	if (sub == NULL)
		return;
	websub_set_text(&sub->base_url, slice_of(poll->url));
	websub_compare(sub, poll);
}

void
websub_copy_trust(
    const struct hub *hub, int64_t feed_id, struct websub_trust *ret)
{
	const struct websub_sub *sub =
	    hub->websub != NULL ? websub_rows_of_feed(hub->websub, feed_id)
				: NULL;

	*ret = (struct websub_trust){ .delivered_at = DATE_NONE,
		.proven_at = DATE_NONE,
		.missed_at = DATE_NONE };
	if (sub != NULL && sub->state == WEBSUB_ACTIVE &&
	    sub->lease_until > hub_now())
		*ret = sub->trust;
}

const struct websub_totals *
websub_totals(const struct hub *hub)
{
	return hub->websub != NULL ? &hub->websub->totals : NULL;
}

void
websub_count(const struct hub *hub, size_t ret[WEBSUB_STATE_COUNT])
{
	const struct websub_sub *sub;

	for (size_t i = 0; i < WEBSUB_STATE_COUNT; i++)
		ret[i] = 0;
	if (hub->websub == NULL)
		return;
	TAILQ_FOREACH(sub, &hub->websub->subs, entry)
	ret[sub->state]++;
}

/* ---- start and end ---- */

int
websub_new(struct hub *hub, struct websub **ret, struct err *e)
{
	struct websub *websub = calloc(1, sizeof(*websub));
	int rc;

	if (websub == NULL)
		return err_set(e, ERR_MEMORY, "no memory for WebSub");
	websub->hub = hub;
	TAILQ_INIT(&websub->subs);
	TAILQ_INIT(&websub->relays);
	TAILQ_INIT(&websub->held);
	table_init(&websub->by_token);
	table_init(&websub->by_feed);
	heap_init(&websub->due);
	websub_set_text(&websub->listen, slice_of(hub->config->websub.listen));
	websub_set_text(
	    &websub->callback, slice_of(hub->config->websub.callback));
	websub->timer = evtimer_new(hub->base, websub_on_timer, websub);
	if (websub->timer == NULL)
		rc = err_set(e, ERR_MEMORY, "no memory for timers");
	else
		rc = websub_listener_new(
		    websub, websub->listen, &websub->listener, e);
	if (rc != 0) {
		websub_free(websub);
		return rc;
	}
	*ret = websub;
	return 0;
}

void
websub_start(struct hub *hub)
{
	if (hub->websub == NULL)
		return;
	if (hub->node == NULL) {
		websub_rows_load(hub->websub);
		return;
	}
	/* the subscriptions of a shard are read when it is taken */
	hub->websub->is_loaded = true;
	websub_load_shards(hub);
}

void
websub_free(struct websub *websub)
{
	if (websub == NULL)
		return;
	websub_listener_free(websub->listener);
	websub_rows_release(websub);
	if (websub->timer != NULL)
		event_free(websub->timer);
	free(websub->listen);
	free(websub->callback);
	free(websub);
}
