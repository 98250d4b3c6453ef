/*
 * fetch_redirect_ask.c -- follows a redirect after the host queue has permitted
 * the request.
 *
 * The normal case: fetch_redirect_ask() parks the transfer and calls
 * options.on_redirect; fetch_go_on(), called inside that callback or later,
 * starts the next request.  Failure: the host queue refuses the redirect; its
 * reason becomes the result, and nothing is sent to the target.
 *
 * A parked transfer is not active: other transfers use its place, and its
 * timeout does not run.
 */
#include <assert.h>

#include "base/clock.h"
#include "crawler/fetch/fetch_parts.h"

static void
fetch_redirect_ask_park(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;
	int64_t spent_ms = clock_monotonic_ms() - fetch->started_ms;

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
	fetch->started_ms = clock_monotonic_ms();
	TAILQ_REMOVE(&fetcher->parked, fetch, entry);
	/* `running` is sorted by started_ms */
	TAILQ_INSERT_TAIL(&fetcher->running, fetch, entry);
	fetcher->active++;
	fetcher->n_parked--;
	fetch_headers_clear(
	    &fetch->headers); /* removes the headers of the redirect */
	/* Answers before the wait do not show that the server answers now. */
	fetch->answered = fetch->asking;
}

void
fetch_redirect_ask(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;

	fetch->answered = true;
	if (fetcher->on_redirect == NULL || fetch->redirect_owner == NULL) {
		fetch_start_transfer(fetch);
		return;
	}
	fetch_redirect_ask_park(fetch);
	fetch->asking = true;
	fetcher->on_redirect(fetch, fetch->urls[fetch->n_urls - 1],
	    fetch->redirect_owner, fetcher->on_redirect_arg);
	fetch->asking = false;
}

void
fetch_go_on(struct fetch *fetch)
{
	fetch_unpark(fetch);
	fetch_start_transfer(fetch);
}

void
fetch_refuse(struct fetch *fetch, enum fetch_result result, int64_t wait_s,
    const char *why)
{
	fetch_unpark(fetch);
	fetch->wait_s = wait_s;
	fetch_set_why(fetch, "%s", why);
	fetch_end(fetch, result);
}
