/*
 * linked_pending.c -- reads the pending linked documents from the database.
 *
 * The store is read at the start, when a poll has stored rows, when a document
 * in memory was processed and the database has more rows, and when a retry is
 * due. The documents in memory can be read from the database again at any time.
 */
#include <stdlib.h>

#include "daemon/feed/linked_document_parts.h"
#include "daemon/hub.h"
#include "daemon/feed/linked_document.h"

#define MOST_IN_MEMORY 32 /* maximum number of documents in memory */
#define MOST_OF_FEED   8  /* the same, of one feed */

struct asking {
	struct hub *hub;
	struct linked_document *rows[MOST_IN_MEMORY];
	size_t n;
	int64_t next_retry_at;
};

static int
linked_pending_take_row(const struct linked_row *row, void *arg)
{
	struct asking *asking = arg;

	if (asking->n < MOST_IN_MEMORY)
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
linked_pending_read(struct store *store, void *answer, struct err *e)
{
	struct asking *asking = answer;

	linked_pending_drop_rows(asking); /* the rows of an earlier run are
					     dropped, because a batch may be
					     repeated */
	asking->next_retry_at = DATE_NONE;
	return store_linked_pending(store, hub_now(), MOST_IN_MEMORY,
	    linked_pending_take_row, asking, &asking->next_retry_at, e);
}

static unsigned
linked_pending_count_of(const struct hub *hub, int64_t feed_id)
{
	struct slice key;
	size_t at = 0;
	unsigned n = 0;
	void *f;

	while (table_next(&hub->linked_documents->in_memory, &at, &key, &f))
		n += linked_document_feed(f) == feed_id;
	return n;
}

/* Returns true if all rows were taken.  The documents of one feed can be on a
 * slow host, and must not fill the memory: other feeds' documents would wait.
 */
static bool
linked_pending_take_rows(struct hub *hub, struct asking *asking)
{
	bool are_all_taken = true;

	for (size_t i = 0; i < asking->n && hub->state == HUB_RUNNING; i++)
		if (linked_pending_count_of(hub,
			linked_document_feed(asking->rows[i])) >= MOST_OF_FEED)
			are_all_taken = false;
		else if (linked_document_begin(hub, asking->rows[i]))
			asking->rows[i] = NULL;
	return are_all_taken;
}

static void
linked_pending_take_answer(struct hub *hub, void *answer, bool is_read)
{
	struct linked_documents *all = hub->linked_documents;
	struct asking *asking = answer;
	int64_t wait_ms;

	if (!is_read)
		return;
	/* If the store returned the maximum number of rows, it may have more
	 * rows. */
	all->more_pending = asking->n == MOST_IN_MEMORY;
	if (!linked_pending_take_rows(hub, asking))
		all->more_pending = true;
	if (asking->next_retry_at == DATE_NONE || hub->once)
		return;
	wait_ms = (asking->next_retry_at - hub_now()) * 1000;
	pending_read_arm(&all->read, wait_ms > 0 ? wait_ms : 0);
}

static bool
linked_pending_has_space(struct hub *hub)
{
	struct linked_documents *all = hub->linked_documents;
	bool has_space = all->in_memory.n_used < MOST_IN_MEMORY;

	all->more_pending |= !has_space;
	return has_space;
}

static void *
linked_pending_new_answer(struct hub *hub)
{
	struct asking *asking = calloc(1, sizeof(*asking));

	if (asking == NULL)
		abort();
	asking->hub = hub;
	return asking;
}

static void
linked_pending_free_answer(void *answer)
{
	linked_pending_drop_rows(answer);
	free(answer);
}

static const struct pending_read_kind linked_pending_kind = {
	.failed = "documents-not-read",
	.has_space = linked_pending_has_space,
	.new = linked_pending_new_answer,
	.read = linked_pending_read,
	.take = linked_pending_take_answer,
	.free = linked_pending_free_answer,
};

void
linked_pending_ask(struct hub *hub)
{
	pending_read_start(&hub->linked_documents->read);
}

/* ---- start and stop ---- */

int
linked_documents_new(
    struct hub *hub, struct linked_documents **ret, struct err *e)
{
	struct linked_documents *all = calloc(1, sizeof(*all));

	if (all == NULL)
		return err_set(e, ERR_MEMORY, "no memory for linked documents");
	*ret = all;
	table_init(&all->in_memory);
	return pending_read_init(&all->read, hub, &linked_pending_kind, e);
}

void
linked_documents_free(struct linked_documents *all)
{
	struct slice key;
	void *f;
	size_t at = 0;

	if (all == NULL)
		return;
	while (table_next(&all->in_memory, &at, &key, &f))
		linked_document_free(f);
	table_release(&all->in_memory);
	pending_read_release(&all->read);
	free(all);
}

bool
linked_pending_has_work(const struct hub *hub)
{
	return hub->linked_documents->read.is_reading;
}
