/*
 * hosts.c -- stores the pauses that hosts asked for and their robots.txt, so
 * that they are still observed after a restart.
 */
#include "store/feed/sites.h"
#include "store/fleet/fleet_store.h"
#include "store/sqlite/statement.h"

static int
hosts_put_host(struct store *s, void *arg, struct err *e)
{
	const struct host_row *row = arg;
	bool plain = row->pause_until_at == 0 && row->failures == 0 &&
		     row->crawl_delay_s == 0;
	struct query q = query_of(s, plain ? SQL_host_drop : SQL_host_put);

	query_text_always(&q, ":host", row->key);
	if (!plain) {
		query_date(&q, ":pause_until_at",
		    row->pause_until_at != 0 ? row->pause_until_at : DATE_NONE);
		query_int(&q, ":failures",
		    row->is_foreign ? -row->failures : row->failures);
		query_int(&q, ":crawl_delay_s", row->crawl_delay_s);
	}
	return query_run(&q, e);
}

int
store_host_put(struct store *s, const struct host_row *row, struct err *e)
{
	struct host_row copy = *row;

	return store_operate(s, hosts_put_host, &copy, e);
}

static void
hosts_read_host(const struct query *q, struct arena *arena, void *ret_row)
{
	struct host_row *row = ret_row;

	row->key = query_column_copy(q, 0, arena);
	row->pause_until_at = query_column_int(q, 1);
	row->failures = query_column_int(q, 2);
	row->is_foreign = row->failures < 0;
	if (row->is_foreign)
		row->failures = -row->failures;
	row->crawl_delay_s = query_column_int(q, 3);
}

int
store_host_each(struct store *s, int (*visit)(const struct host_row *, void *),
    void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_host_list);
	struct rows rows;
	const struct host_row *hosts;
	int rc;

	query_shards(&q);
	rc = rows_collect(
	    &q, sizeof(struct host_row), hosts_read_host, &rows, e);
	hosts = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&hosts[i], arg);
	rows_release(&rows);
	return rc;
}

static int
hosts_put_robots(struct store *s, void *arg, struct err *e)
{
	const struct robots_row *row = arg;
	struct query q = query_of(s, SQL_robots_put);

	query_text_always(&q, ":origin", row->origin);
	query_text_always(&q, ":rules", row->rules);
	query_int(&q, ":fetched_at", row->fetched_at);
	query_int(&q, ":expires_at", row->expires_at);
	query_int(&q, ":disallow_all", row->disallow_all);
	query_int(&q, ":read_at", row->read_at);
	query_int(&q, ":unreachable_since", row->unreachable_since);
	return query_run(&q, e);
}

int
store_robots_put(struct store *s, const struct robots_row *row, struct err *e)
{
	struct robots_row copy = *row;

	return store_operate(s, hosts_put_robots, &copy, e);
}

static void
hosts_read_robots(const struct query *q, struct arena *arena, void *ret_row)
{
	struct robots_row *row = ret_row;

	*row = (struct robots_row){
		.origin = query_column_copy(q, 0, arena),
		.rules = query_column_copy(q, 1, arena),
		.fetched_at = query_column_int(q, 2),
		.expires_at = query_column_int(q, 3),
		.disallow_all = query_column_int(q, 4) != 0,
		.read_at = query_column_int(q, 5),
		.unreachable_since = query_column_int(q, 6),
	};
}

int
store_robots_get(struct store *s, struct slice origin,
    int (*visit)(const struct robots_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_robots_get);
	struct rows rows;
	int rc;

	query_text_always(&q, ":origin", origin);
	rc = rows_collect(
	    &q, sizeof(struct robots_row), hosts_read_robots, &rows, e);
	if (rc == 0 && rows.n == 0)
		rc = err_set(e, ERR_NOT_FOUND,
		    "no robots.txt is stored for %.*s", SLICE_ARG(origin));
	else if (rc == 0)
		rc = visit(rows.items, arg);
	rows_release(&rows);
	return rc;
}
