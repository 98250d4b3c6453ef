/*
 * host_queue.h -- the queues of the hosts: each request waits until the budget
 * of its host allows it.
 *
 *	host_queue.c keeps the queues and the hosts.
 *	host_queue_shard.c drops the requests to hosts that another node owns.
 *	host_queue_pump.c starts the requests that may start.
 *	host_queue_answer.c applies the result of a request to its host.
 *	host_queue_tenant.c keeps the pauses on multi-tenant domains.
 *	fair_queue.c keeps the requests of one host in order (fair_queue.h).
 *
 * Pointers to struct host are borrowed from this module. They are valid while a
 * request of the host waits, runs or is being parsed, and otherwise until
 * host_queue_trim().
 */
#ifndef DAEMON_HOST_HOST_QUEUE_H
#define DAEMON_HOST_HOST_QUEUE_H

#include "base/err.h"
#include "daemon/request.h"

struct host;
struct host_queues;
struct host_row;
struct response;
struct store;

/* ---- start and stop ---- */

/* Ends a request that was redirected to a paused host. The caller has removed
 * the request from the queue of this host (redirect_postpone()). */
typedef void host_queue_postpone(struct request *, const struct host *);
/* After an error, the caller must free *ret if it is set. */
int host_queues_new(struct hub *, host_queue_postpone *,
    struct host_queues **ret, struct err *e);
/* Creates the hosts for which a pause or a crawl delay is stored. Must be called
 * before the store's thread is started. */
int host_queues_load(struct hub *, struct store *, struct err *e);
/* Reads the stored pauses and crawl delays again. Called when the shards of this
 * node have changed. */
void host_queues_reload(struct hub *);
/* Removes the crawl delays of hosts whose robots.txt the configuration ignores:
 * it is not read again, so it cannot give another delay.  Stored delays remain.
 * O(hosts). */
void host_queues_drop_delays(struct hub *);
/* Stores pause, failures and crawl delay of a host, because they must survive a
 * restart. */
void host_queue_store(struct hub *, const struct host *);
/* Sets the stored pause, failures and crawl delay of a host. */
void host_queue_apply_row(struct host *, const struct host_row *);
/* Frees queues and hosts. The requests belong to their owners. */
void host_queues_free(struct host_queues *);
/* Drops all waiting requests. For the stop of the daemon. */
void host_queue_clear(struct hub *);
/* Removes the hosts that have no requests and no state to keep, such as a
 * pause. Called periodically. O(hosts). */
void host_queue_trim(struct hub *);
/* Moves the pauses after the clock has jumped by by_s seconds. O(hosts). */
void host_queues_shift(struct hub *, int64_t by_s);

/* ---- queues ---- */

/* Returns the host whose budget a request for the URL uses. The host is
 * borrowed. Returns NULL if the URL is invalid. */
struct host *host_queue_host_of(struct hub *, const char *url);
/* Returns the required time between the starts of two requests to the host, in
 * milliseconds (host_gap_ms()). */
int64_t host_queue_gap_ms(const struct hub *, const struct host *);
/* Adds the request to the queue of its host. The request is borrowed until it
 * leaves the queue. Returns false if the request was not queued, because the
 * URL has no host or another node owns the host. */
bool host_queue_add(struct hub *, struct request *, const char *url);
/* True if the request is not foreign at the host of this URL: it is for a feed,
 * for a page that an entitled feed inserted, or for a robots.txt that one of
 * these needs. */
bool host_queue_is_own(struct hub *, const struct request *, const char *url);
/* Returns the rest of the pause at this host in seconds, as it applies to the
 * request; 0: no pause. `host` may be a host to which a redirect leads the
 * request. */
int64_t host_queue_pause_left_s(const struct request *, const struct host *);
/* Returns the rest of the pause of the URL's host name in seconds, as it
 * applies to the request.  0: no pause, or the domain is not in
 * host.multi_tenant: host_queue_pause_left_s() then has the pause. */
int64_t host_queue_tenant_pause_left_s(
    struct hub *, const struct request *, const char *url);
/* Turns a foreign request into an own request, because an entitled feed has
 * inserted its page. The request belongs to that feed when feeds take turns. It
 * may be in a queue, or may be added to a queue later. */
void host_queue_make_own(struct request *, int64_t feed_id, int64_t order);
/* Removes a waiting request from its queue. False: the request does not wait,
 * or its transfer has started and was redirected to this host. */
bool host_queue_withdraw(struct request *);
/* Called when the host has begun a pause. Ends each request that waits in the
 * queue of the host, would have to wait for the end of the pause, and was
 * redirected to this host or has the function pause(). The owner of a
 * redirected request gets a postponed result. */
void host_queue_begin_pause(struct hub *, struct host *);
/* Called when the budget of the host has changed: computes again when it may
 * start a request. */
void host_queue_reschedule(struct hub *, struct host *);
/* Called when a document of the host was parsed, or exceeded the limits of the
 * worker (then is_fast is false): updates the trust in the host. */
void host_queue_note_document(struct hub *, struct host *, bool is_fast);
/* Releases the connection: the transfer has ended or was redirected to another
 * host. */
void host_queue_release_connection(struct hub *, struct request *);
/* Starts waiting requests, as far as the limits on transfers permit. */
void host_queue_resume(struct hub *);
/* True if a request waits for a host that does not pause. O(hosts). */
bool host_queue_has_work(const struct hub *);
/* Returns the number of waiting requests. */
size_t host_queues_waiting(const struct hub *);
/* Returns the number of hosts in memory. */
size_t host_queues_hosts(const struct hub *);

/* ---- several nodes (daemon/fleet/node.h): host_queue_shard.c ---- */

/* Drops the requests that wait for hosts of the shard. O(hosts). */
void host_queue_drop_waiting(struct hub *, int32_t shard);
/* Cancels the transfers from hosts of the shard. O(transfers). */
void host_queue_cancel_shard(struct hub *, int32_t shard);
/* True if a host of the shard has a transfer, or a document that is being
 * parsed. O(hosts). */
bool host_queue_shard_is_busy(const struct hub *, int32_t shard);

/* ---- the results of requests: host_queue_answer.c ---- */

/* Called when the transfer of the request has ended. Starts or ends a pause of
 * its host. */
void host_queue_finished(
    struct hub *, struct request *, const struct response *);
/* Called when the request ended although no transfer was started. */
void host_queue_abandoned(struct hub *, struct request *);
/* Called when a redirect leads the request to another host: releases the host
 * that sent the redirect. */
void host_queue_leave_host(struct hub *, struct request *);
/* True for 429, 503 and FETCH_POSTPONED: a pause of the host or a shortage of
 * descriptors. Such a result is not a failure of the feed or page. */
bool host_queue_is_busy(const struct response *);
/* Returns the pause in seconds that the response requests (pause_asked_s());
 * -1: it requests no pause. */
int64_t host_queue_pause_asked_s(const struct response *, int64_t now);
/* Returns the longest wait in seconds that the response gives: the requested
 * pause or its freshness. Returns 0 or -1 if it gives none. The caller must wait
 * for the longer of this time and its own back-off. */
int64_t host_queue_wait_asked_s(const struct response *, int64_t now);
/* Returns the seconds of the response's Retry-After; -1: there is none.  For
 * errors that do not pause the host. */
int64_t host_queue_retry_after_s(const struct response *, int64_t now);

#endif
