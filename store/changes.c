/*
 * changes.c -- the change log, from a place on.
 *
 * A seq is never used again (AUTOINCREMENT) and is committed with the article
 * that it tells of; there is one writer at a time, so that they become
 * visible in their order and a cursor misses none.
 */
#include "store/article_list.h"

#define CHANGES_A_PAGE 256

struct change_place {
	int64_t article_id;
	struct change_row row;
};

static void
read_change(const struct query *q, struct arena *arena, void *ret_row)
{
	struct change_place *place = ret_row;

	*place = (struct change_place){
		.article_id = query_column_int(q, 3),
		.row = { .seq = query_column_int(q, 0),
		    .at = query_column_int(q, 1),
		    .kind = query_column_copy(q, 2, arena) },
	};
}

/* The article as it is now; nothing where it was purged meanwhile. */
static int
visit_change(struct store *s, struct change_place *place,
    int (*visit)(const struct change_row *, void *), void *arg, struct err *e)
{
	struct rows rows;
	int rc = article_read(s, place->article_id, true, &rows, e);

	if (rc == 0 && rows.n > 0) {
		place->row.article = *(struct article_row *)rows.items;
		rc = visit(&place->row, arg);
	}
	rows_release(&rows);
	return rc;
}

int
store_changes(struct store *s, int64_t after, size_t limit,
    int (*visit)(const struct change_row *, void *), void *arg, struct err *e)
{
	int rc = 0;

	while (limit > 0 && rc == 0) {
		size_t page = limit < CHANGES_A_PAGE ? limit : CHANGES_A_PAGE;
		struct query q = query_of(s, SQL_change_page);
		struct rows places;
		struct change_place *changes;
		size_t n;

		query_int(&q, ":after", after);
		query_int(&q, ":page", (int64_t)page);
		rc = rows_collect(
		    &q, sizeof(struct change_place), read_change, &places, e);
		changes = places.items;
		n = places.n;
		for (size_t i = 0; i < n && rc == 0; i++) {
			after = changes[i].row.seq;
			rc = visit_change(s, &changes[i], visit, arg, e);
		}
		rows_release(&places);
		if (n < page)
			break;
		limit -= n;
	}
	return rc;
}

int
store_last_seq(struct store *s, int64_t *ret_seq, struct err *e)
{
	struct query q = query_of(s, SQL_change_last);

	return query_run_int(&q, ret_seq, e);
}
