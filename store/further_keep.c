/*
 * further_keep.c -- stores a document that a feed links to (further.c).
 *
 * In:  the parsed document, or the reason why it could not be read.
 * Out: its row; its items, as those of a poll; the documents that it links to;
 *      and the state of the period of missed items.  All is written in one
 *      transaction.  If the document is stored in slices, each slice is one
 *      transaction, and everything but the items is written with the last
 *      slice.
 */
#include "store/sighting.h"

struct further_operation {
	const struct further_keep *keep;
	int64_t now;
	struct poll_kept kept;
	/* members of the row */
	int64_t feed_id, depth, read_at, gap_at, gap_since;
	bool is_sitemap, is_robots, is_news, fetch_articles;
	struct slice url;
	bool reaches_back; /* a news sitemap that covers the whole gap */
};

static int
further_keep_load(struct store *s, struct further_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_further_get);
	int rc;

	query_int(&q, ":id", o->keep->id);
	if ((rc = query_step(&q, e)) > 0) {
		o->feed_id = query_column_int(&q, 0);
		o->is_sitemap =
		    slice_equal(query_column_text(&q, 1), SLICE("sitemap"));
		o->is_robots =
		    slice_equal(query_column_text(&q, 1), SLICE("robots"));
		o->is_news =
		    slice_equal(query_column_text(&q, 1), SLICE("news"));
		o->depth = query_column_int(&q, 2);
		o->read_at = query_column_date(&q, 4);
		o->fetch_articles = query_column_int(&q, 5) != 0;
		o->url = query_column_copy(&q, 6, &s->held);
	}
	query_end(&q);
	if (rc == 0)
		return err_set(e, ERR_NOT_FOUND,
		    "there is no linked document %lld", (long long)o->keep->id);
	if (rc > 0)
		rc = o->is_news ? gap_of_news(s, o->feed_id, &o->gap_at,
				      &o->gap_since, e)
				: gap_open_at(s, o->feed_id, &o->gap_at, e);
	return rc;
}

static int
further_keep_set_failed(
    struct store *s, const struct further_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_further_failed);

	query_int(&q, ":id", o->keep->id);
	query_text_always(&q, ":why", o->keep->why);
	query_date(&q, ":retry_at", o->keep->retry_at);
	return query_run(&q, e);
}

static bool
further_keep_is_index(const struct further_operation *o)
{
	return o->keep->feed != NULL &&
	       o->keep->feed->format == FEED_SITEMAP_INDEX;
}

static int
further_keep_set_read(
    struct store *s, const struct further_operation *o, struct err *e)
{
	const struct further_keep *k = o->keep;
	/* The sitemaps of a news index are read for each gap, even if the index
	 * has not changed. */
	bool keeps =
	    k->feed != NULL && !(o->is_news && further_keep_is_index(o));
	struct query q =
	    query_of(s, keeps ? SQL_further_read : SQL_further_unchanged);

	query_int(&q, ":id", k->id);
	query_int(&q, ":now", o->now);
	if (keeps) {
		query_bytes(&q, ":etag", k->etag);
		query_bytes(&q, ":last_modified", k->last_modified);
		query_text(&q, ":validators_url", k->validators_url);
	}
	return query_run(&q, e);
}

/* Selects from a news sitemap, which lists the whole site, the items that were
 * published while the feed was not polled. */
static struct feed
further_keep_only_missed(struct store *s, struct further_operation *o)
{
	struct feed feed = *o->keep->feed;
	int64_t since = o->kept.missed_since, until = o->kept.missed_until;

	feed.entries =
	    arena_array(&s->held, feed.n_entries + 1, sizeof(*feed.entries));
	feed.n_entries = 0;
	for (size_t i = 0; i < o->keep->feed->n_entries; i++) {
		const struct feed_entry *entry = &o->keep->feed->entries[i];
		int64_t at = entry->published_at;

		o->reaches_back |=
		    at != DATE_NONE && since != DATE_NONE && at <= since;
		if (at > since && at <= until)
			feed.entries[feed.n_entries++] = *entry;
	}
	return feed;
}

static int
further_keep_items(struct store *s, struct further_operation *o, struct err *e)
{
	const struct poll_kept *before = o->keep->before;
	struct feed feed = *o->keep->feed;

	if (o->is_news) {
		/* A gap that was found between two slices applies to all of
		 * them: storing begins with the first slice again, and items
		 * stored before are known. */
		if (before != NULL && (before->missed_since != o->gap_since ||
					  before->missed_until != o->gap_at))
			before = NULL;
		o->kept.missed_since = o->gap_since;
		o->kept.missed_until = o->gap_at;
		feed = further_keep_only_missed(s, o);
	}

	const struct poll_keep items = {
		.poll = { .feed_id = o->feed_id, .at = o->now },
		.feed = &feed,
		.fetch_articles = o->fetch_articles,
		.max_age_s = o->keep->max_age_s,
		.feed_bytes_per_day = o->keep->feed_bytes_per_day,
		.server_at = o->keep->server_at,
		.slice = o->keep->slice,
		.before = before,
		.is_first = o->read_at == DATE_NONE,
		.known_before = o->gap_at != DATE_NONE ? o->gap_at : 0,
	};
	struct query q;
	int rc = document_keep(s, &items, o->now, &o->kept, e);

	if (rc != 0 || o->kept.n_new == 0)
		return rc;
	q = query_of(s, SQL_further_brought);
	query_int(&q, ":feed_id", o->feed_id);
	query_int(&q, ":now", o->now);
	return query_run(&q, e);
}

/* Entries of the document wait until the feed has budget again.  The document
 * is read again then, and its links are followed only after that. */
static int
further_keep_set_waiting(
    struct store *s, const struct further_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_further_wait);

	query_int(&q, ":id", o->keep->id);
	query_int(&q, ":retry_at", o->kept.budget_at);
	return query_run(&q, e);
}

/* A gap is closed by sitemaps when the last of them was read. */
static int
further_keep_update_gap(
    struct store *s, struct further_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_further_is_owed);
	int64_t more = 0;
	int rc;

	query_int(&q, ":feed_id", o->feed_id);
	query_int(&q, ":id", o->keep->id);
	if ((rc = query_run_int(&q, &more, e)) != 0)
		return rc;
	return gap_filled(s, o->feed_id, o->gap_at, o->kept.n_new,
	    o->reaches_back, more == 0, e);
}

/* Reading earlier documents ends at the first one with a known item. */
static int
further_keep_read_earlier(
    struct store *s, struct further_operation *o, struct err *e)
{
	bool is_closed = o->kept.n_known > 0;
	int rc = 0;

	if (o->is_news || o->is_robots)
		return further_keep_update_gap(s, o, e);
	if (!is_closed && o->keep->feed != NULL)
		rc = further_before(s, o->feed_id, o->keep->feed, o->depth,
		    o->gap_at, &o->kept, e);
	return rc != 0 ? rc
		       : gap_filled(s, o->feed_id, o->gap_at, o->kept.n_new,
			     is_closed, o->kept.n_further == 0, e);
}

/* The items of a news sitemap are used only while the gap is open. */
static bool
further_keep_has_items(const struct further_operation *o)
{
	const struct feed *feed = o->keep->feed;

	return feed != NULL && feed->format != FEED_UNKNOWN &&
	       feed->format != FEED_SITEMAP_INDEX &&
	       !(o->is_news && o->gap_at == DATE_NONE);
}

static int
further_keep_further(struct store *s, void *arg, struct err *e)
{
	struct further_operation *o = arg;
	const struct further_keep *k = o->keep;
	bool has_failed = k->why.len > 0;
	int rc;

	if ((rc = further_keep_load(s, o, e)) != 0)
		return rc;
	if (further_keep_has_items(o) && !has_failed &&
	    ((rc = further_keep_items(s, o, e)) != 0 || o->kept.n_left > 0))
		return rc;
	if (o->kept.n_waiting > 0)
		return further_keep_set_waiting(s, o, e);
	if ((rc = has_failed ? further_keep_set_failed(s, o, e)
			     : further_keep_set_read(s, o, e)) != 0)
		return rc;
	if (o->is_robots && !has_failed && o->gap_at != DATE_NONE &&
	    (rc = further_of_robots(s, o->feed_id, k->robots, o->url, o->depth,
		 o->gap_at, &o->kept, e)) != 0)
		return rc;
	if (o->is_news && !has_failed && o->gap_at != DATE_NONE &&
	    further_keep_is_index(o) &&
	    (rc = further_of_news(s, o->feed_id, k->feed, o->url, o->depth,
		 o->gap_since, o->gap_at, &o->kept, e)) != 0)
		return rc;
	if (o->is_sitemap && further_keep_is_index(o))
		return further_of_index(
		    s, o->feed_id, k->feed, o->depth, o->now, &o->kept, e);
	if (o->is_sitemap || o->gap_at == DATE_NONE ||
	    (has_failed && k->retry_at != DATE_NONE))
		return 0;
	return further_keep_read_earlier(s, o, e);
}

int
store_further_keep(struct store *s, const struct further_keep *k, int64_t now,
    struct poll_kept *ret, struct err *e)
{
	struct further_operation o = { .keep = k, .now = now };
	int rc;

	if (k->before != NULL)
		o.kept = *k->before;
	o.kept.n_left = 0;
	rc = store_operate(s, further_keep_further, &o, e);

	if (rc == 0)
		*ret = o.kept;
	return rc;
}
