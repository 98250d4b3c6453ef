/*
 * parts.c -- fetches and extracts the other pages of an article that has
 * several pages.
 *
 * Normal case: the first page was extracted and names the next page. robots.txt
 * is checked, the request waits in its host queue, the page is fetched and a
 * worker extracts it. This repeats for one page at a time; then all parts are
 * stored as one article. The row is pending until then. After a crash, fetching
 * therefore begins again with the first page, and consumers never get an
 * incomplete article.
 *
 * If a page gave no text and names an AMP or print variant, the variant is
 * fetched in its place. If a rule of the site names a page with the whole text,
 * that page replaces the first one. If the page's site has `render: true`, the
 * renderer is asked for the page instead (render.h).
 *
 * On a failure the parts that were fetched become the article, which is marked
 * as truncated and stored without validators, so that the next visit reads the
 * page again. If the renderer gives no answer, the page is fetched again like
 * after a temporary failure of the page itself. The sequence ends after
 * LIMIT_PARTS pages, at a page with the text of the page before, and at a page
 * number that does not increase.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/limits.h"
#include "base/table.h"
#include "config/config.h"
#include "crawler/fetch/fetch.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/network.h"
#include "daemon/host/robots_cache.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "daemon/page/page.h"
#include "daemon/page/page_rules.h"
#include "daemon/page/quarantine.h"
#include "daemon/page/render.h"
#include "url/url.h"

struct part {
	struct request request;
	struct page *page;
	char *url;
	struct response_copy response;
	bool second_try;
	bool is_variant;  /* variant of a page that gave no text */
	bool is_single;   /* the page with the whole text, which a rule names */
	bool is_rendered; /* a variant that the renderer makes (render.h) */
	bool is_temporary; /* the request has failed and may succeed later */
};

static void
parts_free_part(struct part *part)
{
	if (part == NULL)
		return;
	response_copy_release(&part->response);
	free(part->url);
	free(part);
}

void
parts_release(struct page *page)
{
	parts_free_part(page->part);
	for (size_t i = 0; i < page->n_parts; i++)
		buf_release(&page->part_frames[i]);
	page->part = NULL;
	page->n_parts = 0;
}

bool
parts_withdraw(struct page *page)
{
	struct part *part = page->part;

	return part != NULL && (host_queue_withdraw(&part->request) ||
				   robots_cache_forget(page->hub->robots_cache,
				       part->url, part));
}

/* Called when there are no more parts. */
static void
parts_finish(struct page *page)
{
	parts_free_part(page->part);
	page->part = NULL;
	page_store_as(page, ARTICLE_DONE);
}

/* Goes on with the first page, which names further pages. */
static void
parts_go_on_without_single(struct page *page)
{
	struct arena arena;
	struct reply reply;
	bool goes_on;

	parts_free_part(page->part);
	page->part = NULL;
	goes_on = reply_load(&arena, buf_slice(&page->frame), &reply) &&
		  parts_go_on(page, &reply.article);
	arena_release(&arena);
	if (!goes_on)
		page_store_as(page, ARTICLE_DONE);
}

/* True if the page is to be fetched and rendered again later. After the last
 * try, and at a revisit, the fetched page is used. */
static bool
parts_is_retried(const struct part *part)
{
	return part->is_rendered && part->is_temporary &&
	       !part->page->is_revisit &&
	       part->page->tries + 1 < LIMIT_ARTICLE_TRIES;
}

static void
parts_try_again(struct page *page, const char *why)
{
	parts_free_part(page->part);
	page->part = NULL;
	page_store_failed(page, 0, "renderer: %s", why);
}

static void
parts_finish_without(struct part *part, const char *why)
{
	struct page *page = part->page;

	log_event(LOG_WARNING, part->is_rendered ? "render" : "part",
	    LOG_INT("id", page->id), LOG_TEXT("url", part->url),
	    LOG_TEXT("why", why));
	if (part->is_rendered)
		snprintf(page->why, sizeof(page->why), "renderer: %s", why);
	page->parts_missing |=
	    part->is_temporary || !(part->is_variant || part->is_single);
	if (part->is_single)
		parts_go_on_without_single(page);
	else if (parts_is_retried(part))
		parts_try_again(page, why);
	else
		parts_finish(page);
}

static void
parts_stop(struct part *part)
{
	/* the row is still pending, so the page is fetched again */
	page_end(part->page);
}

/* ---- extraction ---- */

static void parts_cut(struct part *);

/* The page classes that can be a part. */
static const bool is_part[CUTER_PAGE_CLASS_COUNT] = {
	[CUTER_PAGE_ARTICLE] = true,
	[CUTER_PAGE_OTHER] = true,
	[CUTER_PAGE_STUB] = true,
	[CUTER_PAGE_GALLERY] = true,
	[CUTER_PAGE_VIDEO] = true,
};

/* True if the page to which single_page_link leads has the whole text. A page
 * with fewer words may be a notice or a paywall, unless a rule of the site
 * names its text. */
static bool
parts_is_whole(const struct part *part, const struct cuter_article *article)
{
	return article->word_count >= part->page->first_words ||
	       (article->page_class == CUTER_PAGE_ARTICLE &&
		   article->origin == CUTER_ORIGIN_RULE);
}

/* Replaces the result of the page by the reply for the part. A variant replaces
 * it only if it has more words than the page. */
static void
parts_take_variant(struct part *part, const struct reply *reply)
{
	struct page *page = part->page;
	struct buf frame;

	if (part->is_single && !parts_is_whole(part, &reply->article)) {
		parts_finish_without(part, "shorter than the first page");
		return;
	}
	if (!part->is_single &&
	    reply->article.word_count <= page->first_words) {
		parts_finish(page);
		return;
	}
	buf_init(&frame, LIMIT_REPLY_BYTES);
	if (!reply_write(&frame, reply)) {
		buf_release(&frame);
		parts_finish_without(part, "too many bytes");
		return;
	}
	buf_release(&page->frame);
	page->frame = frame;
	parts_finish(page);
}

static void
parts_take_part(struct part *part, const struct reply *reply)
{
	struct page *page = part->page;
	const struct cuter_article *article = &reply->article;
	uint64_t hash = hash_bytes(article->body);
	struct buf *frame = &page->part_frames[page->n_parts];

	if (!is_part[article->page_class] || article->body.len == 0 ||
	    article->origin == CUTER_ORIGIN_FEED) {
		parts_finish_without(part, "not a text of an article");
		return;
	}
	if (part->is_variant || part->is_single) {
		parts_take_variant(part, reply);
		return;
	}
	if (hash == page->part_hash) { /* the server sent the same page again */
		parts_finish(page);
		return;
	}
	page->part_hash = hash;
	buf_init(frame, LIMIT_REPLY_BYTES);
	page->n_parts++;
	if (!reply_write(frame, reply)) {
		buf_release(frame);
		page->n_parts--;
		parts_finish_without(part, "too many bytes");
		return;
	}
	parts_free_part(part);
	page->part = NULL;
	if (!parts_go_on(page, article))
		page_store_as(page, ARTICLE_DONE);
}

static void
parts_on_cut(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct part *part = arg;

	if (result == WORKER_OK) {
		parts_take_part(part, reply);
	} else if (result == WORKER_STOPPED) {
		parts_stop(part);
	} else if (result == WORKER_LOST && !part->second_try) {
		part->second_try = true;
		parts_cut(part);
	} else if (page_rules_give_up(part->page, why)) {
		parts_cut(part);
	} else {
		quarantine_note(part->page->hub->quarantine,
		    &(struct quarantine_case){ .kind = JOB_PAGE,
			.url = part->url,
			.content_type = part->response.content_type,
			.body_fd = part->response.body_fd,
			.fallback_levels = 1,
			.result = result,
			.cause = workers_cause(part->page->hub->workers),
			.why = why });
		parts_finish_without(part, why);
	}
}

static void
parts_cut(struct part *part)
{
	struct page *page = part->page;
	const struct job job = {
		.kind = JOB_PAGE,
		.url = slice_of(part->url),
		.first_url = part->is_variant || part->is_single
				 ? SLICE_NONE
				 : slice_of(page->response.url),
		.rules = page_rules_begin(page, part->url),
		.content_type = slice_of(part->response.content_type),
		.hint_title = slice_of(page->hint_title),
		.hint_summary = slice_of(page->hint_summary),
		.now_at = hub_now(),
	};
	struct err e = ERR_INIT;
	int fd = dup(part->response.body_fd);

	if (fd < 0)
		err_errno(&e, "cannot duplicate the descriptor of a page");
	else if (hub_start_job(page->hub, part->url,
		     !host_queue_is_own(page->hub, &part->request, part->url),
		     &job, fd, parts_on_cut, part, &e) == 0)
		return;
	parts_finish_without(part, e.text);
}

/* ---- fetching ---- */

/* Returns whether the response is that of the requested URL, perhaps over TLS
 * or with a slash at the end. A redirect to another URL leads to another page,
 * often to the first page. */
static bool
parts_is_same(struct slice asked, struct slice got)
{
	return slice_equal(asked, got) || url_is_same_over_tls(asked, got) ||
	       (got.len == asked.len + 1 && slice_starts(got, asked) &&
		   got.p[asked.len] == '/');
}

/* The response comes from the renderer, so it does not change the state of the
 * page's host. */
static void
parts_on_rendered(struct part *part, const struct response *r)
{
	struct hub *hub = part->page->hub;
	char why[PAGE_WHY_BYTES];

	response_copy_take(&part->response, r, hub_now());
	snprintf(why, sizeof(why), "HTTP %ld", r->status);
	part->is_temporary = page_is_temporary(r);
	host_queue_abandoned(hub, &part->request);
	if (r->result == FETCH_CANCELLED || part->page->is_replaced)
		parts_stop(part);
	else if (r->result != FETCH_OK)
		parts_finish_without(part, fetch_result_name(r->result));
	else if (r->status != 200 || r->body_fd < 0 ||
		 !page_is_type(r->content_type))
		parts_finish_without(part, why);
	else if (quarantine_levels(hub->quarantine, JOB_PAGE, r->body_fd) > 0)
		parts_finish_without(part, "crasher: a worker failed at these "
					   "bytes before");
	else
		parts_cut(part);
}

static void
parts_on_response(const struct response *r, void *arg)
{
	struct part *part = arg;
	struct hub *hub = part->page->hub;
	char why[PAGE_WHY_BYTES];

	if (part->is_rendered) {
		parts_on_rendered(part, r);
		return;
	}
	/* The page waits until the network is up. */
	if (!part->page->is_replaced && !part->page->is_withdrawn &&
	    network_is_excuse(hub, r)) {
		host_queue_finished(hub, &part->request, r);
		host_queue_add(hub, &part->request, part->url);
		return;
	}
	response_copy_take(&part->response, r, hub_now());
	snprintf(why, sizeof(why), "HTTP %ld", r->status);
	part->is_temporary = page_is_temporary(r);
	host_queue_finished(hub, &part->request, r);
	page_count_fetch(part->page);
	if (r->result == FETCH_CANCELLED || part->page->is_replaced)
		parts_stop(part);
	else if (r->result != FETCH_OK)
		parts_finish_without(part, fetch_result_name(r->result));
	else if (r->status < 200 || r->status >= 300 || r->body_fd < 0 ||
		 !page_is_type(r->content_type))
		parts_finish_without(part, why);
	else if (!parts_is_same(slice_of(part->url), slice_of(r->url)))
		parts_finish_without(part, "it redirects to another page");
	else if (quarantine_levels(hub->quarantine, JOB_PAGE, r->body_fd) > 0)
		parts_finish_without(part, "crasher: a worker failed at these "
					   "bytes before");
	else
		parts_cut(part);
}

static void
parts_fetch(struct hub *hub, struct request *request)
{
	struct part *part = container_of(request, struct part, request);
	struct err e = ERR_INIT;
	int rc;

	if (part->is_rendered)
		rc = render_fetch(
		    part->page, part->url, parts_on_response, part, &e);
	else
		rc = page_fetch(part->page, part->url, request,
		    parts_on_response, part, &e);
	if (rc == 0)
		return;
	host_queue_abandoned(hub, request);
	parts_finish_without(part, e.text);
}

static void
parts_lose(struct hub *hub, struct request *request)
{
	(void)hub;
	parts_stop(container_of(request, struct part, request));
}

static void
parts_on_rules(enum robots_verdict verdict, const char *why, void *arg)
{
	struct part *part = arg;

	if (part->page->hub->state != HUB_RUNNING)
		parts_stop(part);
	else if (verdict != ROBOTS_ALLOWED)
		parts_finish_without(part, why);
	else if (!host_queue_add(part->page->hub, &part->request, part->url))
		parts_finish_without(part, "the URL cannot be fetched");
}

/* Copies the members that decide the turn in the host queue (fair_queue.h) from
 * the page's request to the part's request. The keys are borrowed from the
 * page. */
static void
parts_copy_share(struct part *part)
{
	const struct request *request = &part->page->request;

	part->request.is_own = request->is_own;
	part->request.own_host = request->own_host;
	part->request.feed_host = request->feed_host;
	part->request.queued.feed_id = request->queued.feed_id;
	part->request.queued.order = request->queued.order;
}

void
parts_take_share(struct page *page)
{
	struct part *part = page->part;

	if (part == NULL)
		return;
	part->request.own_host = page->request.own_host;
	part->request.feed_host = page->request.feed_host;
	host_queue_make_own(&part->request, page->request.queued.feed_id,
	    page->request.queued.order);
}

/* Returns false if the address was requested for this article before: a rule
 * may name the first page as the page after the last one. */
static bool
parts_is_new(struct page *page, struct slice url)
{
	uint64_t hash = hash_bytes(url);

	if (page->n_part_urls == 0)
		page->part_urls[page->n_part_urls++] =
		    hash_bytes(slice_of(page->response.url));
	for (size_t i = 0; i < page->n_part_urls; i++)
		if (page->part_urls[i] == hash)
			return false;
	if (page->n_part_urls < LIMIT_PARTS)
		page->part_urls[page->n_part_urls++] = hash;
	return true;
}

bool
parts_go_on(struct page *page, const struct cuter_article *article)
{
	struct hub *hub = page->hub;
	struct slice url = article->next_part;
	bool is_single = page->n_parts == 0 && !page->single_tried &&
			 article->single_page.len > 0;
	bool is_rendered =
	    page->n_parts == 0 && !is_single && render_is_due(page, article);
	bool is_variant =
	    (url.len == 0 || is_rendered) && page->n_parts == 0 && !is_single;
	struct part *part;

	if (is_single)
		url = article->single_page;
	else if (is_rendered)
		url = slice_of(page->response.url);
	else if (is_variant)
		url = article->variant_url;
	if (url.len == 0 || (!is_rendered && !parts_is_new(page, url)))
		return false;
	if (hub->state != HUB_RUNNING || page->is_replaced ||
	    page->is_withdrawn) {
		/* the row is still pending, so the page is fetched again */
		page_end(page);
		return true;
	}
	if (page->n_parts == 0) {
		page->part_hash = hash_bytes(article->body);
		page->first_words = article->word_count;
	}
	part = calloc(1, sizeof(*part));
	if (part == NULL)
		abort();
	part->page = page;
	response_copy_init(&part->response);
	part->request.kind = page->request.kind;
	part->request.start = parts_fetch;
	part->request.lose = parts_lose;
	part->request.obeys_robots = true;
	parts_copy_share(part);
	page->single_tried |= is_single;
	part->is_variant = is_variant;
	part->is_single = is_single;
	part->is_rendered = is_rendered;
	part->url = hub_copy(url);
	page->part = part;
	/* The URL comes from a worker, which a hostile page may control. */
	if (host_queue_host_of(hub, part->url) !=
		host_queue_host_of(hub, page->response.url) ||
	    page->n_parts >= LIMIT_PARTS - 1)
		parts_finish_without(
		    part, "too many parts, or a part on another site");
	else if (hub->config->host.robots)
		robots_cache_check(hub->robots_cache, part->url, &part->request,
		    parts_on_rules, part);
	else
		parts_on_rules(ROBOTS_ALLOWED, "", part);
	return true;
}

/* ---- the joined article ---- */

static bool
parts_join(struct parts_loaded *loaded, bool is_whole)
{
	struct cuter_article articles[LIMIT_PARTS];
	jmp_buf exhausted;

	for (size_t i = 0; i < loaded->n; i++)
		articles[i] = loaded->replies[i].article;
	if (setjmp(exhausted) != 0)
		return false;
	loaded->joined.exhausted = &exhausted;
	cuter_join(
	    &loaded->joined, articles, loaded->n, is_whole, &loaded->article);
	return true;
}

int
parts_load(const struct page *page, struct parts_loaded *ret, struct err *e)
{
	bool is_read;

	arena_init(&ret->joined, 2 * LIMIT_REPLY_BYTES);
	ret->n = 0;
	is_read = reply_load(
	    &ret->arenas[ret->n++], buf_slice(&page->frame), &ret->replies[0]);
	for (size_t i = 0; i < page->n_parts && is_read; i++) {
		size_t n = ret->n++;

		is_read = reply_load(&ret->arenas[n],
		    buf_slice(&page->part_frames[i]), &ret->replies[n]);
	}
	if (!is_read || !parts_join(ret, !page->parts_missing))
		return err_set(e, ERR_MEMORY, "no memory for an article");
	return 0;
}

void
parts_unload(struct parts_loaded *loaded)
{
	for (size_t i = 0; i < loaded->n; i++)
		arena_release(&loaded->arenas[i]);
	arena_release(&loaded->joined);
}
