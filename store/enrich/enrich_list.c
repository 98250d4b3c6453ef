/*
 * enrich_list.c -- reads keywords; see enrichments.h.
 */
#include "store/enrich/enrichments.h"
#include "store/sqlite/statement.h"

int
store_keyword_list(struct store *s, int64_t article_id,
    int (*visit)(const struct keyword_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_keyword_list);
	int rc;

	query_int(&q, ":article_id", article_id);
	while ((rc = query_step(&q, e)) > 0) {
		const struct keyword_row row = { .n = query_column_int(&q, 0),
			.term = query_column_text(&q, 1),
			.stem = query_column_text(&q, 2),
			.weight = query_column_real(&q, 3) };

		if ((rc = visit(&row, arg)) != 0)
			break;
	}
	query_end(&q);
	return rc;
}
