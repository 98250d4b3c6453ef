/*
 * consumer.c -- named cursors into the change log.
 *
 * A consumer reads the changes after its cursor, processes them and
 * acknowledges them, which moves the cursor.  If the consumer dies before the
 * acknowledgement, it reads its last batch again: each change is delivered at
 * least once.
 */
#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/change/consumers.h"
#include "store/sqlite/statement.h"

struct consumer_operation {
	struct slice name;
	int64_t seq, now;
	int64_t found; /* the cursor */
	bool may_go_back;
};

static int
consumer_check_name(struct slice name, struct err *e)
{
	bool is_valid =
	    name.len > 0 && name.len <= LIMIT_NAME_BYTES && utf8_valid(name);

	for (size_t i = 0; i < name.len && is_valid; i++)
		is_valid = (unsigned char)name.p[i] >= ' ' && name.p[i] != 0x7f;
	if (is_valid)
		return 0;
	return err_set(e, ERR_USAGE,
	    "a consumer's name has 1 to %d bytes of text", LIMIT_NAME_BYTES);
}

/* 1 and the cursor, or 0 if there is no such consumer. */
static int
consumer_find(
    struct store *s, struct slice name, int64_t *ret_seq, struct err *e)
{
	struct query q = query_of(s, SQL_consumer_get);
	int rc;

	query_text_always(&q, ":name", name);
	if ((rc = query_step(&q, e)) > 0)
		*ret_seq = query_column_int(&q, 0);
	query_end(&q);
	return rc;
}

/* Replaces -1 by the newest change.  ERR_USAGE: there is no such change. */
static int
consumer_resolve_seq(struct store *s, int64_t *seq, struct err *e)
{
	int64_t last = 0;
	int rc;

	if ((rc = store_last_seq(s, &last, e)) != 0)
		return rc;
	if (*seq == -1)
		*seq = last;
	if (*seq >= 0 && *seq <= last)
		return 0;
	return err_set(e, ERR_USAGE,
	    "there is no change %lld, the newest is %lld", (long long)*seq,
	    (long long)last);
}

static int
consumer_open(struct store *s, void *arg, struct err *e)
{
	struct consumer_operation *o = arg;
	struct query q;
	int rc;

	if ((rc = consumer_find(s, o->name, &o->found, e)) != 0)
		return rc > 0 ? 0 : rc;
	if ((rc = consumer_resolve_seq(s, &o->seq, e)) != 0)
		return rc;
	q = query_of(s, SQL_consumer_insert);
	query_text_always(&q, ":name", o->name);
	query_int(&q, ":seq", o->seq);
	query_int(&q, ":now", o->now);
	o->found = o->seq;
	return query_run(&q, e);
}

int
store_consumer_open(struct store *s, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e)
{
	struct consumer_operation o = {
		.name = name, .seq = from_seq, .now = now
	};
	int rc;

	if ((rc = consumer_check_name(name, e)) != 0)
		return rc;
	/* An existing consumer is only read: `follow` must not wait for a
	 * writer. */
	if ((rc = consumer_find(s, name, ret_seq, e)) != 0)
		return rc > 0 ? 0 : rc;
	if ((rc = store_operate(s, consumer_open, &o, e)) == 0)
		*ret_seq = o.found;
	return rc;
}

int
store_consumer_get(
    struct store *s, struct slice name, int64_t *ret_seq, struct err *e)
{
	int rc = consumer_find(s, name, ret_seq, e);

	if (rc == 0)
		return err_set(e, ERR_NOT_FOUND, "there is no consumer %.*s",
		    SLICE_ARG(name));
	return rc > 0 ? 0 : rc;
}

static int
consumer_set_cursor(struct store *s, void *arg, struct err *e)
{
	struct consumer_operation *o = arg;
	struct query q;
	int rc;

	if ((rc = store_consumer_get(s, o->name, &o->found, e)) != 0)
		return rc;
	if ((rc = consumer_resolve_seq(s, &o->seq, e)) != 0)
		return rc;
	if (!o->may_go_back && o->seq <= o->found)
		return 0;
	q = query_of(s, SQL_consumer_set);
	query_text_always(&q, ":name", o->name);
	query_int(&q, ":seq", o->seq);
	query_int(&q, ":now", o->now);
	return query_run(&q, e);
}

int
store_consumer_seek(
    struct store *s, struct slice name, int64_t seq, int64_t now, struct err *e)
{
	struct consumer_operation o = {
		.name = name, .seq = seq, .now = now, .may_go_back = true
	};

	return store_operate(s, consumer_set_cursor, &o, e);
}

int
store_consumer_ack(
    struct store *s, struct slice name, int64_t seq, int64_t now, struct err *e)
{
	struct consumer_operation o = {
		.name = name, .seq = seq >= 0 ? seq : 0, .now = now
	};

	return store_operate(s, consumer_set_cursor, &o, e);
}

static void
consumer_read(const struct query *q, struct arena *arena, void *ret_row)
{
	struct consumer_row *row = ret_row;

	*row = (struct consumer_row){
		.name = query_column_copy(q, 0, arena),
		.seq = query_column_int(q, 1),
		.lag = query_column_int(q, 2),
		.made_at = query_column_int(q, 3),
		.last_ack_at = query_column_date(q, 4),
	};
}

static int
consumer_list(struct store *s, enum sql name,
    int (*visit)(const struct consumer_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, name);
	struct rows rows;
	const struct consumer_row *consumers;
	int rc = rows_collect(
	    &q, sizeof(struct consumer_row), consumer_read, &rows, e);

	consumers = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&consumers[i], arg);
	rows_release(&rows);
	return rc;
}

int
store_consumer_list(struct store *s,
    int (*visit)(const struct consumer_row *, void *), void *arg, struct err *e)
{
	return consumer_list(s, SQL_consumer_list, visit, arg, e);
}

int
store_consumer_lags(struct store *s,
    int (*visit)(const struct consumer_row *, void *), void *arg, struct err *e)
{
	return consumer_list(s, SQL_consumer_lags, visit, arg, e);
}

static int
consumer_remove(struct store *s, void *arg, struct err *e)
{
	struct consumer_operation *o = arg;
	struct query q;
	int rc;

	if ((rc = store_consumer_get(s, o->name, &o->found, e)) != 0)
		return rc;
	q = query_of(s, SQL_consumer_remove);
	query_text_always(&q, ":name", o->name);
	return query_run(&q, e);
}

int
store_consumer_remove(struct store *s, struct slice name, struct err *e)
{
	struct consumer_operation o = { .name = name };

	return store_operate(s, consumer_remove, &o, e);
}
