/*
 * further_owed.c -- reads the pending linked documents from the database.
 *
 * The store is read at the start, when a poll has left rows, when the documents
 * in memory have ended and there were more, and when a retry is due. The
 * documents in memory can be read from the database again at any time.
 */
#include <event2/event.h>
#include <stdlib.h>

#include "daemon/further.h"

#define IN_HAND 32 /* maximum number of documents in memory */

struct asking {
	struct hub *hub;
	struct further *rows[IN_HAND];
	size_t n;
	int64_t next_retry_at;
};

static int
further_owed_take_row(const struct further_row *row, void *arg)
{
	struct asking *asking = arg;

	if (asking->n < IN_HAND)
		asking->rows[asking->n++] = further_new(asking->hub, row);
	return 0;
}

static void
further_owed_drop_rows(struct asking *asking)
{
	for (size_t i = 0; i < asking->n; i++)
		if (asking->rows[i] != NULL)
			further_free(asking->rows[i]);
	asking->n = 0;
}

static int
further_owed_ask_run(struct store *store, void *arg, struct err *e)
{
	struct asking *asking = arg;

	further_owed_drop_rows(asking); /* a batch may be repeated */
	asking->next_retry_at = DATE_NONE;
	return store_further_owed(store, hub_now(), IN_HAND,
	    further_owed_take_row, asking, &asking->next_retry_at, e);
}

static void
further_owed_take_rows(struct hub *hub, struct asking *asking)
{
	for (size_t i = 0; i < asking->n && hub->state == HUB_RUNNING; i++)
		if (further_begin(hub, asking->rows[i]))
			asking->rows[i] = NULL;
}

static void
further_owed_ask_done(void *arg, int rc, const struct err *e)
{
	struct asking *asking = arg;
	struct hub *hub = asking->hub;
	struct furthers *all = hub->furthers;

	all->asking = false;
	if (rc != 0) {
		log_event(
		    LOG_ERROR, "documents-not-read", LOG_TEXT("why", e->text));
		hub->once_failed = true;
	} else {
		/* If the answer has the maximum size, there may be more
		 * rows. */
		all->more_owed = asking->n == IN_HAND;
		further_owed_take_rows(hub, asking);
		if (asking->next_retry_at != DATE_NONE && !hub->once) {
			int64_t wait_ms =
			    (asking->next_retry_at - hub_now()) * 1000;

			hub_arm(all->retry_timer, wait_ms > 0 ? wait_ms : 0);
		}
	}
	further_owed_drop_rows(asking);
	free(asking);
	if (all->ask_again) {
		all->ask_again = false;
		further_ask(hub);
	}
	hub_step_done(hub);
}

void
further_ask(struct hub *hub)
{
	struct furthers *all = hub->furthers;
	struct asking *asking;

	if (hub->state != HUB_RUNNING)
		return;
	if (all->asking) {
		all->ask_again = true;
		return;
	}
	if (all->in_hand.n_used >= IN_HAND) {
		all->more_owed = true;
		return;
	}
	asking = calloc(1, sizeof(*asking));
	if (asking == NULL)
		abort();
	asking->hub = hub;
	all->asking = true;
	store_post(
	    hub->store, 1, further_owed_ask_run, further_owed_ask_done, asking);
}

static void
further_owed_on_retry(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	further_ask(arg);
}

/* ---- start and stop ---- */

int
further_init(struct hub *hub, struct err *e)
{
	struct furthers *all = calloc(1, sizeof(*all));

	if (all == NULL)
		return err_set(e, ERR_MEMORY, "documents");
	hub->furthers = all;
	table_init(&all->in_hand);
	all->retry_timer = evtimer_new(hub->base, further_owed_on_retry, hub);
	return all->retry_timer != NULL ? 0
					: err_set(e, ERR_MEMORY, "documents");
}

void
further_release(struct hub *hub)
{
	struct furthers *all = hub->furthers;
	struct slice key;
	void *f;
	size_t at = 0;

	if (all == NULL)
		return;
	while (table_next(&all->in_hand, &at, &key, &f))
		further_free(f);
	table_release(&all->in_hand);
	if (all->retry_timer != NULL)
		event_free(all->retry_timer);
	free(all);
}

bool
further_has_work(const struct hub *hub)
{
	return hub->furthers->asking;
}
