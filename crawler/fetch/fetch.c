/*
 * fetch.c -- runs a transfer: start, requests, redirects, end.
 *
 * The normal case: fetch_start() checks the address and adds a handle. libcurl
 * passes head and body to fetch_take_header() and fetch_take_body(). At the end
 * of a request, fetch_ended() starts the request for a redirect or sets the
 * result. fetch_deliver() calls `done`.
 *
 * Failures: enum fetch_result. A callback detects a failure and calls
 * fetch_stop(), which makes libcurl abort. Other failures are derived from the
 * result code of libcurl.
 *
 * Redirects are followed here and not by libcurl. So each address is checked
 * like the first address, credentials and validators are sent to their origin
 * only, and permanent redirects are recognised. `done` is called from a
 * separate event, never inside a callback of libcurl.
 */
#include "crawler/fetch/fetch.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>

#include "base/clock.h"
#include "crawler/fetch/fetch_parts.h"

/* --------------------------------------------------------------- the end */

static void
fetch_free(struct fetch *fetch)
{
	if (fetch->easy != NULL)
		curl_easy_cleanup(fetch->easy);
	fetch_cookies_release(&fetch->cookies);
	curl_slist_free_all(fetch->sent);
	curl_slist_free_all(fetch->own);
	fetch_headers_release(&fetch->headers);
	fetch_decode_release(&fetch->decode);
	fetch_body_release(&fetch->body);
	for (int i = 0; i < fetch->n_urls; i++)
		free(fetch->urls[i]);
	if (fetch->form != NULL)
		explicit_bzero(fetch->form, strlen(fetch->form));
	free(fetch->form);
	free(fetch->etag);
	free(fetch->last_modified);
	free(fetch->validators_url);
	free(fetch);
}

void
fetch_end(struct fetch *fetch, enum fetch_result result)
{
	struct fetcher *fetcher = fetch->fetcher;

	assert(fetch->state == FETCH_RUNNING);
	fetch->state = FETCH_ENDED;
	fetch->result = result;
	fetch->elapsed_ms =
	    fetch->spent_ms + clock_monotonic_ms() - fetch->started_ms;
	if (result == FETCH_OK)
		fetch->why[0] = '\0';
	TAILQ_REMOVE(&fetcher->running, fetch, entry);
	TAILQ_INSERT_TAIL(&fetcher->ended, fetch, entry);
	if (!fetcher->stopping)
		event_active(fetcher->deliver, EV_TIMEOUT, 0);
}

/* True if the result has a body. A robots.txt that is too long also has one:
 * its beginning is used (RFC 9309, 2.5). */
static bool
fetch_has_body(const struct fetch *fetch)
{
	return fetch->result == FETCH_OK || fetch->result == FETCH_TRUNCATED ||
	       (fetch->result == FETCH_TOO_LARGE &&
		   fetch->kind == FETCH_ROBOTS && fetch->headers.complete);
}

static void
fetch_deliver_one(struct fetcher *fetcher, struct fetch *fetch)
{
	struct response response = {
		.result = fetch->result,
		.why = fetch->why,
		.url = fetch->urls[fetch->n_urls - 1],
		.permanent = fetch->n_urls > 1 && fetch->all_permanent,
		.redirects = fetch->n_urls - 1,
		.answered = fetch->answered || fetch->headers.status != 0,
		.wait_s = fetch->wait_s,
		.body_fd = -1,
		.wire_bytes = fetch->wire_bytes,
		.elapsed_ms = fetch->elapsed_ms,
		.sent_ms = fetch->sent_ms,
		.was_sent = fetch->was_sent,
	};

	if (fetch->headers.status != 0)
		fetch_headers_fill(&fetch->headers, &response);
	if (fetch_has_body(fetch)) {
		response.body_bytes = fetch->body.bytes;
		response.body_fd = fetch_body_detach(&fetch->body);
	}
	if (!fetch->is_local)
		fetch_counts_take(&fetcher->counts, fetch->kind, &response);
	TAILQ_REMOVE(&fetcher->ended, fetch, entry);
	fetcher->active--;
	fetch->done(&response, fetch->arg);
	fetch_free(fetch);
}

/* Delivers the transfers that have ended by now.  Transfers that `done` starts
 * and that end at once are delivered in the next round. */
static void
fetch_deliver(evutil_socket_t socket, short what, void *arg)
{
	struct fetcher *fetcher = arg;
	struct fetch *fetch;
	size_t n = 0;

	(void)socket;
	(void)what;
	fetcher->delivering = true;
	TAILQ_FOREACH(fetch, &fetcher->ended, entry)
	n++;
	while (n-- > 0 && (fetch = TAILQ_FIRST(&fetcher->ended)) != NULL)
		fetch_deliver_one(fetcher, fetch);
	fetcher->delivering = false;
}

/* ------------------------------------------------------------- callbacks */

/* Sets the result and its explanation. The callback of libcurl that called this
 * function then makes libcurl abort. */
static void
fetch_stop(struct fetch *fetch, enum fetch_result result, const char *why)
{
	fetch->result = result;
	if (result == FETCH_POSTPONED)
		fetch->wait_s = FETCH_SHORTAGE_WAIT_S;
	fetch_set_why(fetch, "%s", why);
}

static bool
fetch_is_redirect_status(long status)
{
	return status == 301 || status == 302 || status == 303 ||
	       status == 307 || status == 308;
}

/* Checks whether the complete head is a response to the request. */
static void
fetch_look_at_head(struct fetch *fetch)
{
	struct fetch_headers *headers = &fetch->headers;
	const char *undecodable;
	struct slice length;
	int64_t announced;

	fetch_request_limit_speed(fetch);
	fetch->is_redirect =
	    fetch_is_redirect_status(headers->status) &&
	    fetch_headers_find(headers, SLICE("location")).len > 0;
	fetch->is_chunked =
	    fetch_headers_find(headers, SLICE("transfer-encoding")).len > 0;
	if (fetch->is_redirect)
		return;
	undecodable = fetch_decode_begin(&fetch->decode, headers);
	length = fetch_headers_find(headers, SLICE("content-length"));
	if (headers->status == 206)
		fetch_stop(
		    fetch, FETCH_PROTOCOL, "206 to a request without Range");
	else if (headers->status == 226)
		fetch_stop(
		    fetch, FETCH_PROTOCOL, "226 to a request without A-IM");
	else if (headers->status == 304 && !fetch->conditional)
		fetch_stop(fetch, FETCH_PROTOCOL,
		    "304 to a request without validators");
	else if (undecodable != NULL)
		fetch_stop(fetch, FETCH_PROTOCOL, undecodable);
	/* Content-Length of a 304 is the length of a body that is not sent. A
	 * robots.txt of any length is cut at its limit */
	else if (headers->status != 304 && fetch->kind != FETCH_ROBOTS &&
		 slice_to_int64(length, &announced) &&
		 announced > fetch->body.max_bytes)
		fetch_stop(fetch, FETCH_TOO_LARGE,
		    "Content-Length is larger than the limit of the body");
}

/* The callback CURLOPT_HEADERFUNCTION. */
static size_t
fetch_take_header(char *bytes, size_t size, size_t n, void *arg)
{
	struct fetch *fetch = arg;
	bool was_complete = fetch->headers.complete;

	n *= size;
	if (!fetch_headers_take(&fetch->headers, (struct slice){ bytes, n }))
		fetch_stop(fetch, FETCH_TOO_LARGE, "too many bytes of headers");
	else if (fetch->headers.complete && !was_complete)
		fetch_look_at_head(fetch);
	return fetch->result == FETCH_RESULT_COUNT ? n : 0;
}

/* Returns the received bytes of the body, before decoding.  libcurl counts the
 * bytes of a chunked body only after the callback, so the size of one buffer is
 * added to them. */
static int64_t
fetch_wire_bytes_of(const struct fetch *fetch)
{
	curl_off_t n = 0;

	curl_easy_getinfo(fetch->easy, CURLINFO_SIZE_DOWNLOAD_T, &n);
	return (int64_t)n + (fetch->is_chunked ? FETCH_BUFFER_BYTES : 0);
}

/* The callback CURLOPT_WRITEFUNCTION. */
static size_t
fetch_take_body(char *bytes, size_t size, size_t n, void *arg)
{
	struct fetch *fetch = arg;
	enum fetch_result result;
	const char *why;

	n *= size;
	if (fetch->is_redirect) {
		fetch->redirect_bytes += (int64_t)n;
		return fetch->redirect_bytes <= LIMIT_REDIRECT_BYTES ? n : 0;
	}
	why = fetch_decode_take(&fetch->decode, (struct slice){ bytes, n },
	    fetch_wire_bytes_of(fetch), &fetch->body, &result);
	if (why == NULL)
		return n;
	fetch_stop(fetch, result, why);
	return 0;
}

/* ------------------------------------------------------------------ hops */

void
fetch_start_transfer(struct fetch *fetch)
{
	struct fetcher *fetcher = fetch->fetcher;
	const char *proxy =
	    fetch_site_proxy(fetch, fetch->urls[fetch->n_urls - 1]);
	int64_t left_ms =
	    fetch->timeout_ms - (clock_monotonic_ms() - fetch->started_ms);

	fetch_headers_clear(&fetch->headers);
	fetch->guard =
	    (struct fetch_guard){ .allow_private = fetcher->allow_private ||
						   fetch->is_local ||
						   proxy[0] != '\0' };
	fetch->is_redirect = fetch->is_chunked = false;
	fetch->redirect_bytes = 0;
	fetch->curl_text[0] = '\0';
	if (left_ms <= 0) {
		fetch_set_why(fetch, "no time was left for a redirect");
		fetch_end(fetch, FETCH_TIMEOUT);
	} else if (!fetch_request_set_url(fetch, left_ms) ||
		   curl_easy_setopt(fetch->easy, CURLOPT_FRESH_CONNECT,
		       fetch->is_fresh ? 1L : 0L) != CURLE_OK ||
		   curl_multi_add_handle(fetcher->loop.multi, fetch->easy) !=
		       CURLM_OK) {
		fetch_set_why(fetch, "no memory for the transfer");
		fetch_end(fetch, FETCH_PROTOCOL);
	}
}

static void
fetch_follow(struct fetch *fetch)
{
	enum fetch_result result = fetch_redirect_next(fetch);

	fetch->is_fresh = false;
	if (result == FETCH_OK)
		fetch_redirect_ask(fetch);
	else
		fetch_end(fetch, result);
}

/* Removes the handle from libcurl. */
static void
fetch_leave(struct fetch *fetch)
{
	curl_off_t body = 0;

	curl_easy_getinfo(fetch->easy, CURLINFO_SIZE_DOWNLOAD_T, &body);
	fetch->wire_bytes += (int64_t)body + fetch->headers.bytes;
	fetch_note_sent(fetch);
	curl_multi_remove_handle(fetch->fetcher->loop.multi, fetch->easy);
	fetch_cookies_received(&fetch->cookies, fetch->easy);
}

/* Called by fetch_loop when a request has ended. */
static void
fetch_ended(CURL *easy, CURLcode code)
{
	struct fetch *fetch = NULL;
	enum fetch_result result;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&fetch);
	fetch_leave(fetch);
	if (fetch->result != FETCH_RESULT_COUNT) {
		fetch_end(fetch, fetch->result);
		return;
	}
	if (fetch->guard.is_repeated && !fetch->is_fresh) {
		fetch_redirect_ask_again(fetch);
		return;
	}
	/* the target is known, even if the redirect's body failed */
	if (fetch->is_redirect && code != CURLE_OPERATION_TIMEDOUT) {
		fetch_follow(fetch);
		return;
	}
	result = fetch_result_of(code, fetch);
	if (result == FETCH_OK && !fetch_decode_is_whole(&fetch->decode)) {
		fetch_set_why(fetch, "the coding of the body ends too early");
		fetch_end(fetch, FETCH_TRUNCATED);
		return;
	}
	fetch_explain(fetch, code, result);
	if (result == FETCH_POSTPONED)
		fetch->wait_s = FETCH_SHORTAGE_WAIT_S;
	fetch_end(fetch, result);
}

/* ------------------------------------------------------- the public part */

int
fetcher_new(struct event_base *base, const struct fetch_options *options,
    struct fetcher **ret, struct err *e)
{
	struct fetcher *fetcher = calloc(1, sizeof(*fetcher));
	int rc;

	assert(options->user_agent != NULL && options->parallel > 0);
	if (fetcher == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the fetcher");
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		free(fetcher);
		return err_set(e, ERR_LIBRARY, "libcurl cannot be initialised");
	}
	TAILQ_INIT(&fetcher->running);
	TAILQ_INIT(&fetcher->parked);
	TAILQ_INIT(&fetcher->ended);
	fetcher->parallel = options->parallel;
	fetcher->allow_private = options->allow_private;
	fetcher->allow_downgrade = options->allow_downgrade;
	fetcher->on_redirect = options->on_redirect;
	fetcher->on_redirect_arg = options->on_redirect_arg;
	fetcher->access = options->access;
	fetch_jars_init(&fetcher->jars);
	fetch_counts_init(&fetcher->counts);
	fetcher->slow_s = options->slow_s > 0 ? options->slow_s : LIMIT_SLOW_S;
	fetcher->user_agent = strdup(options->user_agent);
	fetcher->proxy = strdup(options->proxy != NULL ? options->proxy : "");
	fetcher->deliver = event_new(base, -1, 0, fetch_deliver, fetcher);
	rc = fetch_loop_init(&fetcher->loop, base,
	    fetcher_most(options->parallel), fetch_ended, e);
	if (rc == 0 && (fetcher->user_agent == NULL || fetcher->proxy == NULL ||
			   fetcher->deliver == NULL))
		rc = err_set(e, ERR_MEMORY, "no memory for the fetcher");
	if (rc != 0) {
		fetcher_free(fetcher);
		return rc;
	}
	*ret = fetcher;
	return 0;
}

void
fetcher_free(struct fetcher *fetcher)
{
	struct fetch *fetch;

	if (fetcher == NULL)
		return;
	assert(!fetcher->delivering);
	fetcher->stopping = true;
	fetcher_cancel_all(fetcher);
	while ((fetch = TAILQ_FIRST(&fetcher->ended)) != NULL)
		fetch_deliver_one(fetcher, fetch);
	fetch_loop_release(&fetcher->loop);
	if (fetcher->deliver != NULL)
		event_free(fetcher->deliver);
	fetch_jars_release(&fetcher->jars);
	free(fetcher->user_agent);
	free(fetcher->proxy);
	free(fetcher);
	curl_global_cleanup();
}

void
fetcher_cancel_all(struct fetcher *fetcher)
{
	struct fetch *fetch;

	while ((fetch = TAILQ_FIRST(&fetcher->running)) != NULL ||
	       (fetch = TAILQ_FIRST(&fetcher->parked)) != NULL)
		fetch_cancel(fetch);
}

static void
fetch_cancel_if(struct fetch *fetch,
    bool (*wanted)(const void *redirect_owner, const void *arg),
    const void *arg)
{
	struct fetch *next;

	for (; fetch != NULL; fetch = next) {
		next = TAILQ_NEXT(fetch, entry);
		if (fetch->redirect_owner != NULL &&
		    wanted(fetch->redirect_owner, arg))
			fetch_cancel(fetch);
	}
}

void
fetcher_cancel_if(struct fetcher *fetcher,
    bool (*wanted)(const void *redirect_owner, const void *arg),
    const void *arg)
{
	fetch_cancel_if(TAILQ_FIRST(&fetcher->running), wanted, arg);
	fetch_cancel_if(TAILQ_FIRST(&fetcher->parked), wanted, arg);
}

void
fetcher_set_access(struct fetcher *fetcher, const struct access *access)
{
	fetcher->access = access;
	fetch_jars_keep(&fetcher->jars, access);
}

int
fetcher_active(const struct fetcher *fetcher)
{
	return fetcher->active;
}

int
fetcher_parked(const struct fetcher *fetcher)
{
	return fetcher->n_parked;
}

int
fetcher_most(int parallel)
{
	return parallel < LIMIT_TRANSFERS / LIMIT_SILENT_FACTOR
		   ? parallel * LIMIT_SILENT_FACTOR
		   : LIMIT_TRANSFERS;
}

/* True if libcurl has found the address of the host, or of the proxy. */
static bool
fetch_is_resolved(const struct fetch *fetch)
{
	curl_off_t us = 0;

	curl_easy_getinfo(fetch->easy, CURLINFO_NAMELOOKUP_TIME_T, &us);
	return us > 0;
}

/* Counts the transfers that have run for LIMIT_SILENT_MS without an answer:
 * those whose host name is known, and those whose name is being looked up.
 * O(active). */
static void
fetch_count_silent(
    const struct fetcher *fetcher, int *ret_silent, int *ret_lookups)
{
	int64_t before_ms = clock_monotonic_ms() - LIMIT_SILENT_MS;
	const struct fetch *fetch;

	*ret_silent = *ret_lookups = 0;
	TAILQ_FOREACH(fetch, &fetcher->running, entry)
	{
		if (fetch->started_ms > before_ms)
			break; /* the list is sorted by start time */
		if (fetch->headers.status != 0)
			continue;
		if (fetch_is_resolved(fetch))
			++*ret_silent;
		else
			++*ret_lookups;
	}
}

/* Silent transfers are not counted.  Otherwise a thousand servers that accept
 * connections and never answer would use the whole capacity until their
 * timeout.  Lookups of names are counted, because each needs a thread. */
bool
fetcher_has_capacity(const struct fetcher *fetcher)
{
	int n_silent, n_lookups;

	if (fetcher->active < fetcher->parallel)
		return true;
	if (fetcher->active >= fetcher_most(fetcher->parallel))
		return false;
	fetch_count_silent(fetcher, &n_silent, &n_lookups);
	return fetcher->active - n_silent < fetcher->parallel;
}

bool
fetcher_has_capacity_for_silence(const struct fetcher *fetcher)
{
	int most = fetcher_most(fetcher->parallel);
	int most_lookups =
	    fetcher->parallel - fetcher->parallel / FETCH_LOOKUP_SHARE;
	int n_silent, n_lookups;

	if (fetcher->active >= most - most / LIMIT_SILENT_FACTOR)
		return false;
	if (fetcher->active < most_lookups)
		return true;
	fetch_count_silent(fetcher, &n_silent, &n_lookups);
	return n_lookups < most_lookups;
}

/* Returns a transfer with its first address. The transfer is not started yet.
 */
static struct fetch *
fetch_new(struct fetcher *fetcher, const struct fetch_request *request)
{
	struct fetch *fetch = calloc(1, sizeof(*fetch));
	int bad = 0;

	if (fetch == NULL)
		return NULL;
	fetch->fetcher = fetcher;
	fetch->result = FETCH_RESULT_COUNT;
	fetch->redirect_owner = request->redirect_owner;
	fetch->is_local = request->is_local;
	fetch->all_permanent = true;
	fetch->started_ms = clock_monotonic_ms();
	fetch_headers_init(&fetch->headers);
	fetch_body_init(&fetch->body, request->max_bytes);
	fetch->easy = curl_easy_init();
	fetch->urls[fetch->n_urls++] = strdup(request->url);
	if (fetch->easy == NULL || fetch->urls[0] == NULL ||
	    !fetch_request_copy(fetch, request) ||
	    !fetch_request_options(fetch)) {
		fetch_free(fetch);
		return NULL;
	}
	bad |= curl_easy_setopt(
	    fetch->easy, CURLOPT_HEADERFUNCTION, fetch_take_header);
	bad |= curl_easy_setopt(fetch->easy, CURLOPT_HEADERDATA, fetch);
	bad |= curl_easy_setopt(
	    fetch->easy, CURLOPT_WRITEFUNCTION, fetch_take_body);
	bad |= curl_easy_setopt(fetch->easy, CURLOPT_WRITEDATA, fetch);
	if (bad) {
		fetch_free(fetch);
		return NULL;
	}
	return fetch;
}

int
fetch_start(struct fetcher *fetcher, const struct fetch_request *request,
    fetch_done *done, void *arg, struct fetch **ret, struct err *e)
{
	struct fetch *fetch;

	assert(request->timeout_ms > 0 && request->max_bytes > 0);
	if (fetcher->stopping || !fetcher_has_capacity(fetcher))
		return err_set(
		    e, ERR_LIMIT, "%d transfers run already", fetcher->active);
	fetch = fetch_new(fetcher, request);
	if (fetch == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a transfer");
	fetch->done = done;
	fetch->arg = arg;
	TAILQ_INSERT_TAIL(&fetcher->running, fetch, entry);
	fetcher->active++;
	if (ret != NULL)
		*ret = fetch;
	if (fetch_redirect_first(fetch))
		fetch_start_transfer(fetch);
	else
		fetch_end(fetch, FETCH_FORBIDDEN);
	return 0;
}

void
fetch_cancel(struct fetch *fetch)
{
	if (fetch->state == FETCH_RUNNING) {
		fetch_leave(fetch);
		fetch_end(fetch, FETCH_CANCELLED);
	} else if (fetch->state == FETCH_PARKED) {
		fetch_unpark(fetch);
		fetch_end(fetch, FETCH_CANCELLED);
	}
	fetch->result = FETCH_CANCELLED;
	fetch_set_why(fetch, "cancelled");
	fetch_body_release(&fetch->body);
}
