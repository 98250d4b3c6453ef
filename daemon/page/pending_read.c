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

struct pending_answer {
	struct pending_read *read;
	void *answer;
};

static int
pending_read_run(struct store *store, void *arg, struct err *e)
{
	struct pending_answer *a = arg;

	return a->read->kind->read(store, a->answer, e);
}

static void
pending_read_done(void *arg, int rc, const struct err *e)
{
	struct pending_answer a = *(struct pending_answer *)arg;
	struct pending_read *r = a.read;

	free(arg);
	r->is_reading = false;
	if (rc != 0) {
		log_event(LOG_ERROR, r->kind->failed, LOG_TEXT("why", e->text));
		hub_note_failure(r->hub);
	}
	r->kind->take(r->hub, a.answer, rc == 0);
	r->kind->free(a.answer);
	if (r->again) {
		r->again = false;
		pending_read_start(r);
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
	if (!r->kind->has_space(r->hub))
		return;
	a = malloc(sizeof(*a));
	if (a == NULL)
		abort();
	*a = (struct pending_answer){ r, r->kind->new (r->hub) };
	r->is_reading = true;
	store_post_reading(r->hub->store, STORE_SOON, 1, pending_read_run,
	    pending_read_done, a);
}

void
pending_read_arm(struct pending_read *r, int64_t wait_ms)
{
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
