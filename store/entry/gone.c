/*
 * gone.c -- marks entries that were removed from their feed.
 *
 * In:  the ids of a feed's entries in a complete document; the deletions that a
 *      document reports.
 * Out: gone_at of the feed's entries.
 *
 * Most feeds list only their last entries, and an entry that is not listed any
 * more is only old.  A feed that is marked as complete (RFC 5005, section 2:
 * fh:complete) has all of its entries in each document, and its publisher has
 * removed the entries that are missing (docs/etiquette.md, row E45).  Any feed
 * can report that an entry was deleted (RFC 6721).  gone_at is set until the
 * entry is listed again.  Nothing is deleted.  The article is not changed: only
 * its page decides whether the article is gone.  After a reported deletion, the
 * page is visited if the feed is entitled for it.
 */
#include <stdlib.h>

#include "base/table.h"
#include "store/feed/feed_item.h"
#include "store/feed/poll_update.h"

struct row {
	int64_t id, gone_at;
};

static void
gone_read_row(const struct query *q, struct arena *arena, void *ret_row)
{
	struct row *row = ret_row;

	(void)arena;
	row->id = query_column_int(q, 0);
	row->gone_at = query_column_date(q, 1);
}

static int
gone_compare_ids(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

int
gone_set(struct store *s, int64_t id, int64_t gone_at, struct err *e)
{
	struct query q = query_of(s, SQL_entry_set_gone);

	query_int(&q, ":id", id);
	query_date(&q, ":gone_at", gone_at);
	return query_run(&q, e);
}

/* Marks all entries of the feed except here[0..n) as gone, and these as
 * present.  Sorts `here`. */
static int
gone_mark_others(struct store *s, int64_t feed_id, int64_t *here, size_t n,
    int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_entry_of_feed);
	const struct row *all;
	struct rows rows;
	int rc;

	qsort(here, n, sizeof(*here), gone_compare_ids);
	query_int(&q, ":feed_id", feed_id);
	rc = rows_collect(&q, sizeof(struct row), gone_read_row, &rows, e);
	all = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		bool is_here = n > 0 && bsearch(&all[i].id, here, n,
					    sizeof(*here), gone_compare_ids);

		if (is_here == (all[i].gone_at != DATE_NONE))
			rc = gone_set(
			    s, all[i].id, is_here ? DATE_NONE : now, e);
	}
	rows_release(&rows);
	return rc;
}

/* ---- reported deletions ---- */

/* True if the entry was changed after its deletion, and was therefore published
 * again (RFC 6721, section 3). */
static bool
gone_is_newer(int64_t updated_at, const struct feed_deletion *deletion)
{
	return updated_at != DATE_NONE && deletion->at != DATE_NONE &&
	       updated_at > deletion->at;
}

/* Marks the entry of one deletion, and adds its id to `removed`. */
static int
gone_read_deletion(struct document *d, const struct feed_deletion *deletion,
    struct table *removed, struct err *e)
{
	struct known_entry known;
	struct feed_item g = { .update = d->update,
		.guid_key = deletion->id,
		.now = d->now,
		.stored = d->stored,
		.site = &d->site,
		.entitlement = &d->entitlement,
		.budget = &d->budget,
		.known = &known };
	int rc = feed_item_find(d->store, &g, &known, e);

	if (rc <= 0 || gone_is_newer(known.updated_at, deletion))
		return rc < 0 ? rc : 0;
	if (table_put(removed, deletion->id, d) != 0)
		return document_no_memory(d, e);
	return known.gone_at == DATE_NONE ? feed_item_remove(d->store, &g, e)
					  : 0;
}

/* Writes the ids of the entries that the document lists and does not report as
 * deleted.  If is_gone is set, only those that are marked as gone. */
static size_t
gone_listed(const struct document *d, const struct table *removed, bool is_gone,
    int64_t *ret_ids)
{
	size_t n = 0;

	for (size_t i = 0; i < d->update->feed->n_entries; i++) {
		const struct known_entry *known = &d->items[i].known;

		if (d->items[i].state == ITEM_KNOWN &&
		    (!is_gone || known->gone_at != DATE_NONE) &&
		    table_get(removed, d->keys[i]) == NULL)
			ret_ids[n++] = known->id;
	}
	return n;
}

int
gone_mark(struct document *d, struct err *e)
{
	const struct feed *feed = d->update->feed;
	int64_t *here =
	    arena_array(&d->store->held, feed->n_entries + 1, sizeof(*here));
	struct table removed;
	size_t n;
	int rc = 0;

	table_init(&removed);
	for (size_t i = 0; i < feed->n_deletions && rc == 0; i++)
		rc = gone_read_deletion(d, &feed->deletions[i], &removed, e);
	n = gone_listed(d, &removed, !d->update->has_all, here);
	table_release(&removed);
	if (rc == 0 && d->update->has_all)
		return gone_mark_others(
		    d->store, d->update->poll.feed_id, here, n, d->now, e);
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = gone_set(d->store, here[i], DATE_NONE, e);
	return rc;
}
