/*
 * poll_notice.c -- follows a notice that a feed has moved: RSS's old
 * <redirect><newLocation>, or itunes:new-feed-url in a feed (docs/feed-rows.md,
 * row T24).
 *
 * Normal case: a poll has parsed such a document. The new URL waits in its host
 * queue, is fetched and parsed; if it is a feed, its items become those of this
 * poll. The notice then counts like a permanent redirect, whose target becomes
 * the feed's URL after seven days. On any failure the result of the poll is the
 * first document: the items of a feed, or a notice without a usable target. If
 * requests to the new host are paused, or are paused while the request waits,
 * the notice is not followed, because the pause may last for days.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/config.h"
#include "crawler/host.h"
#include "daemon/feed/poll.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/page/quarantine.h"
#include "url/url.h"

/* The response of the new URL, until it has been parsed as a feed. */
struct notice {
	struct poll *poll;
	struct response_copy response;
};

static void
poll_notice_free(struct notice *n)
{
	response_copy_release(&n->response);
	free(n);
}

/* Stores the first document, because the notice was not followed. */
static void
poll_notice_ignore(struct poll *poll, const char *why)
{
	if (poll->failed)
		snprintf(poll->why, sizeof(poll->why),
		    "the feed states that it has moved to %.100s: %.100s",
		    poll->notice_url, why);
	poll_update(poll);
}

/* Called if the notice has no usable target. */
static void
poll_notice_give_up(struct notice *n, const char *why)
{
	struct poll *poll = n->poll;

	poll_notice_free(n);
	poll_notice_ignore(poll, why);
}

/* The poll continues with the new URL. Nothing of the first document is used,
 * also if the document at the new URL is unchanged: its hub could otherwise
 * deliver items to the feed after the move. */
static void
poll_notice_take_over(struct notice *n)
{
	struct poll *poll = n->poll;
	struct response_copy *old = &poll->response, *new = &n->response;

	response_copy_move_text(&old->url, &new->url);
	response_copy_move_text(&old->etag, &new->etag);
	response_copy_move_text(&old->last_modified, &new->last_modified);
	old->fresh_s = new->fresh_s;
	old->wire_bytes += new->wire_bytes;
	old->elapsed_ms += new->elapsed_ms;
	free(poll->link); /* Link header of the old URL */
	free(poll->hub_url);
	free(poll->self_url);
	poll->link = poll->hub_url = poll->self_url = NULL;
	poll->has_hints = false;
	poll->leaves_validators = false;
	poll->has_moved = true;
	poll_notice_free(n);
}

/* ---- parsing ---- */

static void poll_notice_read_body(struct notice *n);

static void
poll_notice_on_read(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct notice *n = arg;
	struct poll *poll = n->poll;

	if (result == WORKER_STOPPED) {
		poll_notice_free(n);
		poll_drop(poll);
	} else if (result == WORKER_LOST) {
		poll_notice_read_body(n);
	} else if (result != WORKER_OK) {
		quarantine_note(poll->hub->quarantine,
		    &(struct quarantine_case){ .kind = JOB_FEED,
			.url = n->response.url,
			.content_type = n->response.content_type,
			.body_fd = n->response.body_fd,
			.fallback_levels = 1,
			.result = result,
			.cause = workers_cause(poll->hub->workers),
			.why = why });
		poll_notice_give_up(n, why);
	} else if (reply->feed.format == FEED_UNKNOWN) {
		char text[64];

		snprintf(text, sizeof(text), "%.*s",
		    SLICE_ARG(slice_sub(reply->feed.why, 0, 60)));
		poll_notice_give_up(n, text);
	} else if (!reply->feed.complete) {
		poll_notice_give_up(n, "an incomplete document");
	} else {
		poll_notice_take_over(n);
		buf_clear(&poll->frame);
		poll_take_feed(poll, reply);
		poll_update(poll);
	}
}

static void
poll_notice_read_body(struct notice *n)
{
	const struct job job = {
		.kind = JOB_FEED,
		.url = slice_of(n->response.url),
		.content_type = slice_of(n->response.content_type),
	};
	struct err e = ERR_INIT;
	int fd = dup(n->response.body_fd);

	if (fd < 0)
		err_errno(&e, "cannot duplicate the descriptor of a feed");
	else if (hub_start_job(n->poll->hub, n->poll->notice_url, false, &job,
		     fd, poll_notice_on_read, n, &e) == 0)
		return;
	poll_notice_give_up(n, e.text);
}

/* ---- fetching ---- */

static void
poll_notice_on_response(const struct response *r, void *arg)
{
	struct notice *n = arg;
	struct poll *poll = n->poll;
	char why[64];

	response_copy_take(&n->response, r, hub_now());
	host_queue_finished(poll->hub, &poll->notice, r);
	if (host_queue_is_busy(r) && poll->failed) {
		poll->busy = true;
		poll->retry_after_s = host_queue_pause_asked_s(r, hub_now());
	}
	if (r->result == FETCH_CANCELLED) {
		poll_notice_free(n);
		poll_drop(poll);
	} else if (r->result != FETCH_OK) {
		poll_notice_give_up(n, fetch_result_name(r->result));
	} else if (r->status == 304) {
		poll_refresh_validators(poll, &n->response);
		poll_notice_take_over(n);
		buf_clear(&poll->frame);
		poll_take_unchanged(poll);
		poll_update(poll);
	} else if (r->status >= 200 && r->status < 300 && r->body_fd >= 0) {
		if (quarantine_levels(
			poll->hub->quarantine, JOB_FEED, r->body_fd) > 0)
			poll_notice_give_up(n,
			    "crasher: a worker failed at these "
			    "bytes before");
		else
			poll_notice_read_body(n);
	} else {
		snprintf(why, sizeof(why), "HTTP %ld", r->status);
		poll_notice_give_up(n, why);
	}
}

static void
poll_notice_fetch(struct hub *hub, struct request *request)
{
	struct poll *poll = container_of(request, struct poll, notice);
	struct subscription *feed = poll->feed;
	const struct fetch_request fetch_request = {
		.kind = FETCH_FEED,
		.url = poll->notice_url,
		.validators_url = feed->validators_url,
		.etag = feed->validators_url != NULL ? feed->etag : NULL,
		.last_modified =
		    feed->validators_url != NULL ? feed->last_modified : NULL,
		.max_bytes = hub->config->fetch.feed_bytes,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
		.redirect_owner = request,
	};
	struct notice *n = calloc(1, sizeof(*n));
	struct err e = ERR_INIT;

	if (n == NULL)
		abort();
	n->poll = poll;
	response_copy_init(&n->response);
	if (fetch_start(hub->fetcher, &fetch_request, poll_notice_on_response,
		n, NULL, &e) == 0)
		return;
	host_queue_abandoned(hub, request);
	poll_notice_give_up(n, e.text);
}

static void
poll_notice_drop(struct hub *hub, struct request *request)
{
	(void)hub;
	poll_drop(container_of(request, struct poll, notice));
}

/* Called if the new host begins a pause while the request waits. */
static void
poll_notice_pause(struct hub *hub, struct request *request)
{
	struct poll *poll = container_of(request, struct poll, notice);

	(void)hub;
	if (poll->failed)
		poll->retry_after_s = host_pause_left_s(
		    request->host, request->is_foreign, hub_now());
	poll_notice_ignore(poll, "requests to its host are paused");
}

bool
poll_follow_notice(struct poll *poll, struct slice to)
{
	const struct host *host;
	bool is_foreign;
	int64_t pause_s;

	if (to.len == 0 || poll->notice_url != NULL || !url_fetchable(to) ||
	    slice_equal(to, slice_of(poll->feed->url)) ||
	    slice_equal(to, slice_of(poll->response.url)))
		return false;
	/* The hash is cleared, so that the next poll parses the document and
	 * follows the notice again. */
	poll->body_hash = 0;
	poll->notice_url = hub_copy(to);
	host = host_queue_host_of(poll->hub, poll->notice_url);
	if (host == NULL)
		return false;
	is_foreign = host != host_queue_host_of(poll->hub, poll->feed->url);
	pause_s = host_pause_left_s(host, is_foreign, hub_now());
	if (pause_s > 0) {
		if (poll->failed)
			poll->retry_after_s = pause_s;
		return false;
	}
	poll->notice = (struct request){
		.kind = REQUEST_FEED,
		.start = poll_notice_fetch,
		.drop = poll_notice_drop,
		.lose = poll_notice_drop,
		.pause = poll_notice_pause,
		.is_foreign = is_foreign,
		.feed_id = poll->feed->id,
		.queued = { .feed_id = poll->feed->id },
	};
	return host_queue_add(poll->hub, &poll->notice, poll->notice_url);
}
