/*
 * host_queue_parts.h -- the state of the host queues, shared by host_queue.c,
 * which queues the requests, and host_queue_pump.c, which starts them.
 */
#ifndef DAEMON_HOST_HOST_QUEUE_PARTS_H
#define DAEMON_HOST_HOST_QUEUE_PARTS_H

#include <event2/util.h>

#include "base/heap.h"
#include "crawler/host.h"
#include "daemon/host/host_queue.h"

struct host_queue {
	struct heap_item ready;
	/* the heap that contains `ready`, or that contained it last */
	struct heap *in;
	struct host *host;
	int32_t shard; /* shard of the host; 0 on SQLite */
	struct fair_queue waiting; /* requests, linked by `queued` */
	int foreign_active;        /* requests for foreign pages in progress */
};

struct host_queues {
	struct host_table *hosts;
	/* Host names that refused a page or a robots.txt, of the domains of
	 * host.multi_tenant (host_queue_tenant.c). */
	struct host_table *tenants;
	/* hosts with waiting requests, by rank; the key is monotonic time in ms
	 */
	struct heap ready[HOST_RANK_COUNT];
	/* the rank to serve next if several ranks have a host that is ready */
	enum host_rank next_rank;
	struct event *ready_timer;
	host_queue_postpone *postpone;
	size_t waiting; /* number of requests in host queues */
	/* The daemon before this one may have sent requests until this time
	 * (monotonic), if has_earlier. */
	int64_t earlier_ms;
	bool has_earlier;
	bool pumping;
	/* Some requests wait for a free worker, for the store or for the
	 * fetcher. */
	bool stalled;
};

/* ---- host_queue.c ---- */

/* Returns the limits of the configuration: host.connections and host.gap. */
struct host_policy host_queue_policy(const struct hub *);
/* True if a foreign page may be started. Foreign pages wait for the pause and
 * the slowed interval of foreign requests. They use at most half of a host's
 * connections, or one if the host has only one. Otherwise foreign pages that
 * the server answers slowly could delay the publisher's own pages by
 * fetch.timeout. */
bool host_queue_takes_foreign(
    const struct host_queue *, const struct host_policy *);
/* True if the request is foreign at this host, to which a redirect may lead
 * it. */
bool host_queue_is_foreign(const struct request *, const struct host *);
/* Removes and returns the request that is started next; NULL: there is none. */
struct request *host_queue_take(struct host_queue *, bool takes_foreign);
/* Inserts the host into the heap of its rank, with the time at which it may
 * start a request; removes it if it cannot start one. */
void host_queue_enlist(struct hub *, struct host_queue *);

/* ---- host_queue_shard.c ---- */

/* Returns the time until the host may start a request, in milliseconds; -1: not
 * before a transfer ends, or before this node owns the host. */
int64_t host_queue_wait_ms(struct hub *, const struct host_queue *,
    const struct host_policy *, int64_t now_ms);
/* Returns false if another node owns the host. Redirected requests for feeds
 * and robots.txt are accepted nevertheless. */
bool host_queue_accepts(
    const struct hub *, const struct host_queue *, const struct request *);

/* ---- host_queue_answer.c ---- */

/* Returns the seconds for which the response is fresh. */
int64_t host_queue_answer_fresh_s(const struct response *, int64_t now);

/* ---- host_queue_tenant.c ---- */

/* True if the operator has configured the host as multi-tenant
 * (docs/etiquette.md, row E23). */
bool host_queue_is_multi_tenant(const struct hub *, const struct host *);
/* Applies the response for a page or a robots.txt of a multi-tenant domain to
 * its host name: starts or ends a pause of this name. */
void host_queue_tenant_finished(
    struct hub *, const struct request *, const struct response *);
/* Moves the pauses after the clock has jumped. O(names). */
void host_queue_tenants_shift(struct host_queues *, int64_t by_s);
/* Removes the names whose pauses have ended a day ago. O(names). */
void host_queue_tenants_trim(struct hub *);

/* ---- host_queue_pump.c ---- */

/* The callback of ready_timer: starts the requests that may start. `arg`: the
 * hub. */
void host_queue_on_ready(evutil_socket_t, short what, void *arg);

#endif
