/*
 * store_view.c -- reads rows of the database periodically into a copy.
 *
 * Normal case: a timer posts a read operation, the store's thread fills the
 * copy `asked`, and when it is done the two copies are exchanged.
 */
#include "daemon/writer/store_view.h"

#include <event2/event.h>
#include <stdbool.h>
#include <stdlib.h>

#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

struct store_view {
	struct hub *hub;
	const struct store_view_kind *kind;
	struct event *timer;
	bool is_reading, has_read;
	int64_t wanted_ms, read_ms; /* monotonic times of the last request and
				       the last reading */
	void *asked, *shown;
};

static int
store_view_run(struct store *store, void *arg, struct err *e)
{
	struct store_view *view = arg;

	return view->kind->read(store, view->asked, hub_now(), e);
}

static void
store_view_done(void *arg, int rc, const struct err *e)
{
	struct store_view *view = arg;
	void *read = view->asked;

	view->is_reading = false;
	view->read_ms = hub_monotonic_ms();
	if (rc != 0) {
		log_event(
		    LOG_ERROR, view->kind->name, LOG_TEXT("why", e->text));
		return;
	}
	view->asked = view->shown;
	view->shown = read;
	view->has_read = true;
}

static void
store_view_read(struct store_view *view)
{
	if (view->is_reading || view->hub->state != HUB_RUNNING)
		return;
	view->is_reading = true;
	store_post_reading(view->hub->store, STORE_SOON, 1, store_view_run,
	    store_view_done, view);
}

static void
store_view_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct store_view *view = arg;
	int64_t now_ms = hub_monotonic_ms();
	int64_t idle_ms = view->kind->idle_s * 1000;

	(void)fd;
	(void)what;
	if (now_ms - view->wanted_ms < idle_ms ||
	    now_ms - view->read_ms >= idle_ms)
		store_view_read(view);
}

int
store_view_new(struct hub *hub, const struct store_view_kind *kind,
    struct store_view **ret, struct err *e)
{
	const struct timeval every = { .tv_sec = kind->every_s };
	struct store_view *view = calloc(1, sizeof(*view));

	if (view == NULL)
		return err_set(e, ERR_MEMORY, "no memory for %s", kind->name);
	view->hub = hub;
	view->kind = kind;
	view->wanted_ms = hub_monotonic_ms();
	view->asked = calloc(1, kind->bytes);
	view->shown = calloc(1, kind->bytes);
	view->timer =
	    event_new(hub->base, -1, EV_PERSIST, store_view_on_timer, view);
	if (view->asked == NULL || view->shown == NULL || view->timer == NULL ||
	    event_add(view->timer, &every) != 0) {
		store_view_free(view);
		return err_set(e, ERR_MEMORY, "no memory for %s", kind->name);
	}
	*ret = view;
	store_view_read(view);
	return 0;
}

void
store_view_free(struct store_view *view)
{
	if (view == NULL)
		return;
	if (view->timer != NULL)
		event_free(view->timer);
	free(view->asked);
	free(view->shown);
	free(view);
}

const void *
store_view_get(struct store_view *view)
{
	if (view == NULL)
		return NULL;
	view->wanted_ms = hub_monotonic_ms();
	return view->has_read ? view->shown : NULL;
}
