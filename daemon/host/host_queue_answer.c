/*
 * host_queue_answer.c -- applies the result of a transfer to its host.
 *
 * Normal case: host_queue_finished() frees the connection of the host, and its
 * queue continues. 429 and 503 pause the host for the time that the response
 * requests, or else by exponential back-off (host.c). Pauses are stored and
 * survive restarts. The host is the one that answered; host_queue_leave_host()
 * was called for the hosts that redirected before.
 */
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/clock/clock.h"
#include "daemon/fleet/node.h"
#include "daemon/host/host_queue_parts.h"
#include "daemon/host/network.h"
#include "daemon/host/response_copy.h"
#include "daemon/host/robots_cache.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"
#include "store/fleet/shard.h"

/* largest Retry-After that is obeyed (docs/etiquette.md, rows E20 and E21) */
#define RETRY_AFTER_CEILING_S (30 * 86400)

static void
host_queue_answer_stored(void *arg, int rc, const struct err *e)
{
	struct host_row *row = arg;

	if (rc != 0)
		log_event(LOG_WARNING, "host-not-kept",
		    LOG_SLICE("host", row->key), LOG_TEXT("why", e->text));
	free(row);
}

static int
host_queue_answer_store_run(struct store *store, void *arg, struct err *e)
{
	return store_host_put(store, arg, e);
}

/* Returns the pause to store, without the key. A row has one pause: the pause
 * of foreign requests, if it lasts longer and no own request was refused since.
 */
static struct host_row
host_queue_answer_row(const struct host *host)
{
	bool is_foreign =
	    host->foreign_failures > 0 &&
	    host->foreign_pause_until_at >= host->pause_until_at &&
	    (host->failures == 0 || host->pause_until_at <= hub_now());

	return (struct host_row){
		.pause_until_at = is_foreign ? host->foreign_pause_until_at
					     : host->pause_until_at,
		.failures =
		    is_foreign ? host->foreign_failures : host->failures,
		.is_foreign = is_foreign,
		.crawl_delay_s = host->crawl_delay_s,
	};
}

void
host_queue_store(struct hub *hub, const struct host *host)
{
	size_t key_bytes = strlen(host->key);
	struct host_row *row = malloc(sizeof(*row) + key_bytes);

	if (row == NULL)
		return;
	memcpy(row + 1, host->key, key_bytes);
	*row = host_queue_answer_row(host);
	row->key = (struct slice){ (const char *)(row + 1), key_bytes };
	store_post_fenced(hub->store,
	    node_tenure(hub, shard_of_key(slice_of(host->key))), STORE_SOON, 1,
	    NULL, host_queue_answer_store_run, host_queue_answer_stored, row);
}

bool
host_queue_is_busy(const struct response *r)
{
	return r->status == 429 || r->status == 503 ||
	       r->result == FETCH_POSTPONED;
}

int64_t
host_queue_pause_asked_s(const struct response *r, int64_t now)
{
	const struct freshness_input freshness = response_freshness(r, now);

	/* A response that was postponed after its head may request a longer
	 * pause. */
	if (r->result == FETCH_POSTPONED && r->status != 429 &&
	    r->status != 503)
		return r->wait_s;
	return pause_asked_s(r->retry_after, r->ratelimit_reset, &freshness,
	    RETRY_AFTER_CEILING_S);
}

int64_t
host_queue_answer_fresh_s(const struct response *r, int64_t now)
{
	const struct freshness_input freshness = response_freshness(r, now);
	int64_t fresh_s = freshness_lifetime_s(&freshness);

	return fresh_s < RETRY_AFTER_CEILING_S ? fresh_s
					       : RETRY_AFTER_CEILING_S;
}

int64_t
host_queue_wait_asked_s(const struct response *r, int64_t now)
{
	int64_t pause_s = host_queue_pause_asked_s(r, now);
	int64_t fresh_s = host_queue_answer_fresh_s(r, now);

	return pause_s < fresh_s ? fresh_s : pause_s;
}

int64_t
host_queue_retry_after_s(const struct response *r, int64_t now)
{
	const struct freshness_input clock = {
		.date = r->date, .age = r->age, .now = now
	};

	return pause_asked_s(
	    r->retry_after, NULL, &clock, RETRY_AFTER_CEILING_S);
}

/* Adjusts the interval between requests by the status and the duration of the
 * response. Logs the start of a slowdown. Called only for hosts that are shared
 * and not multi-tenant.
 *
 * The response to a foreign request adjusts only the interval of foreign
 * requests: a feed of another host could announce any number of pages that the
 * host refuses to everybody or that are slow, and would slow down the feeds and
 * pages of the host. If no feed of the host has worked before, the host may
 * refuse all requests, or may be slow. */
static void
host_queue_answer_slow_down(
    struct host *host, bool is_foreign, const struct response *response)
{
	int before = host->slowdown;

	if (response->elapsed_ms < 0) /* unknown */
		return;
	if (is_foreign && host->is_known) {
		host_adjust_foreign_interval(
		    host, response->status, response->elapsed_ms);
		return;
	}
	host_adjust_interval(host, response->status, response->elapsed_ms);
	if (before == 0 && host->slowdown > 0)
		log_event(LOG_INFO, "host-slow", LOG_TEXT("host", host->key),
		    LOG_INT("status", response->status),
		    LOG_INT("ms", response->elapsed_ms),
		    LOG_INT("usual_ms", host->usual_ms),
		    LOG_TEXT("then", "fewer requests are sent until the host "
				     "answers as fast as before"));
}

/* Logs and stores the pauses of the host if the response has changed them. A
 * pause that has ended is cleared when the host works again. */
static void
host_queue_answer_note_pauses(struct hub *hub, struct host *host,
    const struct host *before, const struct response *response)
{
	int64_t now = hub_now();
	bool is_all = host->pause_until_at > before->pause_until_at &&
		      host->pause_until_at > now;
	bool is_foreign =
	    host->foreign_pause_until_at > before->foreign_pause_until_at &&
	    host->foreign_pause_until_at > now;

	if (host->failures == 0 && host->pause_until_at <= now)
		host->pause_until_at = 0;
	if (host->foreign_failures == 0 && host->foreign_pause_until_at <= now)
		host->foreign_pause_until_at = 0;
	if (is_all)
		log_event(LOG_WARNING, "host-pause",
		    LOG_TEXT("host", host->key),
		    LOG_INT("status", response->status),
		    LOG_INT("seconds", host->pause_until_at - now));
	if (is_foreign)
		log_event(LOG_WARNING, "host-pause",
		    LOG_TEXT("host", host->key),
		    LOG_INT("status", response->status),
		    LOG_INT("seconds", host->foreign_pause_until_at - now),
		    LOG_TEXT("for", "requests of other publishers' feeds"));
	if (is_all || is_foreign)
		host_queue_begin_pause(hub, host);
	if (host->pause_until_at != before->pause_until_at ||
	    host->failures != before->failures ||
	    host->foreign_pause_until_at != before->foreign_pause_until_at ||
	    host->foreign_failures != before->foreign_failures)
		host_queue_store(hub, host);
}

/* Applies a response, or the lack of a response, to the host and to the
 * requests that wait for it. */
static void
host_queue_answer_apply(
    struct hub *hub, struct request *request, const struct response *response)
{
	struct host *host = request->host;
	const struct host before = *host;
	bool is_foreign = host_queue_is_foreign(request, host);
	int64_t now = hub_now();
	bool is_multi_tenant = host_queue_is_multi_tenant(hub, host);
	bool is_poll = request->kind == REQUEST_FEED;
	/* If the host is not shared or is multi-tenant, an error of a poll
	 * pauses only the feed and not the host.  If it is multi-tenant, an
	 * error of a page pauses only the pages of the same host name. */
	bool counts = !is_multi_tenant && (!is_poll || host_is_shared(host));
	bool slows = host_is_shared(host) && !is_multi_tenant;
	long status;

	/* A foreign request can name a host name that does not exist, which
	 * says nothing about the other hosts of the same domain. */
	if (network_is_there(response))
		host->answers = true;
	else if (network_is_silent(response) &&
		 !network_is_excuse(hub, response) &&
		 !(is_foreign && host->is_known))
		host->answers = false;
	if (response->sent_ms > 0)
		host_sent(host, is_foreign, response->sent_ms);
	/* A feed can link to any number of servers, whose Date headers could
	 * outvote those of the subscribed sites. */
	if (!is_foreign)
		clock_note_response(hub, host, response);
	host_queue_release_connection(hub, request);
	if (is_multi_tenant && !is_poll)
		host_queue_tenant_finished(hub, request, response);
	if (slows)
		host_queue_answer_slow_down(host, is_foreign, response);
	status = counts ? response->status : 0;
	(is_foreign ? host_finished_foreign : host_finished)(host, status,
	    host_queue_pause_asked_s(response, now),
	    host_queue_answer_fresh_s(response, now), now);
	host_queue_answer_note_pauses(hub, host, &before, response);
	host_queue_reschedule(hub, host);
}

void
host_queue_finished(
    struct hub *hub, struct request *request, const struct response *response)
{
	network_note_response(hub, response);
	if (request->asks)
		robots_cache_forget(
		    hub->robots_cache, request->redirect_url, request);
	request->asks = false;
	request->redirected = NULL;
	if (request->holds)
		host_queue_answer_apply(hub, request, response);
}

void
host_queue_leave_host(struct hub *hub, struct request *request)
{
	const struct response redirect = {
		.status = 302,
		.answered = true,
		.elapsed_ms = -1,
		.body_fd = -1,
		.sent_ms = request->redirected != NULL
			       ? fetch_sent_ms(request->redirected)
			       : 0,
	};

	network_note_response(hub, &redirect);
	host_queue_answer_apply(hub, request, &redirect);
}

void
host_queue_abandoned(struct hub *hub, struct request *request)
{
	const struct response none = { .result = FETCH_CANCELLED,
		.body_fd = -1 };

	host_queue_finished(hub, request, &none);
}
