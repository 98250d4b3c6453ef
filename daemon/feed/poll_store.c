/*
 * poll_store.c -- stores the result of a poll in one transaction: entries,
 * validators and the next poll. Memory is updated after the commit. The entries
 * of a long document are stored in several slices with a transaction each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "config/config.h"
#include "daemon/clock/clock.h"
#include "daemon/control.h"
#include "daemon/feed/linked_document.h"
#include "daemon/feed/listing.h"
#include "daemon/feed/poll.h"
#include "daemon/host/network.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/websub/websub.h"
#include "url/site/url_publisher.h"
#include "url/url.h"

/* If a server refuses requests with validators, one such request is sent again
 * in each period of this length. */
#define POLL_STORE_REFUSAL_S (7 * 86400)

static int
poll_store_put(struct poll *poll, struct store *store, struct err *e)
{
	struct arena arena;
	struct reply reply;
	int rc;

	if (poll->frame.len == 0)
		return store_poll_put(store, &poll->update,
		    poll->update.poll.at, &poll->stored, e);
	if (!reply_load(&arena, buf_slice(&poll->frame), &reply)) {
		arena_release(&arena);
		return err_set(e, ERR_MEMORY, "no memory for a feed's entries");
	}
	poll->update.feed = &reply.feed;
	rc = store_poll_put(
	    store, &poll->update, poll->update.poll.at, &poll->stored, e);
	poll->update.feed = NULL;
	arena_release(&arena);
	return rc;
}

static int
poll_store_run(struct store *store, void *arg, struct err *e)
{
	struct poll *poll = arg;
	int rc = poll_store_put(poll, store, e);

	if (rc != 0 || poll->subscription == NULL || poll->stored.n_left > 0)
		return rc;
	return websub_change_read(poll->subscription, store, e);
}

static void
poll_store_log_poll(const struct poll *poll)
{
	enum log_level level = poll->excused  ? LOG_DEBUG
			       : poll->failed ? LOG_WARNING
					      : LOG_INFO;

	log_event(level, "poll", LOG_TEXT("feed", poll->feed->url),
	    LOG_TEXT("outcome", poll->outcome),
	    LOG_INT("status", poll->response.status),
	    LOG_INT("entries", (int64_t)poll->summary.n_entries),
	    LOG_INT("new", (int64_t)poll->stored.n_new),
	    LOG_INT("bytes", poll->response.wire_bytes),
	    LOG_INT("ms", poll->response.elapsed_ms),
	    LOG_INT("next_s", poll->update.next_poll_at - hub_now()),
	    LOG_TEXT("by", cadence_term_name(poll->decision.why)),
	    LOG_TEXT("why", poll->why));
}

/* Items were missed: the feed is polled more often from now on. */
static void
poll_store_note_missed(struct poll *poll)
{
	struct subscription *feed = poll->feed;

	feed->missed_at = feed->last_poll_at;
	feed->missed_interval_s = poll->stored.missed_interval_s;
	log_event(LOG_WARNING, "missed-items", LOG_TEXT("feed", feed->url),
	    LOG_INT("entries", (int64_t)poll->summary.n_entries),
	    LOG_INT("interval_s", feed->missed_interval_s),
	    LOG_TEXT(
		"then", poll->stored.n_linked > 0
			    ? "earlier items are read from linked documents"
			    : "the items in between are lost"));
}

static void poll_store_prepare_decision(struct poll *);
static void poll_store_done(void *, int, const struct err *);

/* Called when a slice was stored. Other operations run before the next slice.
 */
static void
poll_store_rest(struct poll *poll)
{
	poll->stored_before = poll->stored;
	poll->update.before = &poll->stored_before;
	pending_pages_note_stored(poll->hub, &poll->stored);
	if (poll->shift_s != clock_shift_s(poll->hub)) {
		poll->update.poll.at = hub_now();
		poll_store_prepare_decision(poll);
	}
	hub_post_owned_rest(poll->hub, &poll->feed->request, poll->feed->url,
	    poll_store_run, poll_store_done, poll);
}

/* Copies the body's hash. If not all entries were stored, or if the feed has
 * moved, clears it, so that the same body is parsed again. */
static void
poll_store_note_body(const struct poll *poll, struct subscription *feed)
{
	if (poll->stored.n_waiting > 0 || poll->stored.moved) {
		feed->body_hash = 0;
	} else if (poll->has_hints) { /* parsed completely */
		feed->body_hash = poll->body_hash;
		feed->body_read_at = feed->last_poll_at;
	}
}

/* Copies the status to the feed in memory. A feed that has moved to the URL of
 * another feed was stored as gone. A feed that was paused during the poll stays
 * paused. */
static void
poll_store_set_status(const struct poll *poll)
{
	struct subscription *feed = poll->feed;
	bool was_gone = feed->status == FEED_GONE;

	if (feed->status == FEED_PAUSED)
		return;
	if (poll->update.set_status)
		feed->status = poll->update.status;
	if (poll->stored.merged)
		feed->status = FEED_GONE;
	if (feed->status != FEED_GONE ||
	    (poll->stored.merged ? was_gone : !poll->update.set_status))
		return;
	log_event(LOG_WARNING, "feed-gone", LOG_TEXT("feed", feed->url),
	    LOG_TEXT("why", poll->stored.merged
				? "it redirects to another subscribed feed"
				: ""),
	    LOG_TEXT("then", "it is polled again in a month"));
}

/* Copies the result to the feed in memory. by_s: seconds by which the clock has
 * jumped since the next poll was decided. */
static void
poll_store_update_feed(struct poll *poll, int64_t by_s)
{
	struct subscription *feed = poll->feed;

	feed->failures = poll->update.failures;
	if (!poll->failed)
		feed->fresh_s = poll->response.fresh_s;
	feed->is_asked_to_pause = cadence_is_pause(
	    poll->update.next_poll_by, slice_of(poll->outcome));
	if (poll->has_hints)
		feed->hints = poll->hints;
	feed->history = poll->history;
	feed->history.at = clock_shifted(poll->history.at, by_s);
	feed->history.aged_at = clock_shifted(poll->history.aged_at, by_s);
	if (!poll->excused)
		feed->last_poll_at = clock_shifted(poll->update.poll.at, by_s);
	poll_store_note_body(poll, feed);
	if (poll->stored.n_new > 0)
		feed->last_new_at = feed->last_poll_at;
	if (!poll->leaves_validators && poll->stored.n_waiting == 0) {
		response_copy_move_text(&feed->etag, &poll->response.etag);
		response_copy_move_text(
		    &feed->last_modified, &poll->response.last_modified);
		response_copy_move_text(
		    &feed->validators_url, &poll->response.url);
	}
	poll_store_set_status(poll);
}

/* Counts and logs the result, and starts the work that results from it. */
static void
poll_store_report(struct poll *poll)
{
	struct hub *hub = poll->hub;

	hub->counters.polls++;
	hub->counters.polls_failed += poll->failed;
	hub->counters.entries_new += poll->stored.n_new;
	if (poll->failed)
		hub_note_failure(hub);
	else
		hub->counters.last_poll_at = hub_now();
	poll_store_log_poll(poll);
	control_changed(hub->control);
	if (poll->stored.has_missed_items)
		poll_store_note_missed(poll);
	pending_pages_note_stored(hub, &poll->stored);
	if (poll->stored.n_linked > 0)
		linked_pending_ask(hub);
}

/* Returns the values of the poll that WebSub uses. */
static struct websub_poll
poll_store_describe(const struct poll *poll)
{
	return (struct websub_poll){
		.feed_id = poll->feed->id,
		.feed_url = poll->feed->url,
		.url = poll->response.url,
		.link = poll->link,
		.hub = poll->hub_url,
		.self = poll->self_url,
		.is_read = !poll->failed && poll->has_hints,
		.n_new = poll->stored.n_new,
		.n_pushed = poll->stored.n_pushed,
	};
}

/* Passes the result of the poll to WebSub: the numbers of new entries, and the
 * change of the subscription. */
static void
poll_store_note_websub(struct poll *poll)
{
	const struct websub_poll noted = poll_store_describe(poll);

	if (poll->stored.merged)
		return;
	websub_note_poll(poll->hub, &noted);
	if (poll->subscription != NULL)
		websub_change_apply(poll->subscription,
		    poll->stored.subscription_id, !poll->feed->removed);
}

static void
poll_store_done(void *arg, int rc, const struct err *e)
{
	struct poll *poll = arg;
	struct hub *hub = poll->hub;
	struct subscription *feed = poll->feed;
	int64_t moved_id = feed->id;
	int64_t by_s;
	bool moved, is_blamed;

	if (rc == 0 && poll->stored.n_left > 0) {
		poll_store_rest(poll);
		return;
	}
	by_s = clock_shift_s(hub) - poll->shift_s;
	schedule_end_poll(hub, feed);
	poll->update.next_poll_at =
	    clock_shifted(poll->update.next_poll_at, by_s);
	if (rc == ERR_LEASE) {
		log_event(
		    LOG_DEBUG, "poll-not-owned", LOG_TEXT("feed", feed->url));
	} else if (rc != 0) {
		/* The row of the feed is unchanged. The next poll uses the
		 * values of this row. */
		log_event(LOG_ERROR, "poll-not-kept",
		    LOG_TEXT("feed", feed->url), LOG_TEXT("why", e->text));
		hub_note_failure(hub);
	} else {
		if (hub->websub != NULL)
			poll_store_note_websub(poll);
		poll_store_update_feed(poll, by_s);
		poll_store_report(poll);
	}
	moved = rc == 0 && poll->stored.moved;
	is_blamed = poll->silent && !feed->removed && rc == 0 &&
		    (poll->excused || feed->failures == 1);
	schedule_put(hub, feed, poll->update.next_poll_at);
	if (is_blamed)
		network_note_failure(hub, feed, poll->excused);
	poll_free(poll);
	if (moved) {
		log_event(LOG_WARNING, "feed-moved", LOG_INT("id", moved_id),
		    LOG_TEXT("then",
			"the new URL is polled; the old URL is an alias"));
		schedule_list(hub);
	}
	hub_step_done(hub);
}

/* ---- the next poll ---- */

/* Sets the reason why a successful poll did not store all entries, or how it
 * recognised them. */
static void
poll_store_explain(struct poll *poll, struct poll_update *update,
    const struct poll_stored *stored)
{
	if (poll->failed)
		return;
	poll->why[0] = '\0';
	if (stored->n_waiting > 0)
		snprintf(poll->why, sizeof(poll->why),
		    "the feed has used its bytes of the day "
		    "(articles.feed_bytes_per_day): %zu entries wait",
		    stored->n_waiting);
	else if (stored->has_unstable_keys)
		snprintf(poll->why, sizeof(poll->why), "%s", WHY_UNSTABLE_KEYS);
	update->poll.why =
	    poll->why[0] != '\0' ? slice_of(poll->why) : SLICE_NONE;
}

/* Runs on the store's thread, which owns the poll until the operation is done.
 */
static void
poll_store_decide(struct poll_update *update, const struct poll_stored *stored)
{
	struct poll *poll = update->decide_arg;
	bool first = poll->history_before.at == 0;
	struct cadence_input in = poll->cadence;
	struct websub_trust trust = poll->trust;

	poll->history = poll->history_before;
	update->history = SLICE_NONE;
	if (stored->n_new > 0 || (first && poll->has_hints)) {
		cadence_history_learn(&poll->history,
		    &(struct cadence_arrivals){ .now = in.now,
			.since_at = first ? DATE_NONE : poll->feed_last_poll_at,
			.n = stored->n_new,
			.dates = stored->new_dates,
			.n_dates = stored->n_new_dates });
		cadence_history_write(&poll->history, poll->history_bytes);
		update->history =
		    (struct slice){ (const char *)poll->history_bytes,
			    sizeof(poll->history_bytes) };
	}
	if (stored->n_new > 0)
		in.last_new_at = in.now;
	if (stored->has_missed_items) {
		in.missed_at = in.now;
		in.missed_interval_s = stored->missed_interval_s;
	}
	poll_store_explain(poll, update, stored);
	if (stored->n_waiting > 0)
		in.budget_wait_s = stored->budget_at - in.now;
	if (poll->has_hints && !poll->failed)
		websub_trust_poll(
		    &trust, stored->n_new, stored->n_pushed, in.now);
	in.websub_s = websub_trust_wait_s(&trust, in.now);
	in.gone |= stored->merged;
	cadence_decide(&in, &poll->decision);
	buf_clear(&poll->terms);
	cadence_terms_write(&poll->decision, &poll->terms);
	update->next_poll_at = poll->decision.at;
	update->next_poll_by = slice_of(cadence_term_name(poll->decision.why));
	update->next_poll_terms = buf_slice(&poll->terms);
}

/* Sets those members of poll->cadence that are known before the store reports
 * the number of new entries. */
static void
poll_store_prepare_decision(struct poll *poll)
{
	const struct config *config = poll->hub->config;
	const struct subscription *feed = poll->feed;

	poll->shift_s = clock_shift_s(poll->hub);
	websub_copy_trust(poll->hub, feed->id, &poll->trust);
	poll->history_before = feed->history;
	poll->feed_last_poll_at = feed->last_poll_at;
	poll->cadence = (struct cadence_input){
		.now = poll->update.poll.at,
		.interval_s = feed->interval_s > 0 ? feed->interval_s
						   : config->poll.interval_s,
		.min_s = config->poll.min_s,
		.max_s = config->poll.max_s,
		.adaptive = config->poll.adaptive,
		.history = &poll->history,
		.missed_at = feed->missed_at,
		.missed_interval_s = feed->missed_interval_s,
		.last_new_at = feed->last_new_at,
		.first_seen_at = feed->first_poll_at,
		.fresh_s = poll->response.fresh_s,
		.hints = poll->has_hints ? poll->hints : feed->hints,
		.retry_after_s =
		    poll->later_s > 0 ? poll->later_s : poll->retry_after_s,
		.failures = poll->update.failures,
		/* A server that closes the connection after the request was
		 * reached. */
		.unreachable = poll->silent && !poll->was_sent &&
			       poll->response.result != FETCH_TIMEOUT,
		.busy = poll->busy,
		.refused = poll->challenged || (poll->response.status == 403 &&
						   poll->update.failures > 1),
		/* A feed stays gone until a poll succeeds (row E26). */
		.gone = poll->response.status == 410 ||
			(poll->failed && feed->status == FEED_GONE),
		.network_down = poll->excused,
		.jitter = hub_random_unit(),
	};
	/* These values are used if the poll cannot be stored. */
	poll->update.next_poll_at =
	    poll->cadence.now + poll->cadence.interval_s;
	poll->update.decide = poll_store_decide;
	poll->update.decide_arg = poll;
}

/* True if the document of the notice's URL came from a publisher of this URL.
 * Any feed can name the redirector of another site (/go?to=URL), which
 * redirects to a feed of anybody.  If this URL became the URL of the feed, the
 * feed would be entitled for the pages of that site. */
static bool
poll_store_notice_is_answered(const struct poll *poll)
{
	struct url_publisher named, answered;
	struct arena arena;
	bool yes;

	arena_init(&arena, 16 * LIMIT_URL_BYTES);
	yes = url_publisher_read(&arena, slice_of(poll->notice_url), &named) &&
	      url_publisher_read(
		  &arena, slice_of(poll->response.url), &answered) &&
	      url_publisher_includes(&answered, &named);
	arena_release(&arena);
	return yes;
}

/* Returns the URL to which permanent redirects or a notice lead; NULL: there is
 * none. */
static const char *
poll_store_moving_to(const struct poll *poll)
{
	if (poll->has_moved)
		return poll_store_notice_is_answered(poll) ? poll->notice_url
							   : NULL;
	/* A server may redirect to the same URL to set a cookie. */
	if (!poll->permanent ||
	    strcmp(poll->response.url, poll->feed->url) == 0)
		return NULL;
	return poll->response.url;
}

/* If a permanent redirect leads to the same URL over TLS, that URL becomes the
 * feed's URL at once (RFC 9110, section 15.4.2; docs/etiquette.md, row E30).
 * Other permanent redirects must last for some days (redirect_url in
 * store/feed/poll_update.h). */
static void
poll_store_adopt_https(struct poll *poll)
{
	const char *to = poll_store_moving_to(poll);

	if (to != NULL && poll->summary.format != FEED_UNKNOWN &&
	    url_is_same_over_tls(slice_of(poll->feed->url), slice_of(to)))
		poll->moved_url = hub_copy(slice_of(to));
}

/* Number of the period of POLL_STORE_REFUSAL_S in which a time is.  The periods
 * of the feeds begin at different times. */
static int64_t
poll_store_refusal_period(const struct subscription *feed, int64_t at)
{
	return (at + feed->id * 3571 % POLL_STORE_REFUSAL_S) /
	       POLL_STORE_REFUSAL_S;
}

/* True if the server has answered 412 to a request with validators.  The
 * validators of later responses are then not stored, because each poll would
 * need two requests.  Once in a period, validators are stored and sent again.
 */
static bool
poll_store_keeps_refusal(const struct poll *poll)
{
	const struct subscription *feed = poll->feed;

	if (!feed->refuses_validators || feed->validators_url == NULL ||
	    strcmp(poll->response.url, feed->validators_url) != 0)
		return false;
	return feed->was_refused || feed->last_poll_at == DATE_NONE ||
	       poll_store_refusal_period(feed, feed->last_poll_at) ==
		   poll_store_refusal_period(feed, hub_now());
}

/* Sets the validators that are stored.  validators_url without validators means
 * that the server refuses requests with validators. */
static void
poll_store_set_validators(struct poll *poll)
{
	struct response_copy *r = &poll->response;
	struct poll_update *k = &poll->update;
	bool keeps_refusal =
	    !poll->leaves_validators && poll_store_keeps_refusal(poll);

	if (keeps_refusal) {
		free(r->etag);
		free(r->last_modified);
		r->etag = r->last_modified = NULL;
	}
	if (!poll->leaves_validators)
		poll->feed->refuses_validators = keeps_refusal;
	poll->feed->was_refused = false;
	k->leaves_validators = poll->leaves_validators;
	k->etag = slice_of(r->etag);
	k->last_modified = slice_of(r->last_modified);
	k->validators_url =
	    r->etag != NULL || r->last_modified != NULL || keeps_refusal
		? slice_of(r->url)
		: SLICE_NONE;
}

static void
poll_store_find_subscription(struct poll *poll)
{
	const struct websub_poll found = poll_store_describe(poll);

	poll->subscription = websub_change_new(poll->hub, &found);
	if (poll->subscription != NULL)
		poll->update.subscription =
		    websub_change_row(poll->subscription);
}

void
poll_update(struct poll *poll)
{
	struct subscription *feed = poll->feed;
	struct poll_update *k = &poll->update;

	/* A pause that the server asks for is not a failure of the feed
	 * (docs/etiquette.md, row E17). */
	bool counts = poll->failed && poll->retry_after_s < 0;

	poll->excused = poll->silent && network_is_down(poll->hub);
	counts = counts && !poll->excused;

	k->poll = (struct poll_row){
		.feed_id = feed->id,
		.at = hub_now(),
		.http_status = poll->response.status,
		.outcome = slice_of(poll->outcome),
		.why = poll->why[0] != '\0' ? slice_of(poll->why) : SLICE_NONE,
		.bytes = poll->response.wire_bytes,
		.elapsed_ms = poll->response.elapsed_ms,
		.n_entries = (int64_t)poll->summary.n_entries,
	};
	k->failures = counts         ? feed->failures + 1
		      : poll->failed ? feed->failures
				     : 0;
	/* Further failures of this kind do not lengthen the wait: some servers
	 * never send the end of a feed, but each poll finds new entries. */
	if (poll->is_incomplete && k->failures > 1 && k->poll.n_entries > 0)
		k->failures = 1;
	poll_store_set_validators(poll);
	k->slice = LIMIT_SLICE;
	k->fetch_articles = feed->fetch_articles;
	k->max_age_s = poll->hub->config->articles.max_age_s;
	k->feed_bytes_per_day = poll->hub->config->articles.feed_bytes_per_day;
	k->server_at = poll->response.server_at;
	k->revisit = poll->hub->config->articles.n_revisits > 0;
	if (poll->hub->websub != NULL && feed->last_poll_at != DATE_NONE)
		k->pushed_since = feed->last_poll_at;
	if (poll->response.status == 410) {
		k->set_status = true;
		k->status = FEED_GONE;
		k->status_why = SLICE("the server answered 410 Gone");
	} else if (!poll->failed && feed->status == FEED_GONE) {
		k->set_status = true;
		k->status = FEED_ACTIVE;
	}
	poll_store_adopt_https(poll);
	k->moved_url = slice_of(poll->moved_url);
	k->is_answer = !poll->failed;
	k->is_excused = poll->excused;
	k->redirect_url = slice_of(poll_store_moving_to(poll));
	if (feed->first_poll_at == DATE_NONE)
		feed->first_poll_at = k->poll.at;
	poll_store_prepare_decision(poll);
	poll_store_find_subscription(poll);
	hub_post_owned(poll->hub, &feed->request, feed->url,
	    poll->summary.n_entries + 1, poll_store_run, poll_store_done, poll);
}
