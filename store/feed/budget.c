/*
 * budget.c -- the number of bytes of text that one feed may add per day; see
 * budget.h.
 */
#include "store/feed/budget.h"

#define REWORD_SHARE 2 /* changed texts may use 1/REWORD_SHARE of the budget */

void
budget_begin(struct feed_budget *budget, int64_t now)
{
	bool is_over =
	    budget->since == DATE_NONE || now - budget->since >= BUDGET_DAY_S;

	if (is_over)
		budget->bytes = 0;
	if (is_over || budget->since > now)
		budget->since = now;
}

bool
budget_take(struct feed_budget *budget, enum budget_use use, size_t bytes)
{
	int64_t limit = budget->limit_bytes;

	if (use == BUDGET_REWORD)
		limit /= REWORD_SHARE;
	if (budget->limit_bytes > 0 && budget->bytes >= limit) {
		budget->n_waiting++;
		return false;
	}
	budget->bytes += (int64_t)bytes;
	return true;
}

int64_t
budget_next_at(const struct feed_budget *budget)
{
	return budget->n_waiting > 0 ? budget->since + BUDGET_DAY_S : DATE_NONE;
}

void
budget_load_ahead(struct store *s, int64_t feed_id)
{
	struct query q = query_of(s, SQL_feed_budget);

	query_int(&q, ":id", feed_id);
	query_ahead(&q);
}

int
budget_load(struct store *s, int64_t feed_id, int64_t limit_bytes, int64_t now,
    struct feed_budget *ret, struct err *e)
{
	struct query q = query_of(s, SQL_feed_budget);
	struct feed_budget budget = { .limit_bytes = limit_bytes,
		.since = DATE_NONE };
	int rc;

	query_int(&q, ":id", feed_id);
	if ((rc = query_step(&q, e)) > 0) {
		budget.since = query_column_date(&q, 0);
		budget.bytes = query_column_int(&q, 1);
	}
	query_end(&q);
	if (rc < 0)
		return rc;
	budget_begin(&budget, now);
	*ret = budget;
	return 0;
}

int
budget_save(struct store *s, int64_t feed_id, const struct feed_budget *budget,
    struct err *e)
{
	struct query q = query_of(s, SQL_feed_set_budget);

	query_int(&q, ":id", feed_id);
	query_date(&q, ":since", budget->since);
	query_int(&q, ":bytes", budget->bytes);
	query_int(&q, ":waiting", budget->n_waiting);
	return query_run(&q, e);
}
