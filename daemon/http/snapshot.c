/*
 * snapshot.c -- reads the database's overview for the status page.
 *
 * The store's thread reads into one struct while the other one is shown. If the
 * database does not answer, the last snapshot remains, with the time of its
 * reading.
 */
#include "daemon/http/snapshot.h"

#include <event2/event.h>
#include <stdlib.h>

#include "daemon/hub.h"

#define SNAPSHOT_EVERY_S 3
#define SNAPSHOT_IDLE_S  60

struct snapshot {
	struct hub *hub;
	struct event *timer;
	bool asking;
	int64_t wanted_ms,
	    read_ms; /* monotonic times of the last request and reading */
	struct overview asked, shown;
};

static int
snapshot_run(struct store *store, void *arg, struct err *e)
{
	struct snapshot *s = arg;

	return store_overview(store, hub_now(), &s->asked, e);
}

static void
snapshot_done(void *arg, int rc, const struct err *e)
{
	struct snapshot *s = arg;

	s->asking = false;
	s->read_ms = hub_monotonic_ms();
	if (rc == 0)
		s->shown = s->asked;
	else
		log_event(LOG_ERROR, "snapshot", LOG_TEXT("why", e->text));
}

static void
snapshot_read(struct snapshot *s)
{
	if (s->asking || s->hub->state != HUB_RUNNING)
		return;
	s->asking = true;
	store_post(s->hub->store, 1, snapshot_run, snapshot_done, s);
}

static void
snapshot_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct snapshot *s = arg;
	int64_t now_ms = hub_monotonic_ms();

	(void)fd;
	(void)what;
	if (now_ms - s->wanted_ms < SNAPSHOT_IDLE_S * 1000 ||
	    now_ms - s->read_ms >= SNAPSHOT_IDLE_S * 1000)
		snapshot_read(s);
}

int
snapshot_start(struct hub *hub, struct snapshot **ret, struct err *e)
{
	struct timeval every = { .tv_sec = SNAPSHOT_EVERY_S };
	struct snapshot *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the status page");
	s->hub = hub;
	s->wanted_ms = hub_monotonic_ms();
	s->timer = event_new(hub->base, -1, EV_PERSIST, snapshot_on_timer, s);
	if (s->timer == NULL || event_add(s->timer, &every) != 0) {
		snapshot_free(s);
		return err_set(e, ERR_MEMORY, "no timers");
	}
	*ret = s;
	snapshot_read(s);
	return 0;
}

void
snapshot_free(struct snapshot *s)
{
	if (s == NULL)
		return;
	if (s->timer != NULL)
		event_free(s->timer);
	free(s);
}

const struct overview *
snapshot_get(struct snapshot *s)
{
	if (s == NULL)
		return NULL;
	s->wanted_ms = hub_monotonic_ms();
	return s->shown.at != 0 ? &s->shown : NULL;
}
