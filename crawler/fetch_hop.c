/*
 * fetch_hop.c -- a redirect is followed when whoever watches over hosts says
 * so.
 *
 * The happy path is: fetch_hop_ask() parks the transfer and asks →
 * fetch_go_on() from within, or later → its next hop.  It can fail by a
 * refusal: then that is the result, and no byte went to where it leads.
 *
 * A transfer that waits is none: others take its place, nobody's timeout runs.
 */
#include <assert.h>

#include "crawler/fetch_parts.h"

static void
fetch_hop_park(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;
	int64_t spent_ms = fetch_monotonic_ms() - fetch->started_ms;

	assert(fetch->state == FETCH_RUNNING);
	fetch->state = FETCH_PARKED;
	fetch->timeout_ms -= spent_ms;
	fetch->spent_ms += spent_ms;
	TAILQ_REMOVE(&fetcher->running, fetch, entry);
	TAILQ_INSERT_TAIL(&fetcher->parked, fetch, entry);
	fetcher->active--;
	fetcher->n_parked++;
}

void
fetch_unpark(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;

	assert(fetch->state == FETCH_PARKED);
	fetch->state = FETCH_RUNNING;
	fetch->started_ms = fetch_monotonic_ms();
	TAILQ_REMOVE(&fetcher->parked, fetch, entry);
	/* the order of `running` is that of started_ms */
	TAILQ_INSERT_TAIL(&fetcher->running, fetch, entry);
	fetcher->active++;
	fetcher->n_parked--;
	fetch_headers_clear(&fetch->headers); /* the redirect's */
	/* What was heard before it waited says nothing of now. */
	fetch->answered = fetch->asking;
}

void
fetch_hop_ask(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;

	fetch->answered = true;
	if (fetcher->hop == NULL || fetch->traveller == NULL) {
		fetch_start_hop(fetch);
		return;
	}
	fetch_hop_park(fetch);
	fetch->asking = true;
	fetcher->hop(fetch, fetch->hops[fetch->n_hops - 1], fetch->traveller,
	    fetcher->hop_arg);
	fetch->asking = false;
}

void
fetch_go_on(struct fetch *fetch)
{
	fetch_unpark(fetch);
	fetch_start_hop(fetch);
}

void
fetch_refuse(struct fetch *fetch, enum fetch_result result, int64_t wait_s,
    const char *why)
{
	fetch_unpark(fetch);
	fetch->wait_s = wait_s;
	fetch_say_why(fetch, "%s", why);
	fetch_end(fetch, result);
}
