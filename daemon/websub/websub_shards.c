/*
 * websub_shards.c -- the subscriptions of the shards of this node, with several
 * nodes (docs/fleet.md).
 *
 * In:  shards that this node takes or loses.
 * Out: their subscriptions are read from the database, or removed from memory.
 *
 * The rows of a shard are read after it was taken, so that they contain all
 * that the previous owner has committed.  Until then polls do not look for
 * hubs, and requests of hubs wait in the database.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/fleet/node.h"
#include "daemon/log.h"
#include "daemon/websub/websub_parts.h"
#include "daemon/writer/store_thread.h"
#include "store/websub/websub_relay.h"

struct websub_loading {
	struct websub *websub;
	bool shards[LIMIT_SHARDS];
	int64_t epochs[LIMIT_SHARDS]; /* tenures in which the shards are read */
	struct websub_sub_list subs;
};

static int
websub_shards_take(const struct websub_row *row, void *arg)
{
	struct websub_loading *l = arg;
	struct websub_sub *sub = websub_rows_new(l->websub, row);

	sub->is_listed = row->is_wanted;
	TAILQ_INSERT_TAIL(&l->subs, sub, entry);
	return 0;
}

static int
websub_shards_run(struct store *store, void *arg, struct err *e)
{
	struct websub_loading *l = arg;

	websub_rows_drop(&l->subs); /* the batch may be repeated */
	return store_websub_list_shards(
	    store, l->shards, websub_shards_take, l, e);
}

/* True if the shard was read in the present tenure. */
static bool
websub_shards_is_current(const struct websub_loading *l, int32_t shard)
{
	const struct hub *hub = l->websub->hub;

	return l->shards[shard] && l->epochs[shard] != 0 &&
	       node_tenure(hub, shard).epoch == l->epochs[shard];
}

/* Adds a subscription; ends it if its feed is not polled any more. */
static void
websub_shards_add(struct websub_sub *sub)
{
	bool is_wanted = sub->is_listed;

	sub->is_listed = false;
	websub_rows_add(sub);
	if (is_wanted || sub->state == WEBSUB_LEAVING)
		return;
	websub_leave(sub);
	websub_rows_write(sub);
}

static void
websub_shards_done(void *arg, int rc, const struct err *e)
{
	struct websub_loading *l = arg;
	struct websub *websub = l->websub;
	struct websub_sub *sub;
	int64_t n = 0;

	if (rc != 0)
		log_event(
		    LOG_ERROR, "websub-not-read", LOG_TEXT("why", e->text));
	for (int32_t i = 0; i < LIMIT_SHARDS; i++) {
		l->shards[i] = websub_shards_is_current(l, i);
		if (l->shards[i]) {
			websub->is_loading[i] = false;
			websub->has_shard[i] = rc == 0;
		}
	}
	while (rc == 0 && (sub = TAILQ_FIRST(&l->subs)) != NULL &&
	       websub->hub->state == HUB_RUNNING) {
		TAILQ_REMOVE(&l->subs, sub, entry);
		if (l->shards[sub->shard] && !websub_rows_has(sub)) {
			websub_shards_add(sub);
			n++;
		} else {
			websub_rows_free(sub);
		}
	}
	websub_rows_drop(&l->subs);
	free(l);
	if (n > 0)
		log_event(LOG_INFO, "websub", LOG_INT("subscriptions", n));
	websub_relay_look(websub->hub);
}

void
websub_load_shards(struct hub *hub)
{
	struct websub *websub = hub->websub;
	struct websub_loading *l;
	bool has_work = false;

	if (websub == NULL || hub->node == NULL)
		return;
	l = calloc(1, sizeof(*l));
	if (l == NULL)
		abort();
	l->websub = websub;
	TAILQ_INIT(&l->subs);
	for (int32_t i = 0; i < LIMIT_SHARDS; i++) {
		l->shards[i] = node_owns(hub, i) && !websub->has_shard[i] &&
			       !websub->is_loading[i];
		l->epochs[i] = node_tenure(hub, i).epoch;
		websub->is_loading[i] |= l->shards[i];
		has_work |= l->shards[i];
	}
	if (has_work)
		store_post_reading(hub->store, STORE_SOON, 1, websub_shards_run,
		    websub_shards_done, l);
	else
		free(l);
}

void
websub_drop_shard(struct hub *hub, int32_t shard)
{
	struct websub *websub = hub->websub;
	struct websub_sub *sub, *next;

	if (websub == NULL)
		return;
	websub->has_shard[shard] = websub->is_loading[shard] = false;
	for (sub = TAILQ_FIRST(&websub->subs); sub != NULL; sub = next) {
		next = TAILQ_NEXT(sub, entry);
		if (sub->shard == shard)
			websub_rows_remove(sub);
	}
}

bool
websub_has_feed_shard(const struct websub *websub, const char *feed_url)
{
	return websub->hub->node == NULL ||
	       websub->has_shard[node_shard(websub->hub, feed_url)];
}
