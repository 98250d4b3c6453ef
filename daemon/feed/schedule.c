/*
 * schedule.c -- the feeds in memory, in a heap ordered by the time of their
 * next poll. listing.c reads them from the database.
 */
#include "daemon/feed/schedule.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/table.h"
#include "daemon/clock/clock.h"
#include "daemon/hub.h"

/* The timer runs at least once in this time, because the wall clock may be
 * set. */
#define LOOK_AGAIN_MS (30 * 1000)
/* Largest number of polls that are started in one turn of the event loop. To
 * start them takes half a millisecond. A hundred thousand feeds may be due at
 * once. */
#define DUE_AT_ONCE 128

struct schedule {
	struct heap due;
	struct table feeds; /* url → struct subscription */
	struct event *due_timer;
	schedule_start *start;
	size_t polling;     /* polls in progress */
	int64_t once_until; /* UTC seconds; with --once, feeds due until then
			       are polled */
	bool is_held;       /* by schedule_hold() */
	uint32_t merging;   /* number of the listing that is being merged; 0:
			       none */
};

static void schedule_on_due(evutil_socket_t, short, void *);

int
schedule_new(struct hub *hub, schedule_start *start, struct schedule **ret,
    struct err *e)
{
	struct schedule *schedule = calloc(1, sizeof(*schedule));

	if (schedule == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the schedule");
	*ret = schedule;
	heap_init(&schedule->due);
	table_init(&schedule->feeds);
	schedule->once_until = INT64_MAX;
	schedule->start = start;
	schedule->due_timer = evtimer_new(hub->base, schedule_on_due, hub);
	return schedule->due_timer != NULL
		   ? 0
		   : err_set(e, ERR_MEMORY, "no memory for timers");
}

void
schedule_set_validators(struct subscription *feed, char *etag,
    char *last_modified, char *validators_url)
{
	free(feed->etag);
	free(feed->last_modified);
	free(feed->validators_url);
	feed->etag = etag;
	feed->last_modified = last_modified;
	feed->validators_url = validators_url;
	feed->refuses_validators =
	    validators_url != NULL && etag == NULL && last_modified == NULL;
}

static void
schedule_free_feed(struct subscription *feed)
{
	free(feed->url);
	free(feed->etag);
	free(feed->last_modified);
	free(feed->validators_url);
	free(feed);
}

void
schedule_free(struct schedule *schedule)
{
	struct slice url;
	void *feed;
	size_t at = 0;

	if (schedule == NULL)
		return;
	/* The heap is freed before the items in it. */
	heap_release(&schedule->due);
	while (table_next(&schedule->feeds, &at, &url, &feed))
		schedule_free_feed(feed);
	table_release(&schedule->feeds);
	if (schedule->due_timer != NULL)
		event_free(schedule->due_timer);
	free(schedule);
}

/* ---- feeds ---- */

struct subscription *
schedule_find(const struct hub *hub, struct slice url)
{
	return table_get(&hub->schedule->feeds, url);
}

struct subscription *
schedule_add(struct hub *hub, struct slice url)
{
	struct subscription *feed = calloc(1, sizeof(*feed));

	if (feed == NULL)
		abort();
	feed->due = HEAP_ITEM_INIT;
	feed->url = hub_copy(url);
	feed->first_poll_at = feed->last_poll_at = DATE_NONE;
	feed->missed_at = DATE_NONE;
	if (table_put(&hub->schedule->feeds, slice_of(feed->url), feed) != 0)
		abort();
	return feed;
}

void
schedule_remove(struct hub *hub, struct subscription *feed)
{
	table_remove(&hub->schedule->feeds, slice_of(feed->url));
	heap_remove(&hub->schedule->due, &feed->due);
	if (feed->polling)
		feed->removed = true;
	else
		schedule_free_feed(feed);
}

struct subscription *
schedule_next(const struct hub *hub, size_t *at)
{
	struct slice url;
	void *feed;

	return table_next(&hub->schedule->feeds, at, &url, &feed) ? feed : NULL;
}

size_t
schedule_feeds(const struct hub *hub)
{
	return hub->schedule->feeds.n_used;
}

/* ---- plans ---- */

bool
schedule_has_due(const struct hub *hub)
{
	const struct heap_item *top = heap_min(&hub->schedule->due);

	return top != NULL && top->key <= hub->schedule->once_until;
}

void
schedule_arm(struct hub *hub)
{
	const struct heap_item *top = heap_min(&hub->schedule->due);
	int64_t wait_ms;

	if (top == NULL || hub->state != HUB_RUNNING ||
	    hub->schedule->is_held) {
		evtimer_del(hub->schedule->due_timer);
		return;
	}
	wait_ms = (top->key - hub_now()) * 1000;
	if (wait_ms > LOOK_AGAIN_MS)
		wait_ms = LOOK_AGAIN_MS;
	hub_arm(hub->schedule->due_timer, wait_ms > 0 ? wait_ms : 0);
}

void
schedule_put(struct hub *hub, struct subscription *feed, int64_t at)
{
	if (feed->removed) {
		schedule_free_feed(feed);
		return;
	}
	feed->polled_in = hub->schedule->merging;
	if (hub->once || feed->status == FEED_PAUSED)
		return;
	if (heap_put(&hub->schedule->due, &feed->due, at) != 0)
		abort();
	schedule_arm(hub);
}

void
schedule_plan(struct hub *hub, struct subscription *feed, int64_t at)
{
	if (feed->status == FEED_PAUSED)
		schedule_cancel(hub, feed);
	else if (heap_put(&hub->schedule->due, &feed->due, at) != 0)
		abort();
}

void
schedule_cancel(struct hub *hub, struct subscription *feed)
{
	heap_remove(&hub->schedule->due, &feed->due);
}

void
schedule_end_at(struct hub *hub, int64_t at)
{
	hub->schedule->once_until = at;
}

void
schedule_hold(struct hub *hub, bool is_held)
{
	hub->schedule->is_held = is_held;
}

void
schedule_set_merging(struct hub *hub, uint32_t listing)
{
	hub->schedule->merging = listing;
}

int64_t
schedule_first_at(const struct hub *hub)
{
	const struct heap_item *top = heap_min(&hub->schedule->due);

	return top != NULL ? top->key : INT64_MAX;
}

size_t
schedule_planned(const struct hub *hub)
{
	return hub->schedule->due.n;
}

int64_t
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
	       !hub->schedule->is_held &&
	       (top = heap_min(&hub->schedule->due)) != NULL &&
	       top->key <= now &&
	       (!hub->once || top->key <= hub->schedule->once_until)) {
		struct subscription *feed =
		    container_of(top, struct subscription, due);
		int64_t at = schedule_late_until(feed, now);

		heap_remove(&hub->schedule->due, top);
		if (at > now && heap_put(&hub->schedule->due, top, at) != 0)
			abort();
		if (at <= now)
			hub->schedule->start(hub, feed);
	}
	if (!hub->once || schedule_has_due(hub))
		schedule_arm(hub);
	hub_step_done(hub);
}

void
schedule_shift_feed(struct subscription *feed, int64_t by_s)
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
schedule_shift(struct hub *hub, int64_t by_s)
{
	struct schedule *schedule = hub->schedule;
	struct subscription *feed;
	size_t at = 0;

	/* All keys change by the same amount, so their order is unchanged. */
	for (size_t i = 0; i < schedule->due.n; i++)
		schedule->due.items[i]->key =
		    clock_shifted(schedule->due.items[i]->key, by_s);
	while ((feed = schedule_next(hub, &at)) != NULL)
		schedule_shift_feed(feed, by_s);
	if (hub->once)
		schedule->once_until =
		    clock_shifted(schedule->once_until, by_s);
}

void
schedule_probe(struct hub *hub)
{
	struct heap *due = &hub->schedule->due;
	int64_t now = hub_now();
	struct heap_item *top;

	while ((top = heap_min(due)) != NULL && top->key <= now) {
		struct subscription *feed =
		    container_of(top, struct subscription, due);
		int64_t at = schedule_late_until(feed, now);

		heap_remove(due, top);
		if (at <= now) {
			hub->schedule->start(hub, feed);
			return;
		}
		if (heap_put(due, top, at) != 0)
			abort();
	}
}

/* ---- polls ---- */

void
schedule_begin_poll(struct hub *hub, struct subscription *feed)
{
	feed->polling = true;
	hub->schedule->polling++;
}

void
schedule_end_poll(struct hub *hub, struct subscription *feed)
{
	feed->polling = false;
	hub->schedule->polling--;
}

size_t
schedule_polling(const struct hub *hub)
{
	return hub->schedule->polling;
}
