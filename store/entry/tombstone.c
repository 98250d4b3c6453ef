/*
 * tombstone.c -- finds and inserts tombstones of items and articles that were
 * purged or are not to be stored.
 *
 * In:  a feed, or TOMBSTONE_ARTICLE or TOMBSTONE_WITNESSED, and a key.
 * Out: whether there is a tombstone with this key.
 *
 * Most feeds have no tombstones.  Whether a feed has any is therefore read once
 * and kept in store.tombstones.
 */
#include "store/feed/feed_item.h"
#include "store/feed/polls.h"

static struct tombstone_answer *
tombstone_answer_of(struct store *s, int64_t feed_id)
{
	size_t kind = feed_id == TOMBSTONE_ARTICLE     ? 1
		      : feed_id == TOMBSTONE_WITNESSED ? 2
						       : 0;

	return &s->tombstones.of[kind];
}

static struct query
tombstone_ask(struct store *s, int64_t feed_id)
{
	struct query q = query_of(s, SQL_tombstone_of_feed);

	query_int(&q, ":feed_id", feed_id);
	return q;
}

int
feed_has_tombstones(struct store *s, int64_t feed_id, struct err *e)
{
	struct tombstone_answer *answer = tombstone_answer_of(s, feed_id);
	struct query q;
	int64_t any = 0;
	int rc;

	if (!answer->is_known || answer->of != feed_id) {
		q = tombstone_ask(s, feed_id);
		if ((rc = query_run_int(&q, &any, e)) != 0)
			return rc;
		*answer = (struct tombstone_answer){ feed_id, true, any != 0 };
	}
	return answer->any;
}

void
feed_has_tombstones_ahead(struct store *s, int64_t feed_id)
{
	const struct tombstone_answer *answer = tombstone_answer_of(s, feed_id);
	struct query q;

	if (answer->is_known && answer->of == feed_id)
		return;
	q = tombstone_ask(s, feed_id);
	query_ahead(&q);
}

int
feed_item_was_purged(
    struct store *s, int64_t feed_id, struct slice key, struct err *e)
{
	struct query q;
	int rc;

	if ((rc = feed_has_tombstones(s, feed_id, e)) <= 0)
		return rc;
	q = query_of(s, SQL_tombstone_find);
	query_int(&q, ":feed_id", feed_id);
	query_text_always(&q, ":key", key);
	rc = query_step(&q, e);
	query_end(&q);
	return rc;
}

int
article_was_purged(
    struct store *s, struct slice url_key, bool entitled, struct err *e)
{
	int rc = feed_item_was_purged(s, TOMBSTONE_ARTICLE, url_key, e);

	return rc != 0 || entitled
		   ? rc
		   : feed_item_was_purged(s, TOMBSTONE_WITNESSED, url_key, e);
}

int
feed_item_add_tombstone(
    struct store *s, const struct feed_item *g, struct err *e)
{
	struct query q = query_of(s, SQL_tombstone_insert);

	s->tombstones = (struct tombstone_cache){ 0 };
	query_int(&q, ":feed_id", g->update->poll.feed_id);
	query_text_always(&q, ":key", g->guid_key);
	query_int(&q, ":at", g->now);
	return query_run(&q, e);
}
