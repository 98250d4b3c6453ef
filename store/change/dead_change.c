/*
 * dead_change.c -- changes of a shared consumer that were set aside, because
 * they were redelivered too often without an acknowledgement (leases.h).
 *
 * The cursor moves past these changes.  If a change is made available again, it
 * becomes a batch of its own.  The cursor is moved back if it is not before
 * this change.
 */
#include "base/limits.h"
#include "store/change/consumer_state.h"
#include "store/change/leases.h"

struct dead_operation {
	struct slice consumer;
	int64_t seq, now;
	int64_t n;
};

static void
dead_change_read(const struct query *q, struct arena *arena, void *ret_row)
{
	struct dead_change_row *row = ret_row;

	*row = (struct dead_change_row){
		.seq = query_column_int(q, 0),
		.at = query_column_int(q, 1),
		.redelivered = query_column_int(q, 2),
		.kind = query_column_copy(q, 3, arena),
		.article_id = query_column_int(q, 4),
		.title = query_column_copy(q, 5, arena),
		.url = query_column_copy(q, 6, arena),
	};
}

int
store_dead_list(struct store *s, struct slice consumer,
    int (*visit)(const struct dead_change_row *, void *), void *arg,
    struct err *e)
{
	const struct dead_change_row *dead;
	struct consumer_state state;
	struct rows rows;
	struct query q;
	int rc = consumer_read_state(s, consumer, &state, e);

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_dead_list);
	query_text_always(&q, ":name", consumer);
	rc = rows_collect(
	    &q, sizeof(struct dead_change_row), dead_change_read, &rows, e);
	dead = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&dead[i], arg);
	rows_release(&rows);
	return rc;
}

static int
dead_change_insert_lease(
    struct store *s, struct slice consumer, int64_t seq, struct err *e)
{
	struct query q = query_of(s, SQL_lease_insert);

	query_text_always(&q, ":name", consumer);
	query_int(&q, ":after", seq - 1);
	query_int(&q, ":upto", seq);
	query_int(&q, ":deliveries", 0);
	query_int(&q, ":lease_ms", LEASE_MS_DEFAULT);
	query_date(&q, ":taken_at", DATE_NONE);
	query_int(&q, ":taken_ms", 0);
	query_int(&q, ":expires_ms", 0);
	return query_run(&q, e);
}

static int
dead_change_put_back(struct store *s, const struct dead_operation *o,
    int64_t seq, struct consumer_state *state, struct err *e)
{
	struct query q = query_of(s, SQL_dead_remove);
	int rc;

	query_text_always(&q, ":name", o->consumer);
	query_int(&q, ":seq", seq);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	/* Changes after `delivered` will be given to readers anyway, so no
	 * batch is inserted. */
	if (seq > state->delivered)
		return 0;
	if (seq <= state->cursor)
		state->cursor = seq - 1;
	return dead_change_insert_lease(s, o->consumer, seq, e);
}

static int
dead_change_retry(struct store *s, void *arg, struct err *e)
{
	struct dead_operation *o = arg;
	struct consumer_state state;
	struct rows rows;
	struct query q;
	int rc = consumer_read_state(s, o->consumer, &state, e);

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_dead_seqs);
	query_text_always(&q, ":name", o->consumer);
	query_int(&q, ":seq", o->seq);
	query_int(&q, ":most", LIMIT_LEASES);
	rc = rows_collect_ids(&q, &rows, e);
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = dead_change_put_back(
		    s, o, ((int64_t *)rows.items)[i], &state, e);
	o->n = (int64_t)rows.n;
	rows_release(&rows);
	if (rc != 0 || o->n == 0)
		return rc;
	state.is_shared = true;
	return consumer_write_state(s, o->consumer, &state, o->now, e);
}

int
store_dead_retry(struct store *s, struct slice consumer, int64_t seq,
    int64_t now, int64_t *ret_n, struct err *e)
{
	struct dead_operation o = {
		.consumer = consumer, .seq = seq, .now = now
	};
	int rc = store_operate(s, dead_change_retry, &o, e);

	if (rc == 0)
		*ret_n = o.n;
	return rc;
}
