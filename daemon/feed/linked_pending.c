/*
 * linked_pending.c -- reads the pending linked documents from the database.
 *
 * The store is read at the start, when a poll has left rows, when the documents
 * in memory have ended and there were more, and when a retry is due. The
 * documents in memory can be read from the database again at any time.
 */
#include <event2/event.h>
#include <stdlib.h>

#include "daemon/feed/linked_document.h"

#define IN_HAND 32 /* maximum number of documents in memory */

struct asking {
	struct hub *hub;
	struct linked_document *rows[IN_HAND];
	size_t n;
	int64_t next_retry_at;
};

static int
linked_pending_take_row(const struct linked_row *row, void *arg)
{
	struct asking *asking = arg;

	if (asking->n < IN_HAND)
		asking->rows[asking->n++] =
		    linked_document_new(asking->hub, row);
	return 0;
}

static void
linked_pending_drop_rows(struct asking *asking)
{
	for (size_t i = 0; i < asking->n; i++)
		if (asking->rows[i] != NULL)
			linked_document_free(asking->rows[i]);
	asking->n = 0;
}

static int
linked_pending_ask_run(struct store *store, void *arg, struct err *e)
{
	struct asking *asking = arg;

	linked_pending_drop_rows(asking); /* a batch may be repeated */
	asking->next_retry_at = DATE_NONE;
	return store_linked_pending(store, hub_now(), IN_HAND,
	    linked_pending_take_row, asking, &asking->next_retry_at, e);
}

static void
linked_pending_take_rows(struct hub *hub, struct asking *asking)
{
	for (size_t i = 0; i < asking->n && hub->state == HUB_RUNNING; i++)
		if (linked_document_begin(hub, asking->rows[i]))
			asking->rows[i] = NULL;
}

static void
linked_pending_ask_done(void *arg, int rc, const struct err *e)
{
	struct asking *asking = arg;
	struct hub *hub = asking->hub;
	struct linked_documents *all = hub->linked_documents;

	all->asking = false;
	if (rc != 0) {
		log_event(
		    LOG_ERROR, "documents-not-read", LOG_TEXT("why", e->text));
		hub->once_failed = true;
	} else {
		/* If the answer has the maximum size, there may be more
		 * rows. */
		all->more_pending = asking->n == IN_HAND;
		linked_pending_take_rows(hub, asking);
		if (asking->next_retry_at != DATE_NONE && !hub->once) {
			int64_t wait_ms =
			    (asking->next_retry_at - hub_now()) * 1000;

			hub_arm(all->retry_timer, wait_ms > 0 ? wait_ms : 0);
		}
	}
	linked_pending_drop_rows(asking);
	free(asking);
	if (all->ask_again) {
		all->ask_again = false;
		linked_pending_ask(hub);
	}
	hub_step_done(hub);
}

void
linked_pending_ask(struct hub *hub)
{
	struct linked_documents *all = hub->linked_documents;
	struct asking *asking;

	if (hub->state != HUB_RUNNING)
		return;
	if (all->asking) {
		all->ask_again = true;
		return;
	}
	if (all->in_hand.n_used >= IN_HAND) {
		all->more_pending = true;
		return;
	}
	asking = calloc(1, sizeof(*asking));
	if (asking == NULL)
		abort();
	asking->hub = hub;
	all->asking = true;
	store_post(hub->store, 1, linked_pending_ask_run,
	    linked_pending_ask_done, asking);
}

static void
linked_pending_on_retry(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	linked_pending_ask(arg);
}

/* ---- start and stop ---- */

int
linked_pending_init(struct hub *hub, struct err *e)
{
	struct linked_documents *all = calloc(1, sizeof(*all));

	if (all == NULL)
		return err_set(e, ERR_MEMORY, "documents");
	hub->linked_documents = all;
	table_init(&all->in_hand);
	all->retry_timer = evtimer_new(hub->base, linked_pending_on_retry, hub);
	return all->retry_timer != NULL ? 0
					: err_set(e, ERR_MEMORY, "documents");
}

void
linked_pending_release(struct hub *hub)
{
	struct linked_documents *all = hub->linked_documents;
	struct slice key;
	void *f;
	size_t at = 0;

	if (all == NULL)
		return;
	while (table_next(&all->in_hand, &at, &key, &f))
		linked_document_free(f);
	table_release(&all->in_hand);
	if (all->retry_timer != NULL)
		event_free(all->retry_timer);
	free(all);
}

bool
linked_pending_has_work(const struct hub *hub)
{
	return hub->linked_documents->asking;
}
