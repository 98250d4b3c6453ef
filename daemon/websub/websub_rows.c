/*
 * websub_rows.c -- subscriptions in memory, and their rows in the database.
 *
 * A subscription is stored before the hub is asked for it. After a crash the
 * daemon therefore knows the callback and the secret of the subscription, and
 * sends the request to the hub again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date/date.h"
#include "config/config.h"
#include "daemon/feed/listing.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/node.h"
#include "daemon/log.h"
#include "daemon/websub/websub_parts.h"
#include "daemon/websub/websub_share.h"
#include "daemon/writer/store_thread.h"

void
websub_set_text(char **old, struct slice text)
{
	char *copy = hub_copy(text);

	free(*old);
	*old = copy;
}

static struct slice
websub_rows_key(const int64_t *feed_id)
{
	return (struct slice){ (const char *)feed_id, sizeof(*feed_id) };
}

struct websub_sub *
websub_rows_of_feed(const struct websub *websub, int64_t feed_id)
{
	return table_get(&websub->by_feed, websub_rows_key(&feed_id));
}

struct slice
websub_token_of(struct slice path)
{
	size_t from = path.len;

	while (from > 0 && path.p[from - 1] != '/')
		from--;
	return slice_sub(path, from, path.len);
}

struct websub_sub *
websub_find_path(const struct websub *websub, struct slice path)
{
	return table_get(&websub->by_token, websub_token_of(path));
}

/* ---- memory ---- */

void
websub_rows_free(struct websub_sub *sub)
{
	websub_delivery_clear(sub);
	free(sub->hub);
	free(sub->hub_host);
	free(sub->topic);
	free(sub->callback);
	if (sub->secret != NULL)
		explicit_bzero(sub->secret, strlen(sub->secret));
	free(sub->secret);
	free(sub->feed_url);
	free(sub->base_url);
	free(sub->why);
	free(sub->refused_why);
	free(sub);
}

void
websub_rows_unuse(struct websub_sub *sub)
{
	if (sub->is_removed && !sub->is_asking && sub->reading == NULL &&
	    sub->n_arriving == 0)
		websub_rows_free(sub);
}

/* The token is the part of the callback after its last slash. */
static const char *
websub_rows_token(const char *callback)
{
	const char *slash = strrchr(callback, '/');

	return slash != NULL ? slash + 1 : callback;
}

static void
websub_rows_read_seen(struct websub_sub *sub, struct slice seen)
{
	size_t n = seen.len / sizeof(*sub->seen);

	sub->n_seen = n < LIMIT_WEBSUB_REPLAYS ? n : LIMIT_WEBSUB_REPLAYS;
	if (sub->n_seen > 0)
		memcpy(sub->seen, seen.p, sub->n_seen * sizeof(*sub->seen));
}

struct websub_sub *
websub_rows_new(struct websub *websub, const struct websub_row *row)
{
	struct websub_sub *sub = calloc(1, sizeof(*sub));

	if (sub == NULL)
		abort();
	*sub = (struct websub_sub){ .websub = websub,
		.due = HEAP_ITEM_INIT,
		.id = row->id,
		.feed_id = row->feed_id,
		.hub = hub_copy(row->hub),
		.topic = hub_copy(row->topic),
		.callback = hub_copy(row->callback),
		.secret = hub_copy(row->secret),
		.feed_url = hub_copy(row->feed_url),
		.base_url = hub_copy(row->feed_url),
		.state = row->state,
		.why = hub_copy(row->why),
		.failures = row->failures,
		.found_at = row->found_at,
		.next_at = row->next_at,
		.verified_at = row->verified_at,
		.lease_until = row->lease_until,
		.trust = { .delivered_at = row->delivered_at,
		    .proven_at = row->proven_at,
		    .missed_at = row->missed_at },
		.deliveries = row->deliveries,
		.entries = row->entries,
		.refused = row->refused,
		.refused_at = row->refused_at,
		.refused_why = hub_copy(row->refused_why) };
	websub_rows_read_seen(sub, row->seen);
	sub->hub_host = websub_share_host(sub->hub);
	TAILQ_INIT(&sub->waiting);
	sub->token = websub_rows_token(sub->callback);
	sub->shard = node_shard(websub->hub, sub->feed_url);
	return sub;
}

bool
websub_rows_has(const struct websub_sub *sub)
{
	return table_get(&sub->websub->by_token, slice_of(sub->token)) != NULL;
}

void
websub_rows_drop(struct websub_sub_list *subs)
{
	struct websub_sub *sub;

	while ((sub = TAILQ_FIRST(subs)) != NULL) {
		TAILQ_REMOVE(subs, sub, entry);
		websub_rows_free(sub);
	}
}

void
websub_rows_add(struct websub_sub *sub)
{
	struct websub *websub = sub->websub;

	TAILQ_INSERT_TAIL(&websub->subs, sub, entry);
	if (table_put(&websub->by_token, slice_of(sub->token), sub) != 0 ||
	    (sub->state != WEBSUB_LEAVING &&
		table_put(&websub->by_feed, websub_rows_key(&sub->feed_id),
		    sub) != 0))
		abort();
	websub_plan(sub, sub->next_at != DATE_NONE ? sub->next_at : 0);
}

void
websub_rows_remove(struct websub_sub *sub)
{
	struct websub *websub = sub->websub;

	TAILQ_REMOVE(&websub->subs, sub, entry);
	table_remove(&websub->by_token, slice_of(sub->token));
	if (websub_rows_of_feed(websub, sub->feed_id) == sub)
		table_remove(&websub->by_feed, websub_rows_key(&sub->feed_id));
	heap_remove(&websub->due, &sub->due);
	websub_delivery_clear(sub);
	sub->is_removed = true;
	websub_rows_unuse(sub);
}

void
websub_rows_release(struct websub *websub)
{
	struct websub_sub *sub;

	while ((sub = TAILQ_FIRST(&websub->subs)) != NULL) {
		sub->is_asking = false;
		websub_rows_remove(sub);
	}
	table_release(&websub->by_token);
	table_release(&websub->by_feed);
	heap_release(&websub->due);
}

/* ---- operations of the store's thread ---- */

/* Texts are owned. */
struct websub_write {
	struct websub *websub;
	struct websub_row row;
	char *texts[3];
	size_t n_texts;
};

static struct slice
websub_rows_own(struct websub_write *write, struct slice text)
{
	char *copy = hub_copy(text);

	write->texts[write->n_texts++] = copy;
	return (struct slice){ copy, text.len };
}

/* Copies the marks of the last deliveries, oldest first. */
static struct slice
websub_rows_own_seen(struct websub_write *write, const struct websub_sub *sub)
{
	uint64_t marks[LIMIT_WEBSUB_REPLAYS];
	size_t n = sub->n_seen < LIMIT_WEBSUB_REPLAYS ? sub->n_seen
						      : LIMIT_WEBSUB_REPLAYS;

	if (n == 0)
		return SLICE_NONE;
	for (size_t i = 0; i < n; i++)
		marks[i] =
		    sub->seen[(sub->n_seen - n + i) % LIMIT_WEBSUB_REPLAYS];
	return websub_rows_own(
	    write, (struct slice){ (const char *)marks, n * sizeof(*marks) });
}

static void
websub_rows_write_free(struct websub_write *write)
{
	for (size_t i = 0; i < write->n_texts; i++)
		free(write->texts[i]);
	free(write);
}

static struct websub_write *
websub_rows_write_new(struct websub *websub)
{
	struct websub_write *write = calloc(1, sizeof(*write));

	if (write == NULL)
		abort();
	write->websub = websub;
	return write;
}

/* Posts the write of a subscription. The store refuses the write if this node
 * does not own the shard of the feed. */
static void
websub_rows_post(
    struct websub_write *write, int32_t shard, store_run *run, store_done *done)
{
	struct hub *hub = write->websub->hub;

	store_post_fenced(hub->store, node_tenure(hub, shard), STORE_SOON, 1,
	    NULL, run, done, write);
}

static void
websub_rows_log(int rc, const struct err *e)
{
	if (rc != 0 && rc != ERR_LEASE)
		log_event(
		    LOG_WARNING, "websub-not-kept", LOG_TEXT("why", e->text));
}

static void
websub_rows_written(void *arg, int rc, const struct err *e)
{
	websub_rows_log(rc, e);
	websub_rows_write_free(arg);
}

static int
websub_rows_run_update(struct store *store, void *arg, struct err *e)
{
	return store_websub_update(
	    store, &((struct websub_write *)arg)->row, e);
}

void
websub_rows_write(const struct websub_sub *sub)
{
	struct websub_write *write = websub_rows_write_new(sub->websub);

	write->row = (struct websub_row){
		.id = sub->id,
		.state = sub->state,
		.why = websub_rows_own(write, slice_of(sub->why)),
		.failures = sub->failures,
		.next_at = sub->next_at,
		.verified_at = sub->verified_at,
		.lease_until = sub->lease_until,
		.delivered_at = sub->trust.delivered_at,
		.proven_at = sub->trust.proven_at,
		.missed_at = sub->trust.missed_at,
		.deliveries = sub->deliveries,
		.entries = sub->entries,
		.refused = sub->refused,
		.refused_at = sub->refused_at,
		.refused_why =
		    websub_rows_own(write, slice_of(sub->refused_why)),
		.seen = websub_rows_own_seen(write, sub),
	};
	websub_rows_post(
	    write, sub->shard, websub_rows_run_update, websub_rows_written);
}

static int
websub_rows_run_delete(struct store *store, void *arg, struct err *e)
{
	return store_websub_delete(
	    store, ((struct websub_write *)arg)->row.id, e);
}

void
websub_rows_delete(struct websub_sub *sub)
{
	struct websub_write *write = websub_rows_write_new(sub->websub);

	write->row.id = sub->id;
	websub_rows_post(
	    write, sub->shard, websub_rows_run_delete, websub_rows_written);
	websub_rows_remove(sub);
}

/* ---- start ---- */

struct websub_load {
	struct websub *websub;
	struct websub_sub_list subs;
};

static int
websub_rows_take(const struct websub_row *row, void *arg)
{
	struct websub_load *load = arg;
	struct websub_sub *sub = websub_rows_new(load->websub, row);

	TAILQ_INSERT_TAIL(&load->subs, sub, entry);
	return 0;
}

/* May run again if the batch is repeated. */
static int
websub_rows_run_load(struct store *store, void *arg, struct err *e)
{
	struct websub_load *load = arg;

	websub_rows_drop(&load->subs);
	return store_websub_list(store, 0, websub_rows_take, load, e);
}

static void
websub_rows_loaded(void *arg, int rc, const struct err *e)
{
	struct websub_load *load = arg;
	struct websub *websub = load->websub;
	struct websub_sub *sub;
	int64_t n = 0;

	if (rc != 0) {
		log_event(
		    LOG_ERROR, "websub-not-read", LOG_TEXT("why", e->text));
		websub_rows_drop(&load->subs);
	}
	while ((sub = TAILQ_FIRST(&load->subs)) != NULL) {
		TAILQ_REMOVE(&load->subs, sub, entry);
		n++;
		if (websub_rows_has(sub)) /* a poll has added it */
			websub_rows_free(sub);
		else
			websub_rows_add(sub);
	}
	free(load);
	websub->is_loaded = rc == 0;
	log_event(LOG_INFO, "websub", LOG_INT("subscriptions", n),
	    LOG_TEXT("listen", websub->listen));
	/* Called only if the feeds are already in the schedule. Otherwise all
	 * feeds would seem to be removed. */
	if (!listings_have_work(websub->hub) && schedule_feeds(websub->hub) > 0)
		websub_check_feeds(websub->hub);
}

void
websub_rows_load(struct websub *websub)
{
	struct websub_load *load = calloc(1, sizeof(*load));

	if (load == NULL)
		abort();
	load->websub = websub;
	TAILQ_INIT(&load->subs);
	store_post(websub->hub->store, 1, websub_rows_run_load,
	    websub_rows_loaded, load);
}
