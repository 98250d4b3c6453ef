/*
 * pending_pages.c -- reads pending articles from the database and limits how
 * many pages are in memory.
 *
 * In:  pending rows (store/article/article_pending.c).
 * Out: struct page of some of them, each started by page_begin().
 *
 * The store is read at the start, when a poll has brought new articles, when
 * half of the pages in memory are done, and when a retry is due. The number of
 * pages is limited in total and for each host and feed, so that neither a slow
 * host nor a feed with many links takes the places of others. Foreign pages
 * (their feeds are not entitled to speak for them) have separate places. Rows
 * that do not fit stay pending. The pages in memory can be read from the
 * database again at any time.
 */
#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/page/page.h"
#include "daemon/page/page_headers.h"
#include "url/url.h"

#define ASK_AGAIN_MS 5000 /* while more rows are pending */

static void pending_pages_on_retry(evutil_socket_t, short, void *);

/* ---- pages in memory ---- */

/* Pages in memory of one host and feed. */
struct page_group {
	char *key;
	size_t n;
};

/* Returns the group; creates it if necessary. */
static struct page_group *
pending_pages_group(struct hub *hub, const char *key)
{
	struct page_group *group = table_get(&hub->page_groups, slice_of(key));

	if (group != NULL)
		return group;
	group = calloc(1, sizeof(*group));
	if (group == NULL)
		abort();
	group->key = hub_copy(slice_of(key));
	if (table_put(&hub->page_groups, slice_of(group->key), group) != 0)
		abort();
	return group;
}

/* False: the limit is reached. */
static bool
pending_pages_add(struct hub *hub, struct page *page, size_t per_feed)
{
	bool is_foreign = !page->request.is_own;
	size_t *n = &hub->pages_in_hand[is_foreign];
	struct page_group *group;

	if (*n >= (is_foreign ? LIMIT_WINDOW_FOREIGN : LIMIT_WINDOW))
		return false;
	group = pending_pages_group(hub, page->group_key);
	if (group->n >= (is_foreign ? LIMIT_WINDOW_FOREIGN_HOST : per_feed))
		return false;
	group->n++;
	++*n;
	page->group = group;
	return true;
}

void
pending_pages_remove(struct page *page)
{
	struct hub *hub = page->hub;
	struct page_group *group = page->group;

	if (group == NULL)
		return;
	page->group = NULL;
	hub->pages_in_hand[!page->request.is_own]--;
	if (--group->n > 0)
		return;
	table_remove(&hub->page_groups, slice_of(group->key));
	free(group->key);
	free(group);
}

/* An entitled feed has inserted the row of a foreign page in memory since. The
 * page becomes an own page, so that it does not wait like foreign pages. */
static void
pending_pages_adopt(struct page *held, struct page *asked)
{
	if (held->request.is_own || !asked->request.is_own)
		return;
	pending_pages_remove(held);
	page_become_own(held, asked);
	pending_pages_add(held->hub, held, SIZE_MAX);
}

/* The row has another address than the page in memory: an entitled feed has
 * named the article. If the page was not requested yet, it is dropped, and true
 * is returned. If it was, its response is ignored. */
static bool
pending_pages_drop_outdated(struct page *held, const struct page *asked)
{
	struct hub *hub = held->hub;

	if (url_is_same_resource(slice_of(held->url), slice_of(asked->url)))
		return false;
	held->is_outdated = true;
	if (held->final_url != NULL || !host_queue_withdraw(&held->request))
		return false;
	table_remove(&hub->pages, page_key(&held->id));
	pending_pages_remove(held);
	page_free(held);
	return true;
}

bool
pending_pages_is_half_done(const struct hub *hub)
{
	for (int i = 0; i < 2; i++)
		if (hub->pages_asked[i] > 0 &&
		    hub->pages_in_hand[i] <= hub->pages_asked[i] / 2)
			return true;
	return false;
}

/* ---- reading ---- */

int
pending_pages_init(struct hub *hub, struct err *e)
{
	table_init(&hub->pages);
	table_init(&hub->page_groups);
	hub->next_retry_at = DATE_NONE;
	hub->retry_timer = evtimer_new(hub->base, pending_pages_on_retry, hub);
	return hub->retry_timer != NULL ? 0
					: err_set(e, ERR_MEMORY, "articles");
}

void
pending_pages_release(struct hub *hub)
{
	struct slice key;
	void *page;
	size_t at = 0;

	while (table_next(&hub->pages, &at, &key, &page)) {
		pending_pages_remove(page);
		page_free(page);
	}
	table_release(&hub->pages);
	table_release(&hub->page_groups);
	if (hub->retry_timer != NULL)
		event_free(hub->retry_timer);
}

struct asking {
	struct hub *hub;
	struct page **pages;
	size_t n, cap;
	struct page_headers *headers; /* NULL: no feed has headers */
	size_t per_feed;              /* limit for one feed and host */
	int64_t n_pending, next_retry_at;
};

static int
pending_pages_take(const struct pending_article *row, void *arg)
{
	struct asking *asking = arg;

	/* the store returns no more than the limit */
	assert(asking->n < asking->cap);
	asking->pages[asking->n++] = page_new(asking->hub, row);
	return 0;
}

static int
pending_pages_take_home_page(const struct home_page_due *due, void *arg)
{
	struct asking *asking = arg;

	asking->pages[asking->n++] = page_new_home(asking->hub, due);
	return 0;
}

static void
pending_pages_drop_pages(struct asking *asking)
{
	for (size_t i = 0; i < asking->n; i++)
		if (asking->pages[i] != NULL)
			page_free(asking->pages[i]);
	asking->n = 0;
}

static int
pending_pages_read(struct store *store, struct asking *asking, struct err *e)
{
	const struct article_window window = {
		.own = LIMIT_WINDOW,
		.foreign = LIMIT_WINDOW_FOREIGN,
		.per_feed = asking->per_feed,
		.per_foreign = LIMIT_WINDOW_FOREIGN_HOST,
	};

	pending_pages_drop_pages(asking); /* a batch may be repeated */
	return store_article_pending(
	    store, hub_now(), &window, pending_pages_take, asking, e);
}

/* If the limit LIMIT_WINDOW_HOST returns few rows, there are few hosts. Each
 * then gets a higher limit, because a single fast host would else wait for the
 * database again and again. */
static int
pending_pages_ask_run(struct store *store, void *arg, struct err *e)
{
	struct asking *asking = arg;
	int rc;

	asking->per_feed = LIMIT_WINDOW_HOST;
	rc = pending_pages_read(store, asking, e);
	if (rc == 0 && asking->n >= LIMIT_WINDOW_HOST &&
	    asking->n < LIMIT_WINDOW / 4) {
		asking->per_feed =
		    LIMIT_WINDOW_HOST * LIMIT_WINDOW / (2 * asking->n);
		if (asking->per_feed > LIMIT_WINDOW_HOST_MOST)
			asking->per_feed = LIMIT_WINDOW_HOST_MOST;
		rc = pending_pages_read(store, asking, e);
	}
	if (rc == 0)
		rc = page_headers_find(
		    store, asking->headers, asking->pages, asking->n, e);
	if (rc == 0)
		rc = store_home_page_due(store, hub_now(),
		    asking->cap - asking->n, pending_pages_take_home_page,
		    asking, e);
	if (rc == 0)
		rc = store_article_pending_count(store, hub_now(),
		    LIMIT_PENDING_COUNTED, &asking->n_pending,
		    &asking->next_retry_at, e);
	return rc;
}

/* Reads again when the first retry is due, or soon if rows did not fit into
 * memory. */
static void
pending_pages_arm_retry(struct hub *hub, int64_t retry_at)
{
	int64_t wait_ms = INT64_MAX;

	hub->next_retry_at = retry_at;
	if (retry_at != DATE_NONE && !hub->once) {
		wait_ms = (retry_at - hub_now()) * 1000;
		if (wait_ms < 1000)
			wait_ms = 1000;
	}
	if (hub->more_pending && wait_ms > ASK_AGAIN_MS)
		wait_ms = ASK_AGAIN_MS;
	if (wait_ms != INT64_MAX)
		hub_arm(hub->retry_timer, wait_ms);
}

static void
pending_pages_start_new(struct hub *hub, struct asking *asking)
{
	for (size_t i = 0; i < asking->n && hub->state == HUB_RUNNING; i++) {
		struct page *page = asking->pages[i];

		struct page *held = table_get(&hub->pages, page_key(&page->id));

		if (held != NULL && pending_pages_drop_outdated(held, page))
			held = NULL;
		if (held != NULL)
			pending_pages_adopt(held, page);
		if (held != NULL ||
		    !pending_pages_add(hub, page, asking->per_feed))
			continue;
		asking->pages[i] = NULL;
		if (table_put(&hub->pages, page_key(&page->id), page) != 0)
			abort();
		page_begin(page);
	}
}

static void
pending_pages_ask_done(void *arg, int rc, const struct err *e)
{
	struct asking *asking = arg;
	struct hub *hub = asking->hub;

	hub->asking = false;
	if (rc != 0) {
		log_event(LOG_ERROR, "owed-not-read", LOG_TEXT("why", e->text));
		hub->once_failed = true;
		hub->more_pending = false;
	} else {
		size_t n = asking->n;

		/* Not before: a page that pending_pages_start_new() starts may
		 * end at once. */
		hub->more_pending = false;
		pending_pages_start_new(hub, asking);
		for (int i = 0; i < 2; i++)
			hub->pages_asked[i] = hub->pages_in_hand[i];
		hub->more_pending =
		    n > 0 && asking->n_pending > (int64_t)hub->pages.n_used;
		pending_pages_arm_retry(hub, asking->next_retry_at);
	}
	pending_pages_drop_pages(asking);
	page_headers_free(asking->headers);
	free(asking->pages);
	free(asking);
	if (hub->ask_again) {
		hub->ask_again = false;
		pending_pages_ask(hub);
	}
	hub_step_done(hub);
}

void
pending_pages_ask(struct hub *hub)
{
	struct asking *asking;

	if (hub->state != HUB_RUNNING)
		return;
	if (hub->asking) {
		hub->ask_again = true;
		return;
	}
	if (hub->pages_in_hand[false] >= LIMIT_WINDOW &&
	    hub->pages_in_hand[true] >= LIMIT_WINDOW_FOREIGN) {
		hub->more_pending = true;
		return;
	}
	asking = calloc(1, sizeof(*asking));
	if (asking == NULL)
		abort();
	asking->hub = hub;
	asking->cap = LIMIT_WINDOW + LIMIT_WINDOW_FOREIGN;
	asking->headers = page_headers_new(hub);
	asking->pages = calloc(asking->cap, sizeof(*asking->pages));
	if (asking->pages == NULL)
		abort();
	hub->asking = true;
	store_post(hub->store, 1, pending_pages_ask_run, pending_pages_ask_done,
	    asking);
}

static void
pending_pages_on_retry(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	pending_pages_ask(arg);
}
