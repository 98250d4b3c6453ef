/*
 * host_queue_shard.c -- the hosts of a shard, with several nodes
 * (daemon/fleet/node.h).
 *
 * In:  shards that this node takes, drains or drops.
 * Out: waiting requests are dropped (request->lose()), transfers are cancelled,
 *      pauses are read again.
 *
 * Without nodes only host_queue_wait_ms() and host_queue_accepts() are called,
 * and each of them costs one comparison.
 */
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/fleet/node.h"
#include "daemon/host/host_queue_parts.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

int64_t
host_queue_wait_ms(struct hub *hub, const struct host_queue *queue,
    const struct host_policy *policy, int64_t now_ms)
{
	const struct host *host = queue->host;
	int64_t wait_ms = host_wait_ms(host, policy, now_ms, hub_now());
	int64_t gap_ms = host->crawl_delay_s * 1000, taken_ms;

	if (hub->node == NULL || wait_ms < 0)
		return wait_ms;
	if (node_owns(hub, queue->shard) && !node_may_ask(hub, queue->shard))
		return -1;
	if (gap_ms < policy->gap_ms)
		gap_ms = policy->gap_ms;
	taken_ms = node_wait_ms(hub, queue->shard, gap_ms);
	return taken_ms > wait_ms ? taken_ms : wait_ms;
}

bool
host_queue_accepts(const struct hub *hub, const struct host_queue *queue,
    const struct request *request)
{
	return node_owns(hub, queue->shard) || request->is_of_any_node ||
	       (request->redirected != NULL &&
		   (request->kind == REQUEST_FEED ||
		       request->kind == REQUEST_ROBOTS));
}

/* ---- dropping ---- */

/* Takes all waiting requests of hosts of the shard; linked by `next`. */
static struct fair_item *
host_queue_shard_take(struct hub *hub, int32_t shard)
{
	struct fair_item *list = NULL;
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->queues->hosts, &at)) != NULL) {
		struct host_queue *queue = host->user;
		struct request *request;

		if (queue == NULL || queue->shard != shard)
			continue;
		while ((request = host_queue_take(queue, true)) != NULL) {
			hub->queues->waiting--;
			request->queued.next = list;
			list = &request->queued;
		}
		heap_remove(queue->in, &queue->ready);
	}
	return list;
}

void
host_queue_drop_waiting(struct hub *hub, int32_t shard)
{
	struct fair_item *item = host_queue_shard_take(hub, shard), *next;

	for (; item != NULL; item = next) {
		struct request *request =
		    container_of(item, struct request, queued);

		next = item->next;
		item->next = NULL;
		if (request->redirected != NULL)
			fetch_cancel(request->redirected);
		else
			request->lose(hub, request);
	}
}

static bool
host_queue_shard_holds(const void *owner, const void *arg)
{
	const struct request *request = owner;
	const struct host_queue *queue;

	if (!request->holds || request->host == NULL)
		return false;
	queue = request->host->user;
	return queue != NULL && queue->shard == *(const int32_t *)arg;
}

void
host_queue_cancel_shard(struct hub *hub, int32_t shard)
{
	fetcher_cancel_if(hub->fetcher, host_queue_shard_holds, &shard);
}

bool
host_queue_shard_is_busy(const struct hub *hub, int32_t shard)
{
	struct host *host;
	size_t at = 0;

	while ((host = host_next(hub->queues->hosts, &at)) != NULL) {
		const struct host_queue *queue = host->user;

		if (queue != NULL && queue->shard == shard &&
		    (host->active > 0 || host->reading > 0))
			return true;
	}
	return false;
}

/* ---- pauses ---- */

/* Copies of stored pauses, for the loop. */
struct shard_pauses {
	struct hub *hub;
	struct shard_pause *rows;
	size_t n, cap;
};

struct shard_pause {
	char *key;
	int64_t until_at, failures, crawl_delay_s;
	bool is_foreign;
};

static void
host_queue_shard_clear(struct shard_pauses *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->rows[i].key);
	p->n = 0;
}

static int
host_queue_shard_copy(const struct host_row *row, void *arg)
{
	struct shard_pauses *p = arg;

	if (p->n == p->cap) {
		size_t cap = p->cap > 0 ? 2 * p->cap : 16;
		struct shard_pause *grown =
		    realloc(p->rows, cap * sizeof(*grown));

		if (grown == NULL)
			abort();
		p->rows = grown;
		p->cap = cap;
	}
	p->rows[p->n++] =
	    (struct shard_pause){ hub_copy(row->key), row->pause_until_at,
		    row->failures, row->crawl_delay_s, row->is_foreign };
	return 0;
}

static int
host_queue_shard_read(struct store *store, void *arg, struct err *e)
{
	host_queue_shard_clear(arg); /* the list is cleared, because a batch may
					be repeated */
	return store_host_each(store, host_queue_shard_copy, arg, e);
}

/* Applies a stored pause and crawl delay. If the pause of this host in memory
 * ends later, it is newer and is kept. A longer crawl delay in memory is kept,
 * too. */
static void
host_queue_shard_apply(struct hub *hub, const struct shard_pause *row)
{
	struct host *host = host_get(hub->queues->hosts, slice_of(row->key));
	struct host_row stored = { .pause_until_at = row->until_at,
		.failures = row->failures,
		.is_foreign = row->is_foreign };

	if (host == NULL)
		abort();
	if (row->crawl_delay_s > host->crawl_delay_s)
		host->crawl_delay_s = row->crawl_delay_s;
	if (row->until_at <= (row->is_foreign ? host->foreign_pause_until_at
					      : host->pause_until_at))
		return;
	stored.crawl_delay_s = host->crawl_delay_s;
	host_queue_apply_row(host, &stored);
	if (host->user != NULL)
		host_queue_enlist(hub, host->user);
}

static void
host_queue_shard_done(void *arg, int rc, const struct err *e)
{
	struct shard_pauses *p = arg;

	if (rc != 0)
		log_event(
		    LOG_ERROR, "pauses-not-read", LOG_TEXT("why", e->text));
	for (size_t i = 0; rc == 0 && i < p->n; i++)
		host_queue_shard_apply(p->hub, &p->rows[i]);
	host_queues_drop_delays(p->hub);
	host_queue_shard_clear(p);
	free(p->rows);
	free(p);
}

void
host_queues_reload(struct hub *hub)
{
	struct shard_pauses *p = calloc(1, sizeof(*p));

	if (p == NULL)
		abort();
	p->hub = hub;
	store_post_reading(hub->store, STORE_SOON, 1, host_queue_shard_read,
	    host_queue_shard_done, p);
}
