/*
 * retain.c -- retention: deletes rows that are older than the configured
 * limits.
 *
 * When the clock is settled (clock.h), and then every hour, old rows are
 * deleted in slices. Each slice is one store operation, so that polls are
 * stored in between. While the clock is not settled nothing is deleted; only an
 * index that an earlier schema did not have is filled. With --once retention
 * runs last, because the servers have then sent their Date headers.
 */
#include "daemon/retain.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/limits.h"
#include "config/config.h"
#include "daemon/clock/clock.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

#define RETAIN_EVERY_S 3600

struct retain {
	struct event *timer;
	bool is_running;
	bool is_ending; /* with --once: all other work is done */
};

struct retaining {
	struct hub *hub;
	struct retention keep;
	struct retention_done done;
	bool deletes;
	/* time of the settled clock when the run was started */
	int64_t now;
};

static int
retain_run(struct store *store, void *arg, struct err *e)
{
	struct retaining *r = arg;

	if (!r->deletes)
		return store_retain_index(store, LIMIT_BATCH_ROWS, &r->done, e);
	return store_retain(
	    store, &r->keep, r->now, LIMIT_BATCH_ROWS, &r->done, e);
}

static void
retain_done(void *arg, int rc, const struct err *e)
{
	struct retaining *r = arg;
	struct hub *hub = r->hub;
	int64_t n = r->done.articles + r->done.raw + r->done.polls +
		    r->done.file_pages + r->done.indexed;

	hub->retain->is_running = false;
	if (rc != 0) {
		log_event(LOG_ERROR, "retain", LOG_TEXT("why", e->text));
		hub_note_failure(hub);
	} else if (n > r->done.indexed) {
		log_event(LOG_INFO, "retain",
		    LOG_INT("articles", r->done.articles),
		    LOG_INT("pages", r->done.raw),
		    LOG_INT("polls", r->done.polls));
	}
	if (hub->once)
		/* rows that were only added to the index do not count, because
		 * filling the index can take minutes */
		n -= r->done.indexed;
	/* This run deleted nothing, because the clock was not settled when the
	 * run was started. If the clock is settled now, retention runs again.
	 */
	if (rc == 0 && !r->deletes && clock_is_settled(hub) && !hub->once)
		n++;
	free(r);
	if (rc == 0 && n > 0 && hub->state == HUB_RUNNING)
		retain_start(hub);
	else
		hub_step_done(hub);
}

void
retain_start(struct hub *hub)
{
	struct retaining *r;

	if (hub->retain->is_running || hub->state != HUB_RUNNING)
		return;
	r = calloc(1, sizeof(*r));
	if (r == NULL)
		abort();
	r->hub = hub;
	r->now = clock_now(hub);
	r->deletes =
	    clock_is_settled(hub) && !(hub->once && !hub->retain->is_ending);
	r->keep = (struct retention){
		.articles_s = hub->config->retain.articles_s,
		.raw_s = hub->config->retain.raw_s,
		.polls_s = hub->config->retain.polls_s,
	};
	hub->retain->is_running = true;
	store_post(hub->store, LIMIT_BATCH_ROWS, retain_run, retain_done, r);
}

bool
retain_at_end(struct hub *hub)
{
	if (hub->retain->is_ending)
		return hub->retain->is_running;
	hub->retain->is_ending = true;
	if (clock_is_settled(hub))
		retain_start(hub);
	return hub->retain->is_running;
}

static void
retain_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;

	(void)fd;
	(void)what;
	host_queue_trim(hub);
	clock_check(hub);
	retain_start(hub);
}

int
retain_new(struct hub *hub, struct retain **ret, struct err *e)
{
	struct timeval every = { .tv_sec = RETAIN_EVERY_S };
	struct retain *retain = calloc(1, sizeof(*retain));

	if (retain == NULL)
		return err_set(e, ERR_MEMORY, "no memory for retention");
	*ret = retain;
	retain->timer =
	    event_new(hub->base, -1, EV_PERSIST, retain_on_timer, hub);
	if (retain->timer == NULL || event_add(retain->timer, &every) != 0)
		return err_set(e, ERR_MEMORY, "no memory for timers");
	return 0;
}

void
retain_free(struct retain *retain)
{
	if (retain == NULL)
		return;
	if (retain->timer != NULL)
		event_free(retain->timer);
	free(retain);
}
