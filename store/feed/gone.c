/*
 * gone.c -- marks entries that were removed from their feed.
 *
 * In:  the ids of a feed's entries in a complete document.
 * Out: gone_at of the feed's entries.
 *
 * Most feeds list only their last entries, and an entry that is not listed any
 * more is only old.  A feed that is marked as complete (RFC 5005, section 2:
 * fh:complete) has all of its entries in each document, and its publisher has
 * removed the entries that are missing (docs/etiquette.md, row E45).  gone_at
 * is set until the entry is listed again.  Nothing is deleted.  The article is
 * not changed: only its page decides whether the article is gone.
 */
#include <stdlib.h>

#include "store/feed/feed_item.h"

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

static int
gone_set(struct store *s, int64_t id, int64_t gone_at, struct err *e)
{
	struct query q = query_of(s, SQL_entry_set_gone);

	query_int(&q, ":id", id);
	query_date(&q, ":gone_at", gone_at);
	return query_run(&q, e);
}

int
gone_mark(struct store *s, int64_t feed_id, int64_t *here, size_t n,
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
