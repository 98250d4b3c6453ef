/*
 * host_queue.c -- the host queues: each request waits here until the budget of
 * its host allows it.
 *
 * A host with waiting requests is in the heap `ready` of its rank, ordered by
 * the time at which it may start the next request. host_queue_pump.c takes
 * hosts from the top of the heap. If all connections of a host are busy, the
 * host is in no heap; the end of a transfer inserts it again.
 */
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/clock/clock.h"
#include "daemon/host/host_queue_parts.h"
#include "daemon/hub.h"
#include "daemon/writer/store_thread.h"
#include "store/fleet/shard.h"
#include "url/url.h"

/* Pauses are checked at this interval, because the clock may be set. */
#define LOOK_AGAIN_MS   (60 * 1000)
#define URL_ARENA_BYTES (64 * KIB)
#define GAP_MOST_S      86400 /* the largest host.gap (config/schema.c) */

int
host_queues_new(struct hub *hub, host_queue_postpone *postpone,
    struct host_queues **ret, struct err *e)
{
	struct host_queues *queues = calloc(1, sizeof(*queues));

	if (queues == NULL)
		return err_set(e, ERR_MEMORY, "no memory for host queues");
	*ret = queues;
	queues->postpone = postpone;
	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		heap_init(&queues->ready[rank]);
	queues->ready_timer = evtimer_new(hub->base, host_queue_on_ready, hub);
	if (queues->ready_timer == NULL)
		return err_set(e, ERR_MEMORY, "no memory for host queues");
	if (host_table_new(&queues->tenants, e) != 0)
		return ERR_MEMORY;
	return host_table_new(&queues->hosts, e);
}

void
host_queue_apply_row(struct host *host, const struct host_row *row)
{
	host->crawl_delay_s = row->crawl_delay_s;
	if (row->is_foreign) {
		host->foreign_pause_until_at = row->pause_until_at;
		host->foreign_failures = (int)row->failures;
	} else {
		host->pause_until_at = row->pause_until_at;
		host->failures = (int)row->failures;
	}
}

static int
host_queue_load_host(const struct host_row *row, void *arg)
{
	struct host_queues *queues = arg;
	struct host *host = host_get(queues->hosts, row->key);

	if (host == NULL)
		abort();
	host_queue_apply_row(host, row);
	return 0;
}

int
host_queues_load(struct hub *hub, struct store *store, struct err *e)
{
	int rc = store_host_each(store, host_queue_load_host, hub->queues, e);
	int64_t idle_s = clock_idle_s(hub);

	hub->queues->has_earlier = idle_s <= GAP_MOST_S;
	if (hub->queues->has_earlier)
		hub->queues->earlier_ms = hub_monotonic_ms() - idle_s * 1000;
	host_queues_drop_delays(hub);
	return rc;
}

/* True if the configuration ignores robots.txt of all hosts, or of the domain
 * or its host www. */
static bool
host_queue_ignores_robots(const struct hub *hub, const struct host *host)
{
	/* An entry with port 80 applies only to http. */
	static const char *const starts[] = { "https://", "https://www.",
		"http://", "http://www." };
	char url[LIMIT_HOST_BYTES + 32];

	if (!hub->config->host.robots)
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(starts); i++) {
		snprintf(url, sizeof(url), "%s%s/", starts[i], host->key);
		if (access_ignores_robots(hub->access, url))
			return true;
	}
	return false;
}

void
host_queues_drop_delays(struct hub *hub)
{
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->queues->hosts, &at)) != NULL)
		if ((host->crawl_delay_s > 0 ||
			host->foreign_crawl_delay_s > 0) &&
		    host_queue_ignores_robots(hub, host))
			host->crawl_delay_s = host->foreign_crawl_delay_s = 0;
}

void
host_queues_free(struct host_queues *queues)
{
	struct host *host;
	size_t at = 0;

	if (queues == NULL)
		return;
	/* The heaps are freed before the items in them. */
	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		heap_release(&queues->ready[rank]);
	if (queues->hosts != NULL) {
		while ((host = host_next(queues->hosts, &at)) != NULL)
			free(host->user);
		host_table_free(queues->hosts);
	}
	host_table_free(queues->tenants);
	if (queues->ready_timer != NULL)
		event_free(queues->ready_timer);
	free(queues);
}

void
host_queues_shift(struct hub *hub, int64_t by_s)
{
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->queues->hosts, &at)) != NULL) {
		host->pause_until_at =
		    clock_shifted(host->pause_until_at, by_s);
		host->foreign_pause_until_at =
		    clock_shifted(host->foreign_pause_until_at, by_s);
	}
	host_queue_tenants_shift(hub->queues, by_s);
}

size_t
host_queues_waiting(const struct hub *hub)
{
	return hub->queues->waiting;
}

size_t
host_queues_hosts(const struct hub *hub)
{
	return host_count(hub->queues->hosts);
}

struct host_policy
host_queue_policy(const struct hub *hub)
{
	return (struct host_policy){
		.connections = hub->config->host.connections,
		.gap_ms = hub->config->host.gap_ms,
	};
}

int64_t
host_queue_gap_ms(const struct hub *hub, const struct host *host)
{
	const struct host_policy policy = host_queue_policy(hub);

	return host_gap_ms(host, &policy);
}

/* The gap also applies between the last request before a restart, whose time is
 * not stored, and the first request after it. */
static void
host_queue_continue_gap(const struct host_queues *queues, struct host *host)
{
	if (host->has_started || !queues->has_earlier)
		return;
	host->has_started = true;
	host->started_ms = queues->earlier_ms;
}

static struct host_queue *
host_queue_of(struct hub *hub, struct host *host)
{
	struct host_queue *queue = host->user;

	if (queue != NULL)
		return queue;
	queue = calloc(1, sizeof(*queue));
	if (queue == NULL)
		abort();
	queue->ready = HEAP_ITEM_INIT;
	queue->in = &hub->queues->ready[host_rank(host)];
	queue->host = host;
	if (hub->node != NULL)
		queue->shard = shard_of_key(slice_of(host->key));
	host->user = queue;
	host_queue_continue_gap(hub->queues, host);
	return queue;
}

bool
host_queue_takes_foreign(
    const struct host_queue *queue, const struct host_policy *policy)
{
	int most = policy->connections / 2;

	return queue->foreign_active < (most > 0 ? most : 1) &&
	       host_foreign_wait_ms(
		   queue->host, policy, hub_monotonic_ms(), hub_now()) <= 0;
}

struct request *
host_queue_take(struct host_queue *queue, bool takes_foreign)
{
	struct fair_item *item =
	    fair_queue_take(&queue->waiting, takes_foreign);

	struct request *request;

	if (item == NULL)
		return NULL;
	request = container_of(item, struct request, queued);
	request->waits = false;
	return request;
}

/* Returns the time until a waiting request of the host may start, in
 * milliseconds; -1: none can start before a transfer ends, or before this node
 * owns the host. */
static int64_t
host_queue_start_wait_ms(
    struct hub *hub, const struct host_queue *queue, int64_t now_ms)
{
	struct host_policy policy = host_queue_policy(hub);
	int64_t wait_ms = host_queue_wait_ms(hub, queue, &policy, now_ms);
	int64_t foreign_ms;

	if (wait_ms < 0 || fair_queue_has(&queue->waiting,
			       host_queue_takes_foreign(queue, &policy)))
		return wait_ms;
	foreign_ms =
	    host_foreign_wait_ms(queue->host, &policy, now_ms, hub_now());
	if (foreign_ms <= 0 || !fair_queue_has(&queue->waiting, true))
		return -1;
	return foreign_ms > wait_ms ? foreign_ms : wait_ms;
}

void
host_queue_enlist(struct hub *hub, struct host_queue *queue)
{
	struct heap *heap = &hub->queues->ready[host_rank(queue->host)];
	int64_t now_ms = hub_monotonic_ms();
	int64_t wait_ms = host_queue_start_wait_ms(hub, queue, now_ms);

	if (wait_ms < 0) {
		heap_remove(queue->in, &queue->ready);
		return;
	}
	if (wait_ms > LOOK_AGAIN_MS)
		wait_ms = LOOK_AGAIN_MS;
	if (queue->in != heap) {
		heap_remove(queue->in, &queue->ready);
		queue->in = heap;
	}
	if (heap_put(queue->in, &queue->ready, now_ms + wait_ms) != 0)
		abort();
}

struct host *
host_queue_host_of(struct hub *hub, const char *url)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice key;
	struct host *volatile host = NULL;

	arena_init(&arena, URL_ARENA_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		if (url_budget_key(&arena, slice_of(url), &key) &&
		    (host = host_get(hub->queues->hosts, key)) == NULL)
			abort();
	}
	arena_release(&arena);
	return host;
}

/* True if the request is not foreign at that host. A redirect can lead a page
 * to another publisher's host, and a feed or a robots.txt to any host. A feed
 * can link to sitemaps and archives on any host. A page on the host of its feed
 * is foreign if the feed is not entitled for it (`/~ann/` and `/~bob/`). */
static bool
host_queue_request_is_own(
    const struct request *request, const struct host *host)
{
	if (request->kind == REQUEST_FEED)
		return request->feed_host == NULL
			   ? !request->is_foreign
			   : strcmp(request->feed_host, host->key) == 0;
	if (request->kind == REQUEST_ROBOTS)
		return request->is_own && !request->is_foreign;
	if (request->own_host != NULL &&
	    strcmp(request->own_host, host->key) == 0)
		return request->is_own;
	return request->feed_host != NULL &&
	       strcmp(request->feed_host, host->key) == 0;
}

bool
host_queue_is_own(
    struct hub *hub, const struct request *request, const char *url)
{
	const struct host *host = host_queue_host_of(hub, url);

	return host != NULL && host_queue_request_is_own(request, host);
}

bool
host_queue_is_foreign(const struct request *request, const struct host *host)
{
	bool is_page =
	    request->kind == REQUEST_PAGE || request->kind == REQUEST_REVISIT;

	/* as in host_queue_note_redirect() */
	if (!is_page && request->feed_host == NULL && request->host != NULL &&
	    request->host != host)
		return true;
	return !host_queue_request_is_own(request, host);
}

int64_t
host_queue_pause_left_s(const struct request *request, const struct host *host)
{
	return host_pause_left_s(
	    host, host_queue_is_foreign(request, host), hub_now());
}

static enum fair_class
host_queue_request_class(const struct request *request, const struct host *host)
{
	bool is_own = host_queue_request_is_own(request, host);

	switch (request->kind) {
	case REQUEST_ROBOTS:
		return is_own ? FAIR_ROBOTS : FAIR_FOREIGN;
	case REQUEST_PAGE:
		return is_own ? FAIR_OWN : FAIR_FOREIGN;
	case REQUEST_REVISIT:
		return is_own ? FAIR_OWN_REVISIT : FAIR_FOREIGN_REVISIT;
	default:
		return is_own ? FAIR_FEED : FAIR_FOREIGN;
	}
}

/* Called after a redirect, before the request waits for the new host. A feed or
 * a robots.txt that is led to another host must not delay the feeds and pages
 * of that host. */
static void
host_queue_note_redirect(struct request *request, const struct host *from)
{
	bool is_page = request->kind == REQUEST_PAGE ||
		       request->kind == REQUEST_REVISIT;

	if (is_page || request->host == from)
		return;
	request->is_foreign = true;
	if (request->feed_id != 0)
		request->queued.feed_id = request->feed_id;
}

bool
host_queue_add(struct hub *hub, struct request *request, const char *url)
{
	const struct host *from = request->host;
	struct host_queue *queue;

	request->host = host_queue_host_of(hub, url);
	if (request->host == NULL)
		return false;
	if (request->redirected != NULL)
		host_queue_note_redirect(request, from);
	request->hub = hub;
	queue = host_queue_of(hub, request->host);
	if (!host_queue_accepts(hub, queue, request))
		return false;
	if (request->answered)
		host_note_known(request->host);
	fair_queue_push(&queue->waiting, &request->queued,
	    host_queue_request_class(request, request->host));
	request->waits = true;
	hub->queues->waiting++;
	host_queue_enlist(hub, queue);
	hub_arm(hub->queues->ready_timer, 0);
	return true;
}

void
host_queue_make_own(struct request *request, int64_t feed_id, int64_t order)
{
	struct fair_queue *waiting = NULL;

	if (request->waits) {
		waiting = &host_queue_of(request->hub, request->host)->waiting;
		fair_queue_remove(waiting, &request->queued);
	}
	request->is_own = true;
	request->queued.feed_id = feed_id;
	request->queued.order = order;
	if (waiting == NULL)
		return;
	fair_queue_push(waiting, &request->queued,
	    host_queue_request_class(request, request->host));
	host_queue_reschedule(request->hub, request->host);
}

bool
host_queue_withdraw(struct request *request)
{
	struct hub *hub = request->hub;

	if (!request->waits || request->redirected != NULL)
		return false;
	fair_queue_remove(&host_queue_of(hub, request->host)->waiting,
	    &request->queued);
	request->waits = false;
	hub->queues->waiting--;
	host_queue_reschedule(hub, request->host);
	return true;
}

void
host_queue_release_connection(struct hub *hub, struct request *request)
{
	if (request->holds_foreign)
		host_queue_of(hub, request->host)->foreign_active--;
	request->holds = request->holds_foreign = false;
}

void
host_queue_reschedule(struct hub *hub, struct host *host)
{
	host_queue_enlist(hub, host_queue_of(hub, host));
	hub_arm(hub->queues->ready_timer, 0);
}

/* True if the request does not wait for the end of a pause. */
static bool
host_queue_cannot_wait(const struct fair_item *item)
{
	const struct request *request =
	    (const struct request *)(const void *)((const char *)item -
						   offsetof(
						       struct request, queued));

	return request->redirected != NULL || request->pause != NULL;
}

static bool
host_queue_cannot_wait_foreign(const struct fair_item *item)
{
	return item->class >= FAIR_FOREIGN && host_queue_cannot_wait(item);
}

void
host_queue_begin_pause(struct hub *hub, struct host *host)
{
	struct fair_item *item, *next;

	if (hub->state != HUB_RUNNING) /* when the daemon stops, all requests
					  are cancelled or freed */
		return;
	item = fair_queue_split(&host_queue_of(hub, host)->waiting,
	    host_pause_left_s(host, false, hub_now()) > 0
		? host_queue_cannot_wait
		: host_queue_cannot_wait_foreign);
	for (; item != NULL; item = next) {
		struct request *request =
		    container_of(item, struct request, queued);

		next = item->next;
		item->next = NULL;
		request->waits = false;
		hub->queues->waiting--;
		if (request->redirected != NULL)
			hub->queues->postpone(request, host);
		else
			request->pause(hub, request);
	}
}

void
host_queue_note_document(struct hub *hub, struct host *host, bool is_fast)
{
	host_note_document(host, is_fast);
	if (host->user != NULL)
		host_queue_enlist(hub, host->user);
}

/* Frees idle hosts, because their number would otherwise grow without limit. */
void
host_queue_trim(struct hub *hub)
{
	struct host_policy policy = host_queue_policy(hub);
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->queues->hosts, &at)) != NULL) {
		struct host_queue *queue = host->user;

		if (queue == NULL || queue->waiting.n > 0 || host->active > 0 ||
		    host->reading > 0)
			continue;
		heap_remove(queue->in, &queue->ready);
		free(queue);
		host->user = NULL;
	}
	host_table_trim(
	    hub->queues->hosts, &policy, hub_monotonic_ms(), hub_now());
	host_queue_tenants_trim(hub);
}

bool
host_queue_has_work(const struct hub *hub)
{
	struct host *host;
	size_t at = 0;
	int64_t now = hub_now();

	if (hub->queues->waiting == 0)
		return false;
	while ((host = host_next(hub->queues->hosts, &at)) != NULL) {
		const struct host_queue *queue = host->user;

		if (queue != NULL && host->pause_until_at <= now &&
		    fair_queue_has(
			&queue->waiting, host->foreign_pause_until_at <= now))
			return true;
	}
	return false;
}

void
host_queue_clear(struct hub *hub)
{
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->queues->hosts, &at)) != NULL) {
		struct host_queue *queue = host->user;

		struct request *request;

		while (queue != NULL &&
		       (request = host_queue_take(queue, true)) != NULL) {
			hub->queues->waiting--;
			if (request->redirected != NULL)
				fetch_cancel(request->redirected);
			else if (request->drop != NULL)
				request->drop(hub, request);
		}
		if (queue != NULL)
			heap_remove(queue->in, &queue->ready);
	}
}
