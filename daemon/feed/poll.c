/*
 * poll.c -- one poll of a feed: fetch, parse in a worker, store.
 *
 * Normal case: poll_start() queues the request at its host, poll_fetch()
 * fetches the feed, a worker parses it, and one transaction stores entries,
 * validators and the time of the next poll. After a 304, or if the bytes are
 * the same as last time, only the validators of the response are stored. Each
 * failure ends the poll with a stored reason and a next poll.
 *
 * Validators are only stored with a document that was parsed completely.
 * Otherwise the old validators are kept (docs/etiquette.md, rows E8 to E10).
 */
#include "daemon/feed/poll.h"

#include <sys/mman.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/table.h"
#include "config/config.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/network.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/page/quarantine.h"
#include "daemon/websub/websub.h"

/* Largest number of tries to parse a document. The second try is necessary
 * because another document may have ended the worker. */
#define READ_TRIES 2
/* Larger documents are not hashed, because the hash is computed on the event
 * loop: 0.3 ms for a megabyte. */
#define HASH_BYTES (1 * MIB)
/* Up to this size, pread() is faster than mmap(). */
#define SMALL_BYTES (32 * 1024)
/* Wait after a poll whose document could not be passed to a worker, because no
 * descriptor was free. */
#define SHORTAGE_WAIT_S 60
/* An unchanged document is parsed again at this interval. Parsing updates the
 * time at which an item was last seen, which is stored once a day
 * (SEEN_FRESH_S). */
#define READ_AGAIN_S (12 * 3600)

void
poll_free(struct poll *poll)
{
	response_copy_release(&poll->response);
	buf_release(&poll->frame);
	buf_release(&poll->terms);
	free(poll->moved_url);
	free(poll->link);
	free(poll->hub_url);
	free(poll->self_url);
	websub_change_free(poll->subscription);
	free(poll->notice_url);
	free(poll);
}

static void poll_set_outcome(struct poll *poll, bool failed,
    const char *outcome, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void
poll_set_outcome(struct poll *poll, bool failed, const char *outcome,
    const char *format, ...)
{
	va_list ap;

	poll->failed = failed;
	snprintf(poll->outcome, sizeof(poll->outcome), "%s", outcome);
	va_start(ap, format);
	vsnprintf(poll->why, sizeof(poll->why), format, ap);
	va_end(ap);
}

void
poll_drop(struct poll *poll)
{
	schedule_end_poll(poll->hub, poll->feed);
	schedule_put(poll->hub, poll->feed, hub_now());
	poll_free(poll);
}

static void
poll_drop_request(struct hub *hub, struct request *request)
{
	struct subscription *feed =
	    container_of(request, struct subscription, request);

	schedule_end_poll(hub, feed);
	schedule_put(hub, feed, hub_now());
}

/* ---- parsing ---- */

static void poll_read_body(struct poll *poll);

static void
poll_copy_hub(struct poll *poll, const struct feed *feed)
{
	if (poll->hub->websub == NULL)
		return;
	free(poll->hub_url);
	free(poll->self_url);
	poll->hub_url = hub_copy(feed->hub);
	poll->self_url = hub_copy(feed->self);
}

void
poll_take_feed(struct poll *poll, const struct reply *reply)
{
	const struct feed *feed = &reply->feed;

	poll->summary = (struct feed){ .format = feed->format,
		.complete = feed->complete,
		.ttl_minutes = feed->ttl_minutes,
		.n_entries = feed->n_entries };
	if (feed->format == FEED_UNKNOWN) {
		poll->leaves_validators = true;
		poll_set_outcome(
		    poll, true, "not-a-feed", "%.*s", SLICE_ARG(feed->why));
		return;
	}
	if (!reply_write(&poll->frame, reply)) {
		buf_clear(&poll->frame);
		poll->leaves_validators = true;
		poll_set_outcome(poll, true, "too-large",
		    "more than %lld bytes of entries",
		    (long long)LIMIT_REPLY_BYTES);
	} else if (poll->response.result != FETCH_OK || !feed->complete) {
		poll->leaves_validators = poll->is_incomplete = true;
		poll_set_outcome(poll, true, "incomplete", "%.*s",
		    SLICE_ARG(feed->why.len > 0
				  ? feed->why
				  : SLICE("the transfer was truncated")));
	} else {
		poll->has_hints = true;
		poll->hints = feed_hints_of(feed);
		poll_copy_hub(poll, feed);
		poll_set_outcome(poll, false, "ok", "%s", "");
	}
}

void
poll_take_unchanged(struct poll *poll)
{
	poll_set_outcome(poll, false, "unchanged", "%s", "");
}

static void
poll_on_read(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct poll *poll = arg;

	if (result == WORKER_STOPPED) {
		poll_drop(poll);
		return;
	}
	if (result == WORKER_OK) {
		poll_take_feed(poll, reply);
		if ((reply->feed.complete ||
			reply->feed.format == FEED_UNKNOWN) &&
		    poll_follow_notice(poll, reply->feed.new_url))
			return;
	} else if (result == WORKER_LOST ||
		   (result != WORKER_FAILED && poll->tries < READ_TRIES)) {
		poll->tries -= result == WORKER_LOST;
		poll_read_body(poll);
		return;
	} else {
		poll->leaves_validators = true;
		poll_set_outcome(poll, true, "unreadable", "%s: %s",
		    worker_result_name(result), why);
		quarantine_note(poll->hub->quarantine,
		    &(struct quarantine_case){ .kind = JOB_FEED,
			.url = poll->response.url,
			.content_type = poll->response.content_type,
			.body_fd = poll->response.body_fd,
			.fallback_levels = 1,
			.result = result,
			.cause = workers_cause(poll->hub->workers),
			.why = why });
	}
	poll_update(poll);
}

/* There is only one parser for feeds. A feed document that is known to end
 * workers (table `crasher`) is therefore not parsed.
 */
static bool
poll_is_crasher(struct poll *poll)
{
	if (quarantine_levels(
		poll->hub->quarantine, JOB_FEED, poll->response.body_fd) == 0)
		return false;
	poll->leaves_validators = true;
	poll_set_outcome(poll, true, "unreadable",
	    "crasher: a worker failed at these bytes before");
	return true;
}

/* No descriptor is free. This is not a failure of the feed. */
static void
poll_postpone(struct poll *poll)
{
	poll->busy = true;
	poll->retry_after_s = SHORTAGE_WAIT_S;
	poll->leaves_validators = true;
	poll_set_outcome(poll, true, fetch_result_name(FETCH_POSTPONED), "%s",
	    "no descriptor is free");
	poll_update(poll);
}

static void
poll_read_body(struct poll *poll)
{
	const struct job job = {
		.kind = JOB_FEED,
		.url = slice_of(poll->response.url),
		.content_type = slice_of(poll->response.content_type),
	};
	struct err e = ERR_INIT;
	int fd = dup(poll->response.body_fd);

	if (fd < 0) {
		poll_postpone(poll);
		return;
	}
	poll->tries++;
	if (hub_start_job(poll->hub, poll->feed->url, false, &job, fd,
		poll_on_read, poll, &e) == 0)
		return;
	poll->leaves_validators = true;
	poll_set_outcome(poll, true, "unreadable", "%s", e.text);
	poll_update(poll);
}

/* ---- fetching ---- */

static void
poll_take_response(struct poll *poll, const struct response *r)
{
	int64_t now = hub_now();

	response_copy_take(&poll->response, r, now);
	/* A 304 without these headers does not change those of the document
	 * (RFC 9111, section 4.3.4). */
	if (r->status == 304 && r->cache_control == NULL && r->expires == NULL)
		poll->response.fresh_s = poll->feed->fresh_s;
	poll->permanent = r->redirects > 0 && r->permanent;
	poll->was_sent = r->was_sent;
	poll->retry_after_s = -1;
	poll->busy = host_queue_is_busy(r);
	if (poll->busy)
		poll->retry_after_s = host_queue_pause_asked_s(r, now);
	else if (r->result == FETCH_OK && r->status >= 400)
		poll->later_s = host_queue_retry_after_s(r, now);
	poll->challenged =
	    r->cf_mitigated != NULL &&
	    slice_equal_nocase(slice_of(r->cf_mitigated), SLICE("challenge"));
}

/* Returns a hash of the document, its URL and its type, which determine the
 * result of parsing. 0: the document is too large. */
static uint64_t
poll_hash_body(const struct poll *poll, int64_t bytes)
{
	uint64_t hash[3] = { hash_bytes(slice_of(poll->response.url)),
		hash_bytes(slice_of(poll->response.content_type)), 0 };
	char small[SMALL_BYTES];
	void *p;

	if (bytes <= 0 || bytes > HASH_BYTES)
		return 0;
	if (bytes <= SMALL_BYTES) {
		if (pread(poll->response.body_fd, small, (size_t)bytes, 0) !=
		    bytes)
			return 0;
		hash[2] = hash_bytes((struct slice){ small, (size_t)bytes });
		return hash_bytes((struct slice){ (char *)hash, sizeof(hash) });
	}
	p = mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE,
	    poll->response.body_fd, 0);
	if (p == MAP_FAILED)
		return 0;
	hash[2] = hash_bytes((struct slice){ p, (size_t)bytes });
	munmap(p, (size_t)bytes);
	return hash_bytes((struct slice){ (char *)hash, sizeof(hash) });
}

/* Most servers that do not support 304 send the same bytes again. The hash is
 * keyed with a secret of this process, so that an attacker cannot construct
 * another document with the same hash. */
static bool
poll_is_same_body(struct poll *poll, const struct response *r)
{
	const struct subscription *feed = poll->feed;
	int64_t since_s = hub_now() - feed->body_read_at;

	if (r->result != FETCH_OK || r->status != 200)
		return false;
	poll->body_hash = poll_hash_body(poll, r->body_bytes);
	return poll->body_hash != 0 && poll->body_hash == feed->body_hash &&
	       since_s >= 0 && since_s < READ_AGAIN_S;
}

void
poll_refresh_validators(const struct poll *poll, struct response_copy *r)
{
	if (r->etag == NULL)
		r->etag = hub_copy(slice_of(poll->feed->etag));
	if (r->last_modified == NULL)
		r->last_modified =
		    hub_copy(slice_of(poll->feed->last_modified));
}

/* Queues the request at the host of the feed's URL.  Returns false if the URL
 * has no host, or if another node owns the host. */
static bool
poll_queue(struct hub *hub, struct subscription *feed)
{
	feed->request.is_foreign = false;
	feed->request.queued.feed_id = 0;
	return host_queue_add(hub, &feed->request, feed->url);
}

/* After a 412 to a request with validators, deletes the validators in memory
 * and requests the feed again without them. Otherwise each later poll would be
 * answered with 412, too. poll_store.c does not store the validators of the
 * second response. Returns false if no second request was queued; otherwise the
 * poll is freed. */
static bool
poll_ask_without_validators(struct poll *poll, const struct response *r)
{
	struct subscription *feed = poll->feed;

	if (!response_drop_validators(r, &feed->etag, &feed->last_modified) ||
	    !poll_queue(poll->hub, feed))
		return false;
	feed->refuses_validators = feed->was_refused = true;
	poll_free(poll);
	return true;
}

static void
poll_on_response(const struct response *r, void *arg)
{
	struct poll *poll = arg;
	bool has_body = r->body_fd >= 0 && r->status >= 200 && r->status < 300;

	poll_take_response(poll, r);
	if (poll->hub->websub != NULL)
		poll->link = hub_copy(slice_of(r->link));
	/* A server that redirects to an unreachable server has answered. The
	 * failure is therefore counted for the feed. */
	poll->silent = network_is_silent(r) &&
		       (r->redirects == 0 || network_is_excuse(poll->hub, r));
	if (network_is_there(r) || r->redirects > 0)
		poll->feed->was_excused = false;
	if (poll->silent && poll->feed->failures == 0 &&
	    !poll->feed->was_excused)
		network_note_silence(poll->hub, poll->feed->request.host, r);
	host_queue_finished(poll->hub, &poll->feed->request, r);
	if (poll_ask_without_validators(poll, r))
		return;
	if (r->result == FETCH_OK && r->status == 304) {
		poll_refresh_validators(poll, &poll->response);
		poll_take_unchanged(poll);
		poll_update(poll);
	} else if (has_body && poll_is_same_body(poll, r)) {
		poll_take_unchanged(poll);
		poll_update(poll);
	} else if (has_body &&
		   (r->result == FETCH_OK || r->result == FETCH_TRUNCATED)) {
		if (poll_is_crasher(poll))
			poll_update(poll);
		else
			poll_read_body(poll);
	} else {
		poll->leaves_validators = true;
		if (r->result != FETCH_OK)
			poll_set_outcome(poll, true,
			    fetch_result_name(r->result), "%s", r->why);
		else if (poll->challenged)
			poll_set_outcome(poll, true, "challenge",
			    "HTTP %ld, a challenge to browsers", r->status);
		else if (r->status >= 200 && r->status < 300)
			poll_set_outcome(poll, true, "empty",
			    "HTTP %ld, no body", r->status);
		else
			poll_set_outcome(
			    poll, true, "http-error", "HTTP %ld", r->status);
		if (r->result == FETCH_CANCELLED)
			poll_drop(poll);
		else
			poll_update(poll);
	}
}

static struct poll *
poll_new(struct hub *hub, struct subscription *feed)
{
	struct poll *poll = calloc(1, sizeof(*poll));

	if (poll == NULL)
		abort();
	poll->hub = hub;
	poll->feed = feed;
	response_copy_init(&poll->response);
	poll->retry_after_s = -1;
	poll->summary.ttl_minutes = -1;
	buf_init(&poll->frame, LIMIT_REPLY_BYTES);
	buf_init(&poll->terms, LIMIT_TERMS_BYTES);
	return poll;
}

size_t
poll_headers(
    const struct subscription *feed, struct fetch_header ret[POLL_HEADERS])
{
	size_t n = 0;

	for (; feed->given != NULL && n < feed->given->n_headers &&
	       n < POLL_HEADERS;
	     n++)
		ret[n] = (struct fetch_header){ feed->given->headers[n].name,
			feed->given->headers[n].value };
	return n;
}

static void
poll_fetch(struct hub *hub, struct request *request)
{
	struct subscription *feed =
	    container_of(request, struct subscription, request);
	struct poll *poll = poll_new(hub, feed);
	struct fetch_header headers[POLL_HEADERS];
	struct fetch_request fetch_request = {
		.kind = FETCH_FEED,
		.url = feed->url,
		.validators_url = feed->validators_url,
		.etag = feed->etag,
		.last_modified = feed->last_modified,
		.headers = headers,
		.n_headers = poll_headers(feed, headers),
		.max_bytes = hub->config->fetch.feed_bytes,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
		.redirect_owner = request,
	};
	struct err e = ERR_INIT;
	struct fetch *fetch;

	if (fetch_start(hub->fetcher, &fetch_request, poll_on_response, poll,
		&fetch, &e) == 0)
		return;
	host_queue_abandoned(hub, request);
	poll->leaves_validators = true;
	poll->retry_after_s = -1;
	poll_set_outcome(poll, true, "not-started", "%s", e.text);
	poll_update(poll);
}

/* The request may have waited for days: it is dropped if the feed was removed
 * or paused, or if the feed excludes this hour or day. */
static void
poll_start_request(struct hub *hub, struct request *request)
{
	struct subscription *feed =
	    container_of(request, struct subscription, request);
	int64_t now = hub_now(), at = schedule_late_until(feed, now);

	if (!feed->removed && feed->status != FEED_PAUSED && at <= now) {
		poll_fetch(hub, request);
		return;
	}
	host_queue_abandoned(hub, request);
	schedule_end_poll(hub, feed);
	schedule_put(hub, feed, at);
}

/* The struct poll is allocated later, when the host is ready: at the first
 * start a hundred thousand feeds may wait. */
void
poll_start(struct hub *hub, struct subscription *feed)
{
	struct poll *poll;

	feed->request = (struct request){
		.kind = REQUEST_FEED,
		.start = poll_start_request,
		.drop = poll_drop_request,
		.lose = poll_drop_request,
		.answered = feed->last_poll_at != DATE_NONE && !feed->failures,
		.feed_id = feed->id,
	};
	schedule_begin_poll(hub, feed);
	if (poll_queue(hub, feed))
		return;
	poll = poll_new(hub, feed);
	poll->leaves_validators = true;
	poll_set_outcome(poll, true, "bad-url", "the URL cannot be fetched");
	poll_update(poll);
}
