/*
 * article_store.c -- stores the result of an article's page.
 *
 * Normal case: page_store_as() posts a store operation; another thread prepares
 * it (article_store_prepare()), so that the thread of the store only writes;
 * after the commit the result is counted and logged, and the page leaves
 * memory. If the store refuses the result, it is stored as a failure. If the
 * failure cannot be stored, either, the row is still pending.
 */
#include <sys/mman.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "config/config.h"
#include "daemon/control.h"
#include "daemon/feed/cadence.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "daemon/page/page.h"
#include "daemon/page/page_rules.h"
#include "daemon/page/pending_pages.h"
#include "url/database_url.h"
#define RETRY_BASE_S 60
#define RETRY_CAP_S  86400

static struct slice
article_store_map_body(int fd)
{
	off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
	void *p;

	if (size <= 0)
		return SLICE_NONE;
	p = mmap(
	    NULL, (size_t)size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	return p == MAP_FAILED ? SLICE_NONE : (struct slice){ p, (size_t)size };
}

void
page_forget_prepared(struct page *page)
{
	if (page->loaded != NULL)
		parts_unload(page->loaded);
	free(page->loaded);
	page->loaded = NULL;
	if (page->raw.len > 0)
		munmap((char *)(uintptr_t)page->raw.p, page->raw.len);
	page->raw = SLICE_NONE;
	page_prepared_release(page->hub->page_cache, &page->prepared);
}

/* Loads the article and the body, unless they were loaded before. */
static int
article_store_load(struct page *page, struct err *e)
{
	struct parts_loaded *loaded;
	int rc;

	if (page->loaded != NULL)
		return 0;
	if ((loaded = malloc(sizeof(*loaded))) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for an article");
	if ((rc = parts_load(page, loaded, e)) != 0) {
		parts_unload(loaded);
		free(loaded);
		return rc;
	}
	page->loaded = loaded;
	if (page->keeps_raw)
		page->raw = article_store_map_body(page->response.body_fd);
	return 0;
}

/* Runs on a thread that prepares operations. If it fails, the thread of the
 * store does the work. */
static void
article_store_prepare(struct page_zstd *zstd, void *arg)
{
	struct page *page = arg;
	struct page_source source = { .stored = &page->dictionaries };

	if (article_store_load(page, NULL) != 0)
		return;
	source.host_key =
	    page->host_key != NULL ? slice_of(page->host_key) : SLICE_NONE;
	source.raw = page->raw;
	source.text = page->loaded->article.body;
	source.language = page->loaded->article.language;
	source.makes_tokens = page->makes_tokens;
	source.now = page->update.fetched_at;
	if (page_prepare(page->hub->page_cache, zstd, &source, &page->prepared,
		NULL) == 0)
		page->update.prepared = &page->prepared;
}

static int
article_store_done_page(struct store *store, struct page *page, struct err *e)
{
	struct article_update update = page->update;
	int rc = article_store_load(page, e);

	if (rc != 0)
		return rc;
	update.article = &page->loaded->article;
	/* The worker enriches only the text of its page. If the article has
	 * several pages, the store enriches the joined text. */
	if (page->loaded->n == 1 &&
	    page->loaded->replies[0].enrichment.is_present)
		update.enrichment = &page->loaded->replies[0].enrichment;
	if (page->raw.len > 0) {
		update.raw = page->raw;
		update.raw_headers =
		    (struct slice){ page->headers, page->headers_bytes };
		update.raw_content_type = slice_of(page->response.content_type);
	}
	return store_article_put(store, &update, update.fetched_at, e);
}

/* Stores the feeds that a home page names, or the failure to fetch the home
 * page. */
static int
article_store_home_page(struct store *store, struct page *page, struct err *e)
{
	struct home_page_update update = { .id = -page->id,
		.final_url = slice_of(page->response.url),
		.why = slice_of(page->why),
		.fetch_articles = true,
		.max_age_s = page->max_age_s,
		.ret_is_entitled = &page->is_entitling };
	struct parts_loaded loaded;
	int rc = 0;

	if (page->update.status != ARTICLE_DONE)
		return store_home_page_put(
		    store, &update, page->update.fetched_at, e);
	rc = parts_load(page, &loaded, e);
	update.page = &loaded.article;
	if (rc == 0)
		rc = store_home_page_put(
		    store, &update, page->update.fetched_at, e);
	parts_unload(&loaded);
	return rc;
}

static int
article_store_run(struct store *store, void *arg, struct err *e)
{
	struct page *page = arg;

	if (page->is_home_page)
		return article_store_home_page(store, page, e);
	if (page->is_ended)
		return store_article_end(store, page->id,
		    page->update.fetched_at, &page->stored, &page->is_outdated,
		    e);
	if (page->update.status == ARTICLE_DONE && !page->update.unchanged)
		return article_store_done_page(store, page, e);
	return store_article_put(
	    store, &page->update, page->update.fetched_at, e);
}

static void
article_store_count_result(struct hub *hub, const struct page *page)
{
	struct hub_counters *c = &hub->counters;
	enum article_status status = page->stored.status;

	if (page->is_home_page)
		return;
	if (page->is_revisit)
		c->revisits++;
	else if (status == ARTICLE_DONE) {
		c->articles_done++;
		c->last_article_at = hub_now();
	} else if (status == ARTICLE_FEED_ONLY)
		c->articles_feed_only++;
	else if (status == ARTICLE_FAILED)
		c->articles_failed++;
}

static const char *
article_store_event(const struct page *page)
{
	if (page->is_home_page)
		return "home-page";
	return page->is_revisit ? "revisit" : "article";
}

static const char *
article_store_result(const struct page *page)
{
	return page->update.unchanged
		   ? "unchanged"
		   : article_status_name(page->stored.status);
}

/* Returns the time at which the row will be pending again; DATE_NONE: never. */
static int64_t
article_store_pending_at(const struct page *page)
{
	const struct article_update *k = &page->update;
	int64_t at = k->status == ARTICLE_FAILED ? k->retry_at : DATE_NONE;

	for (size_t i = 0; i < k->revisits.n; i++) {
		int64_t then = k->fetched_at + k->revisits.after_s[i];

		if (at == DATE_NONE || then < at)
			at = then;
	}
	return at;
}

static void
article_store_done(void *arg, int rc, const struct err *e)
{
	struct page *page = arg;
	struct hub *hub = page->hub;

	if (rc == ERR_LEASE) {
		log_event(LOG_DEBUG, "article-not-owned",
		    LOG_INT("id", page->id), LOG_TEXT("url", page->url));
	} else if (rc != 0) {
		log_event(LOG_ERROR, "article-not-kept",
		    LOG_INT("id", page->id), LOG_TEXT("url", page->url),
		    LOG_TEXT("why", e->text));
		if (!page->second_try && hub->state == HUB_RUNNING) {
			page->second_try = true;
			page_store_failed(page, 0, "not stored: %s", e->text);
			return;
		}
		/* Not even the failure could be stored. */
		hub_note_failure(hub);
	} else if (page->is_outdated) {
		log_event(LOG_DEBUG, "address-changed", LOG_INT("id", page->id),
		    LOG_TEXT("url", page->url));
	} else {
		article_store_count_result(hub, page);
		log_event(page->stored.status == ARTICLE_DONE ? LOG_INFO
							      : LOG_WARNING,
		    article_store_event(page), LOG_INT("id", page->id),
		    LOG_TEXT("status", article_store_result(page)),
		    LOG_TEXT("url", page->url),
		    LOG_TEXT("why", page->stored.why));
		pending_articles_retry_at(hub, article_store_pending_at(page));
		control_changed(hub->control);
	}
	if (page->is_entitling) /* the pages of this feed in memory are not
				   foreign any more */
		pending_pages_ask(hub);
	page_end(page);
}

void
page_store_as(struct page *page, enum article_status status)
{
	if (page->is_replaced) {
		page_end(page);
		return;
	}
	page->update.id = page->id;
	page->update.status = status;
	page->update.fetched_at = hub_now();
	page->update.status_why =
	    page->why[0] != '\0' ? slice_of(page->why) : SLICE_NONE;
	page->update.url = slice_of(page->url);
	page->update.was_handed_over = page->redirected_url != NULL;
	page->update.ret_is_outdated = &page->is_outdated;
	page->update.ret_stored = &page->stored;
	/* For home pages. For articles, the store sets the values. */
	page->stored.status = status;
	snprintf(page->stored.why, sizeof(page->stored.why), "%s", page->why);
	page->update.final_url = slice_of(page->response.url);
	if (!buf_failed(&page->robots))
		page->update.robots = buf_slice(&page->robots);
	/* If parts are missing, no validators are stored, so that the next
	 * visit fetches the page again. */
	if (!page->parts_missing) {
		page->update.etag = slice_of(page->response.etag);
		page->update.last_modified =
		    slice_of(page->response.last_modified);
	}
	/* A reload may free the configuration while the store runs the
	 * operation. */
	page->max_age_s = page->hub->config->articles.max_age_s;
	page->keeps_raw = page->hub->config->articles.raw_keep;
	page->makes_tokens = !database_url_is(page->hub->config->database);
	page->update.revisits.n = page->hub->config->articles.n_revisits;
	memcpy(page->update.revisits.after_s,
	    page->hub->config->articles.revisit_s,
	    sizeof(page->update.revisits.after_s));
	page_rules_store(page);
	page->update.prepared = NULL;
	page_forget_prepared(page);
	if (status == ARTICLE_DONE && !page->update.unchanged &&
	    !page->is_home_page)
		hub_post_owned_prepared(page->hub, &page->request,
		    page_asked_url(page), 2, article_store_prepare,
		    article_store_run, article_store_done, page);
	else
		hub_post_owned(page->hub, &page->request, page_asked_url(page),
		    2, article_store_run, article_store_done, page);
}

/* ---- hand-over ---- */

static int
article_store_hand_over_run(struct store *store, void *arg, struct err *e)
{
	struct page *page = arg;

	return store_article_hand_over(store, page->id, slice_of(page->url),
	    slice_of(page->request.foreign_url), hub_now(), e);
}

static void
article_store_handed_over(void *arg, int rc, const struct err *e)
{
	struct page *page = arg;

	if (rc != 0 && rc != ERR_LEASE) {
		page_store_failed(page, 0, "not handed over: %s", e->text);
		return;
	}
	log_event(LOG_DEBUG, "page-handed-over", LOG_INT("id", page->id),
	    LOG_TEXT("url", page->url),
	    LOG_TEXT("to", page->request.foreign_url));
	page_end(page);
}

void
page_hand_over(struct page *page)
{
	hub_post_owned(page->hub, &page->request, page_asked_url(page), 1,
	    article_store_hand_over_run, article_store_handed_over, page);
}

void
page_store_feed_only(struct page *page, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(page->why, sizeof(page->why), format, ap);
	va_end(ap);
	page_store_as(page, ARTICLE_FEED_ONLY);
}

/* Returns the wait after the last try: the back-off, or least_s if that is
 * longer. */
static int64_t
article_store_wait_s(const struct page *page, int64_t least_s)
{
	int64_t wait_s = backoff_s(
	    page->tries + 1, RETRY_BASE_S, RETRY_CAP_S, hub_random_unit());

	return wait_s > least_s ? wait_s : least_s;
}

void
page_store_not_asked(struct page *page, int64_t wait_s, const char *why)
{
	snprintf(page->why, sizeof(page->why), "%s", why);
	page->update.was_not_asked = true;
	page->update.retry_at = hub_now() + article_store_wait_s(page, wait_s);
	page_store_as(page, ARTICLE_FAILED);
}

void
page_store_failed(
    struct page *page, int64_t retry_after, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(page->why, sizeof(page->why), format, ap);
	va_end(ap);
	page->update.was_not_asked = false;
	if (page->tries + 1 >= LIMIT_ARTICLE_TRIES) {
		page_store_as(page, ARTICLE_FEED_ONLY);
		return;
	}
	page->update.retry_at =
	    hub_now() + article_store_wait_s(page, retry_after);
	page_store_as(page, ARTICLE_FAILED);
}
