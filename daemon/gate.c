/*
 * gate.c -- the host queues: each request waits here until the budget of its
 * host allows it.
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

#include "config/limits.h"
#include "crawler/url.h"
#include "daemon/hub.h"

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

static void gate_on_ready(evutil_socket_t, short, void *);

int
gate_init(struct hub *hub, struct err *e)
{
	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		heap_init(&hub->ready[rank]);
	hub->ready_timer = evtimer_new(hub->base, gate_on_ready, hub);
	if (hub->ready_timer == NULL)
		return err_set(e, ERR_MEMORY, "gate");
	return host_table_new(&hub->hosts, e);
}

void
gate_release(struct hub *hub)
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
gate_queue_of(struct hub *hub, struct host *host)
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
gate_queue_takes_foreign(
    const struct host_queue *queue, const struct host_policy *policy)
{
	int most = policy->connections / 2;

	return queue->foreign_active < (most > 0 ? most : 1);
}

static struct errand *
gate_queue_take(struct host_queue *queue, bool takes_foreign)
{
	struct fair_item *item =
	    fair_queue_take(&queue->waiting, takes_foreign);

	struct errand *errand;

	if (item == NULL)
		return NULL;
	errand = container_of(item, struct errand, queued);
	errand->waits = false;
	return errand;
}

/* Inserts the host into the heap of its rank, with the time at which it may
 * start a request; removes it if it cannot start one. */
static void
gate_queue_enlist(struct hub *hub, struct host_queue *queue)
{
	struct host_policy policy = hub_host_policy(hub);
	struct heap *heap = &hub->ready[host_rank(queue->host)];
	int64_t now_ms = hub_monotonic_ms();
	int64_t wait_ms = host_wait_ms(queue->host, &policy, now_ms, hub_now());

	if (wait_ms < 0 || !fair_queue_has(&queue->waiting,
			       gate_queue_takes_foreign(queue, &policy))) {
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
gate_host(struct hub *hub, const char *url)
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
gate_request_is_own(const struct errand *errand, const struct host *host)
{
	if (errand->kind == ERRAND_FEED)
		return true;
	if (errand->kind == ERRAND_ROBOTS)
		return errand->is_own && errand->hop == NULL;
	if (errand->is_own && errand->own_host != NULL &&
	    strcmp(errand->own_host, host->key) == 0)
		return true;
	return errand->feed_host != NULL &&
	       strcmp(errand->feed_host, host->key) == 0;
}

bool
gate_is_own(struct hub *hub, const struct errand *errand, const char *url)
{
	const struct host *host = gate_host(hub, url);

	return host != NULL && gate_request_is_own(errand, host);
}

static enum fair_class
gate_request_class(const struct errand *errand, const struct host *host)
{
	bool is_own = gate_request_is_own(errand, host);

	switch (errand->kind) {
	case ERRAND_ROBOTS:
		return is_own ? FAIR_ROBOTS : FAIR_FOREIGN;
	case ERRAND_PAGE:
		return is_own ? FAIR_OWN : FAIR_FOREIGN;
	case ERRAND_REVISIT:
		return is_own ? FAIR_OWN_REVISIT : FAIR_FOREIGN_REVISIT;
	default:
		return FAIR_FEED;
	}
}

bool
gate_submit(struct hub *hub, struct errand *errand, const char *url)
{
	struct host_queue *queue;

	errand->host = gate_host(hub, url);
	if (errand->host == NULL)
		return false;
	errand->hub = hub;
	if (errand->answered)
		host_known(errand->host);
	queue = gate_queue_of(hub, errand->host);
	fair_queue_push(&queue->waiting, &errand->queued,
	    gate_request_class(errand, errand->host));
	errand->waits = true;
	hub->waiting++;
	gate_queue_enlist(hub, queue);
	hub_arm(hub->ready_timer, 0);
	return true;
}

void
gate_make_own(struct errand *errand, int64_t feed_id, int64_t order)
{
	struct fair_queue *waiting = NULL;

	if (errand->waits) {
		waiting = &gate_queue_of(errand->hub, errand->host)->waiting;
		fair_queue_remove(waiting, &errand->queued);
	}
	errand->is_own = true;
	errand->queued.feed_id = feed_id;
	errand->queued.order = order;
	if (waiting == NULL)
		return;
	fair_queue_push(
	    waiting, &errand->queued, gate_request_class(errand, errand->host));
	gate_enlist(errand->hub, errand->host);
}

static bool
gate_may_start(const struct hub *hub)
{
	return hub->state == HUB_RUNNING && network_may_start(hub) &&
	       fetcher_has_room(hub->fetcher) &&
	       !store_thread_full(hub->store, false);
}

static bool
gate_rank_has_room(const struct hub *hub, enum host_rank rank)
{
	size_t most = READ_AHEAD * (size_t)hub->n_workers;

	if (rank == HOST_UNHEARD && !fetcher_has_room_for_silence(hub->fetcher))
		return false;
	if (rank != HOST_PROVEN && store_thread_full(hub->store, true))
		return false;
	return hub->reading[rank == HOST_PROVEN] < most;
}

/* Returns the host that may start next. If several ranks have such a host, the
 * ranks take turns. */
static struct heap_item *
gate_next_ready(const struct hub *hub, int64_t now_ms)
{
	struct heap_item *next = NULL;

	if (!gate_may_start(hub))
		return NULL;
	for (int i = 0; i < HOST_RANK_COUNT; i++) {
		int rank = ((int)hub->next_rank + i) % HOST_RANK_COUNT;
		struct heap_item *top = heap_min(&hub->ready[rank]);

		if (top == NULL ||
		    !gate_rank_has_room(hub, (enum host_rank)rank))
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
gate_is_stalled(const struct hub *hub)
{
	bool none = !gate_may_start(hub);

	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		if (heap_min(&hub->ready[rank]) != NULL &&
		    (none || !gate_rank_has_room(hub, (enum host_rank)rank)))
			return true;
	return false;
}

/* True if room can become available although no transfer ends: a transfer that
 * gets its first bytes leaves the limit for silent transfers. */
static bool
gate_may_free_silently(const struct hub *hub)
{
	return !fetcher_has_room(hub->fetcher) ||
	       !fetcher_has_room_for_silence(hub->fetcher);
}

static void
gate_arm(struct hub *hub)
{
	int64_t now_ms = hub_monotonic_ms();
	struct heap_item *top = gate_next_ready(hub, now_ms);
	int64_t wait_ms = INT64_MAX;

	hub->stalled = gate_is_stalled(hub);
	if (top != NULL)
		wait_ms = top->key > now_ms ? top->key - now_ms : 0;
	if (hub->stalled && wait_ms > LOOK_FOR_ROOM_MS &&
	    gate_may_free_silently(hub))
		wait_ms = LOOK_FOR_ROOM_MS;
	if (wait_ms == INT64_MAX)
		evtimer_del(hub->ready_timer);
	else
		hub_arm(hub->ready_timer, wait_ms);
}

void
gate_resume(struct hub *hub)
{
	/* when the daemon stops, the fetcher no longer exists */
	if (hub->stalled && hub->state == HUB_RUNNING)
		gate_arm(hub);
}

void
gate_release_connection(struct hub *hub, struct errand *errand)
{
	if (errand->holds_foreign)
		gate_queue_of(hub, errand->host)->foreign_active--;
	errand->holds = errand->holds_foreign = false;
}

/* Starts the request, which holds a connection of its host from now on. */
static void
gate_start(struct hub *hub, struct host_queue *queue,
    const struct host_policy *policy, struct errand *errand)
{
	struct fetch *hop = errand->hop;

	hub->waiting--;
	host_started(queue->host, policy, hub_monotonic_ms());
	network_started(hub);
	errand->holds = true;
	errand->holds_foreign = errand->queued.class >= FAIR_FOREIGN;
	queue->foreign_active += errand->holds_foreign;
	errand->hop = NULL;
	if (hop != NULL)
		fetch_go_on(hop);
	else
		errand->start(hub, errand);
}

void
gate_pump(struct hub *hub)
{
	struct host_policy policy = hub_host_policy(hub);
	int64_t until_ms = hub_monotonic_ms() + PUMP_MS;
	struct heap_item *top;

	/* a request that failed at its start calls this function again */
	if (hub->pumping)
		return;
	hub->pumping = true;
	while ((top = gate_next_ready(hub, hub_monotonic_ms())) != NULL &&
	       top->key <= hub_monotonic_ms()) {
		struct host_queue *queue =
		    container_of(top, struct host_queue, ready);
		int64_t now_ms = hub_monotonic_ms();

		if (now_ms > until_ms)
			break; /* gate_arm() schedules the next call at once */
		hub->next_rank = (enum host_rank)(
		    (queue->in - hub->ready + 1) % HOST_RANK_COUNT);
		heap_remove(queue->in, top);
		if (host_wait_ms(queue->host, &policy, now_ms, hub_now()) ==
		    0) {
			struct errand *errand = gate_queue_take(
			    queue, gate_queue_takes_foreign(queue, &policy));

			/* NULL: only foreign pages wait, and the limit for them
			 * was higher when the host was inserted. */
			if (errand != NULL)
				gate_start(hub, queue, &policy, errand);
		}
		gate_queue_enlist(hub, queue);
	}
	hub->pumping = false;
	gate_arm(hub);
}

static void
gate_on_ready(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;

	(void)fd;
	(void)what;
	gate_pump(hub);
	hub_step_done(hub);
}

void
gate_enlist(struct hub *hub, struct host *host)
{
	gate_queue_enlist(hub, gate_queue_of(hub, host));
	hub_arm(hub->ready_timer, 0);
}

/* True if the request was led to its current host by a redirect. */
static bool
gate_is_redirected(const struct fair_item *item)
{
	const struct errand *errand =
	    (const struct errand *)(const void *)((const char *)item -
						  offsetof(
						      struct errand, queued));

	return errand->hop != NULL;
}

void
gate_send_back(struct hub *hub, struct host *host)
{
	struct fair_item *item, *next;

	if (hub->state != HUB_RUNNING) /* all requests are cancelled or freed */
		return;
	item = fair_queue_split(
	    &gate_queue_of(hub, host)->waiting, gate_is_redirected);
	for (; item != NULL; item = next) {
		struct errand *errand =
		    container_of(item, struct errand, queued);

		next = item->next;
		item->next = NULL;
		errand->waits = false;
		hub->waiting--;
		hop_postpone(errand, host);
	}
}

void
gate_was_read(struct hub *hub, struct host *host, bool in_no_time)
{
	host_was_read(host, in_no_time);
	if (host->user != NULL)
		gate_queue_enlist(hub, host->user);
}

/* Forgets idle hosts. Otherwise their number would grow for years. */
void
gate_trim(struct hub *hub)
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
gate_has_work(const struct hub *hub)
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
gate_clear(struct hub *hub)
{
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->hosts, &at)) != NULL) {
		struct host_queue *queue = host->user;

		struct errand *errand;

		while (queue != NULL &&
		       (errand = gate_queue_take(queue, true)) != NULL) {
			hub->waiting--;
			if (errand->hop != NULL)
				fetch_cancel(errand->hop);
			else if (errand->drop != NULL)
				errand->drop(hub, errand);
		}
		if (queue != NULL)
			heap_remove(queue->in, &queue->ready);
	}
}
