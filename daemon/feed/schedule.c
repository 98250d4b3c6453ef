/*
 * schedule.c -- the feeds in memory, in a heap ordered by the time of their
 * next poll. listing.c reads them from the database.
 */
#include <event2/event.h>
#include <stdlib.h>

#include "daemon/hub.h"

/* The timer runs at this interval, because the wall clock may be set. */
#define LOOK_AGAIN_MS (30 * 1000)
/* Polls to start in one turn of the loop: half a millisecond. A hundred
 * thousand may be due at once. */
#define DUE_AT_ONCE 128

static void schedule_on_due(evutil_socket_t, short, void *);

int
schedule_init(struct hub *hub, struct err *e)
{
	heap_init(&hub->due);
	table_init(&hub->feeds);
	hub->due_timer = evtimer_new(hub->base, schedule_on_due, hub);
	return hub->due_timer != NULL ? 0 : err_set(e, ERR_MEMORY, "schedule");
}

void
subscription_free(struct subscription *feed)
{
	free(feed->url);
	free(feed->etag);
	free(feed->last_modified);
	free(feed->validators_url);
	free(feed);
}

void
schedule_release(struct hub *hub)
{
	struct slice url;
	void *feed;
	size_t at = 0;

	heap_release(&hub->due); /* before the items in it are freed */
	while (table_next(&hub->feeds, &at, &url, &feed))
		subscription_free(feed);
	table_release(&hub->feeds);
	if (hub->due_timer != NULL)
		event_free(hub->due_timer);
}

struct subscription *
schedule_find(const struct hub *hub, struct slice url)
{
	return table_get(&hub->feeds, url);
}

bool
schedule_has_due(const struct hub *hub)
{
	const struct heap_item *top = heap_min(&hub->due);

	return top != NULL && top->key <= hub->once_until;
}

void
schedule_arm(struct hub *hub)
{
	const struct heap_item *top = heap_min(&hub->due);
	int64_t wait_ms;

	if (top == NULL || hub->state != HUB_RUNNING ||
	    hub->network.state == NETWORK_DOWN) {
		evtimer_del(hub->due_timer);
		return;
	}
	wait_ms = (top->key - hub_now()) * 1000;
	if (wait_ms > LOOK_AGAIN_MS)
		wait_ms = LOOK_AGAIN_MS;
	hub_arm(hub->due_timer, wait_ms > 0 ? wait_ms : 0);
}

/* Called when a poll has ended. With --once a feed is polled once. */
void
schedule_put(struct hub *hub, struct subscription *feed, int64_t at)
{
	if (feed->removed) {
		subscription_free(feed);
		return;
	}
	feed->polled_in = hub->merging_number;
	if (hub->once || feed->status == FEED_PAUSED)
		return;
	if (heap_put(&hub->due, &feed->due, at) != 0)
		abort();
	schedule_arm(hub);
}

/* Returns when to poll a feed that is late: if it was due before hours that the
 * feed wants skipped, after those hours. A time inside of them was set by the
 * operator, because cadence_next() does not return one. */
static int64_t
schedule_late_until(const struct subscription *feed, int64_t now)
{
	int64_t due_at = feed->due.key;

	if (feed_hints_after_skipped(&feed->hints, due_at) != due_at)
		return now;
	return feed_hints_after_skipped(&feed->hints, now);
}

static void
schedule_on_due(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;
	struct heap_item *top;
	int64_t now;
	int n = 0;

	(void)fd;
	(void)what;
	clock_check(hub);
	now = hub_now();
	while (n++ < DUE_AT_ONCE && hub->state == HUB_RUNNING &&
	       hub->network.state != NETWORK_DOWN &&
	       (top = heap_min(&hub->due)) != NULL && top->key <= now &&
	       (!hub->once || top->key <= hub->once_until)) {
		struct subscription *feed =
		    container_of(top, struct subscription, due);
		int64_t at = schedule_late_until(feed, now);

		heap_remove(&hub->due, top);
		if (at > now && heap_put(&hub->due, top, at) != 0)
			abort();
		if (at <= now)
			poll_start(hub, feed);
	}
	if (!hub->once || schedule_has_due(hub))
		schedule_arm(hub);
	hub_step_done(hub);
}

void
subscription_shift(struct subscription *feed, int64_t by_s)
{
	feed->last_new_at = clock_shifted(feed->last_new_at, by_s);
	feed->last_poll_at = clock_shifted(feed->last_poll_at, by_s);
	feed->first_poll_at = clock_shifted(feed->first_poll_at, by_s);
	feed->missed_at = clock_shifted(feed->missed_at, by_s);
	feed->body_read_at = clock_shifted(feed->body_read_at, by_s);
	feed->history.at = clock_shifted(feed->history.at, by_s);
	feed->history.aged_at = clock_shifted(feed->history.aged_at, by_s);
}

void
schedule_probe(struct hub *hub)
{
	struct heap_item *top = heap_min(&hub->due);

	if (top == NULL || top->key > hub_now())
		return;
	heap_remove(&hub->due, top);
	poll_start(hub, container_of(top, struct subscription, due));
}
