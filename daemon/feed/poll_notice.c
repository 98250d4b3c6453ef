/*
 * poll_notice.c -- follows a notice that a feed has moved: RSS's old
 * <redirect><newLocation>, or itunes:new-feed-url in a feed (docs/feed-rows.md,
 * row T24).
 *
 * Normal case: a poll has parsed such a document. The new URL waits in its host
 * queue, is fetched and parsed; if it is a feed, its items become those of this
 * poll. From then on the notice counts like a permanent redirect, which is
 * adopted after seven days. On any failure the result of the poll is the first
 * document: the items of a feed, or a notice without a usable target. The
 * request does not wait for the end of a host's pause, because that may be days
 * away.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crawler/fetch/freshness.h"
#include "daemon/feed/poll.h"
#include "daemon/page/quarantine.h"
#include "url/url.h"

/* The response of the new URL, until it has been parsed as a feed. */
struct notice {
	struct poll *poll;
	char *url, *etag, *last_modified, *content_type;
	int64_t fresh_s, bytes, elapsed_ms;
	int body_fd, tries;
};

static void
poll_notice_free(struct notice *n)
{
	if (n->body_fd >= 0)
		close(n->body_fd);
	free(n->url);
	free(n->etag);
	free(n->last_modified);
	free(n->content_type);
	free(n);
}

/* The notice has no usable target: stores the first document. */
static void
poll_notice_give_up(struct notice *n, const char *why)
{
	struct poll *poll = n->poll;

	if (poll->failed)
		snprintf(poll->why, sizeof(poll->why),
		    "the feed says that it has moved to %.100s: %.100s",
		    poll->notice_url, why);
	poll_notice_free(n);
	poll_update(poll);
}

static void
poll_notice_replace(char **old, char **new)
{
	free(*old);
	*old = *new;
	*new = NULL;
}

/* The poll continues with the new URL. */
static void
poll_notice_take_over(struct notice *n)
{
	struct poll *poll = n->poll;

	poll_notice_replace(&poll->url, &n->url);
	poll_notice_replace(&poll->etag, &n->etag);
	poll_notice_replace(&poll->last_modified, &n->last_modified);
	poll->fresh_s = n->fresh_s;
	poll->bytes += n->bytes;
	poll->elapsed_ms += n->elapsed_ms;
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
			.url = n->url,
			.content_type = n->content_type,
			.body_fd = n->body_fd,
			.fallback_levels = 1,
			.result = result,
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
		.url = slice_of(n->url),
		.content_type = slice_of(n->content_type),
	};
	struct err e = ERR_INIT;
	int fd = dup(n->body_fd);

	if (fd < 0)
		err_errno(&e, "duplicate a feed's descriptor");
	else if (hub_start_job(n->poll->hub, n->poll->notice_url, &job, fd,
		     poll_notice_on_read, n, &e) == 0)
		return;
	poll_notice_give_up(n, e.text);
}

/* ---- fetching ---- */

static void
poll_notice_take_response(struct notice *n, const struct response *r)
{
	const struct freshness_input freshness = {
		.cache_control = r->cache_control,
		.age = r->age,
		.date = r->date,
		.expires = r->expires,
		.now = hub_now(),
	};

	n->body_fd = r->body_fd;
	n->url = hub_copy(slice_of(r->url));
	n->etag = hub_copy(slice_of(r->etag));
	n->last_modified = hub_copy(slice_of(r->last_modified));
	n->content_type = hub_copy(slice_of(r->content_type));
	n->bytes = r->wire_bytes;
	n->elapsed_ms = r->elapsed_ms;
	n->fresh_s = freshness_lifetime_s(&freshness);
}

static void
poll_notice_on_response(const struct response *r, void *arg)
{
	struct notice *n = arg;
	struct poll *poll = n->poll;
	char why[64];

	poll_notice_take_response(n, r);
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
		if (n->etag == NULL)
			n->etag = hub_copy(slice_of(poll->feed->etag));
		if (n->last_modified == NULL)
			n->last_modified =
			    hub_copy(slice_of(poll->feed->last_modified));
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
	n->body_fd = -1;
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

bool
poll_follow_notice(struct poll *poll, struct slice to)
{
	const struct host *host;
	int64_t pause_s;

	if (to.len == 0 || poll->notice_url != NULL || !url_fetchable(to) ||
	    slice_equal(to, slice_of(poll->feed->url)) ||
	    slice_equal(to, slice_of(poll->url)))
		return false;
	/* parse the document again next time, to follow it again */
	poll->body_hash = 0;
	poll->notice_url = hub_copy(to);
	host = host_queue_host_of(poll->hub, poll->notice_url);
	if (host == NULL)
		return false;
	pause_s = host->pause_until_at - hub_now();
	if (pause_s > 0) {
		if (poll->failed)
			poll->retry_after_s = pause_s;
		return false;
	}
	poll->notice = (struct request){
		.kind = REQUEST_FEED,
		.start = poll_notice_fetch,
		.drop = poll_notice_drop,
	};
	return host_queue_add(poll->hub, &poll->notice, poll->notice_url);
}
