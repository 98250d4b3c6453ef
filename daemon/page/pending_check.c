/*
 * pending_check.c -- finds the pages in memory that no active feed announces
 * any more.
 *
 * In:  ids of articles whose pages are in memory.
 * Out: for each id, if the row is still pending and an active feed announces
 *      the article.
 *
 * Pages wait in memory for hours if their host has asked for a pause. When a
 * feed is paused or removed, its waiting pages must not be requested. The rows
 * are read from the store and not from the schedule, because another node may
 * poll the feed.
 */
#include "daemon/page/pending_check.h"

#include <stdlib.h>

#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

struct pending_check {
	struct hub *hub;
	pending_check_done *done;
	int64_t *ids;
	bool *is_wanted;
	size_t n, at; /* number of ids; index of the next one */
};

/* The rows are visited in the order of the ids. */
static int
pending_check_take(const struct pending_article *row, void *arg)
{
	struct pending_check *check = arg;

	while (check->at < check->n && check->ids[check->at] != row->id)
		check->at++;
	if (check->at < check->n)
		check->is_wanted[check->at++] = !row->is_ended;
	return 0;
}

static int
pending_check_run(struct store *store, void *arg, struct err *e)
{
	struct pending_check *check = arg;

	for (size_t i = 0; i < check->n; i++)
		check->is_wanted[i] = false;
	check->at = 0;
	return store_article_pending_of(store, hub_now(), check->ids, check->n,
	    pending_check_take, check, e);
}

static void
pending_check_answer(void *arg, int rc, const struct err *e)
{
	struct pending_check *check = arg;

	if (rc != 0)
		log_event(
		    LOG_ERROR, "pages-not-checked", LOG_TEXT("why", e->text));
	check->done(
	    check->hub, check->ids, check->is_wanted, rc == 0 ? check->n : 0);
	free(check->ids);
	free(check->is_wanted);
	free(check);
}

void
pending_check_start(
    struct hub *hub, int64_t *ids, size_t n, pending_check_done *done)
{
	struct pending_check *check = malloc(sizeof(*check));
	bool *is_wanted = calloc(n + 1, sizeof(*is_wanted));

	if (check == NULL || is_wanted == NULL)
		abort();
	*check = (struct pending_check){ .hub = hub,
		.done = done,
		.ids = ids,
		.is_wanted = is_wanted,
		.n = n };
	store_post_reading(hub->store, STORE_SOON, 1, pending_check_run,
	    pending_check_answer, check);
}
