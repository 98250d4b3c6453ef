/*
 * redirect.c -- decides whether and when a redirect is followed.
 *
 * Normal case: redirect_check() checks robots.txt of the target, if the request
 * must obey it. The request then leaves the host that redirected, waits in the
 * queue of the target's host, and host_queue.c continues it. So a hundred feeds
 * that redirect to one host are limited like a hundred feeds of that host, and
 * a redirect within a host waits for the gap of the host, too.
 *
 * If there are several nodes and the target of a page is on a host of another
 * node, the transfer ends, and page_hand_over() hands the page over.
 *
 * Failures: robots.txt forbids the request or cannot be fetched, the host
 * pauses, or too many requests wait. The transfer then ends as disallowed or
 * postponed. A redirect does not wait for the end of a pause, because that may
 * be days away.
 */
#include "daemon/host/redirect.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "config/config.h"
#include "crawler/host.h"
#include "daemon/fleet/node.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/robots_cache.h"
#include "daemon/hub.h"

/* Wait if robots.txt cannot be fetched, or if too many redirects wait. */
#define LOOK_AGAIN_S 600
#define WHY_BYTES    (LIMIT_HOST_BYTES + 64)
/* If LIMIT_PARKED redirects wait, this number of each feed may wait. */
#define PARKED_OF_FEED 16
/* The largest number of redirects that wait. It limits the memory. */
#define PARKED_MOST (2 * LIMIT_PARKED)

/* Ends the request. The host that redirected has answered and is released. */
static void
redirect_refuse(struct request *request, enum fetch_result result,
    int64_t wait_s, const char *why)
{
	struct fetch *fetch = request->redirected;

	if (request->holds)
		host_queue_leave_host(request->hub, request);
	request->redirected = NULL;
	fetch_refuse(fetch, result, wait_s, why);
}

void
redirect_postpone(struct request *request, const struct host *host)
{
	char why[WHY_BYTES];

	snprintf(why, sizeof(why), "its target %.*s asked for a pause",
	    LIMIT_HOST_BYTES, host->key);
	redirect_refuse(request, FETCH_POSTPONED,
	    host_queue_pause_left_s(request, host), why);
}

static bool
redirect_pauses(const struct request *request, const struct host *host)
{
	return host != NULL && host_queue_pause_left_s(request, host) > 0;
}

/* Returns false if there are several nodes and a redirect of a page leads to a
 * host of another node.  Redirects of feeds and robots.txt are followed,
 * because these documents have no other owner. */
static bool
redirect_is_owned(const struct hub *hub, const struct request *request)
{
	return request->kind == REQUEST_FEED ||
	       request->kind == REQUEST_ROBOTS ||
	       node_owns(hub, node_shard(hub, request->redirect_url));
}

/* Ends a request that leads to a host of another node.  The owner of the
 * request may hand it over to that node. */
static void
redirect_leave(struct request *request)
{
	free(request->foreign_url);
	request->foreign_url = strdup(request->redirect_url);
	if (request->foreign_url == NULL)
		abort();
	redirect_refuse(request, FETCH_POSTPONED, LOOK_AGAIN_S,
	    "its target is a host of another node");
}

/* True if a redirect within a host is followed without waiting: if the host has
 * no gap, and if too many redirects wait already. */
static bool
redirect_goes_on_at_once(const struct hub *hub, const struct request *request,
    const struct host *host)
{
	return request->holds && host == request->host &&
	       (host_queue_gap_ms(hub, host) == 0 ||
		   fetcher_parked(hub->fetcher) > LIMIT_PARKED);
}

static int64_t
redirect_feed(const struct request *request)
{
	return request->feed_id != 0 ? request->feed_id
				     : request->queued.feed_id;
}

static bool
redirect_is_of_same_feed(const void *parked, const void *request)
{
	return redirect_feed(parked) == redirect_feed(request);
}

/* True if the redirected request may wait. If many redirects wait, only feeds
 * of which few redirects wait get a place, so that the redirects of one feed
 * cannot postpone the requests of other feeds. */
static bool
redirect_has_place(const struct hub *hub, const struct request *request)
{
	int n = fetcher_parked(hub->fetcher);

	if (n <= LIMIT_PARKED)
		return true;
	return n <= PARKED_MOST &&
	       fetcher_count_parked(hub->fetcher, redirect_is_of_same_feed,
		   request) <= PARKED_OF_FEED;
}

/* Called if robots.txt allows the request. Follows the redirect now, queues the
 * request, leaves it to another node, or refuses the redirect. */
static void
redirect_allow(struct hub *hub, struct request *request, struct host *host)
{
	struct fetch *fetch = request->redirected;

	if (host == NULL) {
		redirect_refuse(request, FETCH_FORBIDDEN, 0,
		    "redirected to a URL that may not be fetched");
	} else if (redirect_goes_on_at_once(hub, request, host)) {
		request->redirected = NULL;
		host_continued(
		    host, request->holds_foreign, hub_monotonic_ms());
		fetch_go_on(fetch);
	} else if (!redirect_is_owned(hub, request)) {
		redirect_leave(request);
	} else if (!redirect_has_place(hub, request)) {
		redirect_refuse(request, FETCH_POSTPONED, LOOK_AGAIN_S,
		    "too many redirected requests wait");
	} else {
		if (request->holds)
			host_queue_leave_host(hub, request);
		if (!host_queue_add(hub, request, request->redirect_url))
			abort(); /* cannot happen: the URL has a host */
	}
}

static void
redirect_apply_verdict(
    struct request *request, enum robots_verdict verdict, const char *why)
{
	struct hub *hub = request->hub;
	struct host *host = host_queue_host_of(hub, request->redirect_url);

	if (verdict == ROBOTS_DISALLOWED) {
		redirect_refuse(request, FETCH_DISALLOWED, 0, why);
	} else if (redirect_pauses(request, host)) {
		redirect_postpone(request, host);
	} else if (verdict == ROBOTS_ALLOWED) {
		redirect_allow(hub, request, host);
	} else {
		redirect_refuse(request, FETCH_POSTPONED, LOOK_AGAIN_S, why);
	}
}

static void
redirect_on_rules(enum robots_verdict verdict, const char *why, void *arg)
{
	struct request *request = arg;

	request->asks = false;
	/* When the daemon stops, the owner of the request cancels it. */
	if (request->hub->state == HUB_RUNNING)
		redirect_apply_verdict(request, verdict, why);
}

void
redirect_check(
    struct fetch *fetch, const char *url, void *redirect_owner, void *arg)
{
	struct hub *hub = arg;
	struct request *request = redirect_owner;
	enum robots_verdict verdict = ROBOTS_ALLOWED;
	const char *why = "";

	assert(request->holds && request->redirected == NULL);
	request->redirected = fetch;
	request->redirect_url = url;
	/* The other node checks robots.txt before it fetches the page. */
	if (!redirect_is_owned(hub, request)) {
		redirect_leave(request);
		return;
	}
	/* robots.txt is not fetched from a host that pauses. */
	if (!request->obeys_robots || !hub->config->host.robots ||
	    robots_cache_known(
		hub->robots_cache, url, request, &verdict, &why) ||
	    redirect_pauses(request, host_queue_host_of(hub, url))) {
		redirect_apply_verdict(request, verdict, why);
		return;
	}
	/* The request for robots.txt may need the connection of the host that
	 * sent the redirect. */
	host_queue_leave_host(hub, request);
	request->asks = true;
	robots_cache_check(
	    hub->robots_cache, url, request, redirect_on_rules, request);
}
