/*
 * linked_document.c -- documents that a feed links to: sitemaps of an index,
 * archives and next pages of a feed (RFC 5005), and a site's news sitemaps.
 *
 * In:  a parsed index or feed.
 * Out: rows of pending documents, inserted by the transaction that stores the
 *      document which links to them.  linked_store.c stores their results.
 *
 * A pending document is stored as a row before it is requested.  The row is
 * necessary: if the index is unchanged at the next poll (304), the daemon does
 * not receive the list of the sitemaps again.  Depth, sitemaps per index and
 * tries are limited.
 */
#include "store/feed/linked_document.h"

#include <stdlib.h>

#include "base/limits.h"
#include "crawler/robots.h"
#include "store/feed/feed_item.h"
#include "store/feed/polls.h"
#include "store/fleet/fleet_store.h"
#include "url/url.h"

#define KIND_SITEMAP SLICE("sitemap")
#define KIND_ARCHIVE SLICE("archive")
#define KIND_PAGE    SLICE("page")
#define KIND_ROBOTS  SLICE("robots")
#define KIND_NEWS    SLICE("news")

/* robots.txt has depth 1.  If robots.txt names an index of news sitemaps, the
 * index is read.  An index inside this index is not read. */
#define NEWS_DEPTH 2

static int
linked_document_insert(struct store *s, int64_t feed_id, struct slice url,
    struct slice kind, int64_t depth, int64_t lastmod,
    struct poll_stored *stored, struct err *e)
{
	struct query q = query_of(s, SQL_linked_insert);

	query_int(&q, ":feed_id", feed_id);
	query_text_always(&q, ":url", url);
	query_text(&q, ":kind", kind);
	query_int(&q, ":depth", depth);
	query_date(&q, ":lastmod", lastmod);
	stored->n_linked++;
	return query_run(&q, e);
}

static int
linked_document_set_pending(struct store *s, int64_t id, int64_t lastmod,
    struct poll_stored *stored, struct err *e)
{
	struct query q = query_of(s, SQL_linked_set_pending);

	query_int(&q, ":id", id);
	query_date(&q, ":lastmod", lastmod);
	stored->n_linked++;
	return query_run(&q, e);
}

struct known_linked {
	int64_t id, lastmod, read_at;
};

/* Returns 1 if the document has a row, else 0. */
static int
linked_document_find(struct store *s, int64_t feed_id, struct slice url,
    struct known_linked *ret, struct err *e)
{
	struct query q = query_of(s, SQL_linked_find);
	int rc;

	query_int(&q, ":feed_id", feed_id);
	query_text_always(&q, ":url", url);
	if ((rc = query_step(&q, e)) > 0) {
		ret->id = query_column_int(&q, 0);
		ret->lastmod = query_column_date(&q, 1);
		ret->read_at = query_column_date(&q, 2);
	}
	query_end(&q);
	return rc;
}

/* ---- an index ---- */

struct listed {
	const struct feed_entry *entry;
	bool is_news; /* the URL of the sitemap contains "news" */
	size_t index;
};

/* Sorts sitemaps by the order in which they are read.  The newest is first.  Of
 * sitemaps with the same date or without a date, those with "news" in their URL
 * are first.  Sitemaps that are equal in these points are read in the reverse
 * order of the index, because publishers usually append new sitemaps. */
static int
linked_document_compare_listed(const void *a, const void *b)
{
	const struct listed *left = a, *right = b;
	int64_t left_at = left->entry->updated_at;
	int64_t right_at = right->entry->updated_at;

	if (left_at != right_at)
		return left_at < right_at ? 1 : -1;
	if (left->is_news != right->is_news)
		return left->is_news ? -1 : 1;
	return (left->index < right->index) - (left->index > right->index);
}

static struct listed *
linked_document_sort_index(
    struct arena *arena, const struct feed *feed, size_t *ret_n)
{
	struct listed *listed =
	    arena_array(arena, feed->n_entries + 1, sizeof(*listed));
	size_t n = 0;

	for (size_t i = 0; i < feed->n_entries; i++) {
		const struct feed_entry *entry = &feed->entries[i];

		if (!url_fetchable(entry->link))
			continue;
		listed[n++] = (struct listed){ .entry = entry,
			.is_news = slice_find_nocase(entry->link, SLICE("news"),
				       0) != SLICE_NOT_FOUND,
			.index = i };
	}
	qsort(listed, n, sizeof(*listed), linked_document_compare_listed);
	*ret_n = n;
	return listed;
}

/* Makes one sitemap of an index pending if it must be read.  `rank`: its
 * position in the order of reading.  `since`: time of the last successful poll
 * of the feed.  A sitemap with a row is read if its date is absent or has
 * changed.  A sitemap without a row is read if its rank is less than
 * LIMIT_SITEMAPS_FIRST or if it has changed after `since`. */
static int
linked_document_add_listed(struct store *s, int64_t feed_id,
    const struct feed_entry *entry, size_t rank, int64_t depth, int64_t since,
    struct poll_stored *stored, struct err *e)
{
	struct known_linked known;
	int64_t at = entry->updated_at;
	int rc = linked_document_find(s, feed_id, entry->link, &known, e);

	if (rc < 0)
		return rc;
	if (rc > 0 && (at == DATE_NONE || at != known.lastmod))
		return linked_document_set_pending(s, known.id, at, stored, e);
	if (rc == 0 &&
	    (rank < LIMIT_SITEMAPS_FIRST || (since != DATE_NONE && at > since)))
		return linked_document_insert(s, feed_id, entry->link,
		    KIND_SITEMAP, depth, at, stored, e);
	return 0;
}

int
linked_of_index(struct store *s, int64_t feed_id, const struct feed *feed,
    int64_t depth, int64_t now, struct poll_stored *stored, struct err *e)
{
	struct listed *listed;
	size_t n, before = stored->n_linked;
	int64_t since;
	int rc;

	(void)now;
	if (depth >= LIMIT_SITEMAP_DEPTH)
		return 0;
	if ((rc = feed_last_good(s, feed_id, &since, e)) != 0)
		return rc;
	listed = linked_document_sort_index(&s->held, feed, &n);
	for (size_t i = 0; i < n && rc == 0 &&
			   stored->n_linked - before < LIMIT_SITEMAPS_AT_ONCE;
	     i++)
		rc = linked_document_add_listed(s, feed_id, listed[i].entry, i,
		    depth + 1, since, stored, e);
	return rc;
}

int
linked_of_unchanged(
    struct store *s, int64_t feed_id, struct poll_stored *stored, struct err *e)
{
	struct query q = query_of(s, SQL_linked_has_undated);
	int64_t n = 0;
	int rc;

	/* Most feeds are not sitemap indexes and have no such row.  The UPDATE
	 * is skipped for them, because it makes two tables in memory even if it
	 * finds no row.  It was half of the cost of storing a 304. */
	query_int(&q, ":feed_id", feed_id);
	if ((rc = query_run_int(&q, &n, e)) != 0 || n == 0)
		return rc;
	q = query_of(s, SQL_linked_set_pending_undated);
	query_int(&q, ":feed_id", feed_id);
	query_int(&q, ":limit", LIMIT_SITEMAPS_FIRST);
	while ((rc = query_step(&q, e)) > 0)
		stored->n_linked++;
	query_end(&q);
	return rc;
}

int
linked_disown(struct store *s, int64_t feed_id, struct err *e)
{
	struct query q = query_of(s, SQL_linked_disown);
	int64_t missed_at = DATE_NONE;
	int rc;

	query_int(&q, ":feed_id", feed_id);
	if ((rc = query_run(&q, e)) != 0 ||
	    (rc = missed_items_open_at(s, feed_id, &missed_at, e)) != 0 ||
	    missed_at == DATE_NONE)
		return rc;
	return missed_items_found(s, feed_id, missed_at, 0, false, true, e);
}

/* ---- an archive ---- */

int
linked_of_archive(struct store *s, int64_t feed_id, const struct feed *feed,
    int64_t depth, int64_t since, struct poll_stored *stored, struct err *e)
{
	bool is_archive = feed->prev_archive.len > 0;
	struct slice url = is_archive ? feed->prev_archive : feed->next;
	struct known_linked known;
	int rc;

	if (url.len == 0 || depth >= LIMIT_ARCHIVES || !url_fetchable(url))
		return 0;
	if ((rc = linked_document_find(s, feed_id, url, &known, e)) < 0)
		return rc;
	if (rc == 0)
		return linked_document_insert(s, feed_id, url,
		    is_archive ? KIND_ARCHIVE : KIND_PAGE, depth + 1, DATE_NONE,
		    stored, e);
	/* An archive document does not change (RFC 5005, section 4), but a page
	 * of a paged feed can change. */
	if (is_archive ? known.read_at != DATE_NONE : known.read_at >= since)
		return 0;
	return linked_document_set_pending(s, known.id, DATE_NONE, stored, e);
}

/* ---- a site's news sitemaps ---- */

/* Makes a document pending unless it was read after `since`. */
static int
linked_document_add_since(struct store *s, int64_t feed_id, struct slice url,
    struct slice kind, int64_t depth, int64_t since, struct poll_stored *stored,
    struct err *e)
{
	struct known_linked known;
	int rc = linked_document_find(s, feed_id, url, &known, e);

	if (rc < 0)
		return rc;
	if (rc == 0)
		return linked_document_insert(
		    s, feed_id, url, kind, depth, DATE_NONE, stored, e);
	if (known.read_at != DATE_NONE && known.read_at >= since)
		return 0;
	return linked_document_set_pending(s, known.id, DATE_NONE, stored, e);
}

/* Uses the robots.txt of the address that the feed names as its site, if this
 * address and the feed's own address are on one site.  Otherwise uses the
 * robots.txt of the feed's own address. */
int
linked_of_site(struct store *s, int64_t feed_id, const struct feed *feed,
    int64_t since, struct poll_stored *stored, struct err *e)
{
	struct query q = query_of(s, SQL_feed_place);
	struct slice url = SLICE_NONE, site = SLICE_NONE, origin, a, b;
	int rc;

	if (feed->format == FEED_SITEMAP)
		return 0; /* if the feed itself is a sitemap, no other sitemap
			     is read for it */
	query_int(&q, ":feed_id", feed_id);
	if ((rc = query_step(&q, e)) > 0) {
		site = query_column_copy(&q, 0, &s->held);
		url = query_column_copy(&q, 1, &s->held);
	}
	query_end(&q);
	if (rc <= 0)
		return rc;
	if (!url_fetchable(site) || !url_budget_key(&s->held, site, &a) ||
	    !url_budget_key(&s->held, url, &b) || !slice_equal(a, b))
		site = url;
	if (!url_origin(&s->held, site, &origin))
		return 0;
	return linked_document_add_since(s, feed_id,
	    arena_format(&s->held, "%.*s/robots.txt", SLICE_ARG(origin)),
	    KIND_ROBOTS, 1, since, stored, e);
}

/* Reports whether url belongs to the site with the key `own`. */
static bool
linked_document_is_of_site(struct store *s, struct slice own, struct slice url)
{
	struct slice key;

	return url_fetchable(url) && url_budget_key(&s->held, url, &key) &&
	       slice_equal(own, key);
}

/* Makes the news sitemaps pending that a robots.txt names.  Sitemaps on another
 * site than the robots.txt are ignored. */
int
linked_of_robots(struct store *s, int64_t feed_id, struct slice text,
    struct slice url, int64_t depth, int64_t since, struct poll_stored *stored,
    struct err *e)
{
	struct robots robots;
	struct slice own;
	int rc = 0;

	if (!url_budget_key(&s->held, url, &own))
		return 0;
	robots_parse(&s->held, text, SLICE("gleaner"), &robots);
	for (size_t i = 0; i < robots.n_news && rc == 0; i++)
		if (linked_document_is_of_site(s, own, robots.news[i]))
			rc = linked_document_add_since(s, feed_id,
			    robots.news[i], KIND_NEWS, depth + 1, since, stored,
			    e);
	return rc;
}

int
linked_of_news(struct store *s, int64_t feed_id, const struct feed *feed,
    struct slice url, int64_t depth, int64_t from, int64_t since,
    struct poll_stored *stored, struct err *e)
{
	struct listed *listed;
	struct slice own;
	size_t n, before = stored->n_linked;
	int rc = 0;

	if (depth > NEWS_DEPTH || !url_budget_key(&s->held, url, &own))
		return 0;
	listed = linked_document_sort_index(&s->held, feed, &n);
	for (size_t i = 0; i < n && rc == 0 &&
			   stored->n_linked - before < LIMIT_SITEMAPS_FIRST;
	     i++) {
		int64_t at = listed[i].entry->updated_at;

		if ((at == DATE_NONE || at >= from) &&
		    linked_document_is_of_site(s, own, listed[i].entry->link))
			rc = linked_document_add_since(s, feed_id,
			    listed[i].entry->link, KIND_NEWS, depth + 1, since,
			    stored, e);
	}
	return rc;
}

/* ---- pending documents ---- */

static void
linked_document_read_row(
    const struct query *q, struct arena *arena, void *ret_row)
{
	struct linked_row *row = ret_row;

	*row = (struct linked_row){
		.id = query_column_int(q, 0),
		.feed_id = query_column_int(q, 1),
		.kind = query_column_copy(q, 2, arena),
		.depth = query_column_int(q, 3),
		.tries = query_column_int(q, 4),
		.url = query_column_copy(q, 5, arena),
		.etag = query_column_copy(q, 6, arena),
		.last_modified = query_column_copy(q, 7, arena),
		.validators_url = query_column_copy(q, 8, arena),
		.fetch_articles = query_column_int(q, 9) != 0,
		.feed_url = query_column_copy(q, 10, arena),
	};
}

int
store_linked_pending(struct store *s, int64_t now, size_t limit,
    int (*visit)(const struct linked_row *, void *), void *arg,
    int64_t *ret_next_retry_at, struct err *e)
{
	struct query q = query_of(s, SQL_linked_pending);
	struct rows rows;
	const struct linked_row *items;
	int rc;

	query_int(&q, ":now", now);
	query_count(&q, ":limit", limit);
	query_shards(&q);
	rc = rows_collect(
	    &q, sizeof(*items), linked_document_read_row, &rows, e);
	items = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&items[i], arg);
	rows_release(&rows);
	if (rc != 0)
		return rc;
	q = query_of(s, SQL_linked_next_retry);
	query_int(&q, ":now", now);
	query_shards(&q);
	if ((rc = query_step(&q, e)) > 0)
		*ret_next_retry_at = query_column_date(&q, 0);
	query_end(&q);
	return rc < 0 ? rc : 0;
}
