/*
 * home_page.c -- reads the home page of a site to see if it names a feed of
 * another site.
 *
 * The normal case: a feed announces a page of another site.  The home page of
 * that host is requested, and the daemon fetches it.  The home page names the
 * feed.  The feed is then entitled for all pages of the host, including the
 * pages of the feed's newest entries.
 *
 * If the home page cannot be read, the request is repeated after
 * LIMIT_HOME_PAGE_RETRY_S, and the earlier result stays valid.  An answer from
 * another site does not entitle the feed.  For an aggregator, which is a feed
 * of many sites, no home page is requested.
 */
#include "store/entry/takeover.h"
#include "store/feed/polls.h"
#include "store/fleet/fleet_store.h"
#include "store/page_feed.h"
#include "url/url.h"
#include "url/url_rules.h"

int
home_page_request(struct store *s, int64_t feed_id, struct slice page_url,
    int64_t now, bool *ret_due, struct err *e)
{
	struct slice host, origin;
	struct query q;
	int rc;

	/* The home page of a page in an AMP cache is the publisher's. */
	url_amp_origin(&s->scratch, page_url, &page_url);
	if (!entitlement_host(&s->scratch, page_url, &host) ||
	    !url_origin(&s->scratch, page_url, &origin))
		return 0;
	q = query_of(s, SQL_home_page_want);
	query_int(&q, ":feed_id", feed_id);
	query_text_always(&q, ":host", host);
	query_text_always(
	    &q, ":url", arena_format(&s->scratch, "%.*s/", SLICE_ARG(origin)));
	query_int(&q, ":now", now);
	query_int(&q, ":gap", LIMIT_HOME_PAGE_S);
	query_int(&q, ":most", LIMIT_HOME_PAGES);
	if ((rc = query_run(&q, e)) == 0)
		*ret_due = true;
	return rc;
}

/* ---- due home pages ---- */

static void
home_page_read_due(const struct query *q, struct arena *arena, void *ret_row)
{
	struct home_page_due *row = ret_row;

	row->id = query_column_int(q, 0);
	row->url = query_column_copy(q, 1, arena);
	row->feed_id = query_column_int(q, 2);
}

static int
home_page_pass(struct store *s, int64_t id, int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_home_page_pass);

	query_int(&q, ":id", id);
	query_int(&q, ":now", now);
	return query_run(&q, e);
}

struct home_page_list {
	int64_t now;
	size_t limit;
	struct rows rows;
};

/* Lists the due home pages.  Home pages that were requested for an aggregator
 * are marked as not needed, so the operation writes. */
static int
home_page_list(struct store *s, void *arg, struct err *e)
{
	struct home_page_list *o = arg;
	struct query q = query_of(s, SQL_home_page_due);
	struct home_page_due *all;
	size_t n = 0;
	int rc, many = 0;

	rows_release(&o->rows); /* The rows are released first, because a
				   transaction may be repeated. */
	query_int(&q, ":now", o->now);
	query_count(&q, ":limit", o->limit);
	query_shards(&q);
	rc = rows_collect(
	    &q, sizeof(struct home_page_due), home_page_read_due, &o->rows, e);
	all = o->rows.items;
	for (size_t i = 0; i < o->rows.n && rc == 0; i++) {
		many = feed_is_aggregator(s, all[i].feed_id, e);
		if (many == 0)
			all[n++] = all[i];
		else
			rc = many < 0 ? many
				      : home_page_pass(s, all[i].id, o->now, e);
	}
	o->rows.n = n;
	return rc;
}

int
store_home_page_due(struct store *s, int64_t now, size_t limit,
    int (*visit)(const struct home_page_due *, void *), void *arg,
    struct err *e)
{
	struct home_page_list o = { .now = now, .limit = limit };
	struct query q = query_of(s, SQL_home_page_due);
	int rc;

	/* In most calls no home page is due, and then no write transaction is
	 * begun. */
	query_int(&q, ":now", now);
	query_int(&q, ":limit", 1);
	query_shards(&q);
	rc = query_step(&q, e);
	query_end(&q);
	if (rc <= 0)
		return rc;
	rc = store_operate(s, home_page_list, &o, e);
	for (size_t i = 0; i < o.rows.n && rc == 0; i++)
		rc = visit(&((struct home_page_due *)o.rows.items)[i], arg);
	rows_release(&o.rows);
	return rc;
}

/* ---- an answer ---- */

struct home_page {
	int64_t id, feed_id;
	struct slice host, url;
	bool named;
};

struct home_page_operation {
	const struct home_page_update *update;
	int64_t now;
};

static int
home_page_get(struct store *s, int64_t id, struct home_page *ret, struct err *e)
{
	struct query q = query_of(s, SQL_home_page_get);
	int rc;

	query_int(&q, ":id", id);
	if ((rc = query_step(&q, e)) > 0)
		*ret = (struct home_page){ .id = id,
			.feed_id = query_column_int(&q, 0),
			.host = query_column_copy(&q, 1, &s->held),
			.url = query_column_copy(&q, 2, &s->held),
			.named = query_column_int(&q, 3) != 0 };
	query_end(&q);
	return rc;
}

static bool
home_page_same_site(struct arena *arena, struct slice a, struct slice b)
{
	struct slice site_a, site_b;

	return url_budget_key(arena, a, &site_a) &&
	       url_budget_key(arena, b, &site_b) && slice_equal(site_a, site_b);
}

/* Returns 1 if the page is on the site whose home page was requested and names
 * one of the feed's addresses, else 0. */
static int
home_page_names(struct store *s, const struct home_page *home,
    const struct home_page_update *k, struct err *e)
{
	struct query q;
	bool named = false;
	int rc;

	if (!home_page_same_site(&s->scratch, home->url, k->final_url))
		return 0;
	q = query_of(s, SQL_feed_addresses);
	query_int(&q, ":id", home->feed_id);
	query_int(&q, ":aliases", LIMIT_FEED_ALIASES);
	while ((rc = query_step(&q, e)) > 0)
		named |=
		    page_feed_has_url(s, k->page, query_column_text(&q, 0));
	query_end(&q);
	return rc < 0 ? rc : named;
}

struct named_entry {
	int64_t id, article_id;
	struct feed_entry entry;
	struct slice url;
	bool is_blocked;
};

static void
home_page_read_entry(const struct query *q, struct arena *arena, void *ret_row)
{
	struct named_entry *row = ret_row;

	*row = (struct named_entry){ .id = query_column_int(q, 0),
		.article_id = query_column_int(q, 1),
		.entry = { .title = query_column_copy(q, 2, arena),
		    .summary = query_column_copy(q, 3, arena),
		    .text = query_column_copy(q, 4, arena),
		    .published_at = query_column_date(q, 5),
		    .updated_at = query_column_date(q, 6),
		    .link = query_column_copy(q, 8, arena) },
		.url = query_column_copy(q, 7, arena),
		.is_blocked = query_column_int(q, 9) != 0 };
}

/* Updates an article that the feed announced as a witness.  If the article is
 * pending at the address that this feed announced first, the feed only becomes
 * its entitled announcer.  Otherwise the feed takes the article over.  An entry
 * that a filter blocks does not change its article. */
static int
home_page_promote_one(struct store *s, const struct home_page_operation *o,
    const struct home_page *home, const struct named_entry *row, struct err *e)
{
	const struct feed feed = { .language = SLICE_NONE };
	const struct poll_update update = { .poll = { .feed_id =
							  home->feed_id },
		.feed = &feed,
		.fetch_articles = o->update->fetch_articles,
		.max_age_s = o->update->max_age_s };
	struct poll_stored stored = { .n_new = 0 };
	const struct feed_item g = { .update = &update,
		.entry = &row->entry,
		.now = o->now,
		.stored = &stored };
	struct article_state article = { 0 };
	struct query q = query_of(s, SQL_entry_set_entitled);
	int rc;

	query_int(&q, ":id", row->id);
	if ((rc = query_run(&q, e)) != 0 || row->is_blocked ||
	    (rc = article_load(s, row->article_id, &article, e)) != 0 ||
	    article.entitled == 1)
		return rc;
	if (article.announced_by != home->feed_id ||
	    !url_is_same_resource(article.url, row->entry.link) ||
	    (article.status != ARTICLE_QUEUED &&
		article.status != ARTICLE_FAILED))
		return feed_item_take_over(s, &g, &article, e);
	q = query_of(s, SQL_article_set_announcer);
	query_int(&q, ":id", article.id);
	query_int(&q, ":feed_id", home->feed_id);
	return query_run(&q, e);
}

static int
home_page_promote(struct store *s, const struct home_page_operation *o,
    const struct home_page *home, struct err *e)
{
	struct query q = query_of(s, SQL_named_entries);
	struct rows rows;
	int rc;

	query_int(&q, ":feed_id", home->feed_id);
	query_int(&q, ":limit", LIMIT_NAMED_ENTRIES);
	rc = rows_collect(
	    &q, sizeof(struct named_entry), home_page_read_entry, &rows, e);
	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		const struct named_entry *row =
		    &((struct named_entry *)rows.items)[i];
		struct slice host;

		arena_clear(&s->scratch);
		if (entitlement_host(&s->scratch, row->url, &host) &&
		    slice_equal(host, home->host))
			rc = home_page_promote_one(s, o, home, row, e);
	}
	rows_release(&rows);
	return rc;
}

static int
home_page_put_answer(struct store *s, const struct home_page_operation *o,
    const struct home_page *home, struct err *e)
{
	struct query q;
	int rc, named = home_page_names(s, home, o->update, e);

	if (named < 0)
		return named;
	q = query_of(s, SQL_home_page_answered);
	query_int(&q, ":id", home->id);
	query_int(&q, ":now", o->now);
	query_int(&q, ":named", named);
	if ((rc = query_run(&q, e)) != 0 || named == 0 || home->named)
		return rc;
	if (o->update->ret_is_entitled != NULL)
		*o->update->ret_is_entitled = true;
	return home_page_promote(s, o, home, e);
}

static int
home_page_update(struct store *s, void *arg, struct err *e)
{
	const struct home_page_operation *o = arg;
	struct home_page home;
	struct query q;
	int rc = home_page_get(s, o->update->id, &home, e);

	if (o->update->ret_is_entitled != NULL) /* The result is set here,
						   because the operation may be
						   repeated. */
		*o->update->ret_is_entitled = false;
	if (rc <= 0)
		return rc;
	if (o->update->page != NULL)
		return home_page_put_answer(s, o, &home, e);
	q = query_of(s, SQL_home_page_failed);
	query_int(&q, ":id", home.id);
	query_int(&q, ":due_at", o->now + LIMIT_HOME_PAGE_RETRY_S);
	query_text(&q, ":why", o->update->why);
	return query_run(&q, e);
}

int
store_home_page_put(struct store *s, const struct home_page_update *k,
    int64_t now, struct err *e)
{
	struct home_page_operation o = { .update = k, .now = now };

	return store_operate(s, home_page_update, &o, e);
}
