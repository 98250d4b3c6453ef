/*
 * missed_items.c -- detects missed items of a feed.
 *
 * In:  a complete document of a feed that had items before.  None of its items
 *      is known.
 * Out: a row of the table `missed_items`, which records the period of missed
 *      items; a polling interval that avoids further missed items; and a
 *      pending linked document (linked_document.c): the previous document of
 *      an archived or paged feed, else the robots.txt of the site.
 *
 * A feed lists only its newest items, about twenty.  If none of the listed
 * items is known, other items may have been added and dropped since the last
 * poll.
 */
#include "base/limits.h"
#include "store/feed/feed_item.h"
#include "store/feed/linked_document.h"
#include "store/feed/polls.h"

/* At most one row is inserted for a feed in this time; later missed items
 * update this row. */
#define MISSED_ROW_S   86400
#define INTERVAL_MIN_S 60 /* lower limit of the polling interval */
/* The polling interval is chosen so that each item is in the documents of this
 * number of polls. */
#define POLLS_PER_WINDOW 2

void
feed_has_items_ahead(struct store *s, int64_t feed_id)
{
	struct query q = query_of(s, SQL_feed_has_items);

	query_int(&q, ":feed_id", feed_id);
	query_ahead(&q);
}

int
feed_has_items(struct store *s, int64_t feed_id, struct err *e)
{
	struct query q = query_of(s, SQL_feed_has_items);
	int64_t has = 0;
	int rc;

	query_int(&q, ":feed_id", feed_id);
	rc = query_run_int(&q, &has, e);
	return rc != 0 ? rc : has != 0;
}

/* Reads a date from the first row of q; DATE_NONE if there is no row. */
static int
missed_items_run_date(struct query *q, int64_t *ret_at, struct err *e)
{
	int rc;

	*ret_at = DATE_NONE;
	if ((rc = query_step(q, e)) > 0)
		*ret_at = query_column_date(q, 0);
	query_end(q);
	return rc < 0 ? rc : 0;
}

int
feed_last_good(struct store *s, int64_t feed_id, int64_t *ret_at, struct err *e)
{
	struct query q = query_of(s, SQL_feed_last_good);

	query_int(&q, ":feed_id", feed_id);
	return missed_items_run_date(&q, ret_at, e);
}

int
missed_items_open_at(
    struct store *s, int64_t feed_id, int64_t *ret_at, struct err *e)
{
	struct query q = query_of(s, SQL_missed_items_open_at);

	query_int(&q, ":feed_id", feed_id);
	return missed_items_run_date(&q, ret_at, e);
}

int
missed_items_of_news(struct store *s, int64_t feed_id, int64_t *ret_at,
    int64_t *ret_since_at, struct err *e)
{
	struct query q = query_of(s, SQL_missed_items_of_news);
	int rc;

	*ret_at = *ret_since_at = DATE_NONE;
	query_int(&q, ":feed_id", feed_id);
	if ((rc = query_step(&q, e)) > 0) {
		*ret_at = query_column_date(&q, 0);
		*ret_since_at = query_column_date(&q, 1);
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* Returns the time between the oldest and the newest item of a document;
 * INT64_MAX if an item has no date or all items have the same date. */
static int64_t
missed_items_window_s(const struct feed *feed)
{
	int64_t newest = INT64_MIN, oldest = INT64_MAX;

	for (size_t i = 0; i < feed->n_entries; i++) {
		int64_t at = feed->entries[i].published_at;

		if (at == DATE_NONE)
			return INT64_MAX;
		newest = at > newest ? at : newest;
		oldest = at < oldest ? at : oldest;
	}
	return newest > oldest ? newest - oldest : INT64_MAX;
}

/* Returns the polling interval that avoids missed items; 0: the rate of new
 * items is not known. */
static int64_t
missed_items_narrow_interval_s(
    const struct feed *feed, int64_t since_at, int64_t now)
{
	int64_t wait_s = missed_items_window_s(feed);

	if (since_at != DATE_NONE && since_at < now && now - since_at < wait_s)
		wait_s = now - since_at;
	if (wait_s == INT64_MAX)
		return 0;
	wait_s /= POLLS_PER_WINDOW;
	return wait_s > INTERVAL_MIN_S ? wait_s : INTERVAL_MIN_S;
}

static int
missed_items_write(struct store *s, int64_t feed_id, int64_t now,
    int64_t since_at, struct slice status, struct err *e)
{
	struct query q = query_of(s, SQL_missed_items_recent);
	int64_t id = 0;
	int rc;

	query_int(&q, ":feed_id", feed_id);
	query_int(&q, ":since", now - MISSED_ROW_S);
	if ((rc = query_step(&q, e)) > 0)
		id = query_column_int(&q, 0);
	query_end(&q);
	if (rc < 0)
		return rc;
	q = query_of(
	    s, rc > 0 ? SQL_missed_items_again : SQL_missed_items_insert);
	query_int(&q, ":at", now);
	query_text(&q, ":status", status);
	if (rc > 0) {
		query_int(&q, ":id", id);
	} else {
		query_int(&q, ":feed_id", feed_id);
		query_date(&q, ":since_at", since_at);
	}
	return query_run(&q, e);
}

int
missed_items_note(struct store *s, const struct poll_update *k, int64_t now,
    struct poll_stored *stored, struct err *e)
{
	int64_t feed_id = k->poll.feed_id, since_at;
	struct query q;
	int rc;

	stored->has_missed_items = true;
	if ((rc = feed_last_good(s, feed_id, &since_at, e)) != 0 ||
	    (rc = linked_of_archive(s, feed_id, k->feed, 0, now, stored, e)) !=
		0)
		return rc;
	/* If the feed has no archive, the site's news sitemap may list the
	 * items. */
	if (stored->n_linked == 0 &&
	    (rc = linked_of_site(s, feed_id, k->feed, now, stored, e)) != 0)
		return rc;
	rc = missed_items_write(s, feed_id, now, since_at,
	    stored->n_linked > 0 ? SLICE("open") : SLICE("left"), e);
	if (rc != 0)
		return rc;
	stored->missed_interval_s =
	    missed_items_narrow_interval_s(k->feed, since_at, now);
	q = query_of(s, SQL_missed_items_narrow);
	query_int(&q, ":feed_id", feed_id);
	query_int(&q, ":at", now);
	query_int(&q, ":interval_s", stored->missed_interval_s);
	return query_run(&q, e);
}

int
missed_items_found(struct store *s, int64_t feed_id, int64_t missed_at,
    size_t n_found, bool is_closed, bool is_left, struct err *e)
{
	struct query q = query_of(s, SQL_missed_items_found);

	query_int(&q, ":feed_id", feed_id);
	query_int(&q, ":at", missed_at);
	query_int(&q, ":found", (int64_t)n_found);
	query_text(&q, ":status",
	    is_closed ? SLICE("closed")
	    : is_left ? SLICE("left")
		      : SLICE("open"));
	return query_run(&q, e);
}

/* ---- listing ---- */

static void
missed_items_read(const struct query *q, struct arena *arena, void *ret_row)
{
	struct missed_items_row *row = ret_row;

	*row = (struct missed_items_row){
		.feed_url = query_column_copy(q, 0, arena),
		.feed_title = query_column_copy(q, 1, arena),
		.at = query_column_date(q, 2),
		.since_at = query_column_date(q, 3),
		.status = query_column_copy(q, 4, arena),
		.found = query_column_int(q, 5),
	};
}

int
store_missed_items_list(struct store *s, int64_t since,
    int (*visit)(const struct missed_items_row *, void *), void *arg,
    struct err *e)
{
	struct query q = query_of(s, SQL_missed_items_list);
	struct rows rows;
	const struct missed_items_row *items;
	int rc;

	query_int(&q, ":since", since);
	rc = rows_collect(&q, sizeof(*items), missed_items_read, &rows, e);
	items = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&items[i], arg);
	rows_release(&rows);
	return rc;
}
