/*
 * pending_read.c -- reads pending rows of the database, for the pending
 * articles (pending_pages.c) and the linked documents (linked_pending.c).
 *
 * Normal case: pending_read_start() posts an operation, the store's thread
 * fills the answer, and the rows of the answer are started. If the store cannot
 * read them, the error is logged; the rows are still pending.
 */
#include "daemon/page/pending_read.h"

#include <event2/event.h>
#include <stdlib.h>

#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

/* The pause of pending_read_soon() is this multiple of the duration of the last
 * read, but at most PAUSE_MS. */
#define PAUSE_SHARE 10
#define PAUSE_MS    250

struct pending_answer {
	struct pending_read *read;
	void *answer;
	int64_t took_ms;
};

static int
pending_read_run(struct store *store, void *arg, struct err *e)
{
	struct pending_answer *a = arg;
	int64_t begun_ms = hub_monotonic_ms();
	int rc = a->read->kind->read(store, a->answer, e);

	a->took_ms = hub_monotonic_ms() - begun_ms;
	return rc;
}

static void
pending_read_set_pause(struct pending_read *r, int64_t took_ms)
{
	int64_t pause_ms = PAUSE_SHARE * took_ms;

	if (pause_ms > PAUSE_MS)
		pause_ms = PAUSE_MS;
	r->pause_until_ms = hub_monotonic_ms() + pause_ms;
}

/* Reads again when the pause ends. */
static void
pending_read_arm_delayed(struct pending_read *r)
{
	int64_t wait_ms = r->pause_until_ms - hub_monotonic_ms();

	hub_arm(r->timer, wait_ms > 0 ? wait_ms : 0);
}

static void
pending_read_done(void *arg, int rc, const struct err *e)
{
	struct pending_answer a = *(struct pending_answer *)arg;
	struct pending_read *r = a.read;

	free(arg);
	r->is_reading = false;
	pending_read_set_pause(r, a.took_ms);
	if (rc != 0) {
		log_event(LOG_ERROR, r->kind->failed, LOG_TEXT("why", e->text));
		hub_note_failure(r->hub);
	}
	r->kind->take(r->hub, a.answer, rc == 0);
	r->kind->free(a.answer);
	if (r->again) {
		r->again = false;
		pending_read_start(r);
	} else if (r->is_delayed) {
		pending_read_arm_delayed(r);
	}
	hub_step_done(r->hub);
}

void
pending_read_start(struct pending_read *r)
{
	struct pending_answer *a;

	if (r->hub->state != HUB_RUNNING)
		return;
	if (r->is_reading) {
		r->again = true;
		return;
	}
	r->is_delayed = false;
	if (!r->kind->has_space(r->hub))
		return;
	a = malloc(sizeof(*a));
	if (a == NULL)
		abort();
	*a = (struct pending_answer){ .read = r,
		.answer = r->kind->new (r->hub) };
	r->is_reading = true;
	store_post_reading(r->hub->store, STORE_SOON, 1, pending_read_run,
	    pending_read_done, a);
}

void
pending_read_soon(struct pending_read *r)
{
	if (!r->is_reading && r->pause_until_ms <= hub_monotonic_ms()) {
		pending_read_start(r);
		return;
	}
	if (!r->is_delayed && !r->is_reading)
		pending_read_arm_delayed(r);
	r->is_delayed = true;
}

void
pending_read_arm(struct pending_read *r, int64_t wait_ms)
{
	if (!r->is_delayed) /* the delayed read is sooner */
		hub_arm(r->timer, wait_ms);
}

static void
pending_read_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	pending_read_start(arg);
}

int
pending_read_init(struct pending_read *r, struct hub *hub,
    const struct pending_read_kind *kind, struct err *e)
{
	*r = (struct pending_read){ .hub = hub, .kind = kind };
	r->timer = evtimer_new(hub->base, pending_read_on_timer, r);
	return r->timer != NULL
		   ? 0
		   : err_set(e, ERR_MEMORY, "no memory for timers");
}

void
pending_read_release(struct pending_read *r)
{
	if (r->timer != NULL)
		event_free(r->timer);
	r->timer = NULL;
}
