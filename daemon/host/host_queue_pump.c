/*
 * host_queue_pump.c -- starts the requests whose hosts allow it.
 *
 * The pump takes hosts from the top of the heaps, one request at a time, so
 * that the queue of one host does not delay other hosts.
 *
 * There is one heap for each rank of hosts, and the ranks take turns. Some
 * places in the fetcher are reserved for hosts that answered their last
 * request. Otherwise thousands of servers that accept connections but do not
 * answer would occupy all places until their timeouts. Trusted hosts, whose
 * documents were parsed fast so far, start requests even if documents of other
 * hosts wait to be parsed. Otherwise many slow documents would stop all hosts.
 */
#include <event2/event.h>

#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/host/host_queue_parts.h"
#include "daemon/fleet/node.h"
#include "daemon/hub.h"
#include "daemon/host/network.h"
#include "daemon/hub_work.h"
#include "daemon/writer/store_thread.h"

#define LOOK_FOR_SPACE_MS 100
/* longest time in one turn of the event loop for starting transfers, because
 * hundreds of them may be ready to start */
#define PUMP_MS 3
/* Largest number of documents for each worker that were fetched and wait to be
 * parsed; counted separately for trusted and other hosts. It is large enough to
 * keep the worker busy, and small enough to limit memory. */
#define READ_AHEAD 8

static bool
host_queue_pump_may_start(const struct hub *hub)
{
	return hub->state == HUB_RUNNING && network_may_start(hub) &&
	       fetcher_has_capacity(hub->fetcher) &&
	       !store_thread_full(hub->store, false) &&
	       !store_thread_is_damaged(hub->store);
}

static bool
host_queue_pump_rank_has_capacity(const struct hub *hub, enum host_rank rank)
{
	size_t most = READ_AHEAD * (size_t)hub->n_workers;

	if (rank == HOST_SILENT &&
	    !fetcher_has_capacity_for_silence(hub->fetcher))
		return false;
	if (rank != HOST_TRUSTED && store_thread_full(hub->store, true))
		return false;
	return reading_count(hub, rank == HOST_TRUSTED) < most;
}

/* Returns the host that may start next. If several ranks have such a host, the
 * ranks take turns. */
static struct heap_item *
host_queue_pump_next_ready(const struct hub *hub, int64_t now_ms)
{
	struct heap_item *next = NULL;

	if (!host_queue_pump_may_start(hub))
		return NULL;
	for (int i = 0; i < HOST_RANK_COUNT; i++) {
		int rank = ((int)hub->queues->next_rank + i) % HOST_RANK_COUNT;
		struct heap_item *top = heap_min(&hub->queues->ready[rank]);

		if (top == NULL || !host_queue_pump_rank_has_capacity(
				       hub, (enum host_rank)rank))
			continue;
		if (top->key <= now_ms)
			return top;
		if (next == NULL || top->key < next->key)
			next = top;
	}
	return next;
}

/* True if a host waits and a limit on transfers prevents its request. */
static bool
host_queue_pump_is_stalled(const struct hub *hub)
{
	bool none = !host_queue_pump_may_start(hub);

	for (int rank = 0; rank < HOST_RANK_COUNT; rank++)
		if (heap_min(&hub->queues->ready[rank]) != NULL &&
		    (none || !host_queue_pump_rank_has_capacity(
				 hub, (enum host_rank)rank)))
			return true;
	return false;
}

/* Returns true if a place for a transfer may become free although no transfer
 * ends: when a transfer gets its first bytes, it does not count against the
 * limit for silent transfers any more. */
static bool
host_queue_pump_may_free_silently(const struct hub *hub)
{
	return !fetcher_has_capacity(hub->fetcher) ||
	       !fetcher_has_capacity_for_silence(hub->fetcher);
}

static void
host_queue_pump_arm(struct hub *hub)
{
	int64_t now_ms = hub_monotonic_ms();
	struct heap_item *top = host_queue_pump_next_ready(hub, now_ms);
	int64_t wait_ms = INT64_MAX;

	hub->queues->stalled = host_queue_pump_is_stalled(hub);
	if (top != NULL)
		wait_ms = top->key > now_ms ? top->key - now_ms : 0;
	if (hub->queues->stalled && wait_ms > LOOK_FOR_SPACE_MS &&
	    host_queue_pump_may_free_silently(hub))
		wait_ms = LOOK_FOR_SPACE_MS;
	if (wait_ms == INT64_MAX)
		evtimer_del(hub->queues->ready_timer);
	else
		hub_arm(hub->queues->ready_timer, wait_ms);
}

void
host_queue_resume(struct hub *hub)
{
	/* When the daemon stops, the fetcher does not exist any more. */
	if (hub->queues->stalled && hub->state == HUB_RUNNING)
		host_queue_pump_arm(hub);
}

/* Starts the request, which uses a connection of its host from now on. */
static void
host_queue_pump_start(
    struct hub *hub, struct host_queue *queue, struct request *request)
{
	struct fetch *redirected = request->redirected;

	hub->queues->waiting--;
	request->holds = true;
	request->holds_foreign = request->queued.class >= FAIR_FOREIGN;
	(request->holds_foreign ? host_started_foreign : host_started)(
	    queue->host, hub_monotonic_ms());
	network_started(hub);
	queue->foreign_active += request->holds_foreign;
	request->redirected = NULL;
	if (redirected == NULL)
		request->tenure = node_tenure(hub, queue->shard);
	if (redirected != NULL)
		fetch_go_on(redirected);
	else
		request->start(hub, request);
}

static void
host_queue_pump_run(struct hub *hub)
{
	struct host_policy policy = host_queue_policy(hub);
	int64_t until_ms = hub_monotonic_ms() + PUMP_MS;
	struct heap_item *top;

	/* If a request fails at its start, this function is called again from
	 * inside the loop below. */
	if (hub->queues->pumping)
		return;
	hub->queues->pumping = true;
	while ((top = host_queue_pump_next_ready(hub, hub_monotonic_ms())) !=
		   NULL &&
	       top->key <= hub_monotonic_ms()) {
		struct host_queue *queue =
		    container_of(top, struct host_queue, ready);
		int64_t now_ms = hub_monotonic_ms();

		if (now_ms > until_ms)
			break; /* the timer calls this function again at once */
		hub->queues->next_rank = (enum host_rank)(
		    (queue->in - hub->queues->ready + 1) % HOST_RANK_COUNT);
		heap_remove(queue->in, top);
		if (host_queue_wait_ms(hub, queue, &policy, now_ms) == 0) {
			struct request *request = host_queue_take(
			    queue, host_queue_takes_foreign(queue, &policy));

			/* The result is NULL if only foreign pages wait and the
			 * limit for foreign pages was reduced since the host
			 * was put into the heap.
			 */
			if (request != NULL)
				host_queue_pump_start(hub, queue, request);
		}
		host_queue_enlist(hub, queue);
	}
	hub->queues->pumping = false;
	host_queue_pump_arm(hub);
}

void
host_queue_on_ready(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;

	(void)fd;
	(void)what;
	host_queue_pump_run(hub);
	hub_step_done(hub);
}
