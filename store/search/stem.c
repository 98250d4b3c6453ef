/*
 * stem.c -- fills the index of English stems with texts that were stored before
 * this index existed.  On PostgreSQL, fills the full-text index with texts that
 * it does not contain.
 *
 * New texts are indexed at once (deferred.c).  Older texts follow in slices,
 * newest first, together with retention.  Until an older text is added, SQLite
 * finds it only by whole words, and PostgreSQL does not find it.
 */
#include <stdio.h>

#include "store/article/article_apply.h"
#include "store/query/dialect.h"
#include "store/search/search_fill.h"
#include "store/search/text_index.h"

struct stem_place {
	int64_t id;
	bool is_due;
};

static void
stem_read_place(const struct query *q, struct arena *arena, void *ret_row)
{
	struct stem_place *place = ret_row;

	(void)arena;
	place->id = query_column_int(q, 0);
	place->is_due = query_column_int(q, 1) != 0;
}

static int
stem_set_next(struct store *s, int64_t next_id, struct err *e)
{
	struct query q = query_of(s, SQL_stem_set_next);

	query_int(&q, ":next_id", next_id);
	return query_run(&q, e);
}

static int
stem_add(struct store *s, int64_t id, struct err *e)
{
	char ids[24];
	struct query q;

	snprintf(ids, sizeof(ids), "[%lld]", (long long)id);
	if (s->dialect->has(SQL_index_put))
		return text_index_put(s, slice_of(ids), e);
	q = query_of(s, SQL_stem_add);
	query_text(&q, ":ids", slice_of(ids));
	return query_run(&q, e);
}

int
stem_fill_slice(struct store *s, size_t slice, int64_t *ret_n, struct err *e)
{
	struct query q;
	struct rows places;
	int64_t next_id = 0;
	int rc = deferred_write(s, e); /* deferred texts would otherwise be
					* indexed twice */

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_stem_next);
	rc = query_run_int(&q, &next_id, e);

	if (rc != 0 || next_id == 0)
		return rc;
	q = query_of(s, SQL_stem_slice);
	query_int(&q, ":next_id", next_id);
	query_count(&q, ":slice", slice);
	rc = rows_collect(
	    &q, sizeof(struct stem_place), stem_read_place, &places, e);
	next_id = 0;
	for (size_t i = 0; i < places.n && rc == 0; i++) {
		struct stem_place *place =
		    (struct stem_place *)places.items + i;

		next_id = place->id - 1;
		if (place->is_due)
			rc = stem_add(s, place->id, e);
	}
	*ret_n = (int64_t)places.n;
	rows_release(&places);
	return rc == 0 ? stem_set_next(s, next_id, e) : rc;
}
