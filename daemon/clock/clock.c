/*
 * clock.c -- moves planned times when the clock is set.
 *
 * A jump is detected by the difference between the wall clock and
 * CLOCK_BOOTTIME, which cannot be set. The jump is then added to the plans and
 * histories of feeds in memory and in the database, and to pauses of hosts,
 * retries and robots.txt. Memory is changed at once; the database is changed by
 * one operation, after operations that were posted before.
 */
#include "daemon/clock/clock.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/date/date.h"
#include "daemon/clock/clock_parts.h"
#include "daemon/feed/schedule.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/robots_cache.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/writer/store_thread.h"

int64_t
clock_jump(struct clock *clock, int64_t now, int64_t steady_ms)
{
	int64_t offset_s = now - steady_ms / 1000;
	int64_t jump_s = offset_s - clock->offset_s;

	if (!clock->known) {
		clock->known = true;
		clock->offset_s = offset_s;
		return 0;
	}
	if (jump_s > -CLOCK_JUMP_S && jump_s < CLOCK_JUMP_S)
		return 0;
	clock->offset_s = offset_s;
	clock->shift_s += jump_s;
	return jump_s;
}

int64_t
clock_shifted(int64_t at, int64_t shift_s)
{
	int64_t moved;

	if (at == DATE_NONE || at == 0 ||
	    __builtin_add_overflow(at, shift_s, &moved))
		return at;
	return moved > 0 ? moved : 1;
}

int64_t
clock_steady_ms(void)
{
	return clock_read_ns(CLOCK_BOOTTIME) / 1000000;
}

int64_t
clock_shift_s(const struct hub *hub)
{
	return hub->clock->shift_s;
}

int64_t
clock_set_back_s(const struct hub *hub)
{
	return hub->clock->set_back_s;
}

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
clock_shift_run(struct store *store, void *arg, struct err *e)
{
	struct shifting *s = arg;
	int rc = store_shift_times(store, s->by_s, e);

	for (size_t i = 0; i < s->n && rc == 0; i++)
		rc = store_feed_set_history(store, s->histories[i].feed_id,
		    (struct slice){ (const char *)s->histories[i].bytes,
			sizeof(s->histories[i].bytes) },
		    e);
	return rc;
}

static void
clock_shift_done(void *arg, int rc, const struct err *e)
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
clock_shift_feeds(struct hub *hub, struct shifting *s)
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

static void
clock_move_plans(struct hub *hub, int64_t by_s)
{
	struct shifting *s = calloc(1, sizeof(*s));

	if (s == NULL)
		abort();
	s->by_s = by_s;
	s->histories = calloc(schedule_feeds(hub) + 1, sizeof(*s->histories));
	if (s->histories == NULL)
		abort();
	clock_shift_feeds(hub, s);
	host_queues_shift(hub, by_s);
	robots_cache_shift(hub->robots_cache, by_s);
	pending_articles_shift(hub, by_s);
	store_post_between(
	    hub->store, s->n + 1, clock_shift_run, clock_shift_done, s);
	schedule_arm(hub);
}

void
clock_check(struct hub *hub)
{
	int64_t now = hub_now();
	int64_t by_s = clock_jump(hub->clock, now, clock_steady_ms());

	if (by_s != 0) {
		log_event(LOG_WARNING, "clock-jump", LOG_INT("seconds", by_s),
		    LOG_TEXT("then", "all planned times are moved by as much"));
		clock_trust_shift(&hub->clock->trust, by_s);
		clock_move_plans(hub, by_s);
		if (by_s >= CLOCK_DAY_S || by_s <= -CLOCK_DAY_S)
			clock_note_jump(hub, now, by_s);
	}
	clock_pass(hub);
}
