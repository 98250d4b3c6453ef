/*
 * feed_detail.c -- reads the last polls of one feed.
 */
#include "store/feed/polls.h"
#include "store/sqlite/statement.h"

static void
feed_detail_read_poll(const struct query *q, struct arena *arena, void *ret_row)
{
	struct poll_row *row = ret_row;

	*row = (struct poll_row){
		.feed_id = query_column_int(q, 0),
		.at = query_column_int(q, 1),
		.http_status = (long)query_column_int(q, 2),
		.outcome = query_column_copy(q, 3, arena),
		.why = query_column_copy(q, 4, arena),
		.bytes = query_column_int(q, 5),
		.elapsed_ms = query_column_int(q, 6),
		.n_entries = query_column_int(q, 7),
		.n_new = query_column_int(q, 8),
	};
}

int
store_poll_list(struct store *s, int64_t feed_id, size_t limit,
    int (*visit)(const struct poll_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_poll_list);
	struct rows rows;
	const struct poll_row *polls;
	int rc;

	query_int(&q, ":feed_id", feed_id);
	query_count(&q, ":limit", limit);
	rc = rows_collect(
	    &q, sizeof(struct poll_row), feed_detail_read_poll, &rows, e);
	polls = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&polls[i], arg);
	rows_release(&rows);
	return rc;
}
