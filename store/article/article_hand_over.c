/*
 * article_hand_over.c -- hands an article over to another node, because its
 * page redirects to a host of that node (docs/fleet.md).
 *
 * In:  the article, and the target of the redirect.
 * Out: the article's row.  Its shard is the shard of the target's host, and its
 *      final_url is the target.
 *
 * When the owner of this shard stores a result, the article gets the shard of
 * its own host (host_key) again.  An article counts as handed over while these
 * two shards differ.  If the other node fails, the next owner of the shard
 * finds the row.
 */
#include "store/article/article_apply.h"
#include "store/fleet/fleet_store.h"
#include "store/sqlite/statement.h"
#include "url/url.h"
#include "url/url_rules.h"

struct hand_over {
	int64_t id, now;
	struct slice url, target;
};

static int
article_hand_over_run(struct store *s, void *arg, struct err *e)
{
	const struct hand_over *h = arg;
	struct article_state old;
	struct slice key;
	struct query q;
	int rc = article_load(s, h->id, &old, e);

	if (rc != 0 || !url_is_same_resource(h->url, old.url))
		return rc;
	if (!url_budget_key(&s->scratch, h->target, &key))
		return err_set(e, ERR_USAGE, "the target has no host");
	q = query_of(s, SQL_article_hand_over);
	query_int(&q, ":id", h->id);
	query_int(&q, ":now", h->now);
	query_text(&q, ":target", h->target);
	query_shard_of(&q, h->target);
	store_note_page(s, key);
	return query_run(&q, e);
}

int
store_article_hand_over(struct store *s, int64_t id, struct slice url,
    struct slice target, int64_t now, struct err *e)
{
	struct hand_over h = {
		.id = id, .now = now, .url = url, .target = target
	};

	if (!store_is_shared(s))
		return err_set(e, ERR_USAGE,
		    "only the daemons of a PostgreSQL "
		    "database hand over articles");
	return store_operate(s, article_hand_over_run, &h, e);
}

int
article_give_back(struct store *s, int64_t id, struct err *e)
{
	struct query q;

	if (!store_is_shared(s))
		return 0;
	q = query_of(s, SQL_article_give_back);
	query_int(&q, ":id", id);
	return query_run(&q, e);
}
