/*
 * linked_store.c -- stores a document that a feed links to (linked_document.c).
 *
 * In:  the parsed document, or the reason why it could not be read.
 * Out: its row; its items, as those of a poll; the documents that it links to;
 *      and the state of the period of missed items.  All is written in one
 *      transaction.  If the document is stored in slices, each slice is one
 *      transaction, and all rows but those of the items are written with the
 *      last slice.
 */
#include "store/feed/feed_item.h"
#include "store/feed/linked_document.h"
#include "store/feed/polls.h"

struct linked_document_operation {
	const struct linked_update *update;
	int64_t now;
	struct poll_stored stored;
	/* columns of the document's row */
	int64_t feed_id, depth, read_at, missed_at, missed_since_at;
	bool is_sitemap, is_robots, is_news, fetch_articles;
	struct slice url;
	bool reaches_back; /* the news sitemap covers the whole time in which
			      items were missed */
};

static int
linked_store_load(
    struct store *s, struct linked_document_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_linked_get);
	int rc;

	query_int(&q, ":id", o->update->id);
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
		    "there is no linked document %lld",
		    (long long)o->update->id);
	if (rc > 0)
		rc = o->is_news ? missed_items_of_news(s, o->feed_id,
				      &o->missed_at, &o->missed_since_at, e)
				: missed_items_open_at(
				      s, o->feed_id, &o->missed_at, e);
	return rc;
}

static int
linked_store_set_failed(
    struct store *s, const struct linked_document_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_linked_failed);

	query_int(&q, ":id", o->update->id);
	query_text_always(&q, ":why", o->update->why);
	query_int(&q, ":counted", !o->update->was_not_asked);
	query_date(&q, ":retry_at", o->update->retry_at);
	return query_run(&q, e);
}

static bool
linked_store_is_index(const struct linked_document_operation *o)
{
	return o->update->feed != NULL &&
	       o->update->feed->format == FEED_SITEMAP_INDEX;
}

static int
linked_store_set_read(
    struct store *s, const struct linked_document_operation *o, struct err *e)
{
	const struct linked_update *k = o->update;
	/* The sitemaps of a news index are read for each period of missed
	 * items, even if the index has not changed.  The validators of the
	 * index are therefore not stored. */
	bool keeps =
	    k->feed != NULL && !(o->is_news && linked_store_is_index(o));
	struct query q =
	    query_of(s, keeps ? SQL_linked_read : SQL_linked_unchanged);

	query_int(&q, ":id", k->id);
	query_int(&q, ":now", o->now);
	if (keeps) {
		query_bytes(&q, ":etag", k->etag);
		query_bytes(&q, ":last_modified", k->last_modified);
		query_text(&q, ":validators_url", k->validators_url);
	}
	return query_run(&q, e);
}

/* Returns the items of a news sitemap that were published in the period of the
 * missed items.  The sitemap lists the pages of the whole site. */
static struct feed
linked_store_only_missed(struct store *s, struct linked_document_operation *o)
{
	struct feed feed = *o->update->feed;
	int64_t since = o->stored.missed_since, until = o->stored.missed_until;

	feed.entries =
	    arena_array(&s->held, feed.n_entries + 1, sizeof(*feed.entries));
	feed.n_entries = 0;
	for (size_t i = 0; i < o->update->feed->n_entries; i++) {
		const struct feed_entry *entry = &o->update->feed->entries[i];
		int64_t at = entry->published_at;

		o->reaches_back |=
		    at != DATE_NONE && since != DATE_NONE && at <= since;
		if (at > since && at <= until)
			feed.entries[feed.n_entries++] = *entry;
	}
	return feed;
}

static int
linked_store_items(
    struct store *s, struct linked_document_operation *o, struct err *e)
{
	const struct poll_stored *before = o->update->before;
	struct feed feed = *o->update->feed;

	if (o->is_news) {
		/* If a new period of missed items was found between two slices,
		 * it applies to all slices.  Storing then begins with the first
		 * slice again, and items that were stored before are known. */
		if (before != NULL &&
		    (before->missed_since != o->missed_since_at ||
			before->missed_until != o->missed_at))
			before = NULL;
		o->stored.missed_since = o->missed_since_at;
		o->stored.missed_until = o->missed_at;
		feed = linked_store_only_missed(s, o);
	}

	const struct poll_update items = {
		.poll = { .feed_id = o->feed_id, .at = o->now },
		.feed = &feed,
		.fetch_articles = o->fetch_articles,
		.max_age_s = o->update->max_age_s,
		.feed_bytes_per_day = o->update->feed_bytes_per_day,
		.server_at = o->update->server_at,
		.slice = o->update->slice,
		.before = before,
		.is_linked = true,
		.is_first = o->read_at == DATE_NONE,
		.known_before = o->missed_at != DATE_NONE ? o->missed_at : 0,
	};
	struct query q;
	int rc = document_store(s, &items, NULL, o->now, &o->stored, e);

	if (rc != 0 || o->stored.n_new == 0)
		return rc;
	q = query_of(s, SQL_linked_brought);
	query_int(&q, ":feed_id", o->feed_id);
	query_int(&q, ":now", o->now);
	return query_run(&q, e);
}

/* Entries of the document wait until the feed has budget again.  The document
 * is then read again.  Its links are followed only after that second read. */
static int
linked_store_set_waiting(
    struct store *s, const struct linked_document_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_linked_wait);

	query_int(&q, ":id", o->update->id);
	query_int(&q, ":retry_at", o->stored.budget_at);
	return query_run(&q, e);
}

/* If sitemaps recover missed items, the recovery ends when a sitemap covers the
 * whole period or when the last sitemap was read. */
static int
linked_store_update_missed(
    struct store *s, struct linked_document_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_linked_is_pending);
	int64_t more = 0;
	int rc;

	query_int(&q, ":feed_id", o->feed_id);
	query_int(&q, ":id", o->update->id);
	if ((rc = query_run_int(&q, &more, e)) != 0)
		return rc;
	return missed_items_found(s, o->feed_id, o->missed_at, o->stored.n_new,
	    o->reaches_back, more == 0, e);
}

/* Reading earlier documents ends at the first document with a known item. */
static int
linked_store_read_earlier(
    struct store *s, struct linked_document_operation *o, struct err *e)
{
	bool is_closed = o->stored.n_known > 0;
	int rc = 0;

	if (o->is_news || o->is_robots)
		return linked_store_update_missed(s, o, e);
	if (!is_closed && o->update->feed != NULL)
		rc = linked_of_archive(s, o->feed_id, o->update->feed, o->depth,
		    o->missed_at, &o->stored, e);
	return rc != 0 ? rc
		       : missed_items_found(s, o->feed_id, o->missed_at,
			     o->stored.n_new, is_closed,
			     o->stored.n_linked == 0, e);
}

/* The items of a news sitemap are used only while missed items are being
 * recovered. */
static bool
linked_store_has_items(const struct linked_document_operation *o)
{
	const struct feed *feed = o->update->feed;

	return feed != NULL && feed->format != FEED_UNKNOWN &&
	       feed->format != FEED_SITEMAP_INDEX &&
	       !(o->is_news && o->missed_at == DATE_NONE);
}

static int
linked_store_document(struct store *s, void *arg, struct err *e)
{
	struct linked_document_operation *o = arg;
	const struct linked_update *k = o->update;
	bool has_failed = k->why.len > 0;
	int rc;

	if ((rc = linked_store_load(s, o, e)) != 0)
		return rc;
	if (linked_store_has_items(o) && !has_failed &&
	    ((rc = linked_store_items(s, o, e)) != 0 || o->stored.n_left > 0))
		return rc;
	if (o->stored.n_waiting > 0)
		return linked_store_set_waiting(s, o, e);
	if ((rc = has_failed ? linked_store_set_failed(s, o, e)
			     : linked_store_set_read(s, o, e)) != 0)
		return rc;
	if (o->is_robots && !has_failed && o->missed_at != DATE_NONE &&
	    (rc = linked_of_robots(s, o->feed_id, k->robots, o->url, o->depth,
		 o->missed_at, &o->stored, e)) != 0)
		return rc;
	if (o->is_news && !has_failed && o->missed_at != DATE_NONE &&
	    linked_store_is_index(o) &&
	    (rc = linked_of_news(s, o->feed_id, k->feed, o->url, o->depth,
		 o->missed_since_at, o->missed_at, &o->stored, e)) != 0)
		return rc;
	if (o->is_sitemap && linked_store_is_index(o))
		return linked_of_index(
		    s, o->feed_id, k->feed, o->depth, o->now, &o->stored, e);
	if (o->is_sitemap || o->missed_at == DATE_NONE ||
	    (has_failed && k->retry_at != DATE_NONE))
		return 0;
	return linked_store_read_earlier(s, o, e);
}

int
store_linked_put(struct store *s, const struct linked_update *k, int64_t now,
    struct poll_stored *ret, struct err *e)
{
	struct linked_document_operation o = { .update = k, .now = now };
	int rc;

	if (k->before != NULL)
		o.stored = *k->before;
	o.stored.n_left = 0;
	rc = store_operate(s, linked_store_document, &o, e);

	if (rc == 0)
		*ret = o.stored;
	return rc;
}
