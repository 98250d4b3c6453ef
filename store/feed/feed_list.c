/*
 * feed_list.c -- reads subscriptions.
 *
 * Feeds are read in pages, and each page is visited after its query has ended,
 * so that slow output does not hold a read transaction.
 */
#include "store/feed/feeds.h"
#include "store/fleet/fleet_store.h"
#include "store/sqlite/statement.h"

static enum feed_status
feed_list_feed_status_of(struct slice name)
{
	enum feed_status status = FEED_ACTIVE;

	while (status < FEED_GONE &&
	       !slice_equal(name, slice_of(feed_status_name(status))))
		status++;
	return status;
}

static void
feed_list_read_feed(const struct query *q, struct arena *arena, void *ret_row)
{
	struct feed_row *row = ret_row;

	*row = (struct feed_row){
		.id = query_column_int(q, 0),
		.url = query_column_copy(q, 1, arena),
		.title = query_column_copy(q, 2, arena),
		.site_url = query_column_copy(q, 3, arena),
		.description = query_column_copy(q, 4, arena),
		.language = query_column_copy(q, 5, arena),
		.given_title = query_column_copy(q, 6, arena),
		.tags = query_column_copy(q, 7, arena),
		.interval_s = query_column_int(q, 8),
		.fetch_articles = query_column_int(q, 9) != 0,
		.from_config = query_column_int(q, 10) != 0,
		.etag = query_column_copy(q, 11, arena),
		.last_modified = query_column_copy(q, 12, arena),
		.next_poll_at = query_column_date(q, 13),
		.last_poll_at = query_column_date(q, 14),
		.last_new_at = query_column_date(q, 15),
		.failures = query_column_int(q, 16),
		.status = feed_list_feed_status_of(query_column_text(q, 17)),
		.status_why = query_column_copy(q, 18, arena),
		.n_entries = query_column_int(q, 19),
		.last_outcome = query_column_copy(q, 20, arena),
		.last_why = query_column_copy(q, 21, arena),
		.validators_url = query_column_copy(q, 22, arena),
		.hints = { .ttl_s = query_column_int(q, 23),
		    .period_s = query_column_int(q, 24),
		    .skip_hours = (uint32_t)query_column_int(q, 25),
		    .skip_days = (uint32_t)query_column_int(q, 26) },
		.missed_at = query_column_date(q, 27),
		.missed_interval_s = query_column_int(q, 28),
		.outline = query_column_copy(q, 29, arena),
		.history = query_column_copy(q, 30, arena),
		.next_poll_by = query_column_copy(q, 31, arena),
		.next_poll_terms = query_column_copy(q, 32, arena),
		.added_at = query_column_date(q, 33),
		.budget_since = query_column_date(q, 34),
		.budget_bytes = query_column_int(q, 35),
		.n_waiting = query_column_int(q, 36),
		.sites = query_column_copy(q, 37, arena),
	};
}

#define FEEDS_A_PAGE 128 /* number of feeds that one query reads */

static void
feed_list_bind_none(struct query *q, const void *arg)
{
	(void)q;
	(void)arg;
}

/* bind: binds the parameters of the query other than the start and the length
 * of the page. */
static int
feed_list_feeds(struct store *s, enum sql page,
    void (*bind)(struct query *, const void *), const void *bound,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e)
{
	int64_t after = 0;
	size_t n = FEEDS_A_PAGE;
	int rc = 0;

	while (n == FEEDS_A_PAGE && rc == 0) {
		struct query q = query_of(s, page);
		struct rows rows;
		const struct feed_row *feeds;

		query_int(&q, ":after", after);
		query_int(&q, ":page", FEEDS_A_PAGE);
		query_shards(&q);
		bind(&q, bound);
		rc = rows_collect(
		    &q, sizeof(struct feed_row), feed_list_read_feed, &rows, e);
		feeds = rows.items;
		n = rows.n;
		for (size_t i = 0; i < rows.n && rc == 0; i++) {
			after = feeds[i].id;
			rc = visit(&feeds[i], arg);
		}
		rows_release(&rows);
	}
	return rc;
}

int
store_feed_list(struct store *s, int (*visit)(const struct feed_row *, void *),
    void *arg, struct err *e)
{
	return feed_list_feeds(
	    s, SQL_feed_page, feed_list_bind_none, NULL, visit, arg, e);
}

int
store_feed_list_schedule(struct store *s,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e)
{
	return feed_list_feeds(s, SQL_feed_schedule_page, feed_list_bind_none,
	    NULL, visit, arg, e);
}

int
store_feed_list_failed(struct store *s,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e)
{
	return feed_list_feeds(
	    s, SQL_feed_failed_page, feed_list_bind_none, NULL, visit, arg, e);
}

static void
feed_list_bind_waits(struct query *q, const void *arg)
{
	const struct feed_waits *waits = arg;

	query_int(q, ":interval_s", waits->interval_s);
	query_int(q, ":max_s", waits->max_s);
}

int
store_feed_list_late(struct store *s, const struct feed_waits *waits,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e)
{
	return feed_list_feeds(
	    s, SQL_feed_late_page, feed_list_bind_waits, waits, visit, arg, e);
}

int
store_feed_list_after(struct store *s, int64_t after, size_t limit,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_feed_page);
	const struct feed_row *feeds;
	struct rows rows;
	int rc;

	query_int(&q, ":after", after);
	query_count(&q, ":page", limit);
	rc = rows_collect(
	    &q, sizeof(struct feed_row), feed_list_read_feed, &rows, e);
	feeds = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&feeds[i], arg);
	rows_release(&rows);
	return rc;
}

int
store_feed_get(struct store *s, int64_t id,
    int (*visit)(const struct feed_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_feed_page);
	const struct feed_row *row;
	struct rows rows;
	int rc;

	query_int(&q, ":after", id - 1);
	query_int(&q, ":page", 1);
	rc = rows_collect(
	    &q, sizeof(struct feed_row), feed_list_read_feed, &rows, e);
	row = rows.items;
	if (rc == 0 && (rows.n == 0 || row->id != id))
		rc = err_set(
		    e, ERR_NOT_FOUND, "there is no feed %lld", (long long)id);
	else if (rc == 0)
		rc = visit(row, arg);
	rows_release(&rows);
	return rc;
}
