/*
 * host_queue.c -- the host queues: each request waits here until the budget of
 * its host allows it.
 *
 * A host with waiting requests is in the heap `ready`, ordered by the time at
 * which it may start the next request. The pump takes hosts from the top of the
 * heap, one request at a time, so that the queue of one host does not delay
 * other hosts. A host whose connections are all busy is in no heap; the end of
 * a transfer inserts it again.
 *
 * There is one heap for each rank of hosts, and the ranks take turns. Some
 * places in the fetcher are reserved for hosts that answered their last
 * request. Otherwise thousands of servers that accept connections but do not
 * answer would hold all places until their timeouts. Trusted hosts, whose
 * documents were parsed fast so far, start requests even if documents of other
 * hosts wait to be parsed. Otherwise many slow documents would stop all hosts.
 */
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "daemon/hub.h"
#include "url/url.h"

/* Pauses are checked at this interval, because the clock may be set. */
#define LOOK_AGAIN_MS    (60 * 1000)
#define LOOK_FOR_ROOM_MS 100
/* Time limit in one turn of the loop: hundreds of transfers may be ready to
 * start. */
#define PUMP_MS         3
#define URL_ARENA_BYTES (64 * KIB)
/* Documents that were fetched and wait for a worker, for each worker; counted
 * apart for trusted and other hosts. Enough to keep the worker busy, and few
 * enough to limit memory. */
#define READ_AHEAD 8

struct host_queue {
	struct heap_item ready;
	/* the heap that contains `ready`, or contained it last */
	struct heap *in;
	struct host *host;
	struct fair_queue waiting; /* requests, linked by `queued` */
	int foreign_active;        /* requests for foreign pages in progress */
};

static void host_queue_on_ready(evutil_socket_t, short, void *);

int
host_queue_init(struct hub *hub, struct err *e)
{
	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		heap_init(&hub->ready[rank]);
	hub->ready_timer = evtimer_new(hub->base, host_queue_on_ready, hub);
	if (hub->ready_timer == NULL)
		return err_set(e, ERR_MEMORY, "gate");
	return host_table_new(&hub->hosts, e);
}

void
host_queue_release(struct hub *hub)
{
	struct host *host;
	size_t at = 0;

	/* before the items in them are freed */
	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		heap_release(&hub->ready[rank]);
	if (hub->hosts != NULL) {
		while ((host = host_next(hub->hosts, &at)) != NULL)
			free(host->user);
		host_table_free(hub->hosts);
	}
	if (hub->ready_timer != NULL)
		event_free(hub->ready_timer);
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
	queue->in = &hub->ready[host_rank(host)];
	queue->host = host;
	host->user = queue;
	return queue;
}

/* Foreign pages use at most half of a host's connections. Otherwise foreign
 * pages that the server answers slowly could delay the publisher's own pages by
 * fetch.timeout. */
static bool
host_queue_takes_foreign(
    const struct host_queue *queue, const struct host_policy *policy)
{
	int most = policy->connections / 2;

	return queue->foreign_active < (most > 0 ? most : 1);
}

static struct request *
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

/* Inserts the host into the heap of its rank, with the time at which it may
 * start a request; removes it if it cannot start one. */
static void
host_queue_enlist(struct hub *hub, struct host_queue *queue)
{
	struct host_policy policy = hub_host_policy(hub);
	struct heap *heap = &hub->ready[host_rank(queue->host)];
	int64_t now_ms = hub_monotonic_ms();
	int64_t wait_ms = host_wait_ms(queue->host, &policy, now_ms, hub_now());

	if (wait_ms < 0 || !fair_queue_has(&queue->waiting,
			       host_queue_takes_foreign(queue, &policy))) {
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
		    (host = host_get(hub->hosts, key)) == NULL)
			abort();
	}
	arena_release(&arena);
	return host;
}

/* True if the request is not foreign at that host. A redirect can lead a page
 * to another publisher's host, and a robots.txt to any host. */
static bool
host_queue_request_is_own(
    const struct request *request, const struct host *host)
{
	if (request->kind == REQUEST_FEED)
		return true;
	if (request->kind == REQUEST_ROBOTS)
		return request->is_own && request->redirected == NULL;
	if (request->is_own && request->own_host != NULL &&
	    strcmp(request->own_host, host->key) == 0)
		return true;
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
		return FAIR_FEED;
	}
}

bool
host_queue_add(struct hub *hub, struct request *request, const char *url)
{
	struct host_queue *queue;

	request->host = host_queue_host_of(hub, url);
	if (request->host == NULL)
		return false;
	request->hub = hub;
	if (request->answered)
		host_note_known(request->host);
	queue = host_queue_of(hub, request->host);
	fair_queue_push(&queue->waiting, &request->queued,
	    host_queue_request_class(request, request->host));
	request->waits = true;
	hub->waiting++;
	host_queue_enlist(hub, queue);
	hub_arm(hub->ready_timer, 0);
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
	hub->waiting--;
	host_queue_reschedule(hub, request->host);
	return true;
}

static bool
host_queue_may_start(const struct hub *hub)
{
	return hub->state == HUB_RUNNING && network_may_start(hub) &&
	       fetcher_has_room(hub->fetcher) &&
	       !store_thread_full(hub->store, false);
}

static bool
host_queue_rank_has_room(const struct hub *hub, enum host_rank rank)
{
	size_t most = READ_AHEAD * (size_t)hub->n_workers;

	if (rank == HOST_SILENT && !fetcher_has_room_for_silence(hub->fetcher))
		return false;
	if (rank != HOST_TRUSTED && store_thread_full(hub->store, true))
		return false;
	return hub->reading[rank == HOST_TRUSTED] < most;
}

/* Returns the host that may start next. If several ranks have such a host, the
 * ranks take turns. */
static struct heap_item *
host_queue_next_ready(const struct hub *hub, int64_t now_ms)
{
	struct heap_item *next = NULL;

	if (!host_queue_may_start(hub))
		return NULL;
	for (int i = 0; i < HOST_RANK_COUNT; i++) {
		int rank = ((int)hub->next_rank + i) % HOST_RANK_COUNT;
		struct heap_item *top = heap_min(&hub->ready[rank]);

		if (top == NULL ||
		    !host_queue_rank_has_room(hub, (enum host_rank)rank))
			continue;
		if (top->key <= now_ms)
			return top;
		if (next == NULL || top->key < next->key)
			next = top;
	}
	return next;
}

/* True if a host waits and there is no room for its request. */
static bool
host_queue_is_stalled(const struct hub *hub)
{
	bool none = !host_queue_may_start(hub);

	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		if (heap_min(&hub->ready[rank]) != NULL &&
		    (none ||
			!host_queue_rank_has_room(hub, (enum host_rank)rank)))
			return true;
	return false;
}

/* True if room can become available although no transfer ends: a transfer that
 * gets its first bytes leaves the limit for silent transfers. */
static bool
host_queue_may_free_silently(const struct hub *hub)
{
	return !fetcher_has_room(hub->fetcher) ||
	       !fetcher_has_room_for_silence(hub->fetcher);
}

static void
host_queue_arm(struct hub *hub)
{
	int64_t now_ms = hub_monotonic_ms();
	struct heap_item *top = host_queue_next_ready(hub, now_ms);
	int64_t wait_ms = INT64_MAX;

	hub->stalled = host_queue_is_stalled(hub);
	if (top != NULL)
		wait_ms = top->key > now_ms ? top->key - now_ms : 0;
	if (hub->stalled && wait_ms > LOOK_FOR_ROOM_MS &&
	    host_queue_may_free_silently(hub))
		wait_ms = LOOK_FOR_ROOM_MS;
	if (wait_ms == INT64_MAX)
		evtimer_del(hub->ready_timer);
	else
		hub_arm(hub->ready_timer, wait_ms);
}

void
host_queue_resume(struct hub *hub)
{
	/* when the daemon stops, the fetcher no longer exists */
	if (hub->stalled && hub->state == HUB_RUNNING)
		host_queue_arm(hub);
}

void
host_queue_release_connection(struct hub *hub, struct request *request)
{
	if (request->holds_foreign)
		host_queue_of(hub, request->host)->foreign_active--;
	request->holds = request->holds_foreign = false;
}

/* Starts the request, which holds a connection of its host from now on. */
static void
host_queue_start(struct hub *hub, struct host_queue *queue,
    const struct host_policy *policy, struct request *request)
{
	struct fetch *redirected = request->redirected;

	hub->waiting--;
	host_started(queue->host, policy, hub_monotonic_ms());
	network_started(hub);
	request->holds = true;
	request->holds_foreign = request->queued.class >= FAIR_FOREIGN;
	queue->foreign_active += request->holds_foreign;
	request->redirected = NULL;
	if (redirected != NULL)
		fetch_go_on(redirected);
	else
		request->start(hub, request);
}

void
host_queue_run(struct hub *hub)
{
	struct host_policy policy = hub_host_policy(hub);
	int64_t until_ms = hub_monotonic_ms() + PUMP_MS;
	struct heap_item *top;

	/* a request that failed at its start calls this function again */
	if (hub->pumping)
		return;
	hub->pumping = true;
	while ((top = host_queue_next_ready(hub, hub_monotonic_ms())) != NULL &&
	       top->key <= hub_monotonic_ms()) {
		struct host_queue *queue =
		    container_of(top, struct host_queue, ready);
		int64_t now_ms = hub_monotonic_ms();

		if (now_ms > until_ms)
			break; /* host_queue_arm() schedules the next call at
				  once */
		hub->next_rank = (enum host_rank)(
		    (queue->in - hub->ready + 1) % HOST_RANK_COUNT);
		heap_remove(queue->in, top);
		if (host_wait_ms(queue->host, &policy, now_ms, hub_now()) ==
		    0) {
			struct request *request = host_queue_take(
			    queue, host_queue_takes_foreign(queue, &policy));

			/* NULL: only foreign pages wait, and the limit for them
			 * was higher when the host was inserted. */
			if (request != NULL)
				host_queue_start(hub, queue, &policy, request);
		}
		host_queue_enlist(hub, queue);
	}
	hub->pumping = false;
	host_queue_arm(hub);
}

static void
host_queue_on_ready(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;

	(void)fd;
	(void)what;
	host_queue_run(hub);
	hub_step_done(hub);
}

void
host_queue_reschedule(struct hub *hub, struct host *host)
{
	host_queue_enlist(hub, host_queue_of(hub, host));
	hub_arm(hub->ready_timer, 0);
}

/* True if the request was led to its current host by a redirect. */
static bool
host_queue_is_redirected(const struct fair_item *item)
{
	const struct request *request =
	    (const struct request *)(const void *)((const char *)item -
						   offsetof(
						       struct request, queued));

	return request->redirected != NULL;
}

void
host_queue_postpone_redirected(struct hub *hub, struct host *host)
{
	struct fair_item *item, *next;

	if (hub->state != HUB_RUNNING) /* all requests are cancelled or freed */
		return;
	item = fair_queue_split(
	    &host_queue_of(hub, host)->waiting, host_queue_is_redirected);
	for (; item != NULL; item = next) {
		struct request *request =
		    container_of(item, struct request, queued);

		next = item->next;
		item->next = NULL;
		request->waits = false;
		hub->waiting--;
		redirect_postpone(request, host);
	}
}

void
host_queue_note_document(struct hub *hub, struct host *host, bool is_fast)
{
	host_note_document(host, is_fast);
	if (host->user != NULL)
		host_queue_enlist(hub, host->user);
}

/* Forgets idle hosts. Otherwise their number would grow for years. */
void
host_queue_trim(struct hub *hub)
{
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->hosts, &at)) != NULL) {
		struct host_queue *queue = host->user;

		if (queue == NULL || queue->waiting.n > 0 || host->active > 0 ||
		    host->reading > 0)
			continue;
		heap_remove(queue->in, &queue->ready);
		free(queue);
		host->user = NULL;
	}
	host_table_trim(hub->hosts, hub_monotonic_ms(), hub_now());
}

bool
host_queue_has_work(const struct hub *hub)
{
	struct host *host;
	size_t at = 0;
	int64_t now = hub_now();

	if (hub->waiting == 0)
		return false;
	while ((host = host_next(hub->hosts, &at)) != NULL) {
		const struct host_queue *queue = host->user;

		if (queue != NULL && queue->waiting.n > 0 &&
		    host->pause_until_at <= now)
			return true;
	}
	return false;
}

void
host_queue_clear(struct hub *hub)
{
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->hosts, &at)) != NULL) {
		struct host_queue *queue = host->user;

		struct request *request;

		while (queue != NULL &&
		       (request = host_queue_take(queue, true)) != NULL) {
			hub->waiting--;
			if (request->redirected != NULL)
				fetch_cancel(request->redirected);
			else if (request->drop != NULL)
				request->drop(hub, request);
		}
		if (queue != NULL)
			heap_remove(queue->in, &queue->ready);
	}
}
