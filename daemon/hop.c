/*
 * hop.c -- checks each redirect: may it be followed, and when?
 *
 * Normal case: hop_asked() checks robots.txt of the target, if the request must
 * obey it. If the target is in the same budget, the redirect is followed at
 * once. Otherwise the request leaves the host that redirected, waits in the
 * queue of the target's host, and gate.c continues it. So a hundred feeds that
 * redirect to one host are limited like a hundred feeds of that host.
 *
 * Failures: robots.txt forbids the request or cannot be fetched, the host
 * pauses, or too many requests wait. The transfer then ends as disallowed or
 * postponed. A redirect does not wait for the end of a pause, because that may
 * be days away.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "config/limits.h"
#include "daemon/hub.h"

#define LOOK_AGAIN_S 600 /* robots.txt cannot be fetched, or too many wait */
#define WHY_BYTES    (LIMIT_HOST_BYTES + 64)

/* Ends the request; the host that redirected has answered and is released. */
static void
hop_refuse(struct errand *errand, enum fetch_result result, int64_t wait_s,
    const char *why)
{
	struct fetch *fetch = errand->hop;

	if (errand->holds)
		gate_left(errand->hub, errand);
	errand->hop = NULL;
	fetch_refuse(fetch, result, wait_s, why);
}

void
hop_postpone(struct errand *errand, const struct host *host)
{
	int64_t wait_s = host->pause_until_at - hub_now();
	char why[WHY_BYTES];

	if (wait_s > LIMIT_HOST_PAUSE_S) /* the clock was set back */
		wait_s = LIMIT_HOST_PAUSE_S;
	snprintf(why, sizeof(why), "it leads to %.*s, which asked for a pause",
	    LIMIT_HOST_BYTES, host->key);
	hop_refuse(errand, FETCH_POSTPONED, wait_s > 0 ? wait_s : 0, why);
}

static bool
hop_pauses(const struct host *host)
{
	return host != NULL && host->pause_until_at > hub_now();
}

/* robots.txt allows the request: follows the redirect now or queues it. */
static void
hop_pass(struct hub *hub, struct errand *errand, struct host *host)
{
	struct fetch *fetch = errand->hop;

	if (host == NULL) {
		hop_refuse(errand, FETCH_FORBIDDEN, 0,
		    "redirected to a URL that may not be fetched");
	} else if (errand->holds && host == errand->host) {
		errand->hop = NULL;
		fetch_go_on(fetch);
	} else if (fetcher_parked(hub->fetcher) > LIMIT_PARKED) {
		hop_refuse(errand, FETCH_POSTPONED, LOOK_AGAIN_S,
		    "too many redirected requests wait");
	} else {
		if (errand->holds)
			gate_left(hub, errand);
		if (!gate_submit(hub, errand, errand->hop_url))
			abort(); /* cannot happen: the URL has a host */
	}
}

static void
hop_take_verdict(
    struct errand *errand, enum rules_verdict verdict, const char *why)
{
	struct hub *hub = errand->hub;
	struct host *host = gate_host(hub, errand->hop_url);

	if (verdict == RULES_DISALLOWED) {
		hop_refuse(errand, FETCH_DISALLOWED, 0, why);
	} else if (hop_pauses(host)) {
		hop_postpone(errand, host);
	} else if (verdict == RULES_ALLOWED) {
		hop_pass(hub, errand, host);
	} else {
		hop_refuse(errand, FETCH_POSTPONED, LOOK_AGAIN_S, why);
	}
}

static void
hop_on_rules(enum rules_verdict verdict, const char *why, void *arg)
{
	struct errand *errand = arg;

	errand->asks = false;
	/* else the request is cancelled */
	if (errand->hub->state == HUB_RUNNING)
		hop_take_verdict(errand, verdict, why);
}

void
hop_asked(struct fetch *fetch, const char *url, void *traveller, void *arg)
{
	struct hub *hub = arg;
	struct errand *errand = traveller;
	enum rules_verdict verdict = RULES_ALLOWED;
	const char *why = "";

	assert(errand->holds && errand->hop == NULL);
	errand->hop = fetch;
	errand->hop_url = url;
	/* robots.txt is not fetched from a host that pauses. */
	if (!errand->obeys_robots || !hub->config->host.robots ||
	    rules_known(hub->rules, url, &verdict, &why) ||
	    hop_pauses(gate_host(hub, url))) {
		hop_take_verdict(errand, verdict, why);
		return;
	}
	/* robots.txt may be on the same host and need its connection. */
	gate_left(hub, errand);
	errand->asks = true;
	rules_ask(hub->rules, url, errand, hop_on_rules, errand);
}
