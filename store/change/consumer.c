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
#include "store/change/consumer_state.h"
#include "store/change/consumers.h"
#include "store/sqlite/statement.h"

struct consumer_operation {
	struct slice name;
	int64_t seq, now;
	struct consumer_state found;
	bool is_shared; /* the readers of the consumer take leases */
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
	    "a consumer's name must have 1 to %d bytes of UTF-8 without "
	    "control characters",
	    LIMIT_NAME_BYTES);
}

/* Returns 1 and the state of the consumer; 0 if it does not exist. */
static int
consumer_query(struct store *s, enum sql query, struct slice name,
    struct consumer_state *ret, struct err *e)
{
	struct query q = query_of(s, query);
	int rc;

	query_text_always(&q, ":name", name);
	if ((rc = query_step(&q, e)) > 0) {
		ret->cursor = query_column_int(&q, 0);
		ret->delivered = query_column_date(&q, 1);
		ret->is_shared = ret->delivered != DATE_NONE;
		if (!ret->is_shared)
			ret->delivered = ret->cursor;
		ret->has_leases = query_column_int(&q, 2) != 0;
	}
	query_end(&q);
	return rc;
}

static int
consumer_find(struct store *s, struct slice name, struct consumer_state *ret,
    struct err *e)
{
	return consumer_query(s, SQL_consumer_get, name, ret, e);
}

static int
consumer_read(struct store *s, enum sql query, struct slice name,
    struct consumer_state *ret, struct err *e)
{
	int rc = consumer_query(s, query, name, ret, e);

	if (rc == 0)
		return err_set(e, ERR_NOT_FOUND, "there is no consumer %.*s",
		    SLICE_ARG(name));
	return rc > 0 ? 0 : rc;
}

int
consumer_read_state(struct store *s, struct slice name,
    struct consumer_state *ret, struct err *e)
{
	return consumer_read(s, SQL_consumer_get, name, ret, e);
}

int
consumer_hold_state(struct store *s, struct slice name,
    struct consumer_state *ret, struct err *e)
{
	return consumer_read(s, SQL_consumer_hold, name, ret, e);
}

int
consumer_write_state(struct store *s, struct slice name,
    const struct consumer_state *state, int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_consumer_set);

	query_text_always(&q, ":name", name);
	query_int(&q, ":seq", state->cursor);
	query_date(
	    &q, ":delivered", state->is_shared ? state->delivered : DATE_NONE);
	query_int(&q, ":now", now);
	return query_run(&q, e);
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
consumer_check_number(struct store *s, struct err *e)
{
	struct query q = query_of(s, SQL_consumer_count);
	int64_t n = 0;
	int rc = query_run_int(&q, &n, e);

	if (rc != 0 || n < LIMIT_CONSUMERS)
		return rc;
	return err_set(e, ERR_LIMIT,
	    "there are %d consumers already; `gleaner consumers --remove NAME` "
	    "removes one",
	    LIMIT_CONSUMERS);
}

static int
consumer_insert(struct store *s, struct consumer_operation *o, struct err *e)
{
	struct query q;
	int rc;

	if ((rc = consumer_check_number(s, e)) != 0 ||
	    (rc = consumer_resolve_seq(s, &o->seq, e)) != 0)
		return rc;
	q = query_of(s, SQL_consumer_insert);
	query_text_always(&q, ":name", o->name);
	query_int(&q, ":seq", o->seq);
	query_int(&q, ":now", o->now);
	o->found = (struct consumer_state){ .cursor = o->seq };
	return query_run(&q, e);
}

/* Returns ERR_REFUSED if the reader does not take leases and other readers hold
 * batches. */
static int
consumer_check_leases(const struct consumer_operation *o, struct err *e)
{
	if (o->is_shared || !o->found.has_leases)
		return 0;
	return err_set(e, ERR_REFUSED,
	    "consumer %.*s is shared, and its readers have not acknowledged "
	    "all batches: use `follow --share` to read these batches, or "
	    "`follow --from SEQ` to end the leases and begin at SEQ",
	    SLICE_ARG(o->name));
}

/* If a reader does not take leases, the consumer is not shared any more.  An
 * acknowledgement then covers all changes up to a sequence number. */
static int
consumer_end_sharing(
    struct store *s, struct consumer_operation *o, struct err *e)
{
	struct query q;

	if (o->is_shared || !o->found.is_shared)
		return 0;
	q = query_of(s, SQL_consumer_unshare);
	query_text_always(&q, ":name", o->name);
	return query_run(&q, e);
}

static int
consumer_open(struct store *s, void *arg, struct err *e)
{
	struct consumer_operation *o = arg;
	int rc;

	if ((rc = consumer_find(s, o->name, &o->found, e)) == 0)
		return consumer_insert(s, o, e);
	if (rc < 0)
		return rc;
	if ((rc = consumer_check_leases(o, e)) != 0)
		return rc;
	return consumer_end_sharing(s, o, e);
}

static int
consumer_find_or_make(
    struct store *s, struct consumer_operation *o, struct err *e)
{
	int rc;

	if ((rc = consumer_check_name(o->name, e)) != 0)
		return rc;
	/* An existing consumer is only read: `follow` must not wait for a
	 * writer. */
	rc = consumer_find(s, o->name, &o->found, e);
	if (rc < 0)
		return rc;
	if (rc == 0 || (o->found.is_shared && !o->is_shared))
		return store_operate(s, consumer_open, o, e);
	return 0;
}

int
store_consumer_open(struct store *s, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e)
{
	struct consumer_operation o = {
		.name = name, .seq = from_seq, .now = now
	};
	int rc = consumer_find_or_make(s, &o, e);

	if (rc == 0)
		*ret_seq = o.found.cursor;
	return rc;
}

int
store_consumer_make(struct store *s, struct slice name, int64_t from_seq,
    int64_t now, int64_t *ret_seq, struct err *e)
{
	struct consumer_operation o = {
		.name = name, .seq = from_seq, .now = now, .is_shared = true
	};
	int rc = consumer_find_or_make(s, &o, e);

	if (rc == 0)
		*ret_seq = o.found.cursor;
	return rc;
}

int
store_consumer_look(struct store *s, struct slice name, int64_t *ret_seq,
    bool *ret_is_shared, struct err *e)
{
	struct consumer_state state;
	int rc = consumer_read_state(s, name, &state, e);

	if (rc != 0)
		return rc;
	*ret_seq = state.cursor;
	*ret_is_shared = state.is_shared;
	return 0;
}

int
store_consumer_get(
    struct store *s, struct slice name, int64_t *ret_seq, struct err *e)
{
	bool is_shared;

	return store_consumer_look(s, name, ret_seq, &is_shared, e);
}

int
consumer_ack_up_to(struct store *s, struct slice name, int64_t seq,
    struct consumer_state *state, int64_t now, struct err *e)
{
	int rc = consumer_resolve_seq(s, &seq, e);

	if (rc != 0 || seq <= state->cursor)
		return rc;
	state->cursor = seq;
	return consumer_write_state(s, name, state, now, e);
}

/* Removes the leases of the consumer.  Changes after `seq` are not set aside
 * any more, because they are given to readers again. */
static int
consumer_forget_batches(
    struct store *s, struct slice name, int64_t seq, struct err *e)
{
	struct query q = query_of(s, SQL_lease_remove_all);
	int rc;

	query_text_always(&q, ":name", name);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_dead_remove_later);
	query_text_always(&q, ":name", name);
	query_int(&q, ":seq", seq);
	return query_run(&q, e);
}

static int
consumer_seek(struct store *s, void *arg, struct err *e)
{
	struct consumer_operation *o = arg;
	struct consumer_state state;
	int rc;

	if ((rc = consumer_read_state(s, o->name, &state, e)) != 0 ||
	    (rc = consumer_resolve_seq(s, &o->seq, e)) != 0 ||
	    (rc = consumer_forget_batches(s, o->name, o->seq, e)) != 0)
		return rc;
	state = (struct consumer_state){ .cursor = o->seq };
	return consumer_write_state(s, o->name, &state, o->now, e);
}

int
store_consumer_seek(
    struct store *s, struct slice name, int64_t seq, int64_t now, struct err *e)
{
	struct consumer_operation o = { .name = name, .seq = seq, .now = now };

	return store_operate(s, consumer_seek, &o, e);
}

static void
consumer_read_row(const struct query *q, struct arena *arena, void *ret_row)
{
	struct consumer_row *row = ret_row;

	*row = (struct consumer_row){
		.name = query_column_copy(q, 0, arena),
		.seq = query_column_int(q, 1),
		.lag = query_column_int(q, 2),
		.made_at = query_column_int(q, 3),
		.last_ack_at = query_column_date(q, 4),
		.leases = query_column_int(q, 5),
		.dead = query_column_int(q, 6),
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
	    &q, sizeof(struct consumer_row), consumer_read_row, &rows, e);

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

	if ((rc = consumer_read_state(s, o->name, &o->found, e)) != 0)
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
