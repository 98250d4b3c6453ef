/*
 * announcer.c -- the feed for which the page of a pending article is fetched.
 *
 * In:  a feed whose subscription was paused, resumed or ended; or an article
 *      that a further feed announces.
 * Out: pending articles with an active feed as announcer, if there is one.
 *
 * The statements that list pending articles leave out groups whose announcer is
 * paused (queue/pending.sql).  The announcers are therefore changed when the
 * state of a feed changes, so that these statements need not read the entries
 * of all waiting articles.  A witness does not become the announcer of an
 * article that an entitled feed has announced, because it would then count as
 * an entitled feed (docs/security.md, "Attribution").  Such an article has no
 * announcer.
 *
 * If all subscriptions were ended, store_article_end() publishes the article.
 */
#include "store/article/pending/announcer.h"

#include <stdio.h>

#include "store/article/article_apply.h"

static int
announcer_run(struct store *s, enum sql name, const char *parameter, int64_t id,
    struct err *e)
{
	struct query q = query_of(s, name);

	query_int(&q, parameter, id);
	return query_run(&q, e);
}

int
announcer_waits(struct store *s, int64_t article_id, bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_announcer_waits);
	int64_t waits = 0;
	int rc;

	query_int(&q, ":id", article_id);
	rc = query_run_int(&q, &waits, e);
	*ret = waits != 0;
	return rc;
}

int
announcer_settle(struct store *s, int64_t article_id, struct err *e)
{
	return announcer_run(s, SQL_announcer_settle, ":id", article_id, e);
}

int
announcer_settle_feed(struct store *s, int64_t feed_id, struct err *e)
{
	return announcer_run(
	    s, SQL_announcer_settle_feed, ":feed_id", feed_id, e);
}

int
announcer_end_revisits(struct store *s, int64_t feed_id, struct err *e)
{
	return announcer_run(
	    s, SQL_announcer_end_revisits, ":feed_id", feed_id, e);
}

/* ---- articles whose subscriptions were ended ---- */

struct announcer_end_operation {
	int64_t id, now;
	struct article_stored *stored;
	bool is_outdated;
};

/* Reports if all subscriptions to the feeds of a pending article were ended. */
static int
announcer_is_ended(struct store *s, const struct announcer_end_operation *o,
    bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_article_pending_get);
	int rc;

	query_int(&q, ":id", o->id);
	query_int(&q, ":now", o->now);
	if ((rc = query_step(&q, e)) >= 0)
		*ret = rc > 0 && query_column_int(&q, PENDING_ENDED) != 0;
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static int
announcer_end_article(struct store *s, void *arg, struct err *e)
{
	struct announcer_end_operation *o = arg;
	struct article_state old = { 0 };
	struct article_text text;
	bool is_ended = false;
	int rc;

	if ((rc = article_load(s, o->id, &old, e)) != 0 ||
	    (rc = announcer_is_ended(s, o, &is_ended, e)) != 0)
		return rc;
	o->is_outdated = !is_ended;
	if (!is_ended)
		return 0;
	o->stored->status = ARTICLE_FEED_ONLY;
	snprintf(o->stored->why, sizeof(o->stored->why), "%s", WHY_ENDED);
	if ((rc = article_feed_text(s, &old, &text, e)) != 0)
		return rc;
	return article_apply(
	    s, &old, ARTICLE_FEED_ONLY, SLICE(WHY_ENDED), &text, o->now, e);
}

int
store_article_end(struct store *s, int64_t id, int64_t now,
    struct article_stored *ret_stored, bool *ret_is_outdated, struct err *e)
{
	struct announcer_end_operation o = {
		.id = id, .now = now, .stored = ret_stored
	};
	int rc = store_operate(s, announcer_end_article, &o, e);

	if (rc == 0)
		*ret_is_outdated = o.is_outdated;
	return rc;
}
