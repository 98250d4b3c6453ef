/*
 * websub_ask.c -- requests to hubs, and their verification.
 *
 * Normal case: websub_ask() sends the request when the rate limit of the hub's
 * host allows it.  The hub answers 202, and then asks the callback whether the
 * request was intended (websub_answer()).  The last verified request determines
 * the state: the subscription is active until the end of its lease, or has
 * ended.
 *
 * A hub is chosen by a feed.  Its responses therefore do not pause or slow down
 * other requests to its host: otherwise a feed could delay a publisher by
 * naming one of its URLs as a hub.  429 and 503 delay all subscriptions at this
 * hub.
 *
 * Source: WebSub, section 5.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/date/date.h"
#include "base/text/utf8.h"
#include "config/config.h"
#include "crawler/fetch/fetch.h"
#include "daemon/feed/cadence.h"
#include "daemon/fleet/node.h"
#include "daemon/host/host_queue.h"
#include "daemon/log.h"
#include "daemon/websub/websub_parts.h"

#define FORM_BYTES  (3 * (2 * LIMIT_URL_BYTES + LIMIT_WEBSUB_CALLBACK_BYTES))
#define WHY_BYTES   256
#define LEASE_CHARS 24

static const char *const ask_modes[] = {
	[WEBSUB_SUBSCRIBE] = "subscribe",
	[WEBSUB_UNSUBSCRIBE] = "unsubscribe",
};

/* ---- the result of a request ---- */

/* Called when the request has ended: it is not counted any more. Frees a
 * subscription that was removed during the request. */
static void
websub_ask_end(struct websub_sub *sub)
{
	struct websub *websub = sub->websub;

	sub->is_asking = false;
	websub->n_asking--;
	websub_rows_unuse(sub);
	websub_arm(websub);
}

static void
websub_ask_fail(struct websub_sub *sub, const char *why, int64_t wait_s)
{
	int64_t backoff;

	sub->failures++;
	sub->is_pending = false;
	backoff = backoff_s(sub->failures, 2 * LIMIT_WEBSUB_RETRY_S,
	    2 * LIMIT_WEBSUB_RETRY_MAX_S, hub_random_unit());
	websub_set_text(&sub->why, slice_of(why));
	sub->websub->totals.requests_failed++;
	log_event(LOG_WARNING, "websub-failed", LOG_TEXT("feed", sub->feed_url),
	    LOG_TEXT("hub", sub->hub), LOG_TEXT("mode", ask_modes[sub->asked]),
	    LOG_TEXT("why", why));
	if (sub->state == WEBSUB_LEAVING &&
	    sub->failures >= LIMIT_WEBSUB_LEAVE_TRIES) {
		websub_rows_delete(sub);
		return;
	}
	/* a renewal that failed is tried again before the lease ends */
	if (sub->state == WEBSUB_ACTIVE && sub->lease_until > hub_now() &&
	    backoff > (sub->lease_until - hub_now()) / 2)
		backoff =
		    (sub->lease_until - hub_now()) / 2 + LIMIT_WEBSUB_RENEW_S;
	websub_plan(sub, hub_now() + (wait_s > backoff ? wait_s : backoff));
	websub_rows_write(sub);
}

static void
websub_ask_accepted(struct websub_sub *sub)
{
	/* The hub may have verified the request before it answered. */
	if (!sub->is_pending)
		return;
	websub_plan(sub, hub_now() + LIMIT_WEBSUB_VERIFY_S);
	websub_rows_write(sub);
}

/* If a hub asks for a pause, all requests to it wait until the end of the pause
 * (docs/etiquette.md, rows E15 and E22).  O(subscriptions). */
static void
websub_ask_postpone(const struct websub_sub *asked, int64_t until_at)
{
	struct websub_sub *sub;

	TAILQ_FOREACH(sub, &asked->websub->subs, entry)
	if (sub != asked && !sub->is_asking && sub->due.place != HEAP_NOWHERE &&
	    sub->next_at < until_at && strcmp(sub->hub, asked->hub) == 0)
		websub_plan(sub, until_at);
}

static void
websub_ask_judge(struct websub_sub *sub, const struct response *r)
{
	char why[WHY_BYTES];
	bool was_verified = !sub->is_pending;
	int64_t wait_s = 0;

	if (r->status >= 200 && r->status < 300 &&
	    (r->result == FETCH_OK || r->result == FETCH_TOO_LARGE ||
		r->result == FETCH_TRUNCATED)) {
		websub_ask_accepted(sub);
		return;
	}
	if (was_verified)
		return;
	if (r->result != FETCH_OK)
		snprintf(why, sizeof(why), "%s: %s",
		    fetch_result_name(r->result), r->why);
	else
		snprintf(why, sizeof(why), "HTTP %ld", r->status);
	if (host_queue_is_busy(r)) {
		wait_s = host_queue_wait_asked_s(r, hub_now());
		if (wait_s < LIMIT_WEBSUB_RETRY_S)
			wait_s = LIMIT_WEBSUB_RETRY_S;
		websub_ask_postpone(sub, hub_now() + wait_s);
	}
	websub_ask_fail(sub, why, wait_s);
}

/* Returns a copy of the response, without the members that would pause or slow
 * down the host. If the hub is on the host of the feed, these members are kept.
 */
static struct response
websub_ask_neutral(const struct websub_sub *sub, const struct response *r)
{
	struct response neutral = *r;

	neutral.body_fd = -1;
	if (host_queue_host_of(sub->websub->hub, sub->feed_url) ==
	    sub->request.host)
		return neutral;
	if (r->status != 0)
		neutral.status = 200;
	neutral.retry_after = neutral.ratelimit_reset = NULL;
	neutral.cache_control = neutral.expires = NULL;
	neutral.elapsed_ms = -1;
	return neutral;
}

static void
websub_ask_on_response(const struct response *r, void *arg)
{
	struct websub_sub *sub = arg;
	struct hub *hub = sub->websub->hub;
	struct response neutral = websub_ask_neutral(sub, r);

	if (r->body_fd >= 0)
		close(r->body_fd);
	host_queue_finished(hub, &sub->request, &neutral);
	if (!sub->is_removed && r->result != FETCH_CANCELLED) {
		websub_ask_judge(sub, r);
	} else if (!sub->is_removed && hub->state == HUB_RUNNING) {
		/* this node has lost the shard of the hub's host */
		sub->is_pending = false;
		websub_plan(sub, hub_now() + 1);
	}
	websub_ask_end(sub);
	hub_step_done(hub);
}

/* ---- the request ---- */

static void
websub_ask_write_form(const struct websub_sub *sub, struct buf *out)
{
	char lease[LEASE_CHARS];

	snprintf(lease, sizeof(lease), "%d", LIMIT_WEBSUB_LEASE_S);
	websub_form_append(out, "hub.mode", slice_of(ask_modes[sub->asked]));
	websub_form_append(out, "hub.topic", slice_of(sub->topic));
	websub_form_append(out, "hub.callback", slice_of(sub->callback));
	if (sub->asked == WEBSUB_SUBSCRIBE) {
		websub_form_append(out, "hub.lease_seconds", slice_of(lease));
		websub_form_append(out, "hub.secret", slice_of(sub->secret));
	}
	if (!buf_failed(out))
		out->p[--out->len] = '\0'; /* removes the last "&" */
}

static void
websub_ask_send(struct hub *hub, struct request *request)
{
	struct websub_sub *sub =
	    container_of(request, struct websub_sub, request);
	struct fetch_request fetch_request = {
		.kind = FETCH_HUB,
		.url = sub->hub,
		.max_bytes = LIMIT_WEBSUB_ANSWER_BYTES,
		.timeout_ms = hub->config->fetch.timeout_s * 1000,
		.redirect_owner = request,
	};
	struct err e = ERR_INIT;
	struct buf form;
	int rc;

	buf_init(&form, FORM_BYTES);
	websub_ask_write_form(sub, &form);
	fetch_request.form = form.p;
	sub->is_pending = true;
	sub->websub->totals.requests++;
	rc = buf_failed(&form)
		 ? err_set(&e, ERR_LIMIT, "the request is too long")
		 : fetch_start(hub->fetcher, &fetch_request,
		       websub_ask_on_response, sub, NULL, &e);
	if (form.p != NULL)
		explicit_bzero(form.p, form.len);
	buf_release(&form);
	if (rc == 0)
		return;
	host_queue_abandoned(hub, request);
	websub_ask_fail(sub, e.text, 0);
	websub_ask_end(sub);
}

/* The subscription may have been ended while the request waited. */
static void
websub_ask_start(struct hub *hub, struct request *request)
{
	struct websub_sub *sub =
	    container_of(request, struct websub_sub, request);
	bool is_leaving = sub->state == WEBSUB_LEAVING;

	if (!sub->is_removed &&
	    is_leaving == (sub->asked == WEBSUB_UNSUBSCRIBE)) {
		websub_ask_send(hub, request);
		return;
	}
	host_queue_abandoned(hub, request);
	websub_ask_end(sub);
}

static void
websub_ask_drop(struct hub *hub, struct request *request)
{
	struct websub_sub *sub =
	    container_of(request, struct websub_sub, request);

	(void)hub;
	if (!sub->is_removed)
		websub_plan(sub, hub_now());
	websub_ask_end(sub);
}

/* A subscription that the hub has never verified, or whose lease has ended,
 * does not exist at the hub. */
static bool
websub_ask_is_needless(const struct websub_sub *sub)
{
	return sub->state == WEBSUB_LEAVING &&
	       (sub->verified_at == DATE_NONE || sub->lease_until <= hub_now());
}

void
websub_ask(struct websub_sub *sub)
{
	struct hub *hub = sub->websub->hub;

	if (sub->is_asking || !node_may_ask(hub, sub->shard)) {
		websub_plan(sub, hub_now() + 1);
		return;
	}
	if (websub_ask_is_needless(sub)) {
		websub_rows_delete(sub);
		return;
	}
	if (sub->is_pending) {
		websub_ask_fail(sub, "the hub has not verified the request", 0);
		return;
	}
	sub->asked = sub->state == WEBSUB_LEAVING ? WEBSUB_UNSUBSCRIBE
						  : WEBSUB_SUBSCRIBE;
	sub->request = (struct request){
		.kind = REQUEST_FEED,
		.start = websub_ask_start,
		.drop = websub_ask_drop,
		.lose = websub_ask_drop,
		.is_of_any_node = true,
		/* a feed can name a URL of any host as its hub */
		.is_foreign = host_queue_host_of(hub, sub->hub) !=
			      host_queue_host_of(hub, sub->feed_url),
		.feed_id = sub->feed_id,
		.queued = { .feed_id = sub->feed_id },
	};
	sub->is_asking = true;
	sub->websub->n_asking++;
	if (host_queue_add(hub, &sub->request, sub->hub))
		return;
	websub_ask_fail(sub, "the hub cannot be requested", 0);
	websub_ask_end(sub);
}

/* ---- verification ---- */

static void
websub_ask_activate(struct websub_sub *sub, int64_t lease_s)
{
	int64_t now = hub_now();

	/* hubs of earlier versions of the specification state no lease */
	if (lease_s < 0)
		lease_s = LIMIT_WEBSUB_LEASE_S;
	if (lease_s > LIMIT_WEBSUB_LEASE_MAX_S)
		lease_s = LIMIT_WEBSUB_LEASE_MAX_S;
	log_event(LOG_INFO, "websub-verified", LOG_TEXT("feed", sub->feed_url),
	    LOG_TEXT("hub", sub->hub), LOG_INT("lease_s", lease_s));
	sub->state = WEBSUB_ACTIVE;
	sub->is_pending = false;
	sub->failures = 0;
	websub_set_text(&sub->why, SLICE_NONE);
	sub->verified_at = now;
	sub->lease_until = now + lease_s;
	sub->websub->totals.verifications++;
	websub_plan(sub, now + websub_renewal_s(lease_s, hub_random_unit()));
	websub_rows_write(sub);
}

/* Returns the reason of the hub if it can be stored and shown, else a fixed
 * text. */
static struct slice
websub_ask_reason(struct slice reason)
{
	for (size_t i = 0; i < reason.len; i++)
		if ((unsigned char)reason.p[i] < 0x20 || reason.p[i] == 0x7f)
			reason.len = 0;
	if (reason.len == 0 || !utf8_valid(reason))
		return SLICE("the hub has stated no reason");
	return utf8_prefix(reason, LIMIT_WEBSUB_REASON_BYTES);
}

static void
websub_ask_deny(struct websub_sub *sub, struct slice reason)
{
	log_event(LOG_WARNING, "websub-denied", LOG_TEXT("feed", sub->feed_url),
	    LOG_TEXT("hub", sub->hub), LOG_SLICE("why", reason));
	websub_resume_polling(sub);
	sub->state = WEBSUB_REFUSED;
	sub->is_pending = false;
	sub->trust.proven_at = DATE_NONE;
	websub_set_text(&sub->why, websub_ask_reason(reason));
	websub_plan(sub, hub_now() + LIMIT_WEBSUB_DENIED_S);
	websub_rows_write(sub);
}

/* Handles a verification or denial of the hub.  Returns the status of the
 * response. */
static int
websub_ask_verify(struct websub_sub *sub, const struct websub_intent *intent)
{
	bool is_leaving = sub->state == WEBSUB_LEAVING;

	if (!slice_equal(intent->topic, slice_of(sub->topic)))
		return 404;
	if (intent->mode == WEBSUB_DENIED) {
		if (is_leaving)
			websub_rows_delete(sub);
		else if (sub->state != WEBSUB_REFUSED)
			websub_ask_deny(sub, intent->reason);
		return 200;
	}
	if (!sub->is_pending || intent->mode != sub->asked ||
	    is_leaving != (intent->mode == WEBSUB_UNSUBSCRIBE))
		return 404;
	if (is_leaving) {
		sub->websub->totals.verifications++;
		websub_rows_delete(sub);
	} else {
		websub_ask_activate(sub, intent->lease_s);
	}
	return 200;
}

int
websub_answer(struct websub *websub, struct arena *arena,
    const struct http_request *request, struct slice *ret_body)
{
	struct websub_intent intent;
	struct websub_sub *sub = websub_find_path(websub, request->path);
	int status;

	if (!websub->is_loaded || websub->hub->state != HUB_RUNNING)
		return 503;
	if (sub == NULL || !websub_intent_read(arena, request->query, &intent))
		return 404;
	status = websub_ask_verify(sub, &intent);
	if (status == 200 && intent.mode != WEBSUB_DENIED)
		*ret_body = intent.challenge;
	return status;
}
