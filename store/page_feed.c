/*
 * page_feed.c -- pages that name a feed of another site.
 *
 * In:  an article whose page was read, and the feeds that the page names.
 * Out: the feeds of the article that are now entitled for it.
 *
 * Publishers serve feeds from other domains (feeds.bbci.co.uk, FeedBurner).  If
 * a page of the publisher names the feed, the feed belongs to the publisher.
 * If the page is on another site than the article's address, it was reached by
 * a redirect and cannot entitle a feed.
 */
#include "store/page_feed.h"

#include "url/url.h"

int
feed_is_aggregator(struct store *s, int64_t feed_id, struct err *e)
{
	struct query q = query_of(s, SQL_feed_sites_count);
	int64_t n = 0;
	int rc;

	query_int(&q, ":id", feed_id);
	query_int(&q, ":entries", LIMIT_AGGREGATOR_ENTRIES);
	rc = query_run_int(&q, &n, e);
	return rc != 0 ? rc : n > LIMIT_AGGREGATOR_SITES;
}

static struct slice
page_feed_host(struct arena *arena, struct slice url)
{
	const struct slice www = SLICE("www.");
	struct slice host = url_host(arena, url);

	return slice_starts(host, www) ? slice_sub(host, www.len, host.len)
				       : host;
}

static struct slice
page_feed_query(struct arena *arena, struct slice url)
{
	struct slice path = url_path_and_query(arena, url);

	return slice_sub(path, slice_find_char(path, '?', 0), path.len);
}

/* url_key() ignores parameters that count clicks and the labels of mobile
 * hosts. The feeds of different publishers may differ in them. */
bool
feed_url_is_same(struct arena *arena, struct slice a, struct slice b)
{
	struct slice key_a, key_b;

	return url_key(arena, a, &key_a) && url_key(arena, b, &key_b) &&
	       slice_equal(key_a, key_b) &&
	       slice_equal(
		   page_feed_host(arena, a), page_feed_host(arena, b)) &&
	       slice_equal(
		   page_feed_query(arena, a), page_feed_query(arena, b));
}

bool
page_feed_has_url(
    struct store *s, const struct cuter_article *page, struct slice url)
{
	for (size_t i = 0; i < page->n_feeds; i++)
		if (feed_url_is_same(&s->scratch, url, page->feeds[i]))
			return true;
	return false;
}

struct witness {
	int64_t entry_id, feed_id;
	struct slice url;
};

static void
page_feed_read_witness(
    const struct query *q, struct arena *arena, void *ret_row)
{
	struct witness *row = ret_row;

	row->entry_id = query_column_int(q, 0);
	row->feed_id = query_column_int(q, 1);
	row->url = query_column_copy(q, 2, arena);
}

/* Entitles the feed for the article.  Fields that this feed gave as a witness
 * are no longer marked as values of a witness (is_lent).  Fields of other feeds
 * remain marked. */
static int
page_feed_entitle(struct store *s, struct article_state *old,
    const struct witness *witness, struct err *e)
{
	struct query q = query_of(s, SQL_page_feed_put);
	int rc;

	query_int(&q, ":article_id", old->id);
	query_int(&q, ":feed_id", witness->feed_id);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_entry_set_entitled);
	query_int(&q, ":id", witness->entry_id);
	if ((rc = query_run(&q, e)) != 0 || old->entitled == 1)
		return rc;
	q = query_of(s, SQL_article_set_announcer);
	query_int(&q, ":id", old->id);
	query_int(&q, ":feed_id", witness->feed_id);
	old->entitled = 1;
	old->is_lent = old->is_lent && old->announced_by != witness->feed_id;
	old->announced_by = witness->feed_id;
	return query_run(&q, e);
}

static int
page_feed_of_witness(struct store *s, struct article_state *old,
    const struct cuter_article *page, const struct witness *witness,
    struct err *e)
{
	int rc;

	if (!page_feed_has_url(s, page, witness->url))
		return 0;
	rc = feed_is_aggregator(s, witness->feed_id, e);
	return rc != 0 ? (rc > 0 ? 0 : rc)
		       : page_feed_entitle(s, old, witness, e);
}

int
page_feed_of_page(struct store *s, struct article_state *old,
    const struct cuter_article *page, struct slice final_url, struct err *e)
{
	struct slice site;
	struct query q;
	struct rows rows;
	int rc;

	if (page->n_feeds == 0 ||
	    (final_url.len > 0 &&
		(!url_budget_key(&s->scratch, final_url, &site) ||
		    !slice_equal(site, old->host_key))))
		return 0;
	q = query_of(s, SQL_page_feed_witnesses);
	query_int(&q, ":id", old->id);
	rc = rows_collect(
	    &q, sizeof(struct witness), page_feed_read_witness, &rows, e);
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = page_feed_of_witness(
		    s, old, page, &((struct witness *)rows.items)[i], e);
	rows_release(&rows);
	return rc;
}
