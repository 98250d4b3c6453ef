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
 *
 * If the redirect has a header Retry-After, the callback is called after this
 * time: the header gives the shortest time until the request for the target
 * (RFC 9110, section 10.2.3).
 *
 * A server can close a connection that is used again without an answer to the
 * request.  libcurl would repeat the request at once.  The callback is then
 * called for the same URL, so that the host's gap is between both requests.
 */
#include <assert.h>
#include <event2/event.h>

#include "base/clock.h"
#include "crawler/fetch/fetch_parts.h"
#include "crawler/fetch/freshness.h"

/* Longest delay of all redirects of a transfer. The transfer is not ended for a
 * longer Retry-After, because the next one would get the same redirect. */
#define DELAY_MOST_S 60
/* Wait until a place for the transfer is free. */
#define LOOK_FOR_SPACE_MS 100

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

int
fetcher_count_parked(const struct fetcher *fetcher,
    bool (*wanted)(const void *redirect_owner, const void *arg),
    const void *arg)
{
	const struct fetch *fetch;
	int n = 0;

	TAILQ_FOREACH(fetch, &fetcher->parked, entry)
	n += wanted(fetch->redirect_owner, arg);
	return n;
}

static void
fetch_redirect_ask_end_delay(struct fetch *fetch)
{
	if (fetch->delay == NULL)
		return;
	event_free(fetch->delay);
	fetch->delay = NULL;
	fetch->fetcher->n_delayed--;
}

void
fetch_unpark(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;

	assert(fetch->state == FETCH_PARKED);
	fetch_redirect_ask_end_delay(fetch);
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

static void
fetch_redirect_ask_now(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;

	fetch->asking = true;
	fetcher->on_redirect(fetch, fetch->urls[fetch->n_urls - 1],
	    fetch->redirect_owner, fetcher->on_redirect_arg);
	fetch->asking = false;
}

static void
fetch_redirect_ask_arm(struct fetch *fetch, int64_t wait_ms)
{
	const struct timeval wait = { .tv_sec = wait_ms / 1000,
		.tv_usec = wait_ms % 1000 * 1000 };

	evtimer_add(fetch->delay, &wait);
}

/* Called at the end of the delay, or a little before: libevent counts from the
 * time at which it woke, not from that of evtimer_add(). Other transfers may
 * have taken the place of this one, and the callback may call fetch_go_on(). */
static void
fetch_redirect_ask_on_delay(evutil_socket_t socket, short what, void *arg)
{
	struct fetch *fetch = arg;
	int64_t left_ms = fetch->delay_until_ms - clock_monotonic_ms();

	(void)socket;
	(void)what;
	if (left_ms > 0) {
		fetch_redirect_ask_arm(fetch, left_ms);
		return;
	}
	if (!fetcher_has_capacity(fetch->fetcher)) {
		fetch_redirect_ask_arm(fetch, LOOK_FOR_SPACE_MS);
		return;
	}
	fetch_redirect_ask_end_delay(fetch);
	fetch_redirect_ask_now(fetch);
}

/* Returns the seconds that the redirect asks to wait. A date in Retry-After is
 * compared with the Date of the response; without a Date it is ignored. */
static int64_t
fetch_redirect_ask_wait_s(struct fetch *fetch)
{
	struct response redirect = { .body_fd = -1 };
	struct freshness_input clock = { .now = INT64_MAX };
	int64_t most_s = DELAY_MOST_S - fetch->delayed_s, wait_s;

	fetch_headers_fill(&fetch->headers, &redirect);
	clock.date = redirect.date;
	clock.age = redirect.age;
	wait_s = pause_asked_s(redirect.retry_after, NULL, &clock, most_s);
	return wait_s > 0 ? wait_s : 0;
}

/* Starts the delay. Returns false if the callback is called at once. */
static bool
fetch_redirect_ask_delay(struct fetch *fetch)
{
	int64_t wait_s = fetch_redirect_ask_wait_s(fetch);

	if (wait_s == 0 ||
	    (fetch->delay = evtimer_new(fetch->fetcher->loop.base,
		 fetch_redirect_ask_on_delay, fetch)) == NULL)
		return false;
	fetch->delayed_s += wait_s;
	fetch->delay_until_ms = clock_monotonic_ms() + wait_s * 1000;
	fetch->fetcher->n_delayed++;
	fetch_redirect_ask_arm(fetch, wait_s * 1000);
	return true;
}

int
fetcher_delayed(const struct fetcher *fetcher)
{
	return fetcher->n_delayed;
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
	if (!fetch_redirect_ask_delay(fetch))
		fetch_redirect_ask_now(fetch);
}

void
fetch_redirect_ask_again(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;

	fetch->is_fresh = true;
	if (fetcher->on_redirect == NULL || fetch->redirect_owner == NULL) {
		fetch_start_transfer(fetch);
		return;
	}
	fetch_redirect_ask_park(fetch);
	fetch_redirect_ask_now(fetch);
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
