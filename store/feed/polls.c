/*
 * polls.c -- stores a poll and all changes that it causes, in one transaction.
 *
 * In:  the result of a feed's poll (struct poll_update).
 * Out: a poll row, the feed's row (validators, schedule, metadata), its
 *      entries, and the articles that are pending because of them.
 *
 * The validators are stored together with the entries.  If a crash separated
 * the two, the next answer would be 304 and the entries would be lost
 * (docs/etiquette.md).  The validators of a document that is stored in slices
 * are stored with the last slice.  After a crash before the last slice the feed
 * is still due, and the entries that were stored are known.
 */
#include "store/feed/polls.h"

#include "store/enrich/enrich_state.h"
#include "store/feed/feed_item.h"
#include "store/fleet/fleet_store.h"
#include "store/page_feed.h"
#include "store/postgres/quiet_poll.h"
#include "url/url.h"

struct poll_operation {
	struct poll_update *update;
	struct slice *keys; /* keys of the document's items; NULL: not made */
	int64_t now;
	struct poll_stored stored;
};

static bool
polls_is_read(const struct poll_update *k)
{
	return k->feed != NULL && k->feed->format != FEED_UNKNOWN;
}

/* No validators are stored for a document that is truncated or not a feed,
 * because the next answer would be 304 for content that was never read.  The
 * same applies to a document with entries that wait for the budget. */
static bool
polls_has_validators(const struct poll_operation *o)
{
	const struct poll_update *k = o->update;

	return !k->leaves_validators && o->stored.n_waiting == 0 &&
	       (k->feed == NULL || (polls_is_read(k) && k->feed->complete));
}

/* ---- the row of the feed ---- */

static int
polls_insert_poll(
    struct store *s, const struct poll_operation *o, struct err *e)
{
	const struct poll_row *poll = &o->update->poll;
	struct query q = query_of(s, SQL_poll_insert);

	query_int(&q, ":feed_id", poll->feed_id);
	query_int(&q, ":at", poll->at);
	query_int(&q, ":status", poll->http_status);
	query_text_always(&q, ":outcome", poll->outcome);
	query_text(&q, ":why", poll->why);
	query_int(&q, ":bytes", poll->bytes);
	query_int(&q, ":ms", poll->elapsed_ms);
	query_int(&q, ":entries",
	    polls_is_read(o->update) ? (int64_t)o->update->feed->n_entries
				     : poll->n_entries);
	query_int(&q, ":new",
	    polls_is_read(o->update) ? (int64_t)o->stored.n_new : poll->n_new);
	return query_run(&q, e);
}

static int
polls_set_schedule(struct store *s, struct poll_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_feed_polled);

	query_int(&q, ":id", o->update->poll.feed_id);
	query_date(&q, ":next_poll_at", o->update->next_poll_at);
	query_text(&q, ":next_poll_by", o->update->next_poll_by);
	query_text(&q, ":next_poll_terms", o->update->next_poll_terms);
	query_blob(&q, ":history", o->update->history);
	query_int(
	    &q, ":failures", o->update->failures > 0 ? o->update->failures : 0);
	query_int(&q, ":at", o->update->poll.at);
	query_int(&q, ":new", (int64_t)o->stored.n_new);
	query_text_always(&q, ":outcome", o->update->poll.outcome);
	query_text(&q, ":why", o->update->poll.why);
	return query_run(&q, e);
}

static int
polls_set_validators(
    struct store *s, const struct poll_update *k, struct err *e)
{
	struct query q = query_of(s, SQL_feed_set_validators);

	query_int(&q, ":id", k->poll.feed_id);
	query_bytes(&q, ":etag", k->etag);
	query_bytes(&q, ":last_modified", k->last_modified);
	query_text(&q, ":validators_url", k->validators_url);
	return query_run(&q, e);
}

static int
polls_describe(struct store *s, const struct poll_update *k, struct err *e)
{
	struct query q = query_of(s, SQL_feed_describe);

	query_int(&q, ":id", k->poll.feed_id);
	query_text(&q, ":title", k->feed->title);
	query_text(&q, ":site_url", k->feed->link);
	query_text(&q, ":description", k->feed->description);
	query_text(&q, ":language",
	    enrich_language_tag(&s->scratch, k->feed->language));
	return query_run(&q, e);
}

static int
polls_set_hints(struct store *s, const struct poll_update *k, struct err *e)
{
	struct feed_hints hints = feed_hints_of(k->feed);
	struct query q = query_of(s, SQL_feed_set_hints);

	query_int(&q, ":id", k->poll.feed_id);
	query_int(&q, ":ttl_s", hints.ttl_s);
	query_int(&q, ":period_s", hints.period_s);
	query_int(&q, ":skip_hours", hints.skip_hours);
	query_int(&q, ":skip_days", hints.skip_days);
	return query_run(&q, e);
}

static int
polls_put_alias(
    struct store *s, int64_t feed_id, struct slice url, struct err *e)
{
	struct query q = query_of(s, SQL_feed_alias_put);

	query_text_always(&q, ":url", url);
	query_int(&q, ":feed_id", feed_id);
	return query_run(&q, e);
}

static int
polls_set_url(struct store *s, int64_t feed_id, struct slice url, struct err *e)
{
	struct query q = query_of(s, SQL_feed_alias_drop);
	int rc;

	query_text_always(&q, ":url", url);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_feed_move);
	query_int(&q, ":id", feed_id);
	query_text_always(&q, ":url", url);
	query_shard_of(&q, url);
	return query_run(&q, e);
}

/* The URL of the feed, the URL to which it redirects permanently, and the
 * language that its earlier documents stated. */
struct place {
	struct slice url, moving_url, language;
	int64_t moving_since;
};

/* Marks the entries that were read at the old address, so that pages that name
 * the new address do not entitle them.  The validators are cleared, because the
 * next document must be read: its entries are those of the new address. */
static int
polls_disown_entries(struct store *s, int64_t feed_id, struct slice url,
    struct slice to, struct err *e)
{
	const struct poll_update none = { .poll = { .feed_id = feed_id } };
	struct query q;
	int rc;

	if (feed_url_is_same(&s->scratch, url, to))
		return 0;
	q = query_of(s, SQL_feed_disown_entries);
	query_int(&q, ":feed_id", feed_id);
	rc = query_run(&q, e);
	return rc == 0 ? polls_set_validators(s, &none, e) : rc;
}

static int
polls_set_status(struct store *s, int64_t feed_id, enum feed_status status,
    struct slice why, struct err *e)
{
	struct query q = query_of(s, SQL_feed_set_found_status);

	query_int(&q, ":id", feed_id);
	query_text(&q, ":status", slice_of(feed_status_name(status)));
	query_text(&q, ":status_why", why);
	return query_run(&q, e);
}

/* The feed has moved permanently.  The old address becomes an alias, so that
 * the configuration can continue to use it.  If another feed is already
 * subscribed at the new address, this feed becomes FEED_GONE. */
static int
polls_move(struct store *s, struct poll_operation *o, struct slice url,
    struct slice to, struct err *e)
{
	int64_t feed_id = o->update->poll.feed_id;
	int rc;

	if (o->stored.merged)
		return polls_set_status(s, feed_id, FEED_GONE,
		    arena_format(&s->scratch,
			"moved to %.*s, which is subscribed already",
			SLICE_ARG(to)),
		    e);
	o->stored.moved = true;
	if (slice_equal(url, to))
		return 0;
	if ((rc = polls_disown_entries(s, feed_id, url, to, e)) != 0 ||
	    (rc = polls_set_url(s, feed_id, to, e)) != 0)
		return rc;
	store_note_feeds(s); /* the new host may be of another node */
	return polls_put_alias(s, feed_id, url, e);
}

static int
polls_set_moving(struct store *s, int64_t feed_id, struct slice url,
    int64_t since, struct err *e)
{
	struct query q = query_of(s, SQL_feed_set_moving);

	query_int(&q, ":id", feed_id);
	query_text(&q, ":url", url);
	query_date(&q, ":since", since);
	return query_run(&q, e);
}

static bool
polls_is_same_redirect(const struct poll_update *k, const struct place *place)
{
	struct slice to = k->redirect_url;

	return slice_equal(to, place->moving_url) &&
	       (to.len > 0) == (place->moving_url.len > 0);
}

/* Returns the URL to which the feed moves, or SLICE_NONE.  A permanent redirect
 * may be a mistake or a parked domain.  It is accepted only if it persists for
 * a week and leads to a feed each time. */
static struct slice
polls_moves_to(const struct poll_update *k, const struct place *place)
{
	if (k->moved_url.len > 0)
		return k->moved_url;
	if (!k->is_answer || k->redirect_url.len == 0 ||
	    !polls_is_same_redirect(k, place) ||
	    k->poll.at - place->moving_since < STORE_MOVE_S)
		return SLICE_NONE;
	return k->redirect_url;
}

/* If this poll moves the feed, drops the documents to which its former address
 * linked.  Their entries would become entries of the new address, and the feed
 * may be entitled for more pages there.  Called before the document is stored,
 * because this document comes from the new address. */
static int
polls_disown_linked(struct store *s, const struct poll_update *k,
    const struct place *place, struct err *e)
{
	struct slice to = polls_moves_to(k, place);

	if (to.len == 0 || k->before != NULL ||
	    feed_url_is_same(&s->scratch, place->url, to))
		return 0;
	return linked_disown(s, k->poll.feed_id, e);
}

/* Finds out whether another feed has the URL to which the feed moves. */
static int
polls_find_merge(struct store *s, struct poll_operation *o,
    const struct place *place, struct err *e)
{
	struct slice to = polls_moves_to(o->update, place);
	int64_t other_id = 0;
	int rc;

	o->stored.merged = false;
	if (to.len == 0)
		return 0;
	rc = store_feed_find(s, to, &other_id, e);
	o->stored.merged = rc == 0 && other_id != o->update->poll.feed_id;
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

static int
polls_note_redirect(struct store *s, struct poll_operation *o,
    const struct place *place, struct err *e)
{
	const struct poll_update *k = o->update;
	struct slice to = polls_moves_to(k, place);

	if (to.len > 0)
		return polls_move(s, o, place->url, to, e);
	if (!k->is_answer || polls_is_same_redirect(k, place))
		return 0;
	return polls_set_moving(s, k->poll.feed_id, k->redirect_url,
	    k->redirect_url.len > 0 ? k->poll.at : DATE_NONE, e);
}

/* Reads the row of a feed.  ERR_NOT_FOUND: the subscription has ended. */
static int
polls_live_place(struct store *s, int64_t id, struct place *ret, struct err *e)
{
	struct query q = query_of(s, SQL_feed_is_live);
	int rc;

	query_int(&q, ":id", id);
	if ((rc = query_step(&q, e)) > 0)
		*ret = (struct place){
			.url = query_column_copy(&q, 0, &s->held),
			.moving_url = query_column_copy(&q, 1, &s->held),
			.moving_since = query_column_date(&q, 2),
			.language = query_column_copy(&q, 3, &s->held),
		};
	query_end(&q);
	if (rc == 0)
		return err_set(
		    e, ERR_NOT_FOUND, "there is no feed %lld", (long long)id);
	return rc > 0 ? 0 : rc;
}

/* Stores the items of the document, or the sitemaps that it lists.  If no item
 * of a complete document is known although the feed had items before, items
 * were missed. */
static int
polls_store_document(struct store *s, struct poll_operation *o,
    const struct place *place, struct err *e)
{
	struct poll_update k = *o->update;
	int has_items, rc;

	if (k.feed->format == FEED_SITEMAP_INDEX)
		return k.feed->complete ? linked_of_index(s, k.poll.feed_id,
					      k.feed, 0, o->now, &o->stored, e)
					: 0;
	has_items = k.before != NULL ? k.before->had_items
				     : feed_has_items(s, k.poll.feed_id, e);
	if (has_items < 0)
		return has_items;
	o->stored.had_items = has_items;
	k.is_first = !has_items;
	k.feed_language = enrich_language_tag(&s->held, k.feed->language);
	if (k.feed_language.len == 0)
		k.feed_language = place->language;
	k.has_all = !k.is_push && k.feed->is_all && k.feed->complete &&
		    k.feed->n_dropped == 0 && k.feed->next.len == 0;
	if ((rc = document_store(s, &k, o->keys, o->now, &o->stored, e)) != 0)
		return rc;
	/* Missed items are looked for with the first slice only: after the
	 * first slice, some items of the document are stored and therefore
	 * known. */
	if (has_items && !k.is_push && o->stored.n_known == 0 &&
	    o->stored.n_new > 0 && k.feed->complete &&
	    !o->stored.has_missed_items)
		return missed_items_note(s, &k, o->now, &o->stored, e);
	return 0;
}

static int
polls_put_off(struct store *s, const struct poll_update *k, struct err *e)
{
	struct query q = query_of(s, SQL_feed_put_off);

	query_int(&q, ":id", k->poll.feed_id);
	query_date(&q, ":next_poll_at", k->next_poll_at);
	query_text(&q, ":next_poll_by", k->next_poll_by);
	query_text(&q, ":next_poll_terms", k->next_poll_terms);
	return query_run(&q, e);
}

/* Sends the queries that every poll with a document needs. */
static void
polls_read_ahead(struct store *s, struct poll_operation *o)
{
	const struct poll_update *k = o->update;
	struct query q;

	if (!store_reads_ahead(s) || !polls_is_read(k) ||
	    k->feed->format == FEED_SITEMAP_INDEX)
		return;
	q = query_of(s, SQL_feed_is_live);
	query_int(&q, ":id", k->poll.feed_id);
	query_ahead(&q);
	if (k->before == NULL)
		feed_has_items_ahead(s, k->poll.feed_id);
	feed_entry_keys(&s->held, k->feed, &o->keys);
	document_store_ahead(s, k, o->keys);
}

/* Stores a poll row for a document that a hub has delivered, and updates the
 * feed's row.  The entries of the document are already stored. */
static int
polls_put_push(struct store *s, struct poll_operation *o, struct err *e)
{
	struct poll_update *k = o->update;
	struct query q;
	int rc;

	if (k->decide != NULL)
		k->decide(k, &o->stored);
	if ((rc = polls_insert_poll(s, o, e)) != 0)
		return rc;
	q = query_of(s, SQL_feed_pushed);
	query_int(&q, ":id", k->poll.feed_id);
	query_blob(&q, ":history", k->history);
	query_int(&q, ":new", (int64_t)o->stored.n_new);
	query_int(&q, ":at", k->poll.at);
	return query_run(&q, e);
}

static int
polls_put_poll(struct store *s, void *arg, struct err *e)
{
	struct poll_operation *o = arg;
	struct poll_update *k = o->update;
	struct place place = { .moving_since = DATE_NONE };
	int rc;

	o->keys = NULL;

	if (s->quiet.n == QUIET_POLLS_MOST &&
	    (rc = quiet_polls_write(s, e)) != 0)
		return rc;
	if (quiet_poll_put(s, k, &o->stored))
		return 0;
	polls_read_ahead(s, o);
	if ((rc = polls_live_place(s, k->poll.feed_id, &place, e)) != 0 ||
	    (rc = polls_disown_linked(s, k, &place, e)) != 0)
		return rc;
	if (polls_is_read(k) &&
	    ((rc = polls_describe(s, k, e)) != 0 ||
		(rc = polls_store_document(s, o, &place, e)) != 0))
		return rc;
	if (o->stored.n_left > 0)
		return 0;
	if (k->is_push)
		return polls_put_push(s, o, e);
	if (k->feed == NULL && k->is_answer &&
	    (rc = linked_of_unchanged(s, k->poll.feed_id, &o->stored, e)) != 0)
		return rc;
	if ((rc = polls_find_merge(s, o, &place, e)) != 0)
		return rc;
	if (k->decide != NULL)
		k->decide(k, &o->stored);
	if (k->is_excused)
		return polls_put_off(s, k, e);
	if ((rc = polls_insert_poll(s, o, e)) != 0 ||
	    (rc = polls_set_schedule(s, o, e)) != 0)
		return rc;
	if (polls_has_validators(o) &&
	    (rc = polls_set_validators(s, k, e)) != 0)
		return rc;
	if (k->set_status && (rc = polls_set_status(s, k->poll.feed_id,
				  k->status, k->status_why, e)) != 0)
		return rc;
	if (polls_is_read(k) && k->feed->complete &&
	    (rc = polls_set_hints(s, k, e)) != 0)
		return rc;
	if (k->subscription != NULL && !o->stored.merged &&
	    (rc = websub_follow(s, k->subscription, o->now,
		 &o->stored.subscription_id, e)) != 0)
		return rc;
	return polls_note_redirect(s, o, &place, e);
}

int
store_poll_put(struct store *s, struct poll_update *k, int64_t now,
    struct poll_stored *ret, struct err *e)
{
	struct poll_operation o = { .update = k, .now = now };
	int rc;

	if (k->before != NULL)
		o.stored = *k->before;
	o.stored.n_left = 0;
	/* Polls of other feeds that are not written yet have no effect on this
	 * poll, so they need not be written first. */
	s->quiet.is_held = !quiet_polls_have(s, k->poll.feed_id);
	rc = store_operate(s, polls_put_poll, &o, e);
	s->quiet.is_held = false;
	if (rc != 0)
		return rc;
	o.stored.n_linked += (size_t)s->quiet.n_linked;
	s->quiet.n_linked = 0;
	*ret = o.stored;
	return 0;
}
