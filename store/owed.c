/*
 * owed.c -- the articles that are owed a fetch: queued, or failed and due
 * again.
 *
 * The list is of the newest, but of no host more than the caller can use: a
 * flood from one site shall not hide the others.  One seek a host on an
 * index that holds only what is owed; see article_owed in sql/article.sql.
 */
#include "store/statement.h"

static void
read_owed(const struct query *q, struct arena *arena, void *ret_row)
{
	struct article_owed *row = ret_row;

	*row = (struct article_owed){
		.id = query_column_int(q, 0),
		.feed_id = query_column_int(q, 1),
		.tries = query_column_int(q, 2),
		.url = query_column_copy(q, 3, arena),
		.host_key = query_column_copy(q, 4, arena),
		.hint_title = query_column_copy(q, 5, arena),
		.hint_summary = query_column_copy(q, 6, arena),
		.etag = query_column_copy(q, 7, arena),
		.last_modified = query_column_copy(q, 8, arena),
	};
}

static int
visit_owed(struct store *s, int64_t id,
    int (*visit)(const struct article_owed *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_article_owed_get);
	struct rows rows;
	int rc;

	query_int(&q, ":id", id);
	rc = rows_collect(&q, sizeof(struct article_owed), read_owed, &rows, e);
	if (rc == 0 && rows.n > 0) /* none: settled by another meanwhile */
		rc = visit(rows.items, arg);
	rows_release(&rows);
	return rc;
}

int
store_article_owed(struct store *s, int64_t now, size_t limit, size_t per_host,
    int (*visit)(const struct article_owed *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_article_owed);
	struct rows ids;
	int rc;

	query_int(&q, ":now", now);
	query_int(&q, ":limit", limit < INT64_MAX ? (int64_t)limit : INT64_MAX);
	query_int(&q, ":per_host",
	    per_host < INT64_MAX ? (int64_t)per_host : INT64_MAX);
	rc = rows_collect_ids(&q, &ids, e);
	for (size_t i = 0; i < ids.n && rc == 0; i++)
		rc = visit_owed(s, ((int64_t *)ids.items)[i], visit, arg, e);
	rows_release(&ids);
	return rc;
}

int
store_article_owed_count(struct store *s, int64_t now, int64_t *ret_n,
    int64_t *ret_next_retry_at, struct err *e)
{
	struct query q = query_of(s, SQL_article_owed_count);
	int rc;

	query_int(&q, ":now", now);
	if ((rc = query_step(&q, e)) > 0) {
		*ret_n = query_column_int(&q, 0);
		*ret_next_retry_at = query_column_date(&q, 1);
		rc = 0;
	}
	query_end(&q);
	return rc;
}
