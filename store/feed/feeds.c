/*
 * feeds.c -- adds, changes and ends subscriptions.
 *
 * When a subscription ends, its row remains and is hidden (feed.removed),
 * because articles still refer to their feed.  If the feed is subscribed again,
 * no article is inserted twice.  After a permanent redirect, the former address
 * still finds the feed (feed_alias), so that a configuration may continue to
 * use it.
 *
 * Pages are not requested for feeds that are paused or whose subscription has
 * ended.  If another feed announces such a page, the page is requested for that
 * feed (store/article/pending/announcer.c).
 *
 * On PostgreSQL a node puts its configured feeds while other nodes write.  The
 * result is the same as if the transactions had run one after another:
 *  - A feed is found by its address and changed by its id.  A permanent
 *    redirect changes the address and keeps the id.  Commands, which end
 *    subscriptions, run alone.
 *  - Each row is changed by one statement, whose condition is checked again if
 *    another transaction has changed the row (feed_subscribe, feed_revive,
 *    feed_pause_absent).
 *  - If two nodes insert a feed, an address or the tags of a feed at the same
 *    time, the unique index refuses one of the rows.  If two transactions wait
 *    for each other, the server ends one of them.  In both cases the failed
 *    transaction is repeated while no other transaction runs.
 */
#include "store/feed/feeds.h"

#include <stdlib.h>

#include "base/limits.h"
#include "store/article/pending/announcer.h"
#include "store/entry/entitlement.h"
#include "store/feed/feed_item.h"
#include "store/fleet/fleet_store.h"
#include "store/search/text.h"

static const char *const feed_status_names[] = {
	[FEED_ACTIVE] = "active",
	[FEED_PAUSED] = "paused",
	[FEED_GONE] = "gone",
};

static const struct slice why_absent =
    SLICE("not in the configuration any more");

const char *
feed_status_name(enum feed_status status)
{
	return feed_status_names[status];
}

/* Returns 1, the id and whether the feed is paused, or 0 if there is no such
 * feed. */
static int
feeds_find(struct store *s, enum sql name, struct slice url, int64_t *ret_id,
    bool *ret_is_paused, struct err *e)
{
	struct query q = query_of(s, name);
	int rc;

	query_text_always(&q, ":url", url);
	if ((rc = query_step(&q, e)) > 0) {
		*ret_id = query_column_int(&q, 0);
		*ret_is_paused = query_column_int(&q, 1) != 0;
	}
	query_end(&q);
	return rc;
}

int
store_feed_find(
    struct store *s, struct slice url, int64_t *ret_id, struct err *e)
{
	bool is_paused;
	int rc = feeds_find(s, SQL_feed_find, url, ret_id, &is_paused, e);

	if (rc == 0)
		return err_set(e, ERR_NOT_FOUND,
		    "no feed is subscribed at %.*s", SLICE_ARG(url));
	return rc > 0 ? 0 : rc;
}

/* ---- subscribing ---- */

struct put_operation {
	const struct feed_subscription *said;
	int64_t now, id;
	bool is_new, was_paused;
};

static void
feeds_query_subscription(struct query *q, const struct feed_subscription *said)
{
	query_text(q, ":site",
	    entitlement_sites_text(&q->store->scratch, said->sites));
	query_text(q, ":given_title", said->title);
	query_text(q, ":outline", said->outline);
	query_int(
	    q, ":interval_s", said->interval_s > 0 ? said->interval_s : 0);
	query_int(q, ":fetch_articles", said->fetch_articles);
	query_int(q, ":from_config", said->from_config);
}

/* Writes the settings of a feed that is subscribed. */
static int
feeds_write_again(struct store *s, struct put_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_feed_subscribe);
	int64_t is_paused;
	int rc;

	if (!o->said->from_config)
		store_note_feeds(s);
	query_int(&q, ":id", o->id);
	feeds_query_subscription(&q, o->said);
	query_text(&q, ":absent", why_absent);
	if ((rc = query_run(&q, e)) != 0 || !o->was_paused)
		return rc;
	q = query_of(s, SQL_feed_is_paused);
	query_int(&q, ":id", o->id);
	rc = query_run_int(&q, &is_paused, e);
	return rc == 0 && !is_paused ? announcer_settle_feed(s, o->id, e) : rc;
}

static int
feeds_write_subscription(
    struct store *s, struct put_operation *o, struct err *e)
{
	struct query q;
	int rc = feeds_find(
	    s, SQL_feed_find, o->said->url, &o->id, &o->was_paused, e);

	if (rc == 0 && o->said->written.len > 0)
		rc = feeds_find(s, SQL_feed_find, o->said->written, &o->id,
		    &o->was_paused, e);
	if (rc > 0)
		return feeds_write_again(s, o, e);
	o->is_new = true;
	store_note_feeds(s);
	if (rc == 0)
		rc = feeds_find(s, SQL_feed_find_removed, o->said->url, &o->id,
		    &o->was_paused, e);
	if (rc < 0)
		return rc;
	q = query_of(s, rc > 0 ? SQL_feed_revive : SQL_feed_insert);
	feeds_query_subscription(&q, o->said);
	query_int(&q, ":now", o->now);
	if (rc > 0) {
		query_int(&q, ":id", o->id);
		rc = query_run(&q, e);
		return rc == 0 ? announcer_settle_feed(s, o->id, e) : rc;
	}
	query_text_always(&q, ":url", o->said->url);
	query_shard_of(&q, o->said->url);
	return query_run_insert(&q, &o->id, e);
}

/* Returns 1 if the feed has exactly these tags, else 0.  At each start all
 * feeds of the configuration are put again, and nothing must be written if
 * nothing has changed. */
static int
feeds_has_tags(struct store *s, int64_t id, struct slice tags, struct err *e)
{
	struct query q = query_of(s, SQL_feed_tags);
	int rc;

	query_int(&q, ":feed_id", id);
	if ((rc = query_step(&q, e)) > 0)
		rc = slice_equal(query_column_text(&q, 0), tags);
	query_end(&q);
	return rc;
}

static int
feeds_set_tags(struct store *s, int64_t id, struct slice tags, struct err *e)
{
	struct query q;
	struct slice tag;
	int64_t n = 0;
	int rc = feeds_has_tags(s, id, tags, e);

	if (rc != 0)
		return rc > 0 ? 0 : rc;
	q = query_of(s, SQL_feed_tag_clear);
	query_int(&q, ":feed_id", id);
	rc = query_run(&q, e);
	while (
	    rc == 0 && n < LIMIT_ENTRY_LIST && slice_next(&tags, '\n', &tag)) {
		tag = slice_trim(text_one_line(&s->scratch, tag));
		if (tag.len == 0)
			continue;
		q = query_of(s, SQL_feed_tag_insert);
		query_int(&q, ":feed_id", id);
		query_int(&q, ":n", n++);
		query_text(&q, ":tag", tag);
		rc = query_run(&q, e);
	}
	return rc;
}

static int
feeds_put_feed(struct store *s, void *arg, struct err *e)
{
	struct put_operation *o = arg;
	struct query q;
	int rc = feeds_write_subscription(s, o, e);

	if (rc == 0 && o->said->tags.p != NULL)
		return feeds_set_tags(s, o->id, o->said->tags, e);
	if (rc != 0 || !o->said->from_config)
		return rc;
	q = query_of(s, SQL_feed_tag_clear_of_config);
	query_int(&q, ":feed_id", o->id);
	return query_run(&q, e);
}

int
store_feed_put(struct store *s, const struct feed_subscription *said,
    int64_t now, int64_t *ret_id, bool *ret_new, struct err *e)
{
	struct put_operation o = { .said = said, .now = now };
	int rc = store_operate(s, feeds_put_feed, &o, e);

	if (rc == 0) {
		*ret_id = o.id;
		*ret_new = o.is_new;
	}
	return rc;
}

/* ---- status and schedule ---- */

struct feed_setting {
	int64_t id, at, failures, polled_at;
	enum feed_status status;
	struct slice why, terms;
	bool is_set; /* the result of feeds_set_next_poll() */
};

static int
feeds_set_status(struct store *s, void *arg, struct err *e)
{
	const struct feed_setting *setting = arg;
	struct query q = query_of(s, SQL_feed_set_status);
	int rc;

	store_note_feeds(s);
	query_int(&q, ":id", setting->id);
	query_text(&q, ":status", slice_of(feed_status_name(setting->status)));
	query_text(&q, ":status_why", setting->why);
	rc = query_run(&q, e);
	return rc == 0 ? announcer_settle_feed(s, setting->id, e) : rc;
}

int
store_feed_set_status(struct store *s, int64_t id, enum feed_status status,
    struct slice why, struct err *e)
{
	struct feed_setting setting = {
		.id = id, .status = status, .why = why
	};

	return store_operate(s, feeds_set_status, &setting, e);
}

static int
feeds_set_next_poll(struct store *s, void *arg, struct err *e)
{
	struct feed_setting *setting = arg;
	struct query q = query_of(s, SQL_feed_set_next_poll);
	int64_t id;
	int rc;

	store_note_feeds(s);
	query_int(&q, ":id", setting->id);
	query_date(&q, ":next_poll_at", setting->at);
	rc = query_run_int(&q, &id, e);
	setting->is_set = rc == 0;
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

int
store_feed_set_next_poll(
    struct store *s, int64_t id, int64_t at, bool *ret_is_set, struct err *e)
{
	struct feed_setting setting = { .id = id, .at = at };
	int rc = store_operate(s, feeds_set_next_poll, &setting, e);

	*ret_is_set = setting.is_set;
	return rc;
}

static int
feeds_set_plan(struct store *s, void *arg, struct err *e)
{
	const struct feed_setting *setting = arg;
	struct query q = query_of(s, SQL_feed_set_plan);

	query_int(&q, ":id", setting->id);
	query_date(&q, ":next_poll_at", setting->at);
	query_text(&q, ":next_poll_by", setting->why);
	query_text(&q, ":next_poll_terms", setting->terms);
	return query_run(&q, e);
}

int
store_feed_set_plan(struct store *s, int64_t id, int64_t at, struct slice by,
    struct slice terms, struct err *e)
{
	struct feed_setting setting = {
		.id = id, .at = at, .why = by, .terms = terms
	};

	return store_operate(s, feeds_set_plan, &setting, e);
}

static int
feeds_excuse_feed(struct store *s, void *arg, struct err *e)
{
	const struct feed_setting *setting = arg;
	struct query q = query_of(s, SQL_feed_excuse);

	query_int(&q, ":id", setting->id);
	query_int(&q, ":failures", setting->failures);
	query_date(&q, ":at", setting->at);
	query_date(&q, ":polled_at", setting->polled_at);
	return query_run(&q, e);
}

int
store_feed_excuse(struct store *s, int64_t id, int64_t failures, int64_t at,
    int64_t polled_at, struct err *e)
{
	struct feed_setting setting = {
		.id = id, .failures = failures, .at = at, .polled_at = polled_at
	};

	return store_operate(s, feeds_excuse_feed, &setting, e);
}

static int
feeds_compare_ids(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

#define FEEDS_AN_OPERATION 128

struct put_all_operation {
	const struct feed_subscription *said;
	size_t n;
	int64_t now;
	int64_t *ids;
};

static int
feeds_put_some(struct store *s, void *arg, struct err *e)
{
	struct put_all_operation *all = arg;
	int rc = 0;

	for (size_t i = 0; i < all->n && rc == 0; i++) {
		struct put_operation o = { .said = &all->said[i],
			.now = all->now };

		rc = feeds_put_feed(s, &o, e);
		all->ids[i] = o.id;
	}
	return rc;
}

/* Several feeds share one operation, because a savepoint costs as much as
 * changing one feed. */
int
store_feed_put_all(struct store *s, const struct feed_subscription *said,
    size_t n, int64_t now, int64_t *ret_ids, struct err *e)
{
	int rc = 0;

	for (size_t at = 0; at < n && rc == 0; at += FEEDS_AN_OPERATION) {
		struct put_all_operation o = {
			.said = said + at,
			.n = n - at < FEEDS_AN_OPERATION ? n - at
							 : FEEDS_AN_OPERATION,
			.now = now,
			.ids = ret_ids + at,
		};

		rc = store_operate(s, feeds_put_some, &o, e);
	}
	return rc;
}

struct keep_operation {
	const int64_t *ids;
	size_t n;
	void (*beat)(void *);
	void *arg;
};

static int
feeds_pause_absent(struct store *s, int64_t id, struct err *e)
{
	struct query q = query_of(s, SQL_feed_pause_absent);
	int rc;

	query_int(&q, ":id", id);
	query_text(&q, ":why", why_absent);
	rc = query_run(&q, e);
	return rc == 0 ? announcer_settle_feed(s, id, e) : rc;
}

static int
feeds_pause_others(struct store *s, void *arg, struct err *e)
{
	const struct keep_operation *o = arg;
	struct query q = query_of(s, SQL_feed_of_config);
	struct rows rows;
	int64_t *kept = arena_array(&s->scratch, o->n + 1, sizeof(*kept));
	int rc;

	if (o->n > 0)
		memcpy(kept, o->ids, o->n * sizeof(*kept));
	qsort(kept, o->n, sizeof(*kept), feeds_compare_ids);
	rc = rows_collect_ids(&q, &rows, e);
	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		int64_t id = ((int64_t *)rows.items)[i];

		if (bsearch(&id, kept, o->n, sizeof(*kept),
			feeds_compare_ids) != NULL)
			continue;
		rc = feeds_pause_absent(s, id, e);
		if (o->beat != NULL)
			o->beat(o->arg);
	}
	rows_release(&rows);
	return rc;
}

int
store_feed_keep_only(struct store *s, const int64_t *ids, size_t n,
    void (*beat)(void *), void *arg, struct err *e)
{
	struct keep_operation o = { ids, n, beat, arg };

	return store_operate(s, feeds_pause_others, &o, e);
}

/* ---- the end of a subscription ---- */

static int
feeds_remove_feed(struct store *s, void *arg, struct err *e)
{
	const struct feed_setting *setting = arg;
	struct query q = query_of(s, SQL_feed_remove);
	int rc;

	store_note_feeds(s);
	query_int(&q, ":id", setting->id);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_feed_alias_clear);
	query_int(&q, ":feed_id", setting->id);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_site_memory_clear);
	query_int(&q, ":feed_id", setting->id);
	if ((rc = query_run(&q, e)) != 0 ||
	    (rc = announcer_settle_feed(s, setting->id, e)) != 0)
		return rc;
	return announcer_end_revisits(s, setting->id, e);
}

int
store_feed_remove(struct store *s, int64_t id, struct err *e)
{
	struct feed_setting setting = { .id = id };

	return store_operate(s, feeds_remove_feed, &setting, e);
}
