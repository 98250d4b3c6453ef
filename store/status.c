/*
 * status.c -- counts of the whole database, for `gleaner status` and the
 * metrics.
 */
#include "store/article/articles.h"
#include "store/feed/budget.h"
#include "store/feed/feeds.h"
#include "store/maintenance.h"

#define HOUR_S 3600

static int
status_count_feeds(
    struct store *s, int64_t now, struct store_counts *counts, struct err *e)
{
	struct query q = query_of(s, SQL_count_feeds);
	int rc;

	query_int(&q, ":budget_since", now - BUDGET_DAY_S);
	if ((rc = query_step(&q, e)) > 0) {
		counts->feeds[FEED_ACTIVE] = query_column_int(&q, 0);
		counts->feeds[FEED_PAUSED] = query_column_int(&q, 1);
		counts->feeds[FEED_GONE] = query_column_int(&q, 2);
		counts->feeds_over_budget = query_column_int(&q, 3);
		rc = 0;
	}
	query_end(&q);
	return rc;
}

static int
status_count_articles(
    struct store *s, struct store_counts *counts, struct err *e)
{
	struct query q = query_of(s, SQL_count_articles);
	int rc;

	while ((rc = query_step(&q, e)) > 0)
		for (int i = 0; i < ARTICLE_STATUS_COUNT; i++)
			if (slice_equal(query_column_text(&q, 0),
				slice_of(article_status_name(
				    (enum article_status)i))))
				counts->articles[i] = query_column_int(&q, 1);
	query_end(&q);
	return rc;
}

static int
status_count_rest(
    struct store *s, int64_t now, struct store_counts *counts, struct err *e)
{
	struct query q = query_of(s, SQL_count_rest);
	int rc;

	query_int(&q, ":hour_ago", now - HOUR_S);
	if ((rc = query_step(&q, e)) > 0) {
		counts->entries = query_column_int(&q, 0);
		counts->changes = query_column_int(&q, 1);
		counts->polls = query_column_int(&q, 2);
		counts->polls_last_hour = query_column_int(&q, 3);
		counts->articles_last_hour = query_column_int(&q, 4);
		rc = 0;
	}
	query_end(&q);
	return rc;
}

int
store_counts(
    struct store *s, int64_t now, struct store_counts *ret, struct err *e)
{
	struct store_counts counts = { 0 };
	struct query q;
	int rc;

	if ((rc = status_count_feeds(s, now, &counts, e)) != 0 ||
	    (rc = status_count_articles(s, &counts, e)) != 0 ||
	    (rc = status_count_rest(s, now, &counts, e)) != 0)
		return rc;
	q = query_of(s, SQL_file_bytes);
	if ((rc = query_run_int(&q, &counts.file_bytes, e)) != 0)
		return rc;
	*ret = counts;
	return 0;
}

static void
status_read_slow_feed(const struct query *q, struct arena *arena, void *ret_row)
{
	struct slow_feed *row = ret_row;

	row->url = query_column_copy(q, 0, arena);
	row->ms = query_column_int(q, 1);
}

int
store_slow_feeds(struct store *s, int64_t since, int64_t least_ms, size_t limit,
    int (*visit)(const struct slow_feed *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_slow_feeds);
	const struct slow_feed *feeds;
	struct rows rows;
	int rc;

	query_int(&q, ":since", since);
	query_int(&q, ":least_ms", least_ms);
	query_count(&q, ":limit", limit);
	rc = rows_collect(
	    &q, sizeof(struct slow_feed), status_read_slow_feed, &rows, e);
	feeds = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&feeds[i], arg);
	rows_release(&rows);
	return rc;
}

static void
status_read_wall(const struct query *q, struct arena *arena, void *ret_row)
{
	struct wall_row *row = ret_row;

	row->host = query_column_copy(q, 0, arena);
	row->why = query_column_copy(q, 1, arena);
	row->articles = query_column_int(q, 2);
	row->last_fetched_at = query_column_date(q, 3);
}

int
store_walls(struct store *s, int64_t since, size_t limit,
    int (*visit)(const struct wall_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_walls);
	const struct wall_row *walls;
	struct rows rows;
	int rc;

	query_int(&q, ":since", since);
	query_count(&q, ":limit", limit);
	rc = rows_collect(
	    &q, sizeof(struct wall_row), status_read_wall, &rows, e);
	walls = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&walls[i], arg);
	rows_release(&rows);
	return rc;
}
