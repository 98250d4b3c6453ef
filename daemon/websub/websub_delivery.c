/*
 * websub_delivery.c -- a delivery of a hub: from its head to its entries.
 *
 * Normal case: while the body arrives, it is written to a memfd, and its
 * signature is computed. If the signature is valid, a worker parses the body in
 * the same way as the body of a poll. The items become entries of the feed of
 * the subscription, even if the delivery names another feed.
 * The signature does not cover the header fields, so only Content-Type is used.
 *
 * Failures: a delivery that is not signed correctly, was read before, or cannot
 * be parsed changes nothing and is counted.  The hub gets 202 also for a wrong
 * signature (WebSub, section 8.2), so that it learns nothing from the response.
 * If a crash loses a delivery, the next poll finds its items.
 *
 * The deliveries of a subscription are read one after another, because an older
 * one must not overwrite a newer one.
 */
#include <sys/mman.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/date/date.h"
#include "config/config.h"
#include "crawler/cadence_history.h"
#include "daemon/control.h"
#include "daemon/feed/schedule.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/page/quarantine.h"
#include "daemon/websub/websub_parts.h"
#include "daemon/websub/websub_share.h"

/* Largest number of tries to parse a delivery, as for polls. The second try is
 * necessary because another document may have ended the worker. */
#define READ_TRIES 2

struct delivery {
	TAILQ_ENTRY(delivery) entry, held;
	struct websub_sub *sub;
	struct websub_signature *signature; /* NULL: not valid */
	enum websub_signature_fault fault;
	uint64_t signature_mark;
	char *content_type;
	int body_fd;
	int64_t bytes;    /* in body_fd */
	int64_t received; /* bytes received, including those of a body that is
			     not stored */
	int tries;
	/* the worker's reply, decoded on the store's thread */
	struct buf frame;
	size_t n_entries;
	struct poll_update update;
	struct poll_stored stored, stored_before;
	struct cadence_history history_before, history;
	int64_t since_at;
	unsigned char history_bytes[CADENCE_HISTORY_BYTES];
};

static void
websub_delivery_free(struct delivery *d)
{
	if (d == NULL)
		return;
	websub_signature_end(d->signature);
	d->sub->websub->held_bytes -= d->bytes;
	d->sub->websub->n_held--;
	TAILQ_REMOVE(&d->sub->websub->held, d, held);
	if (d->body_fd >= 0)
		close(d->body_fd);
	buf_release(&d->frame);
	free(d->content_type);
	free(d);
}

void
websub_delivery_clear(struct websub_sub *sub)
{
	struct delivery *d;

	while ((d = TAILQ_FIRST(&sub->waiting)) != NULL) {
		TAILQ_REMOVE(&sub->waiting, d, entry);
		sub->n_waiting--;
		websub_delivery_free(d);
	}
}

/* ---- refusals ---- */

/* Counts a delivery that is not read. */
static void
websub_delivery_refuse(struct websub_sub *sub, const char *why)
{
	sub->refused++;
	sub->refused_at = hub_now();
	websub_set_text(&sub->refused_why, slice_of(why));
	log_event(LOG_WARNING, "websub-refused",
	    LOG_TEXT("feed", sub->feed_url), LOG_TEXT("hub", sub->hub),
	    LOG_TEXT("why", why));
	if (!sub->is_removed)
		websub_rows_write(sub);
}

static bool
websub_delivery_is_repeated(const struct websub_sub *sub, uint64_t mark)
{
	for (size_t i = 0; i < ARRAY_LENGTH(sub->seen); i++)
		if (i < sub->n_seen && sub->seen[i] == mark)
			return true;
	return false;
}

static void
websub_delivery_remember(struct websub_sub *sub, uint64_t mark)
{
	sub->seen[sub->n_seen++ % ARRAY_LENGTH(sub->seen)] = mark;
}

/* ---- storing ---- */

static void websub_delivery_next(struct websub_sub *);

/* Ends a delivery, and reads the next delivery of the subscription. */
static void
websub_delivery_done(struct delivery *d)
{
	struct websub_sub *sub = d->sub;
	struct hub *hub = sub->websub->hub;

	sub->reading = NULL;
	websub_delivery_free(d);
	if (!sub->is_removed)
		websub_delivery_next(sub);
	websub_rows_unuse(sub);
	hub_step_done(hub);
}

/* Runs on the store's thread. Adds the new entries to the feed's history. */
static void
websub_delivery_decide(
    struct poll_update *update, const struct poll_stored *stored)
{
	struct delivery *d = update->decide_arg;

	d->history = d->history_before;
	update->history = SLICE_NONE;
	if (stored->n_new == 0)
		return;
	cadence_history_learn(
	    &d->history, &(struct cadence_arrivals){ .now = update->poll.at,
			     .since_at = d->since_at,
			     .n = stored->n_new,
			     .dates = stored->new_dates,
			     .n_dates = stored->n_new_dates });
	cadence_history_write(&d->history, d->history_bytes);
	update->history = (struct slice){ (const char *)d->history_bytes,
		sizeof(d->history_bytes) };
}

static int
websub_delivery_run(struct store *store, void *arg, struct err *e)
{
	struct delivery *d = arg;
	struct arena arena;
	struct reply reply;
	int rc;

	if (!reply_load(&arena, buf_slice(&d->frame), &reply)) {
		arena_release(&arena);
		return err_set(e, ERR_MEMORY, "no memory for a feed's entries");
	}
	d->update.feed = &reply.feed;
	rc =
	    store_poll_put(store, &d->update, d->update.poll.at, &d->stored, e);
	d->update.feed = NULL;
	arena_release(&arena);
	return rc;
}

static void
websub_delivery_note_stored(struct delivery *d)
{
	struct websub_sub *sub = d->sub;
	struct hub *hub = sub->websub->hub;
	struct subscription *feed = schedule_find(hub, slice_of(sub->feed_url));

	if (feed != NULL && feed->id == sub->feed_id && d->stored.n_new > 0) {
		feed->history = d->history;
		feed->last_new_at = d->update.poll.at;
	}
	sub->deliveries++;
	sub->entries += (int64_t)d->stored.n_new;
	sub->trust.delivered_at = d->update.poll.at;
	sub->trust.unconfirmed += d->stored.n_new;
	sub->websub->totals.deliveries++;
	sub->websub->totals.entries += d->stored.n_new;
	hub->counters.entries_new += d->stored.n_new;
	log_event(LOG_INFO, "delivery", LOG_TEXT("feed", sub->feed_url),
	    LOG_INT("entries", (int64_t)d->n_entries),
	    LOG_INT("new", (int64_t)d->stored.n_new),
	    LOG_INT("bytes", d->bytes));
	if (!sub->is_removed)
		websub_rows_write(sub);
	control_changed(hub->control);
	pending_pages_note_stored(hub, &d->stored);
}

/* A delivery belongs to no request, so with several nodes it is stored under
 * the present tenure of the feed's host. */
static const struct request no_request;

static void
websub_delivery_stored(void *arg, int rc, const struct err *e)
{
	struct delivery *d = arg;
	struct hub *hub = d->sub->websub->hub;

	if (rc == 0 && d->stored.n_left > 0) {
		d->stored_before = d->stored;
		d->update.before = &d->stored_before;
		pending_pages_note_stored(hub, &d->stored);
		hub_post_owned_rest(hub, &no_request, d->sub->feed_url,
		    websub_delivery_run, websub_delivery_stored, d);
		return;
	}
	if (rc == 0)
		websub_delivery_note_stored(d);
	else
		log_event(LOG_WARNING, "delivery-not-kept",
		    LOG_TEXT("feed", d->sub->feed_url),
		    LOG_TEXT("why", e->text));
	websub_delivery_done(d);
}

/* Returns the time that is stored for the entries of a delivery. It is later
 * than the time of the last poll, because the next poll counts the entries with
 * a later time as delivered (pushed_since in store/feed/poll_update.h). */
static int64_t
websub_delivery_at(const struct subscription *feed)
{
	int64_t now = hub_now();

	return feed->last_poll_at == now ? now + 1 : now;
}

/* Sets the values that are stored. They are the values of a poll (poll_store.c)
 * that does not change the schedule. */
static void
websub_delivery_set_update(struct delivery *d, const struct subscription *feed)
{
	const struct config *config = d->sub->websub->hub->config;
	struct poll_update *k = &d->update;

	k->poll = (struct poll_row){
		.feed_id = d->sub->feed_id,
		.at = websub_delivery_at(feed),
		.outcome = SLICE("delivered"),
		.why = SLICE_NONE,
		.bytes = d->bytes,
		.n_entries = (int64_t)d->n_entries,
	};
	k->is_push = true;
	k->leaves_validators = true;
	k->slice = LIMIT_SLICE;
	k->fetch_articles = feed->fetch_articles;
	k->max_age_s = config->articles.max_age_s;
	k->feed_bytes_per_day = config->articles.feed_bytes_per_day;
	k->server_at = DATE_NONE;
	k->revisit = config->articles.n_revisits > 0;
	k->decide = websub_delivery_decide;
	k->decide_arg = d;
	d->history_before = feed->history;
	d->since_at = feed->last_poll_at;
	if (d->sub->trust.delivered_at != DATE_NONE &&
	    d->sub->trust.delivered_at > d->since_at)
		d->since_at = d->sub->trust.delivered_at;
}

static void
websub_delivery_store(struct delivery *d)
{
	struct websub_sub *sub = d->sub;
	struct hub *hub = sub->websub->hub;
	const struct subscription *feed =
	    schedule_find(hub, slice_of(sub->feed_url));

	/* the feed was removed or paused while the delivery was parsed */
	if (feed == NULL || feed->id != sub->feed_id || feed->removed ||
	    feed->status != FEED_ACTIVE || sub->state != WEBSUB_ACTIVE) {
		websub_delivery_done(d);
		return;
	}
	websub_delivery_set_update(d, feed);
	hub_post_owned(hub, &no_request, sub->feed_url, d->n_entries + 1,
	    websub_delivery_run, websub_delivery_stored, d);
}

/* ---- parsing ---- */

static void websub_delivery_read(struct delivery *);

static void
websub_delivery_give_up(struct delivery *d, const char *why)
{
	d->sub->websub->totals.unreadable++;
	websub_delivery_refuse(d->sub, why);
	websub_delivery_done(d);
}

static void
websub_delivery_on_read(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct delivery *d = arg;
	struct websub_sub *sub = d->sub;

	if (result == WORKER_STOPPED) {
		websub_delivery_done(d);
	} else if (result == WORKER_LOST ||
		   (result != WORKER_OK && result != WORKER_FAILED &&
		       d->tries < READ_TRIES)) {
		d->tries -= result == WORKER_LOST;
		websub_delivery_read(d);
	} else if (result != WORKER_OK) {
		quarantine_note(sub->websub->hub->quarantine,
		    &(struct quarantine_case){ .kind = JOB_FEED,
			.url = sub->base_url,
			.content_type = d->content_type,
			.body_fd = d->body_fd,
			.fallback_levels = 1,
			.result = result,
			.cause = workers_cause(sub->websub->hub->workers),
			.why = why });
		websub_delivery_give_up(d, "unreadable");
	} else if (reply->feed.format == FEED_UNKNOWN) {
		websub_delivery_give_up(d, "not-a-feed");
	} else if (!reply->feed.complete) {
		websub_delivery_give_up(d, "incomplete");
	} else if (!reply_write(&d->frame, reply)) {
		websub_delivery_give_up(d, "too-large");
	} else {
		d->n_entries = reply->feed.n_entries;
		websub_delivery_store(d);
	}
}

static void
websub_delivery_read(struct delivery *d)
{
	struct websub_sub *sub = d->sub;
	struct hub *hub = sub->websub->hub;
	const struct job job = {
		.kind = JOB_FEED,
		.url = slice_of(sub->base_url),
		.content_type = slice_of(d->content_type),
	};
	struct err e = ERR_INIT;
	int fd = dup(d->body_fd);

	d->tries++;
	if (fd >= 0 && hub_start_job(hub, sub->feed_url, false, &job, fd,
			   websub_delivery_on_read, d, &e) == 0)
		return;
	websub_delivery_give_up(d, "unreadable");
}

static void
websub_delivery_next(struct websub_sub *sub)
{
	struct hub *hub = sub->websub->hub;
	struct delivery *d = TAILQ_FIRST(&sub->waiting);

	if (d == NULL || sub->reading != NULL || hub->state != HUB_RUNNING)
		return;
	TAILQ_REMOVE(&sub->waiting, d, entry);
	sub->n_waiting--;
	sub->reading = d;
	if (quarantine_levels(hub->quarantine, JOB_FEED, d->body_fd) > 0)
		websub_delivery_give_up(d, "unreadable");
	else
		websub_delivery_read(d);
}

/* ---- arrival ---- */

/* Returns whether the subscription may store `bytes` more.  `own`: the delivery
 * to which the bytes belong; NULL: a further delivery. */
static bool
websub_delivery_fits(
    const struct websub_sub *sub, const struct delivery *own, int64_t bytes)
{
	const struct websub *websub = sub->websub;
	struct websub_use places = { .limit = LIMIT_WEBSUB_HELD,
		.held = (int64_t)websub->n_held };
	struct websub_use stored = { .limit = LIMIT_WEBSUB_HELD_BYTES,
		.held = websub->held_bytes };
	const struct delivery *d;

	TAILQ_FOREACH(d, &websub->held, held)
	{
		if (d == own) {
			stored.held -= d->bytes;
			bytes += d->bytes;
			continue;
		}
		if (strcmp(d->sub->hub_host, sub->hub_host) != 0)
			continue;
		places.of_host++;
		places.of_sub += d->sub == sub;
		stored.of_host += d->bytes;
		stored.of_sub += d->sub == sub ? d->bytes : 0;
	}
	return (own != NULL || websub_share_fits(&places, 1)) &&
	       websub_share_fits(&stored, bytes);
}

/* Returns 0 if the subscription accepts a delivery now, else the status of the
 * response. */
static int
websub_delivery_admit(
    struct websub_sub *sub, const struct http_request *request)
{
	struct websub *websub = sub->websub;

	if (sub->state == WEBSUB_LEAVING || sub->state == WEBSUB_REFUSED)
		return 410;
	if (sub->state != WEBSUB_ACTIVE)
		return 404;
	if (!request->is_chunked &&
	    request->body_bytes > websub->hub->config->fetch.feed_bytes)
		return 413;
	/* A delivery that the hub has to repeat does not count for the rate. */
	if (sub->n_waiting + sub->n_arriving >= LIMIT_WEBSUB_WAITING ||
	    !websub_delivery_fits(sub, NULL, request->body_bytes))
		return 503;
	if (!websub_rate_take(&sub->rate, hub_monotonic_ms()))
		return 429;
	return 0;
}

struct delivery *
websub_delivery_new(
    struct websub *websub, const struct http_request *request, int *ret_status)
{
	struct websub_sub *sub = websub_find_path(websub, request->path);
	struct delivery *d;

	if (!websub->is_loaded || websub->hub->state != HUB_RUNNING)
		*ret_status = 503;
	else
		*ret_status =
		    sub == NULL ? 404 : websub_delivery_admit(sub, request);
	if (*ret_status == 413)
		websub_delivery_refuse(sub, "too-large");
	websub->totals.limited +=
	    *ret_status == 413 || *ret_status == 429 || *ret_status == 503;
	if (*ret_status != 0)
		return NULL;
	d = calloc(1, sizeof(*d));
	if (d == NULL)
		abort();
	d->sub = sub;
	websub->n_held++;
	TAILQ_INSERT_TAIL(&websub->held, d, held);
	sub->n_arriving++;
	d->body_fd =
	    memfd_create("gleaner-delivery", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	buf_init(&d->frame, LIMIT_REPLY_BYTES);
	d->content_type = hub_copy(request->content_type);
	d->fault = websub_signature_begin(
	    request->signature, slice_of(sub->secret), &d->signature);
	return d;
}

static bool
websub_delivery_write(int fd, struct slice bytes)
{
	while (bytes.len > 0) {
		ssize_t n = write(fd, bytes.p, bytes.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes = slice_sub(bytes, (size_t)n, bytes.len);
	}
	return true;
}

int
websub_delivery_add(struct delivery *d, struct slice bytes)
{
	struct websub *websub = d->sub->websub;

	d->received += (int64_t)bytes.len;
	if (d->received > websub->hub->config->fetch.feed_bytes) {
		websub->totals.limited++;
		websub_delivery_refuse(d->sub, "too-large");
		return 413;
	}
	if (!websub_delivery_fits(d->sub, d, (int64_t)bytes.len))
		return 503;
	/* The body of a delivery that cannot be valid is not stored. */
	if (d->signature == NULL)
		return 0;
	if (!websub_delivery_write(d->body_fd, bytes))
		return 503;
	d->bytes += (int64_t)bytes.len;
	websub->held_bytes += (int64_t)bytes.len;
	websub_signature_add(d->signature, bytes);
	return 0;
}

void
websub_delivery_abort(struct delivery *d)
{
	struct websub_sub *sub = d->sub;

	sub->n_arriving--;
	websub_delivery_free(d);
	websub_rows_unuse(sub);
}

/* Seals the body, which a worker then maps. */
static bool
websub_delivery_seal(const struct delivery *d)
{
	return lseek(d->body_fd, 0, SEEK_SET) == 0 &&
	       fcntl(d->body_fd, F_ADD_SEALS,
		   F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW) == 0;
}

int
websub_delivery_end(struct delivery *d)
{
	struct websub_sub *sub = d->sub;
	struct websub *websub = sub->websub;

	if (d->fault == WEBSUB_SIGNED) {
		d->signature_mark = websub_signature_mark(d->signature);
		d->fault = websub_signature_end(d->signature);
		d->signature = NULL;
	}
	if (d->fault != WEBSUB_SIGNED) {
		websub->totals.refused[d->fault]++;
		websub_delivery_refuse(
		    sub, websub_signature_fault_name(d->fault));
	} else if (websub_delivery_is_repeated(sub, d->signature_mark)) {
		websub->totals.repeated++;
	} else if (d->bytes > 0 && sub->state == WEBSUB_ACTIVE &&
		   !sub->is_removed && websub_delivery_seal(d)) {
		websub_delivery_remember(sub, d->signature_mark);
		sub->n_arriving--;
		sub->n_waiting++;
		TAILQ_INSERT_TAIL(&sub->waiting, d, entry);
		websub_delivery_next(sub);
		return 202;
	}
	websub_delivery_abort(d);
	return 202;
}
