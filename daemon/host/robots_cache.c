/*
 * robots_cache.c -- answers whether robots.txt of a site allows a request (RFC
 * 9309).
 *
 * Normal case: if the rules of the site are in memory, robots_cache_check()
 * answers at once. Otherwise the stored copy is read. If the copy is stale,
 * robots.txt is fetched (robots_cache_fetch.c) and stored. Then all waiting
 * requests are answered.
 *
 * Failures (sections of RFC 9309): a 4xx status allows everything (2.3.1.3).
 * After 5xx or no answer the old rules are used for one more day (2.4). After
 * that nothing is allowed, and articles are tried again later; after 30 days
 * everything is allowed (2.3.1.4). If no worker can read the file, it counts as
 * 5xx.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/limits.h"
#include "crawler/access.h"
#include "daemon/clock/clock.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/robots_cache_parts.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "url/url.h"

#define AGENT   SLICE("gleaner")
#define FRESH_S 86400 /* RFC 9309, 2.4: at most 24 h */
/* Shortest wait before an unreachable robots.txt is requested again. A
 * Retry-After can lengthen the wait to FRESH_S. */
#define UNREACHABLE_S 600
/* Maximum age of the old rules while robots.txt is unreachable (RFC 9309,
 * section 2.4). */
#define STALE_S 86400
/* If robots.txt is unreachable for longer, everything is allowed (RFC 9309,
 * section 2.3.1.4). */
#define FORGOTTEN_S     (30 * 86400)
/* Longest wait of a page that is not requested because robots.txt is
 * unreachable. */
#define WAIT_S          3600
#define URL_ARENA_BYTES (64 * KIB)
#define STORED_BYTES    (64 * KIB) /* longer rules are kept only in memory */
/* Largest memory for the parsed rules of a site. A robots.txt of 500 KiB with
 * the shortest rules takes 6 MiB. */
#define ROBOTS_ARENA_BYTES (16 * MIB)

int
robots_cache_new(struct hub *hub, struct robots_cache **ret, struct err *e)
{
	struct robots_cache *robots_cache = calloc(1, sizeof(*robots_cache));

	if (robots_cache == NULL)
		return err_set(
		    e, ERR_MEMORY, "no memory for the rules of robots.txt");
	robots_cache->hub = hub;
	table_init(&robots_cache->sites);
	*ret = robots_cache;
	return 0;
}

void
robots_site_free(struct robots_site *site)
{
	while (site->first != NULL) {
		struct robots_waiter *waiting = site->first;

		site->first = waiting->next;
		free(waiting->url);
		free(waiting);
	}
	robots_site_close_body(site);
	arena_release(&site->arena);
	buf_release(&site->text);
	free(site->origin);
	free(site->robots_url);
	free(site);
}

void
robots_cache_free(struct robots_cache *robots_cache)
{
	struct slice origin;
	void *site;
	size_t at = 0;

	if (robots_cache == NULL)
		return;
	while (table_next(&robots_cache->sites, &at, &origin, &site))
		robots_site_free(site);
	table_release(&robots_cache->sites);
	free(robots_cache);
}

/* ---- answers ---- */

static enum robots_verdict
robots_cache_judge(
    const struct robots_site *site, const char *url, const char **ret_why)
{
	struct arena arena;
	jmp_buf exhausted;
	volatile bool allowed = false;

	if (site->unreachable) {
		*ret_why = "robots.txt cannot be reached";
		return ROBOTS_UNREACHABLE;
	}
	arena_init(&arena, URL_ARENA_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		allowed = robots_allows(
		    &site->robots, url_path_and_query(&arena, slice_of(url)));
	}
	arena_release(&arena);
	*ret_why = allowed ? "" : "robots.txt disallows it";
	return allowed ? ROBOTS_ALLOWED : ROBOTS_DISALLOWED;
}

static void
robots_cache_answer(const struct robots_site *site, const char *url,
    robots_done *done, void *arg)
{
	const char *why;
	enum robots_verdict verdict = robots_cache_judge(site, url, &why);

	done(verdict, why, arg);
}

/* Called when the state of the site is known: answers all waiting requests. */
static void
robots_cache_site_known(
    struct robots_site *site, bool unreachable, int64_t expires_at)
{
	struct robots_waiter *list = site->first;
	struct hub *hub = site->robots_cache->hub;

	site->state = ROBOTS_SITE_KNOWN;
	site->is_answering = true;
	site->unreachable = unreachable;
	site->expires_at = expires_at;
	site->first = NULL;
	site->last = &site->first;
	while (list != NULL) {
		struct robots_waiter *waiting = list;

		list = waiting->next;
		robots_cache_answer(
		    site, waiting->url, waiting->done, waiting->arg);
		free(waiting->url);
		free(waiting);
	}
	/* The text is read again from the database before the next fetch. */
	buf_release(&site->text);
	buf_init(&site->text, LIMIT_ROBOTS_BYTES * 2);
	robots_site_count(site);
	robots_cache_make_room(site->robots_cache);
	site->is_answering = false;
	hub_step_done(hub);
}

void
robots_site_give_up(struct robots_site *site)
{
	robots_cache_site_known(site, true, hub_now());
}

static void
robots_cache_lose(struct hub *hub, struct request *request)
{
	(void)hub;
	robots_site_give_up(container_of(request, struct robots_site, request));
}

/* The text is the worker's reduced text, not the bytes of the server. */
static void
robots_cache_site_parse(struct robots_site *site, struct slice text)
{
	jmp_buf exhausted;

	arena_clear(&site->arena);
	memset(&site->robots, 0, sizeof(site->robots));
	site->robots.crawl_delay_s = -1;
	if (setjmp(exhausted) != 0) {
		memset(&site->robots, 0, sizeof(site->robots));
		return;
	}
	site->arena.exhausted = &exhausted;
	robots_parse(&site->arena, text, AGENT, &site->robots);
}

/* ---- storing ---- */

struct robots_op {
	struct robots_row row;
	/* Texts of the row, copied because the site may be freed before the row
	 * is stored. */
	char *origin, *text;
};

static int
robots_cache_put_run(struct store *store, void *arg, struct err *e)
{
	struct robots_op *op = arg;

	return store_robots_put(store, &op->row, e);
}

static void
robots_cache_put_done(void *arg, int rc, const struct err *e)
{
	struct robots_op *op = arg;

	if (rc != 0)
		log_event(LOG_WARNING, "robots-not-kept",
		    LOG_TEXT("site", op->origin), LOG_TEXT("why", e->text));
	free(op->origin);
	free(op->text);
	free(op);
}

static void
robots_cache_site_store(struct robots_site *site, const char *verdict,
    bool disallow_all, int64_t expires_at)
{
	struct robots_op *op = calloc(1, sizeof(*op));
	/* The rows of longer files would fill the disk, because one feed can
	 * announce pages of any number of origins.  Such a file is fetched
	 * again if its rules are no longer in memory. */
	bool is_stored = site->text.len <= STORED_BYTES;

	if (op == NULL)
		abort();
	op->origin = strdup(site->origin);
	op->text = strndup(site->text.p != NULL ? site->text.p : "",
	    is_stored ? site->text.len : 0);
	if (op->origin == NULL || op->text == NULL)
		abort();
	op->row = (struct robots_row){
		.origin = slice_of(op->origin),
		.rules = slice_of(op->text),
		.fetched_at = hub_now(),
		.expires_at = is_stored ? expires_at : hub_now(),
		.disallow_all = disallow_all,
		.read_at = is_stored ? site->read_at : 0,
		.unreachable_since = site->unreachable_since,
	};
	hub_post_owned(site->robots_cache->hub, &site->request,
	    site->robots_url, 1, robots_cache_put_run, robots_cache_put_done,
	    op);
	log_event(LOG_INFO, "robots", LOG_TEXT("site", site->origin),
	    LOG_TEXT("verdict", verdict),
	    LOG_INT("rules", (int64_t)site->robots.n_rules));
	robots_cache_site_known(site, disallow_all, expires_at);
}

void
robots_site_store_read(struct robots_site *site)
{
	int64_t now = hub_now();

	site->read_at = now;
	site->unreachable_since = 0;
	robots_cache_site_parse(site, buf_slice(&site->text));
	robots_site_set_delay(site, true);
	robots_cache_site_store(site, "read", false, now + FRESH_S);
}

/* Returns the wait until an unreachable robots.txt is requested again. */
static int64_t
robots_cache_unreachable_s(const struct robots_site *site)
{
	if (site->asked_wait_s <= UNREACHABLE_S)
		return UNREACHABLE_S;
	return site->asked_wait_s < FRESH_S ? site->asked_wait_s : FRESH_S;
}

void
robots_site_store_unreachable(struct robots_site *site)
{
	int64_t now = hub_now();
	int64_t again_at = now + robots_cache_unreachable_s(site);

	/* A time in the future was stored before the clock was set back. */
	if (site->unreachable_since == 0 || site->unreachable_since > now)
		site->unreachable_since = now;
	if (now - site->unreachable_since >= FORGOTTEN_S) {
		buf_clear(&site->text);
		site->read_at = 0;
		robots_cache_site_parse(site, SLICE_NONE);
		robots_site_set_delay(site, true);
		robots_cache_site_store(
		    site, "forgotten", false, now + FRESH_S);
		return;
	}
	if (site->read_at > 0 && site->read_at <= now &&
	    now - site->read_at <= FRESH_S + STALE_S) {
		robots_cache_site_parse(site, buf_slice(&site->text));
		robots_cache_site_store(site, "stale", false, again_at);
		return;
	}
	robots_cache_site_parse(site, SLICE_NONE);
	robots_cache_site_store(site, "unreachable", true, again_at);
}

/* ---- loading ---- */

struct loading {
	struct robots_site *site;
	bool found;
	struct robots_row row; /* without its texts */
	struct buf text;
};

static int
robots_cache_take_row(const struct robots_row *row, void *arg)
{
	struct loading *loading = arg;

	buf_clear(&loading->text);
	buf_append_slice(&loading->text, row->rules);
	loading->found = true;
	loading->row = *row;
	return 0;
}

static int
robots_cache_load_run(struct store *store, void *arg, struct err *e)
{
	struct loading *loading = arg;
	int rc;

	/* The values are reset, because a batch that fails is repeated. */
	loading->found = false;
	loading->row = (struct robots_row){ .read_at = 0 };
	buf_clear(&loading->text);
	rc = store_robots_get(store, slice_of(loading->site->origin),
	    robots_cache_take_row, loading, e);
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

static void
robots_cache_load_done(void *arg, int rc, const struct err *e)
{
	struct loading *loading = arg;
	const struct robots_row *row = &loading->row;
	struct robots_site *site = loading->site;
	struct hub *hub = site->robots_cache->hub;

	(void)e;
	buf_clear(&site->text);
	buf_append_slice(&site->text, buf_slice(&loading->text));
	site->read_at = loading->row.read_at;
	site->unreachable_since = loading->row.unreachable_since;
	if (rc == 0 && loading->found && row->expires_at > hub_now() &&
	    row->expires_at <= hub_now() + FRESH_S) {
		robots_cache_site_parse(site, buf_slice(&site->text));
		robots_site_set_delay(site, false);
		robots_cache_site_known(
		    site, row->disallow_all, row->expires_at);
	} else if (hub->state == HUB_RUNNING) {
		site->state = ROBOTS_SITE_FETCHING;
		if (!host_queue_add(hub, &site->request, site->robots_url))
			robots_cache_site_known(
			    site, true, hub_now() + UNREACHABLE_S);
	}
	buf_release(&loading->text);
	free(loading);
}

static void
robots_cache_site_load(struct robots_site *site)
{
	struct loading *loading = calloc(1, sizeof(*loading));

	if (loading == NULL)
		abort();
	loading->site = site;
	buf_init(&loading->text, LIMIT_ROBOTS_BYTES * 2);
	site->state = ROBOTS_SITE_LOADING;
	hub_post_reading(site->robots_cache->hub, site->robots_url, 1,
	    robots_cache_load_run, robots_cache_load_done, loading);
}

/* ---- requests ---- */

static struct robots_site *
robots_cache_find_site(struct robots_cache *robots_cache, const char *url)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice origin;
	struct robots_site *volatile site = NULL;

	arena_init(&arena, URL_ARENA_BYTES);
	if (setjmp(exhausted) != 0)
		goto out;
	arena.exhausted = &exhausted;
	if (!url_origin(&arena, slice_of(url), &origin))
		goto out;
	site = table_get(&robots_cache->sites, origin);
	if (site != NULL)
		goto out;
	site = calloc(1, sizeof(*site));
	if (site == NULL)
		abort();
	site->robots_cache = robots_cache;
	site->last = &site->first;
	site->body_fd = -1;
	site->request.kind = REQUEST_ROBOTS;
	site->request.start = robots_site_fetch;
	site->request.lose = robots_cache_lose;
	arena_init(&site->arena, ROBOTS_ARENA_BYTES);
	buf_init(&site->text, LIMIT_ROBOTS_BYTES * 2);
	if (asprintf(&site->origin, "%.*s", SLICE_ARG(origin)) < 0 ||
	    asprintf(&site->robots_url, "%.*s/robots.txt", SLICE_ARG(origin)) <
		0 ||
	    table_put(&robots_cache->sites, slice_of(site->origin), site) != 0)
		abort();
out:
	arena_release(&arena);
	return site;
}

static bool
robots_cache_is_current(const struct robots_site *site)
{
	return site->state == ROBOTS_SITE_KNOWN && site->expires_at > hub_now();
}

bool
robots_cache_known(struct robots_cache *robots_cache, const char *url,
    const struct request *request, enum robots_verdict *ret,
    const char **ret_why)
{
	struct robots_site *site;

	if (access_ignores_robots(robots_cache->hub->access, url)) {
		*ret = ROBOTS_ALLOWED;
		*ret_why = "";
		return true;
	}
	site = robots_cache_find_site(robots_cache, url);
	if (site == NULL || !robots_cache_is_current(site))
		return false;
	robots_site_note_request(site, request, url);
	*ret = robots_cache_judge(site, url, ret_why);
	return true;
}

int64_t
robots_cache_fresh_s(struct robots_cache *robots_cache, const char *url)
{
	const struct robots_site *site;

	if (access_ignores_robots(robots_cache->hub->access, url))
		return FRESH_S;
	site = robots_cache_find_site(robots_cache, url);
	return site != NULL ? site->expires_at - hub_now() : 0;
}

int64_t
robots_cache_wait_s(
    struct robots_cache *robots_cache, const char *url, bool *ret_is_try)
{
	const struct robots_site *site =
	    robots_cache_find_site(robots_cache, url);
	int64_t now = hub_now(), wait_s, since_s;

	*ret_is_try = true;
	if (site == NULL || site->unreachable_since == 0)
		return 0;
	since_s = now - site->unreachable_since;
	*ret_is_try = since_s >= LIMIT_ROBOTS_WAIT_S;
	wait_s = since_s / 4 < WAIT_S ? since_s / 4 : WAIT_S;
	return site->expires_at - now > wait_s ? site->expires_at - now
					       : wait_s;
}

bool
robots_cache_forget(
    struct robots_cache *robots_cache, const char *url, const void *arg)
{
	struct robots_site *site = robots_cache_find_site(robots_cache, url);
	struct robots_waiter **at, *waiting;
	bool is_found = false;

	if (site == NULL)
		return false;
	at = &site->first;
	while ((waiting = *at) != NULL) {
		if (waiting->arg != arg) {
			at = &waiting->next;
			continue;
		}
		*at = waiting->next;
		free(waiting->url);
		free(waiting);
		is_found = true;
	}
	site->last = at;
	return is_found;
}

/* Gives the request for robots.txt the fair share of the request that needs the
 * file: the same feed, and the same place among own or foreign requests
 * (fair_queue.h). */
static void
robots_cache_site_take_share(
    struct robots_site *site, const struct request *request, const char *url)
{
	bool starts =
	    site->state == ROBOTS_SITE_NEW || site->state == ROBOTS_SITE_KNOWN;

	if (starts) {
		site->request.is_own = site->request.is_foreign = false;
		site->request.queued.feed_id = request->queued.feed_id;
		site->request.queued.order = INT64_MAX;
	}
	if (host_queue_is_own(site->robots_cache->hub, request, url) &&
	    !site->request.is_own)
		host_queue_make_own(
		    &site->request, request->queued.feed_id, INT64_MAX);
}

void
robots_cache_check(struct robots_cache *robots_cache, const char *url,
    const struct request *request, robots_done *done, void *arg)
{
	struct robots_site *site;
	struct robots_waiter *waiting;

	if (access_ignores_robots(robots_cache->hub->access, url)) {
		done(ROBOTS_ALLOWED, "", arg);
		return;
	}
	site = robots_cache_find_site(robots_cache, url);
	if (site == NULL) {
		done(ROBOTS_DISALLOWED, "the URL cannot be fetched", arg);
		return;
	}
	robots_site_note_request(site, request, url);
	if (robots_cache_is_current(site)) {
		robots_cache_answer(site, url, done, arg);
		return;
	}
	waiting = calloc(1, sizeof(*waiting));
	if (waiting == NULL || (waiting->url = strdup(url)) == NULL)
		abort();
	waiting->done = done;
	waiting->arg = arg;
	*site->last = waiting;
	site->last = &waiting->next;
	robots_cache_site_take_share(site, request, url);
	if (site->state == ROBOTS_SITE_NEW || site->state == ROBOTS_SITE_KNOWN)
		robots_cache_site_load(site);
}

void
robots_cache_shift(struct robots_cache *robots_cache, int64_t by_s)
{
	struct slice origin;
	void *value;
	size_t at = 0;

	while (table_next(&robots_cache->sites, &at, &origin, &value)) {
		struct robots_site *site = value;

		site->expires_at = clock_shifted(site->expires_at, by_s);
		site->read_at = clock_shifted(site->read_at, by_s);
		site->unreachable_since =
		    clock_shifted(site->unreachable_since, by_s);
	}
}
