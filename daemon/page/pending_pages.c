/*
 * pending_pages.c -- reads pending articles from the database and limits how
 * many pages are in memory.
 *
 * In:  pending rows (store/article/pending/article_pending.c).
 * Out: struct page of some of them, each started by page_begin().
 *
 * The store is read at the start, when a poll has brought new articles, when
 * half of the pages in memory have ended, and when a retry is due. The rows of
 * pages in memory are read again only if they may have changed, because reading
 * all of them after each poll took up to a half of the time of the store's
 * thread. The number of pages is limited in total and for each host and feed.
 * Therefore neither a slow host nor a feed with many links can use the places
 * of others. Foreign pages (their feeds are not entitled for them) have
 * separate places. Rows that do not fit into memory stay pending. The pages in
 * memory can be read from the database again at any time.
 *
 * If a feed is paused or removed, its waiting pages are removed from memory
 * (pending_pages_check()). Pages of removed feeds are read again to store the
 * text of the feed; they are not requested.
 */
#include "daemon/page/pending_pages.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/table.h"
#include "daemon/clock/clock.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/page/page.h"
#include "daemon/page/page_groups.h"
#include "daemon/page/page_headers.h"
#include "daemon/page/pending_check.h"
#include "daemon/page/pending_read.h"
#include "url/url.h"

#define ASK_AGAIN_MS 5000 /* pause between reads of pending rows */
/* If this time has passed since the rows of pages in memory were read, the next
 * read includes them, also if nothing has stated that they have changed. */
#define REREAD_MS 10000

struct pending_articles {
	struct table pages; /* article id → struct page in memory */
	/* pages that are still being fetched, although another page of the
	 * same row has replaced them in `pages` */
	struct page *replaced;
	struct pending_read read;
	/* the database has pending rows that are not in memory */
	bool more;
	bool is_checking; /* a check of the pages in memory is in progress */
	bool must_check;  /* the pages in memory must be checked again */
	struct page_groups groups; /* the numbers of pages in memory */
	/* groups.n after the last answer of the store */
	size_t asked[2];
	/* Rows of pages in memory may have changed, so they are read again. */
	bool must_reread;
	int64_t reread_ms; /* time of the last such read (monotonic) */
	int64_t next_retry_at;
};

static const struct pending_read_kind pending_kind;

/* ---- pages in memory ---- */

/* Returns the key of a page. The key borrows the id, which must remain valid as
 * long as the entry of the table. */
static struct slice
pending_pages_page_key(const int64_t *id)
{
	return (struct slice){ (const char *)id, sizeof(*id) };
}

static void
pending_pages_unlink_replaced(struct page *page)
{
	struct page **at = &page->hub->pending->replaced;

	while (*at != page)
		at = &(*at)->next_replaced;
	*at = page->next_replaced;
}

void
pending_articles_remove(struct page *page)
{
	if (page->is_replaced)
		pending_pages_unlink_replaced(page);
	else
		table_remove(&page->hub->pending->pages,
		    pending_pages_page_key(&page->id));
	page_groups_remove(&page->hub->pending->groups, page);
}

/* ---- rows that have changed since their pages were read ---- */

/* Makes `held` an own page with the fair share of `asked`, so that it does not
 * wait like foreign pages. */
static void
pending_pages_adopt(struct page *held, struct page *asked)
{
	struct page_groups *groups = &held->hub->pending->groups;

	page_groups_remove(groups, held);
	page_become_own(held, asked);
	page_groups_add(groups, held, SIZE_MAX);
}

/* Removes the page from `pages`, so that another page of the row can replace
 * it. The removed page ends when its request ends, and is counted until then.
 */
static void
pending_pages_replace(struct page *held)
{
	struct pending_articles *pending = held->hub->pending;

	table_remove(&pending->pages, pending_pages_page_key(&held->id));
	held->is_replaced = true;
	held->next_replaced = pending->replaced;
	pending->replaced = held;
}

/* Called when the row of a page in memory was read again: an entitled feed may
 * have inserted the article meanwhile, and the article may have another
 * address. If the page was not requested yet, it is dropped, and `asked`
 * replaces it, with the hints and headers of that feed. If the page was
 * requested and has the same address, its response is used. If the address is
 * another one, `asked` is requested at once, because otherwise foreign pages
 * would be served before `asked` until the response of the old address has
 * arrived. Returns true if `asked` must be started. */
static bool
pending_pages_update(struct page *held, struct page *asked)
{
	bool is_moved =
	    !url_is_same_resource(slice_of(held->url), slice_of(asked->url));
	bool is_adopted = !held->request.is_own && asked->request.is_own;

	if (!is_moved && !is_adopted)
		return false;
	if (page_withdraw(held)) {
		pending_articles_remove(held);
		page_free(held);
		return true;
	}
	if (is_moved)
		pending_pages_replace(held);
	else
		pending_pages_adopt(held, asked);
	return is_moved;
}

/* ---- pages of feeds that were paused or removed ---- */

/* Removes the page from memory if it waits for a request. If the request has
 * started, it is not repeated, and no further request is made for the page. */
static void
pending_pages_withdraw(struct hub *hub, int64_t id)
{
	struct page *page =
	    table_get(&hub->pending->pages, pending_pages_page_key(&id));

	if (page == NULL)
		return;
	page->is_withdrawn = true;
	if (!page_withdraw(page) && !parts_withdraw(page))
		return;
	pending_articles_remove(page);
	page_free(page);
}

static void
pending_pages_checked(
    struct hub *hub, const int64_t *ids, const bool *is_wanted, size_t n)
{
	hub->pending->is_checking = false;
	for (size_t i = 0; i < n && hub->state == HUB_RUNNING; i++)
		if (!is_wanted[i])
			pending_pages_withdraw(hub, ids[i]);
	if (hub->pending->must_check)
		pending_pages_check(hub);
	else
		pending_pages_ask(hub);
	hub_step_done(hub);
}

void
pending_pages_check(struct hub *hub)
{
	struct pending_articles *pending = hub->pending;
	size_t at = 0, n = 0;
	struct slice key;
	int64_t *ids;
	void *page;

	if (hub->state != HUB_RUNNING)
		return;
	/* The rows that are being read may be from before the change. */
	pending->must_check = pending->read.is_reading || pending->is_checking;
	if (pending->must_check)
		return;
	ids = malloc((pending->pages.n_used + 1) * sizeof(*ids));
	if (ids == NULL)
		abort();
	while (table_next(&pending->pages, &at, &key, &page))
		ids[n++] = ((struct page *)page)->id;
	pending->is_checking = true;
	pending_check_start(hub, ids, n, pending_pages_checked);
}

/* ---- more pages ---- */

/* True if more pages must be read from the store, provided that more are
 * pending. */
static bool
pending_pages_is_half_done(const struct pending_articles *pending)
{
	for (int i = 0; i < 2; i++)
		if (pending->asked[i] > 0 &&
		    pending->groups.n[i] <= pending->asked[i] / 2)
			return true;
	return false;
}

void
pending_articles_refill(struct hub *hub)
{
	if (hub->pending->more && pending_pages_is_half_done(hub->pending))
		pending_read_start(&hub->pending->read);
}

size_t
pending_articles_in_memory(const struct hub *hub)
{
	return hub->pending->pages.n_used;
}

bool
pending_articles_have_work(const struct hub *hub)
{
	return hub->pending->read.is_reading || hub->pending->is_checking ||
	       hub->pending->read.is_delayed || hub->pending->more;
}

/* ---- reading ---- */

int
pending_articles_new(
    struct hub *hub, struct pending_articles **ret, struct err *e)
{
	struct pending_articles *pending = calloc(1, sizeof(*pending));

	if (pending == NULL)
		return err_set(e, ERR_MEMORY, "no memory for pending articles");
	*ret = pending;
	table_init(&pending->pages);
	page_groups_init(&pending->groups);
	pending->must_reread = true;
	pending->next_retry_at = DATE_NONE;
	return pending_read_init(&pending->read, hub, &pending_kind, e);
}

void
pending_articles_free(struct pending_articles *pending)
{
	struct slice key;
	struct page *replaced;
	void *page;
	size_t at = 0;

	if (pending == NULL)
		return;
	while ((replaced = pending->replaced) != NULL) {
		pending_articles_remove(replaced);
		page_free(replaced);
	}
	while (table_next(&pending->pages, &at, &key, &page)) {
		page_groups_remove(&pending->groups, page);
		page_free(page);
	}
	table_release(&pending->pages);
	page_groups_release(&pending->groups);
	pending_read_release(&pending->read);
	free(pending);
}

void
pending_articles_shift(struct hub *hub, int64_t by_s)
{
	hub->pending->next_retry_at =
	    clock_shifted(hub->pending->next_retry_at, by_s);
}

void
pending_articles_retry_at(struct hub *hub, int64_t at)
{
	struct pending_articles *pending = hub->pending;

	if (at == DATE_NONE || hub->once ||
	    (pending->next_retry_at != DATE_NONE &&
		pending->next_retry_at <= at))
		return;
	pending->next_retry_at = at;
	pending_read_arm(&pending->read, (at - hub_now()) * 1000);
}

struct asking {
	struct hub *hub;
	struct page **pages;
	size_t n, cap;
	/* Pages in memory whose rows are not read, by ascending id; n_held is 0
	 * if all rows are read. */
	struct article_held *held;
	size_t n_held;
	size_t n_found; /* rows in the window, also of pages in memory */
	struct page_headers *headers; /* NULL: no feed has headers */
	size_t per_feed;              /* maximum number of pages that have the
					 same feed and the same host */
	int64_t n_pending, next_retry_at;
};

static int
pending_pages_take(const struct pending_article *row, void *arg)
{
	struct asking *asking = arg;

	asking->n_found++;
	if (row->is_held)
		return 0;
	/* The store returns no more pages than the limit. */
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
	asking->n = asking->n_found = 0;
}

static int
pending_pages_read_rows(
    struct store *store, struct asking *asking, struct err *e)
{
	const struct article_window window = {
		.own = LIMIT_WINDOW,
		.foreign = LIMIT_WINDOW_FOREIGN,
		.per_feed = asking->per_feed,
		.per_foreign = LIMIT_WINDOW_FOREIGN_HOST,
		.held = asking->held,
		.n_held = asking->n_held,
	};

	pending_pages_drop_pages(asking); /* the rows of an earlier run are
					     dropped, because a batch may be
					     repeated */
	return store_article_pending(
	    store, hub_now(), &window, pending_pages_take, asking, e);
}

/* If few rows are read with the limit LIMIT_WINDOW_HOST, there are few hosts.
 * Each host then gets a higher limit, because otherwise a single fast host
 * would often wait for the database. */
static int
pending_pages_read(struct store *store, void *answer, struct err *e)
{
	struct asking *asking = answer;
	int rc;

	asking->per_feed = LIMIT_WINDOW_HOST;
	rc = pending_pages_read_rows(store, asking, e);
	if (rc == 0 && asking->n_found >= LIMIT_WINDOW_HOST &&
	    asking->n_found < LIMIT_WINDOW / 4) {
		asking->per_feed =
		    LIMIT_WINDOW_HOST * LIMIT_WINDOW / (2 * asking->n_found);
		if (asking->per_feed > LIMIT_WINDOW_HOST_MOST)
			asking->per_feed = LIMIT_WINDOW_HOST_MOST;
		rc = pending_pages_read_rows(store, asking, e);
	}
	if (rc == 0)
		rc = page_headers_find(
		    store, asking->headers, asking->pages, asking->n, e);
	if (rc == 0)
		rc = store_home_page_due(store, hub_now(),
		    asking->cap - asking->n_found, pending_pages_take_home_page,
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

	hub->pending->next_retry_at = retry_at;
	if (retry_at != DATE_NONE && !hub->once) {
		wait_ms = (retry_at - hub_now()) * 1000;
		if (wait_ms < 1000)
			wait_ms = 1000;
	}
	if (hub->pending->more && wait_ms > ASK_AGAIN_MS)
		wait_ms = ASK_AGAIN_MS;
	if (wait_ms != INT64_MAX)
		pending_read_arm(&hub->pending->read, wait_ms);
}

static void
pending_pages_start_new(struct hub *hub, struct asking *asking)
{
	for (size_t i = 0; i < asking->n && hub->state == HUB_RUNNING; i++) {
		struct page *page = asking->pages[i];
		struct page *held = table_get(
		    &hub->pending->pages, pending_pages_page_key(&page->id));

		if (held != NULL && !pending_pages_update(held, page))
			continue;
		if (!page_groups_add(
			&hub->pending->groups, page, asking->per_feed))
			continue;
		asking->pages[i] = NULL;
		if (table_put(&hub->pending->pages,
			pending_pages_page_key(&page->id), page) != 0)
			abort();
		if (page->is_ended)
			page_store_as(page, ARTICLE_FEED_ONLY);
		else
			page_begin(page);
	}
}

static void
pending_pages_take_answer(struct hub *hub, void *answer, bool is_read)
{
	struct pending_articles *pending = hub->pending;
	struct asking *asking = answer;
	size_t n = asking->n_found;

	/* `more` must be reset before pending_pages_start_new(), because a page
	 * that is started there may end at once. */
	pending->more = false;
	pending->must_reread |= !is_read;
	if (is_read) {
		pending_pages_start_new(hub, asking);
		for (int i = 0; i < 2; i++)
			pending->asked[i] = pending->groups.n[i];
		pending->more =
		    n > 0 && asking->n_pending > (int64_t)pending->pages.n_used;
		pending_pages_arm_retry(hub, asking->next_retry_at);
	}
	if (pending->must_check)
		pending_pages_check(hub);
}

static bool
pending_pages_has_space(struct hub *hub)
{
	struct pending_articles *pending = hub->pending;
	bool has_space = pending->groups.n[false] < LIMIT_WINDOW ||
			 pending->groups.n[true] < LIMIT_WINDOW_FOREIGN;

	pending->more |= !has_space;
	return has_space;
}

static int
pending_pages_compare_held(const void *a, const void *b)
{
	const struct article_held *left = a, *right = b;

	return left->id < right->id ? -1 : left->id > right->id;
}

/* Lists the pages in memory, unless their rows must be read again. */
static void
pending_pages_list_held(struct hub *hub, struct asking *asking)
{
	struct pending_articles *pending = hub->pending;
	int64_t now_ms = hub_monotonic_ms();
	size_t at = 0;
	struct slice key;
	void *page;

	if (pending->must_reread || pending->reread_ms <= now_ms - REREAD_MS) {
		pending->must_reread = false;
		pending->reread_ms = now_ms;
		return;
	}
	asking->held =
	    malloc((pending->pages.n_used + 1) * sizeof(*asking->held));
	if (asking->held == NULL)
		abort();
	while (table_next(&pending->pages, &at, &key, &page))
		asking->held[asking->n_held++] = (struct article_held){
			.id = ((struct page *)page)->id,
			.is_foreign = !((struct page *)page)->request.is_own,
		};
	qsort(asking->held, asking->n_held, sizeof(*asking->held),
	    pending_pages_compare_held);
}

static void *
pending_pages_new_answer(struct hub *hub)
{
	struct asking *asking = calloc(1, sizeof(*asking));

	if (asking == NULL)
		abort();
	asking->hub = hub;
	asking->cap = LIMIT_WINDOW + LIMIT_WINDOW_FOREIGN;
	asking->headers = page_headers_new(hub);
	pending_pages_list_held(hub, asking);
	asking->pages = calloc(asking->cap, sizeof(*asking->pages));
	if (asking->pages == NULL)
		abort();
	return asking;
}

static void
pending_pages_free_answer(void *answer)
{
	struct asking *asking = answer;

	pending_pages_drop_pages(asking);
	page_headers_free(asking->headers);
	free(asking->pages);
	free(asking->held);
	free(asking);
}

static const struct pending_read_kind pending_kind = {
	.failed = "pages-not-read",
	.has_space = pending_pages_has_space,
	.new = pending_pages_new_answer,
	.read = pending_pages_read,
	.take = pending_pages_take_answer,
	.free = pending_pages_free_answer,
};

void
pending_pages_ask(struct hub *hub)
{
	hub->pending->must_reread = true;
	pending_read_start(&hub->pending->read);
}

void
pending_pages_note_stored(struct hub *hub, const struct poll_stored *stored)
{
	if (stored->n_pending > stored->n_inserted)
		hub->pending->must_reread = true;
	if (stored->n_pending > 0 || stored->n_home_pages > 0)
		pending_read_soon(&hub->pending->read);
}
