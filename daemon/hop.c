/*
 * hop.c -- a redirect leads on: may it be followed, and when?
 *
 * The happy path is: hop_asked() → the rules of the place (robots.txt, where
 * the errand is bound by it) → the same budget: at once; another host's: the
 * host that redirected is left, the errand waits at the gate of the other, and
 * gate.c lets it go on.  So a hundred feeds that lead to one host are a hundred
 * feeds of that host, and what it asks for is asked of all of them.
 *
 * It can fail by: rules that forbid it or cannot be had, a host that pauses,
 * too many that wait; then the transfer ends as disallowed or postponed.  For
 * the end of a pause nobody waits here: it may be days away.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "config/limits.h"
#include "daemon/hub.h"

#define LOOK_AGAIN_S 600 /* rules cannot be had, or too many wait */
#define WHY_BYTES    (LIMIT_HOST_BYTES + 64)

/* Who led there has answered, and is left. */
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

	if (wait_s > LIMIT_HOST_PAUSE_S) /* a clock that jumped back */
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

/* It may be asked for: when? */
static void
hop_pass(struct hub *hub, struct errand *errand, struct host *host)
{
	struct fetch *fetch = errand->hop;

	if (host == NULL) {
		hop_refuse(errand, FETCH_FORBIDDEN, 0,
		    "redirected to what may not be fetched");
	} else if (errand->holds && host == errand->host) {
		errand->hop = NULL;
		fetch_go_on(fetch);
	} else if (fetcher_parked(hub->fetcher) > LIMIT_PARKED) {
		hop_refuse(errand, FETCH_POSTPONED, LOOK_AGAIN_S,
		    "too many wait for the hosts that they lead to");
	} else {
		if (errand->holds)
			gate_left(hub, errand);
		if (!gate_submit(hub, errand, errand->hop_url))
			abort(); /* it has a host */
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
	if (errand->hub->state == HUB_RUNNING) /* else it is cancelled */
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
	/* Who pauses is not asked for rules either. */
	if (!errand->obeys_robots || !hub->config->host.robots ||
	    rules_known(hub->rules, url, &verdict, &why) ||
	    hop_pauses(gate_host(hub, url))) {
		hop_take_verdict(errand, verdict, why);
		return;
	}
	/* They may be of the same host, and need its connection. */
	gate_left(hub, errand);
	errand->asks = true;
	rules_ask(hub->rules, url, errand, hop_on_rules, errand);
}
