/*
 * times.c -- adjusts planned times after the clock was set.
 */
#include "base/array.h"
#include "store/feed/feeds.h"
#include "store/sqlite/statement.h"

static int
times_shift(struct store *s, void *arg, struct err *e)
{
	static const enum sql shifts[] = { SQL_shift_feeds, SQL_shift_retries,
		SQL_shift_revisits, SQL_shift_linked, SQL_shift_pauses,
		SQL_shift_robots };
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(shifts) && rc == 0; i++) {
		struct query q = query_of(s, shifts[i]);

		query_int(&q, ":by", *(const int64_t *)arg);
		rc = query_run(&q, e);
	}
	return rc;
}

int
store_shift_times(struct store *s, int64_t by_s, struct err *e)
{
	return store_operate(s, times_shift, &by_s, e);
}

struct history_operation {
	int64_t id;
	struct slice history;
};

static int
times_set_history(struct store *s, void *arg, struct err *e)
{
	const struct history_operation *o = arg;
	struct query q = query_of(s, SQL_feed_set_history);

	query_int(&q, ":id", o->id);
	query_blob(&q, ":history", o->history);
	return query_run(&q, e);
}

int
store_feed_set_history(
    struct store *s, int64_t id, struct slice history, struct err *e)
{
	struct history_operation o = { id, history };

	return store_operate(s, times_set_history, &o, e);
}
