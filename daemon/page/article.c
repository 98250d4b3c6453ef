/*
 * article.c -- fetches the page of a pending article.
 *
 * Normal case: page_begin() checks robots.txt, the request waits in its host
 * queue, the page is fetched, a worker extracts the article (article_cut.c),
 * and one transaction stores it (article_store.c).
 *
 * Failures: temporary failures (timeouts, 5xx, a truncated transfer) are
 * retried later with back-off. After a permanent failure (403, 404, not a page,
 * forbidden) the text of the feed is stored as the article, with the reason.
 *
 * A page that was visited before is fetched in the same way, but after new
 * pages and with its validators. A 304 and failures do not change the article,
 * 410 withdraws it, and another text revises it.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/fleet/node.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/network.h"
#include "daemon/host/robots_cache.h"
#include "daemon/hub.h"
#include "daemon/page/page.h"
#include "daemon/page/page_headers.h"
#include "daemon/page/page_rules.h"
#include "daemon/page/pending_pages.h"
#include "url/url.h"

/* A page that waits for its host is checked again if the rules of robots.txt
 * have expired, at most this often, because host.gap may be longer than rules
 * are fresh. */
#define RULES_CHECKS 8
#define WHY_PAUSED   "its host name has asked for a pause"

void
page_free(struct page *page)
{
	page_forget_prepared(page);
	page_dictionaries_release(&page->dictionaries);
	response_copy_release(&page->response);
	buf_release(&page->frame);
	buf_release(&page->robots);
	buf_release(&page->memory);
	parts_release(page);
	free(page->url);
	free(page->redirected_url);
	free(page->request.foreign_url);
	page_rules_release(page);
	free(page->headers_feed);
	free(page->group_key);
	free(page->host_key);
	free(page->feed_host);
	free(page->hint_title);
	free(page->hint_summary);
	free(page->etag);
	free(page->last_modified);
	free(page->validators_url);
	free(page->headers);
	free(page);
}

const char *
page_asked_url(const struct page *page)
{
	return page->redirected_url != NULL ? page->redirected_url : page->url;
}

void
page_end(struct page *page)
{
	struct hub *hub = page->hub;
	/* The row waits again. If the page was replaced, the page of the new
	 * address is already in memory. */
	bool is_pending =
	    (page->is_outdated || page->is_withdrawn || page->stored.is_due) &&
	    !page->is_replaced;

	pending_articles_remove(page);
	page_free(page);
	if (is_pending)
		pending_pages_ask(hub);
	else
		pending_articles_refill(hub);
	hub_step_done(hub);
}

/* ---- fetching ---- */

/* Transfers that are retried later. All other failures are permanent. */
static const bool article_is_temporary[FETCH_RESULT_COUNT] = {
	[FETCH_TRUNCATED] = true,
	[FETCH_TIMEOUT] = true,
	[FETCH_DNS] = true,
	[FETCH_CONNECT] = true,
	[FETCH_TLS] = true,
	[FETCH_PROTOCOL] = true,
	[FETCH_POSTPONED] = true,
};

static bool
article_status_is_temporary(long status)
{
	return status >= 500 || status == 408 || status == 421 ||
	       status == 425 || status == 429;
}

bool
page_is_temporary(const struct response *r)
{
	return r->result == FETCH_OK ? article_status_is_temporary(r->status)
				     : article_is_temporary[r->result];
}

static void
article_take_unchanged(struct page *page)
{
	page->update.unchanged = true;
	page_store_as(page, ARTICLE_DONE);
}

static void
article_take_gone(struct page *page)
{
	snprintf(page->why, sizeof(page->why), "HTTP 410, the page is gone");
	page_store_as(page, ARTICLE_GONE);
}

/* True if the page existed at an earlier visit and does not exist any more. */
static bool
article_is_missing(struct page *page, long status)
{
	page->update.missing = page->is_revisit && status == 404;
	return page->update.missing;
}

/* Returns the rest of the pause of the page's host name on a multi-tenant
 * domain in seconds; 0: none.  The page waits for it in the database, because
 * the queue of the domain serves the pages of other names. */
static int64_t
article_tenant_pause_s(const struct page *page)
{
	return host_queue_tenant_pause_left_s(
	    page->hub, &page->request, page_asked_url(page));
}

/* Returns the rest of the pause of the page's host in seconds; 0: none. */
static int64_t
article_host_pause_s(const struct page *page)
{
	int64_t host_s =
	    host_queue_pause_left_s(&page->request, page->request.host);
	int64_t tenant_s = article_tenant_pause_s(page);

	return host_s > tenant_s ? host_s : tenant_s;
}

/* Returns the time for which the page must wait, in seconds; 0: none. For a
 * postponed request this is its remaining wait. Otherwise it is the remaining
 * pause of the host, or the Retry-After of the response if that is longer. */
static int64_t
article_pause_s(const struct page *page, const struct response *r)
{
	int64_t wait_s, page_s = 0;

	if (r->result == FETCH_POSTPONED)
		return r->wait_s;
	wait_s = article_host_pause_s(page);
	if (r->result == FETCH_OK && r->status >= 400)
		page_s = host_queue_retry_after_s(r, hub_now());
	if (wait_s < page_s)
		wait_s = page_s;
	return wait_s;
}

void
page_count_fetch(const struct page *page)
{
	struct hub_counters *counters = &page->hub->counters;

	if (page->is_revisit)
		counters->pages_again++;
	else
		counters->pages++;
}

/* True if the page leads to a host of another node. Each hand-over counts as a
 * try, so that a loop of redirects between nodes ends. */
static bool
article_may_hand_over(const struct page *page)
{
	return page->request.foreign_url != NULL && !page->is_home_page &&
	       page->tries + 1 < LIMIT_ARTICLE_TRIES;
}

static void
article_on_response(const struct response *r, void *arg)
{
	struct page *page = arg;
	struct hub *hub = page->hub;

	/* The page waits for the network, or is asked without validators. */
	if (!page->is_replaced && !page->is_withdrawn &&
	    (network_is_excuse(hub, r) || page_drop_validators(page, r))) {
		host_queue_finished(hub, &page->request, r);
		host_queue_add(hub, &page->request, page_asked_url(page));
		return;
	}
	page_take_response(page, r);
	host_queue_finished(hub, &page->request, r);
	page_count_fetch(page);
	if (r->result == FETCH_CANCELLED || page->is_replaced ||
	    (page->is_withdrawn && network_is_excuse(hub, r)))
		page_end(page);
	else if (article_may_hand_over(page))
		page_hand_over(page);
	else if (r->result != FETCH_OK && page_is_temporary(r))
		page_store_failed(page, article_pause_s(page, r), "%s: %s",
		    fetch_result_name(r->result), r->why);
	else if (r->result != FETCH_OK)
		page_store_feed_only(
		    page, "%s: %s", fetch_result_name(r->result), r->why);
	else if (page->is_revisit && r->status == 304)
		article_take_unchanged(page);
	else if (page->is_revisit && r->status == 410)
		article_take_gone(page);
	else if ((r->status < 200 || r->status >= 300) &&
		 page_store_refusal(page, r->status, article_pause_s(page, r)))
		return;
	else if (page_is_temporary(r) || article_is_missing(page, r->status))
		page_store_failed(
		    page, article_pause_s(page, r), "HTTP %ld", r->status);
	else if (r->status < 200 || r->status >= 300)
		page_store_feed_only(page, "HTTP %ld", r->status);
	else if (!page_is_type(r->content_type))
		page_store_feed_only(
		    page, "not an HTML or text page: %s", r->content_type);
	else if (r->body_fd < 0)
		page_store_feed_only(
		    page, "HTTP %ld with an empty body", r->status);
	else
		page_cut(page);
}

int
page_fetch(const struct page *page, const char *url, struct request *request,
    fetch_done *done, void *arg, struct err *e)
{
	const struct config *config = page->hub->config;
	bool is_first = url == page_asked_url(page); /* else another part */
	struct fetch_header headers[POLL_HEADERS];
	const struct fetch_request fetch_request = {
		.kind = FETCH_PAGE,
		.url = url,
		.etag = is_first ? page->etag : NULL,
		.last_modified = is_first ? page->last_modified : NULL,
		.validators_url = is_first ? page->validators_url : NULL,
		.headers = headers,
		.n_headers = page_headers_get(page, url, headers),
		.max_bytes = config->fetch.page_bytes,
		.timeout_ms = config->fetch.timeout_s * 1000,
		.redirect_owner = request,
	};

	return fetch_start(
	    page->hub->fetcher, &fetch_request, done, arg, NULL, e);
}

/* True if the page has waited for its host, for example during a pause of days,
 * and robots.txt may have changed since (RFC 9309, 2.4). */
static bool
article_has_old_rules(const struct page *page)
{
	return page->hub->config->host.robots &&
	       page->rules_until_ms <= hub_monotonic_ms() &&
	       page->n_rules_checks < RULES_CHECKS;
}

static void
article_fetch(struct hub *hub, struct request *request)
{
	struct page *page = container_of(request, struct page, request);
	int64_t wait_s = article_tenant_pause_s(page);
	struct err e = ERR_INIT;

	if (article_has_old_rules(page)) {
		host_queue_abandoned(hub, request);
		page_begin(page);
		return;
	}
	if (wait_s > 0) {
		host_queue_abandoned(hub, request);
		page_store_not_asked(page, wait_s, WHY_PAUSED);
		return;
	}
	free(request->foreign_url);
	request->foreign_url = NULL;
	if (page_fetch(page, page_asked_url(page), request, article_on_response,
		page, &e) == 0)
		return;
	host_queue_abandoned(hub, request);
	page_store_failed(page, 0, "%s", e.text);
}

static void
article_lose(struct hub *hub, struct request *request)
{
	(void)hub;
	page_end(container_of(request, struct page, request));
}

/* Tries a page again whose robots.txt is unreachable (RFC 9309, 2.3.1.4). */
static void
article_wait_for_robots(struct page *page, const char *why)
{
	bool is_try;
	int64_t wait_s = robots_cache_wait_s(
	    page->hub->robots_cache, page_asked_url(page), &is_try);

	if (is_try)
		page_store_failed(page, wait_s, "%s", why);
	else
		page_store_not_asked(page, wait_s, why);
}

static void
article_on_rules(enum robots_verdict verdict, const char *why, void *arg)
{
	struct page *page = arg;
	int64_t wait_s = article_tenant_pause_s(page);

	page->n_rules_checks++;
	page->rules_until_ms = hub_monotonic_ms();
	if (verdict == ROBOTS_ALLOWED)
		page->rules_until_ms +=
		    1000 * robots_cache_fresh_s(page->hub->robots_cache,
			       page_asked_url(page));
	if (verdict == ROBOTS_DISALLOWED)
		page_store_feed_only(page, "%s", why);
	else if (verdict == ROBOTS_UNREACHABLE)
		article_wait_for_robots(page, why);
	else if (wait_s > 0)
		page_store_not_asked(page, wait_s, WHY_PAUSED);
	else if (!host_queue_add(
		     page->hub, &page->request, page_asked_url(page)))
		page_store_feed_only(page, "the URL cannot be fetched");
}

void
page_begin(struct page *page)
{
	if (page->hub->config->host.robots)
		robots_cache_check(page->hub->robots_cache,
		    page_asked_url(page), &page->request, article_on_rules,
		    page);
	else
		article_on_rules(ROBOTS_ALLOWED, "", page);
}

/* Returns the budget key of the URL's host, or NULL if the URL has no host. The
 * key is owned. */
static char *
article_host_key_of(struct slice url)
{
	char *volatile key = NULL;
	struct arena arena;
	jmp_buf exhausted;
	struct slice of;

	arena_init(&arena, 8 * LIMIT_URL_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		if (url_budget_key(&arena, url, &of))
			key = hub_copy(of);
	}
	arena_release(&arena);
	return key;
}

/* Sets the fair share that the page takes at its host (fair_queue.h). */
static void
article_set_share(struct page *page, const struct pending_article *row)
{
	struct request *request = &page->request;

	page->host_key = row->host_key.len > 0 ? hub_copy(row->host_key)
					       : article_host_key_of(row->url);
	page->feed_host = article_host_key_of(row->feed_url);
	if (asprintf(&page->group_key, "%s %lld %d",
		page->host_key != NULL ? page->host_key : "",
		(long long)row->feed_id, row->is_foreign) < 0)
		abort();
	request->is_own = !row->is_foreign;
	request->own_host = page->host_key;
	request->feed_host = page->feed_host;
	request->queued.feed_id = row->feed_id;
	request->queued.order = row->order_at;
}

static void
article_swap_text(char **a, char **b)
{
	char *old = *a;

	*a = *b;
	*b = old;
}

void
page_become_own(struct page *page, struct page *own)
{
	article_swap_text(&page->group_key, &own->group_key);
	article_swap_text(&page->host_key, &own->host_key);
	article_swap_text(&page->feed_host, &own->feed_host);
	page->request.own_host = page->host_key;
	page->request.feed_host = page->feed_host;
	host_queue_make_own(&page->request, own->request.queued.feed_id,
	    own->request.queued.order);
	parts_take_share(page);
}

/* Frees the response and what was made of it. */
static void
article_forget_response(struct page *page)
{
	response_copy_release(&page->response);
	free(page->headers);
	page->headers = NULL;
	page->headers_bytes = 0;
	buf_clear(&page->robots);
	buf_clear(&page->memory);
	buf_clear(&page->frame);
	page_dictionaries_release(&page->dictionaries);
	page_rules_release(page);
	page->rules_why[0] = '\0';
}

/* Returns the address to which the page leads (owned). As after a redirect, a
 * page of a server with https does not lead to http. NULL: the address may not
 * be requested. */
static char *
article_refresh_target(const struct page *page, struct slice url)
{
	char *target = hub_copy(url), *https;

	if (page->hub->config->fetch.allow_downgrade ||
	    !slice_starts(slice_of(page->response.url), SLICE("https:")) ||
	    !slice_starts(url, SLICE("http:")))
		return target;
	https = fetch_redirect_over_tls(target);
	free(target);
	return https;
}

bool
page_follow_refresh(struct page *page, const struct cuter_article *article)
{
	struct hub *hub = page->hub;
	char *target;

	if (article->refresh_url.len == 0 || page->is_home_page ||
	    page->n_refreshes >= LIMIT_REFRESHES ||
	    (target = article_refresh_target(page, article->refresh_url)) ==
		NULL)
		return false;
	if (hub->state != HUB_RUNNING || page->is_replaced ||
	    page->is_withdrawn) {
		/* the row is still pending, so the page is fetched again */
		free(target);
		page_end(page);
		return true;
	}
	page->n_refreshes++;
	if (!fetch_same_origin(page->url, page->response.url) ||
	    !fetch_same_origin(page->url, target))
		page_headers_drop(page);
	free(page->redirected_url);
	page->redirected_url = target;
	article_forget_response(page);
	if (node_owns(hub, node_shard(hub, page->redirected_url))) {
		page_begin(page);
		return true;
	}
	free(page->request.foreign_url);
	page->request.foreign_url = hub_copy(slice_of(target));
	if (article_may_hand_over(page))
		page_hand_over(page);
	else
		page_store_failed(page, 0, "too many redirects between nodes");
	return true;
}

bool
page_withdraw(struct page *page)
{
	return host_queue_withdraw(&page->request) ||
	       robots_cache_forget(
		   page->hub->robots_cache, page_asked_url(page), page);
}

struct page *
page_new(struct hub *hub, const struct pending_article *row)
{
	struct page *page = calloc(1, sizeof(*page));

	if (page == NULL)
		abort();
	page->hub = hub;
	page->request.kind = REQUEST_PAGE;
	page->request.start = article_fetch;
	page->request.lose = article_lose;
	page->request.obeys_robots = true;
	response_copy_init(&page->response);
	buf_init(&page->frame, LIMIT_REPLY_BYTES);
	buf_init(&page->robots, LIMIT_TITLE_BYTES);
	buf_init(&page->memory, LIMIT_SITE_MEMORY);
	page->id = row->id;
	page->update.feed_id = row->feed_id;
	page->tries = row->tries;
	page->url = hub_copy(row->url);
	if (row->redirected_url.len > 0)
		page->redirected_url = hub_copy(row->redirected_url);
	page->hint_title = hub_copy(row->hint_title);
	page->hint_summary = hub_copy(row->hint_summary);
	page->is_revisit = row->is_revisit;
	page->is_ended = row->is_ended;
	article_set_share(page, row);
	if (row->is_revisit) {
		page->request.kind = REQUEST_REVISIT;
		page->etag = hub_copy(row->etag);
		page->last_modified = hub_copy(row->last_modified);
		page->validators_url = hub_copy(row->validators_url);
	}
	return page;
}

struct page *
page_new_home(struct hub *hub, const struct home_page_due *due)
{
	const struct pending_article row = {
		.id = -due->id, .url = due->url, .is_foreign = true
	};
	struct page *page = page_new(hub, &row);

	page->is_home_page = true;
	return page;
}
