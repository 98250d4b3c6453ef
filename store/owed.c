/*
 * owed.c -- the articles that are owed a fetch: queued, or failed and due
 * again; behind them those whose pages are to be looked at again.
 *
 * The list is of the newest, but of no host more than the caller can use: a
 * flood from one site shall not hide the others.  One seek a host on an
 * index that holds only what is owed; see article_owed in sql/article.sql.
 */
#include "config/limits.h"
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
		.validators_url = query_column_copy(q, 9, arena),
		.is_revisit = query_column_int(q, 10) != 0,
	};
}

static int
visit_owed(struct store *s, int64_t id, int64_t now,
    int (*visit)(const struct article_owed *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_article_owed_get);
	struct rows rows;
	int rc;

	query_int(&q, ":id", id);
	query_int(&q, ":now", now);
	rc = rows_collect(&q, sizeof(struct article_owed), read_owed, &rows, e);
	if (rc == 0 && rows.n > 0) /* none: settled by another meanwhile */
		rc = visit(rows.items, arg);
	rows_release(&rows);
	return rc;
}

/* Visits what the query lists; *limit is what is left of it. */
static int
visit_list(struct query *q, int64_t now, size_t *limit, size_t per_host,
    int (*visit)(const struct article_owed *, void *), void *arg, struct err *e)
{
	struct store *s = q->store;
	struct rows ids;
	int rc;

	query_int(q, ":now", now);
	query_count(q, ":limit", *limit);
	query_count(q, ":per_host", per_host);
	rc = rows_collect_ids(q, &ids, e);
	for (size_t i = 0; i < ids.n && rc == 0; i++)
		rc = visit_owed(
		    s, ((int64_t *)ids.items)[i], now, visit, arg, e);
	*limit -= ids.n < *limit ? ids.n : *limit;
	rows_release(&ids);
	return rc;
}

int
store_article_owed(struct store *s, int64_t now, size_t limit, size_t per_host,
    int (*visit)(const struct article_owed *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_article_owed);
	int rc = visit_list(&q, now, &limit, per_host, visit, arg, e);

	if (rc != 0 || limit == 0)
		return rc;
	q = query_of(s, SQL_article_revisits);
	query_int(&q, ":due", LIMIT_REVISITS_DUE);
	return visit_list(&q, now, &limit, per_host, visit, arg, e);
}

/* Number, and the next date after now. */
static int
count(struct query *q, int64_t now, int64_t *ret_n, int64_t *ret_next_at,
    struct err *e)
{
	int rc;

	query_int(q, ":now", now);
	if ((rc = query_step(q, e)) > 0) {
		*ret_n = query_column_int(q, 0);
		*ret_next_at = query_column_date(q, 1);
		rc = 0;
	}
	query_end(q);
	return rc;
}

int
store_article_owed_count(struct store *s, int64_t now, int64_t *ret_n,
    int64_t *ret_next_retry_at, struct err *e)
{
	struct query q = query_of(s, SQL_article_owed_count);
	int64_t n_first = 0, n_again = 0;
	int64_t first_at = DATE_NONE, again_at = DATE_NONE;
	int rc;

	if ((rc = count(&q, now, &n_first, &first_at, e)) != 0)
		return rc;
	q = query_of(s, SQL_article_revisits_count);
	query_int(&q, ":due", LIMIT_REVISITS_DUE);
	if ((rc = count(&q, now, &n_again, &again_at, e)) != 0)
		return rc;
	*ret_n = n_first + n_again;
	*ret_next_retry_at = first_at;
	if (first_at == DATE_NONE ||
	    (again_at != DATE_NONE && again_at < first_at))
		*ret_next_retry_at = again_at;
	return 0;
}

int
store_article_is_of_feed(struct store *s, int64_t article_id, int64_t feed_id,
    bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_entry_is_of_feed);
	int rc;

	query_int(&q, ":article_id", article_id);
	query_int(&q, ":feed_id", feed_id);
	if ((rc = query_step(&q, e)) > 0) {
		*ret = query_column_int(&q, 0) != 0;
		rc = 0;
	}
	query_end(&q);
	return rc;
}
