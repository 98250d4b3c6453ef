/*
 * clock_plans.c -- moves planned times when the clock is set.
 *
 * The jump is added to these times in memory and in the database: planned
 * polls, histories of feeds, ends of pauses of hosts, retries, and expiry times
 * of robots.txt. Memory is changed at once; the database is changed by one
 * operation, after operations that were posted before.
 *
 * If several nodes use the database, only the memory of this node is changed,
 * because the clocks of the other nodes were not set.
 */
#include "daemon/clock/clock_plans.h"

#include <stdlib.h>

#include "daemon/feed/schedule.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/robots_cache.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/writer/store_thread.h"
#include "store/fleet/fleet_store.h"

/* ---- in the database ---- */

struct shifting {
	int64_t by_s;
	struct shifted_history {
		int64_t feed_id;
		unsigned char bytes[CADENCE_HISTORY_BYTES];
	} * histories;
	size_t n;
};

static int
clock_plans_shift_run(struct store *store, void *arg, struct err *e)
{
	struct shifting *s = arg;
	int rc;

	if (store_is_shared(store))
		return 0;
	rc = store_shift_times(store, s->by_s, e);
	for (size_t i = 0; i < s->n && rc == 0; i++)
		rc = store_feed_set_history(store, s->histories[i].feed_id,
		    (struct slice){ (const char *)s->histories[i].bytes,
			sizeof(s->histories[i].bytes) },
		    e);
	return rc;
}

static void
clock_plans_shift_done(void *arg, int rc, const struct err *e)
{
	struct shifting *s = arg;

	if (rc != 0)
		log_event(
		    LOG_ERROR, "clock-jump-not-kept", LOG_TEXT("why", e->text));
	free(s->histories);
	free(s);
}

/* ---- in memory ---- */

static void
clock_plans_shift_feeds(struct hub *hub, struct shifting *s)
{
	const struct subscription *feed;
	size_t at = 0;

	schedule_shift(hub, s->by_s);
	while ((feed = schedule_next(hub, &at)) != NULL) {
		if (feed->history.at == 0 || feed->polling)
			continue;
		s->histories[s->n].feed_id = feed->id;
		cadence_history_write(
		    &feed->history, s->histories[s->n++].bytes);
	}
}

void
clock_plans_move(struct hub *hub, int64_t by_s)
{
	struct shifting *s = calloc(1, sizeof(*s));

	if (s == NULL)
		abort();
	s->by_s = by_s;
	s->histories = calloc(schedule_feeds(hub) + 1, sizeof(*s->histories));
	if (s->histories == NULL)
		abort();
	clock_plans_shift_feeds(hub, s);
	host_queues_shift(hub, by_s);
	robots_cache_shift(hub->robots_cache, by_s);
	pending_articles_shift(hub, by_s);
	store_post_between(
	    hub->store, s->n + 1, clock_plans_shift_run, clock_plans_shift_done, s);
	schedule_arm(hub);
}
