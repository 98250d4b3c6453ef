/*
 * owed.c -- which articles are owed: a window on the rows that wait.
 *
 * The store is asked at the start, when a poll has brought new articles, when
 * half of what was in hand is done, and when a retry is due.  At most WINDOW
 * articles are in hand, and at most WINDOW_HOST of one host, so that a slow
 * host's queue leaves room for the others'.  Losing the window loses nothing.
 */
#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>

#include "daemon/page.h"
#include "daemon/page_headers.h"

#define WINDOW       4096
#define WINDOW_HOST  32  /* … while many hosts wait, */
#define HOST_AT_MOST 512 /* and where they are few */
#define ASK_AGAIN_MS 5000 /* while there is more than what is in hand */

static void on_retry(evutil_socket_t, short, void *);

int
article_init(struct hub *hub, struct err *e)
{
	table_init(&hub->pages);
	hub->next_retry_at = DATE_NONE;
	hub->retry_timer = evtimer_new(hub->base, on_retry, hub);
	return hub->retry_timer != NULL ? 0
					: err_set(e, ERR_MEMORY, "articles");
}

void
article_release(struct hub *hub)
{
	struct slice key;
	void *page;
	size_t at = 0;

	while (table_next(&hub->pages, &at, &key, &page))
		page_free(page);
	table_release(&hub->pages);
	if (hub->retry_timer != NULL)
		event_free(hub->retry_timer);
}

struct asking {
	struct hub *hub;
	struct page **pages;
	size_t n, cap;
	struct page_headers *headers; /* NULL: no feed has any */
	int64_t n_owed, next_retry_at;
};

static int
take_owed(const struct article_owed *owed, void *arg)
{
	struct asking *asking = arg;

	assert(asking->n < asking->cap); /* the store keeps to its limit */
	asking->pages[asking->n++] = page_new(asking->hub, owed);
	return 0;
}

static int
owed_take_home_page(const struct home_page_due *due, void *arg)
{
	struct asking *asking = arg;

	asking->pages[asking->n++] = page_new_home(asking->hub, due);
	return 0;
}

static void
drop_pages(struct asking *asking)
{
	for (size_t i = 0; i < asking->n; i++)
		if (asking->pages[i] != NULL)
			page_free(asking->pages[i]);
	asking->n = 0;
}

/* At WINDOW_HOST a host, few rows mean few hosts: then each gets more, or a
 * single fast one would be asked for in morsels. */
static int
ask_run(struct store *store, void *arg, struct err *e)
{
	struct asking *asking = arg;
	size_t per_host = WINDOW_HOST;
	int rc;

	drop_pages(asking); /* a batch may run again */
	rc = store_article_owed(store, hub_now(), asking->cap, per_host,
	    take_owed, asking, e);
	if (rc == 0 && asking->n >= per_host && asking->n < asking->cap / 4) {
		per_host = WINDOW_HOST * asking->cap / (2 * asking->n);
		if (per_host > HOST_AT_MOST)
			per_host = HOST_AT_MOST;
		drop_pages(asking);
		rc = store_article_owed(store, hub_now(), asking->cap,
		    per_host, take_owed, asking, e);
	}
	if (rc == 0)
		rc = page_headers_find(
		    store, asking->headers, asking->pages, asking->n, e);
	if (rc == 0)
		rc = store_home_page_due(store, hub_now(),
		    asking->cap - asking->n, owed_take_home_page, asking, e);
	if (rc == 0)
		rc = store_article_owed_count(store, hub_now(),
		    &asking->n_owed, &asking->next_retry_at, e);
	return rc;
}

/* Looks again when the first retry is due, or soon while rows wait that did
 * not fit into the window. */
static void
arm_retry(struct hub *hub, int64_t retry_at)
{
	int64_t wait_ms = INT64_MAX;

	hub->next_retry_at = retry_at;
	if (retry_at != DATE_NONE && !hub->once) {
		wait_ms = (retry_at - hub_now()) * 1000;
		if (wait_ms < 1000)
			wait_ms = 1000;
	}
	if (hub->more_owed && wait_ms > ASK_AGAIN_MS)
		wait_ms = ASK_AGAIN_MS;
	if (wait_ms != INT64_MAX)
		hub_arm(hub->retry_timer, wait_ms);
}

static void
take_new(struct hub *hub, struct asking *asking)
{
	for (size_t i = 0; i < asking->n && hub->state == HUB_RUNNING; i++) {
		struct page *page = asking->pages[i];

		if (table_get(&hub->pages, page_key(&page->id)) != NULL)
			continue;
		asking->pages[i] = NULL;
		if (table_put(&hub->pages, page_key(&page->id), page) != 0)
			abort();
		page_begin(page);
	}
}

static void
ask_done(void *arg, int rc, const struct err *e)
{
	struct asking *asking = arg;
	struct hub *hub = asking->hub;

	hub->asking = false;
	if (rc != 0) {
		log_event(LOG_ERROR, "owed-not-read", LOG_TEXT("why", e->text));
		hub->once_failed = true;
		hub->more_owed = false;
	} else {
		size_t n = asking->n;

		/* Not before: what take_new starts may end at once. */
		hub->pages_asked = SIZE_MAX;
		hub->more_owed = false;
		take_new(hub, asking);
		hub->pages_asked = hub->pages.n_used;
		hub->more_owed =
		    n > 0 && asking->n_owed > (int64_t)hub->pages.n_used;
		arm_retry(hub, asking->next_retry_at);
	}
	drop_pages(asking);
	page_headers_free(asking->headers);
	free(asking->pages);
	free(asking);
	if (hub->ask_again) {
		hub->ask_again = false;
		article_ask(hub);
	}
	hub_step_done(hub);
}

void
article_ask(struct hub *hub)
{
	struct asking *asking;

	if (hub->state != HUB_RUNNING)
		return;
	if (hub->asking) {
		hub->ask_again = true;
		return;
	}
	if (hub->pages.n_used >= WINDOW) {
		hub->more_owed = true;
		return;
	}
	asking = calloc(1, sizeof(*asking));
	if (asking == NULL)
		abort();
	asking->hub = hub;
	asking->cap = WINDOW;
	asking->headers = page_headers_new(hub);
	asking->pages = calloc(WINDOW, sizeof(*asking->pages));
	if (asking->pages == NULL)
		abort();
	hub->asking = true;
	store_post(hub->store, 1, ask_run, ask_done, asking);
}

static void
on_retry(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	article_ask(arg);
}
