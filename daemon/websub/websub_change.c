/*
 * websub_change.c -- changes of subscriptions that polls find.
 *
 * In:  a document, whose hub and topic are compared with the subscription.
 * Out: a subscription with a random callback and secret, which is stored with
 *      the poll (websub_follow()), and is added to memory after the commit.
 *
 * A subscription is stored before the hub is asked for it. After a crash the
 * daemon therefore knows the callback and the secret of the subscription, and
 * sends the request to the hub again.
 */
#include <sys/random.h>

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/websub/discovery.h"
#include "daemon/fleet/node.h"
#include "daemon/log.h"
#include "daemon/websub/websub_parts.h"

/* Largest memory for the hub of a feed. It contains some URLs. */
#define CHANGE_BYTES ((size_t)(512 * KIB))

struct websub_change {
	struct websub *websub;
	struct arena arena; /* the texts of `row` */
	struct websub_row row;
	char secret[WEBSUB_SECRET_CHARS + 1];
	struct websub_sub_list subs; /* all subscriptions of the feed */
};

/* ---- finding ---- */

/* Returns websub.callback without slashes at its end. */
static struct slice
websub_change_address(const struct websub *websub)
{
	struct slice address = slice_of(websub->callback);

	while (slice_ends(address, SLICE("/")))
		address = slice_sub(address, 0, address.len - 1);
	return address;
}

static bool
websub_change_has_callback(const struct websub_sub *sub)
{
	struct slice address = websub_change_address(sub->websub);
	struct slice own = slice_of(sub->callback);

	return slice_starts(own, address) &&
	       own.len == address.len + 1 + WEBSUB_TOKEN_CHARS;
}

/* True if the subscriptions are in memory, and the feed's one has the hub and
 * topic of the row. */
static bool
websub_change_is_empty(
    const struct websub *websub, const struct websub_row *row)
{
	const struct websub_sub *sub =
	    websub_rows_of_feed(websub, row->feed_id);

	if (sub == NULL)
		return row->hub.p == NULL && websub->is_loaded &&
		       websub_has_feed_shard(websub, row->feed_url.p);
	return slice_equal(row->hub, slice_of(sub->hub)) &&
	       slice_equal(row->topic, slice_of(sub->topic)) &&
	       websub_change_has_callback(sub);
}

/* Writes n random bytes as hexadecimal digits.  Ends the process if the system
 * gives no random numbers, because secrets must be random. */
static void
websub_change_random(char *out, size_t n)
{
	unsigned char bytes[LIMIT_WEBSUB_SECRET_BYTES];

	if (n > sizeof(bytes) || getrandom(bytes, n, 0) != (ssize_t)n)
		abort();
	for (size_t i = 0; i < n; i++)
		snprintf(out + 2 * i, 3, "%02x", bytes[i]);
	explicit_bzero(bytes, sizeof(bytes));
}

/* Sets the callback and the secret. */
static void
websub_change_fill(struct websub_change *change)
{
	struct slice address = websub_change_address(change->websub);
	char token[WEBSUB_TOKEN_CHARS + 1];
	char *callback;
	size_t size;

	websub_change_random(token, LIMIT_WEBSUB_TOKEN_BYTES);
	websub_change_random(change->secret, LIMIT_WEBSUB_SECRET_BYTES);
	size = address.len + sizeof("/") + WEBSUB_TOKEN_CHARS;
	callback = arena_alloc(&change->arena, size);
	snprintf(callback, size, "%.*s/%s", SLICE_ARG(address), token);
	change->row.callback = slice_of(callback);
	change->row.secret = slice_of(change->secret);
}

/* Returns false if nothing must be changed. */
static bool
websub_change_find(struct websub_change *change, const struct websub_poll *poll)
{
	struct websub_row *row = &change->row;
	struct slice hub = SLICE_NONE, topic = SLICE_NONE;
	enum websub_discovery found;

	row->feed_id = poll->feed_id;
	row->feed_url = arena_copy(&change->arena, slice_of(poll->feed_url));
	found = websub_discover(&change->arena,
	    &(struct websub_page){ .feed_url = row->feed_url,
		.url = slice_of(poll->url),
		.link = slice_of(poll->link),
		.hub = slice_of(poll->hub),
		.self = slice_of(poll->self) },
	    &hub, &topic);
	if (found != WEBSUB_FOUND && found != WEBSUB_NO_HUB)
		log_event(LOG_DEBUG, "websub-not-used",
		    LOG_TEXT("feed", poll->feed_url),
		    LOG_TEXT("why", websub_discovery_text(found)));
	row->hub = hub;
	row->topic = topic;
	if (websub_change_is_empty(change->websub, row))
		return false;
	if (hub.p != NULL)
		websub_change_fill(change);
	return true;
}

/* Like websub_change_find(); false, too, if the texts are too long. */
static bool
websub_change_try(struct websub_change *change, const struct websub_poll *poll)
{
	jmp_buf exhausted;

	change->arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		return false;
	return websub_change_find(change, poll);
}

struct websub_change *
websub_change_new(struct hub *hub, const struct websub_poll *poll)
{
	struct websub_change *change;

	if (hub->websub == NULL || !poll->is_read)
		return NULL;
	change = calloc(1, sizeof(*change));
	if (change == NULL)
		abort();
	change->websub = hub->websub;
	TAILQ_INIT(&change->subs);
	arena_init(&change->arena, CHANGE_BYTES);
	if (websub_change_try(change, poll)) {
		change->arena.exhausted = NULL;
		return change;
	}
	websub_change_free(change);
	return NULL;
}

/* ---- storing ---- */

const struct websub_row *
websub_change_row(const struct websub_change *change)
{
	return &change->row;
}

static int
websub_change_take(const struct websub_row *row, void *arg)
{
	struct websub_change *change = arg;
	struct websub_sub *sub = websub_rows_new(change->websub, row);

	TAILQ_INSERT_TAIL(&change->subs, sub, entry);
	return 0;
}

int
websub_change_read(
    struct websub_change *change, struct store *store, struct err *e)
{
	websub_rows_drop(&change->subs);
	return store_websub_list(
	    store, change->row.feed_id, websub_change_take, change, e);
}

static bool
websub_change_is_stored(
    const struct websub_change *change, const struct websub_sub *sub)
{
	const struct websub_sub *stored;

	TAILQ_FOREACH(stored, &change->subs, entry)
	if (stored->id == sub->id)
		return true;
	return false;
}

/* Removes the subscriptions of the feed whose rows were deleted, because no hub
 * has verified them.  O(subscriptions). */
static void
websub_change_remove(struct websub_change *change)
{
	struct websub_sub *sub, *next;

	for (sub = TAILQ_FIRST(&change->websub->subs); sub != NULL;
	     sub = next) {
		next = TAILQ_NEXT(sub, entry);
		if (sub->feed_id == change->row.feed_id &&
		    !websub_change_is_stored(change, sub))
			websub_rows_remove(sub);
	}
}

/* Ends the subscriptions that the poll has ended. */
static void
websub_change_leave(struct websub_change *change)
{
	const struct websub_sub *stored;
	struct websub_sub *sub;

	TAILQ_FOREACH(stored, &change->subs, entry)
	{
		sub = websub_find_path(change->websub, slice_of(stored->token));
		if (sub != NULL && stored->state == WEBSUB_LEAVING)
			websub_leave(sub);
	}
}

/* Adds the new subscription, and ends it if the feed was removed meanwhile.
 * Also adds a subscription that is being ended and belonged to another node
 * before the feed moved. */
static void
websub_change_add(struct websub_change *change, bool is_polled)
{
	struct websub_sub *sub;

	while ((sub = TAILQ_FIRST(&change->subs)) != NULL) {
		TAILQ_REMOVE(&change->subs, sub, entry);
		if (websub_rows_has(sub)) {
			websub_rows_free(sub);
			continue;
		}
		websub_rows_add(sub);
		if (is_polled || sub->state == WEBSUB_LEAVING)
			continue;
		websub_leave(sub);
		websub_rows_write(sub);
	}
}

void
websub_change_apply(
    struct websub_change *change, int64_t new_id, bool is_polled)
{
	const struct websub_row *row = &change->row;
	const struct hub *hub = change->websub->hub;

	if (new_id != 0)
		log_event(LOG_INFO, "websub-found",
		    LOG_SLICE("feed", row->feed_url),
		    LOG_SLICE("hub", row->hub), LOG_SLICE("topic", row->topic));
	if (hub->state != HUB_RUNNING ||
	    (hub->node != NULL &&
		!node_owns(hub, node_shard(hub, row->feed_url.p))))
		return;
	websub_change_remove(change);
	websub_change_leave(change);
	websub_change_add(change, is_polled);
}

void
websub_change_free(struct websub_change *change)
{
	if (change == NULL)
		return;
	websub_rows_drop(&change->subs);
	explicit_bzero(change->secret, sizeof(change->secret));
	arena_release(&change->arena);
	free(change);
}
