/*
 * leases.c -- batches of the change log for several readers of one consumer.
 *
 * The changes after the cursor and up to `delivered_seq` were given to
 * readers.  Each batch that is not acknowledged is a row of `lease`; a change
 * in this range that is in no row is acknowledged.  The cursor is therefore the
 * start of the first row, or `delivered_seq` if there is no row.  All these
 * tables are changed in one transaction, so that after a kill at any moment
 * each change is either acknowledged, leased or not delivered.
 *
 * On PostgreSQL other nodes may write at the same time.  Taking and
 * acknowledging change only rows of one consumer, and first lock its row of
 * `consumer` (consumer_hold_state()), so that the operations of a consumer run
 * one after another.  The change log only grows meanwhile: if its last number
 * is known, all changes up to it are committed
 * (store/postgres/sql/article.sql). Retention, which deletes changes, and all
 * other operations on consumers run alone.
 *
 * The normal case: a reader asks for a batch.  It gets the first batch with an
 * expired lease, or else the next changes of the log.  The reader acknowledges
 * the batch, and the row is shortened or removed.
 */
#include "store/change/leases.h"

#include "base/clock.h"
#include "base/limits.h"
#include "store/change/consumer_state.h"
#include "store/query/dialect.h"

struct lease_row {
	int64_t id, after, upto, deliveries, lease_ms;
};

struct lease_operation {
	const struct lease_request *request;
	int64_t now_ms; /* the store's clock */
	struct consumer_state state;
	struct lease lease;
	bool has_more; /* a part of the log was not read yet */
};

/* Reads the store's clock. */
static int
leases_read_clock(
    struct store *s, int64_t (*clock_ms)(void), int64_t *ret_ms, struct err *e)
{
	struct query q;

	if (clock_ms == NULL && s->dialect->has(SQL_lease_clock)) {
		q = query_of(s, SQL_lease_clock);
		return query_run_int(&q, ret_ms, e);
	}
	*ret_ms = clock_ms != NULL ? clock_ms() : clock_boottime_ms();
	return 0;
}

/* ---- rows ---- */

/* Returns 1 and the row, or 0 if there is none; calls query_end(). */
static int
leases_read_row(struct query *q, struct lease_row *ret, struct err *e)
{
	int rc = query_step(q, e);

	if (rc > 0)
		*ret = (struct lease_row){
			.id = query_column_int(q, 0),
			.after = query_column_int(q, 1),
			.upto = query_column_int(q, 2),
			.deliveries = query_column_int(q, 3),
			.lease_ms = query_column_int(q, 4),
		};
	query_end(q);
	return rc;
}

static int
leases_find_expired(struct store *s, const struct lease_operation *o,
    struct lease_row *ret, struct err *e)
{
	struct query q = query_of(s, SQL_lease_expired);

	query_text_always(&q, ":name", o->request->consumer);
	query_int(&q, ":now_ms", o->now_ms);
	return leases_read_row(&q, ret, e);
}

/* Finds the batch that contains a change.  Batches do not overlap. */
static int
leases_find(struct store *s, struct slice consumer, int64_t seq,
    struct lease_row *ret, struct err *e)
{
	struct query q = query_of(s, SQL_lease_of_change);
	int rc;

	query_text_always(&q, ":name", consumer);
	query_int(&q, ":seq", seq);
	rc = leases_read_row(&q, ret, e);
	return rc > 0 && seq > ret->upto ? 0 : rc;
}

static int
leases_remove(struct store *s, int64_t id, struct err *e)
{
	struct query q = query_of(s, SQL_lease_remove);

	query_int(&q, ":id", id);
	return query_run(&q, e);
}

/* Sets the cursor to the change before the first batch that is not
 * acknowledged. */
static int
leases_settle_cursor(struct store *s, struct slice consumer, int64_t now,
    struct consumer_state *state, bool must_write, struct err *e)
{
	struct query q = query_of(s, SQL_lease_summary);
	int64_t cursor = state->delivered;
	int rc;

	query_text_always(&q, ":name", consumer);
	rc = query_step(&q, e);
	if (rc > 0 && query_column_int(&q, 0) > 0)
		cursor = query_column_int(&q, 1);
	query_end(&q);
	if (rc < 0 || (cursor == state->cursor && !must_write))
		return rc < 0 ? rc : 0;
	state->cursor = cursor;
	return consumer_write_state(s, consumer, state, now, e);
}

/* ---- taking a batch ---- */

/* Inserts the batch with a lease that begins now, and makes it the result. */
static int
leases_give(struct store *s, struct lease_operation *o, struct lease_row *row,
    struct err *e)
{
	const struct lease_request *request = o->request;
	struct query q = query_of(s, SQL_lease_insert);
	int rc;

	query_text_always(&q, ":name", request->consumer);
	query_int(&q, ":after", row->after);
	query_int(&q, ":upto", row->upto);
	query_int(&q, ":deliveries", row->deliveries + 1);
	query_int(&q, ":lease_ms", request->lease_ms);
	query_int(&q, ":taken_at", request->now);
	query_int(&q, ":taken_ms", o->now_ms);
	query_int(&q, ":expires_ms", o->now_ms + request->lease_ms);
	if ((rc = query_run_insert(&q, &row->id, e)) != 0)
		return rc;
	o->lease = (struct lease){
		.id = row->id,
		.after_seq = row->after,
		.upto_seq = row->upto,
		.redelivered = row->deliveries,
		.wait_ms = -1,
	};
	return 0;
}

/* Inserts the changes of a batch after `after` as a row with an expired lease.
 */
static int
leases_keep_rest(struct store *s, struct slice consumer,
    const struct lease_row *row, int64_t after, struct err *e)
{
	struct query q = query_of(s, SQL_lease_insert);

	query_text_always(&q, ":name", consumer);
	query_int(&q, ":after", after);
	query_int(&q, ":upto", row->upto);
	query_int(&q, ":deliveries", row->deliveries);
	query_int(&q, ":lease_ms", row->lease_ms);
	query_date(&q, ":taken_at", DATE_NONE);
	query_int(&q, ":taken_ms", 0);
	query_int(&q, ":expires_ms", 0);
	return query_run(&q, e);
}

/* Leases the changes of an expired batch up to and including `upto` to the
 * reader. */
static int
leases_give_again(struct store *s, struct lease_operation *o,
    struct lease_row *row, int64_t upto, bool has_rest, struct err *e)
{
	int rc = leases_remove(s, row->id, e);

	if (rc == 0 && has_rest)
		rc = leases_keep_rest(s, o->request->consumer, row, upto, e);
	row->upto = upto;
	return rc == 0 ? leases_give(s, o, row, e) : rc;
}

static int
leases_set_aside(struct store *s, const struct lease_operation *o,
    const struct lease_row *row, int64_t seq, struct err *e)
{
	struct query q = query_of(s, SQL_dead_insert);
	int rc;

	query_text_always(&q, ":name", o->request->consumer);
	query_int(&q, ":seq", seq);
	query_int(&q, ":redelivered", row->deliveries - 1);
	query_int(&q, ":now", o->request->now);
	rc = query_run(&q, e);
	return rc == 0 ? leases_remove(s, row->id, e) : rc;
}

/* Removes the first changes of an expired batch, none of which matches the
 * request. */
static int
leases_skip(struct store *s, const struct lease_row *row,
    const struct change_scan *scan, struct err *e)
{
	struct query q;

	if (scan->is_end || scan->looked >= row->upto)
		return leases_remove(s, row->id, e);
	q = query_of(s, SQL_lease_skip);
	query_int(&q, ":id", row->id);
	query_int(&q, ":after", scan->looked);
	return query_run(&q, e);
}

/* Gives an expired batch or a part of it to the reader. If the batch has only
 * one change, which was redelivered too often, sets this change aside. Skips
 * changes that do not match the request. */
static int
leases_take_expired(struct store *s, struct lease_operation *o,
    struct lease_row *row, struct err *e)
{
	const struct lease_request *request = o->request;
	struct change_query what = request->wanted;
	bool one_by_one = row->deliveries >= request->max_redeliveries, is_only;
	struct change_scan scan;
	int rc;

	what.after = row->after;
	what.until = row->upto;
	if (one_by_one)
		what.limit = 2; /* The limit is two, to determine whether the
				   batch has a second change. */
	if ((rc = store_change_scan(s, &what, &scan, e)) != 0)
		return rc;
	if (scan.n == 0)
		return leases_skip(s, row, &scan, e);
	is_only = scan.n == 1 && scan.is_end;
	if (is_only && row->deliveries > request->max_redeliveries)
		return leases_set_aside(s, o, row, scan.first, e);
	if (one_by_one)
		return leases_give_again(s, o, row, scan.first, !is_only, e);
	return leases_give_again(
	    s, o, row, scan.last, !scan.is_end && scan.last < row->upto, e);
}

/* Gives the next changes that were not given to a reader before. */
static int
leases_take_next(struct store *s, struct lease_operation *o, struct err *e)
{
	struct change_query what = o->request->wanted;
	struct lease_row row = { .after = o->state.delivered };
	struct change_scan scan;
	int64_t last, delivered;
	int rc;

	/* The end of the log is read first, because other nodes may append to
	 * the log during this transaction (docs/fleet.md). */
	if ((rc = store_last_seq(s, &last, e)) != 0 ||
	    last <= o->state.delivered)
		return rc;
	what.after = o->state.delivered;
	what.until = last;
	if ((rc = store_change_scan(s, &what, &scan, e)) != 0)
		return rc;
	delivered = scan.is_end ? last : scan.looked;
	o->has_more = !scan.is_end;
	if (delivered == o->state.delivered)
		return 0;
	o->state.delivered = delivered;
	row.upto = scan.last;
	return scan.n > 0 ? leases_give(s, o, &row, e) : 0;
}

/* Counts the batches, and sets the time to wait for the first lease to expire.
 */
static int
leases_count(
    struct store *s, struct lease_operation *o, int64_t *ret_n, struct err *e)
{
	struct query q = query_of(s, SQL_lease_summary);
	int64_t left_ms, n = 0;
	int rc;

	query_text_always(&q, ":name", o->request->consumer);
	o->lease.wait_ms = -1;
	if ((rc = query_step(&q, e)) > 0 && (n = query_column_int(&q, 0)) > 0) {
		left_ms = query_column_int(&q, 2) - o->now_ms;
		o->lease.wait_ms = left_ms > 0 ? left_ms : 0;
	}
	query_end(&q);
	*ret_n = n;
	return rc < 0 ? rc : 0;
}

static int
leases_take(struct store *s, void *arg, struct err *e)
{
	struct lease_operation *o = arg;
	const struct lease_request *request = o->request;
	struct consumer_state before;
	struct lease_row row;
	int64_t n = 0;
	int rc = consumer_hold_state(s, request->consumer, &o->state, e);
	int found = 0;

	/* The clock is read again after the database was locked for writing.
	 * Another process may have taken a lease since leases_look(). The start
	 * of that lease is later than the first time, so the lease would look
	 * like one from before a reboot, which has expired. */
	if (rc == 0)
		rc = leases_read_clock(s, request->clock_ms, &o->now_ms, e);
	before = o->state;
	o->lease = (struct lease){ 0 };
	for (int i = 0; rc == 0 && i < LIMIT_LEASES_LOOK; i++) {
		found = leases_find_expired(s, o, &row, e);
		if (found <= 0 || o->lease.id != 0)
			break;
		rc = leases_take_expired(s, o, &row, e);
	}
	if (found < 0)
		rc = found;
	if (rc == 0 && o->lease.id == 0)
		rc = leases_count(s, o, &n, e);
	if (rc == 0 && o->lease.id == 0 && found == 0 && n < LIMIT_LEASES)
		rc = leases_take_next(s, o, e);
	if (o->lease.id == 0 && (found > 0 || o->has_more))
		o->lease.wait_ms = 0;
	if (rc != 0)
		return rc;
	o->state.is_shared |= o->state.delivered != before.delivered;
	return leases_settle_cursor(s, request->consumer, request->now,
	    &o->state, o->state.delivered != before.delivered, e);
}

/* Determines whether a batch may be available.  Only reads, because a reader
 * that waits calls this function often, and a write transaction for each call
 * would cost too much. */
static int
leases_look(
    struct store *s, struct lease_operation *o, bool *ret_any, struct err *e)
{
	struct lease_row row;
	int64_t last = 0, n = 0;
	int rc;

	rc = leases_read_clock(s, o->request->clock_ms, &o->now_ms, e);
	if (rc == 0)
		rc = consumer_read_state(s, o->request->consumer, &o->state, e);
	if (rc == 0)
		rc = store_last_seq(s, &last, e);
	if (rc == 0)
		rc = leases_count(s, o, &n, e);
	if (rc != 0)
		return rc;
	rc = leases_find_expired(s, o, &row, e);
	*ret_any = rc > 0 || (o->state.delivered < last && n < LIMIT_LEASES);
	return rc < 0 ? rc : 0;
}

static int
leases_check_request(const struct lease_request *request, struct err *e)
{
	if (request->wanted.limit < 1 ||
	    request->wanted.limit > LIMIT_LEASE_BATCH)
		return err_set(e, ERR_USAGE,
		    "a batch must have 1 to %d changes", LIMIT_LEASE_BATCH);
	if (request->lease_ms < 1 || request->lease_ms > LIMIT_LEASE_MS)
		return err_set(e, ERR_USAGE, "a lease must last 1 ms to %ld s",
		    LIMIT_LEASE_MS / 1000);
	if (request->max_redeliveries < 1 ||
	    request->max_redeliveries > LIMIT_REDELIVERIES)
		return err_set(e, ERR_USAGE,
		    "the number of redeliveries must be 1 to %d",
		    LIMIT_REDELIVERIES);
	return 0;
}

int
store_lease_take(struct store *s, const struct lease_request *request,
    struct lease *ret, struct err *e)
{
	struct lease_operation o = { .request = request };
	bool any = false;
	int rc;

	if ((rc = leases_check_request(request, e)) != 0 ||
	    (rc = leases_look(s, &o, &any, e)) != 0)
		return rc;
	if (any)
		rc = store_operate_beside(s, leases_take, &o, e);
	if (rc == 0)
		*ret = o.lease;
	return rc;
}

int
store_lease_left(
    struct store *s, int64_t lease_id, int64_t *ret_left_ms, struct err *e)
{
	struct query q;
	int64_t now_ms, left_ms = 0;
	int rc;

	if ((rc = leases_read_clock(s, NULL, &now_ms, e)) != 0)
		return rc;
	q = query_of(s, SQL_lease_left);
	query_int(&q, ":id", lease_id);
	query_int(&q, ":now_ms", now_ms);
	if ((rc = query_step(&q, e)) > 0)
		left_ms = query_column_int(&q, 0);
	query_end(&q);
	if (rc < 0)
		return rc;
	*ret_left_ms = left_ms > 0 ? left_ms : 0;
	return 0;
}

/* ---- acknowledging ---- */

/* Removes the changes up to and including seq from the batch. */
static int
leases_shorten(struct store *s, const struct lease_ack *ack,
    const struct lease_row *row, struct err *e)
{
	struct query q;
	int64_t now_ms;
	int rc;

	if (ack->seq == row->upto)
		return leases_remove(s, row->id, e);
	if (ack->renews) {
		rc = leases_read_clock(s, ack->clock_ms, &now_ms, e);
		if (rc != 0)
			return rc;
		q = query_of(s, SQL_lease_shorten);
		query_int(&q, ":taken_ms", now_ms);
		query_int(&q, ":expires_ms", now_ms + row->lease_ms);
	} else {
		q = query_of(s, SQL_lease_skip);
	}
	query_int(&q, ":id", row->id);
	query_int(&q, ":after", ack->seq);
	return query_run(&q, e);
}

static int
leases_refuse_unknown(const struct lease_ack *ack, struct err *e)
{
	return err_set(e, ERR_USAGE,
	    "change %lld was not given to a reader of the shared consumer "
	    "%.*s yet",
	    (long long)ack->seq, SLICE_ARG(ack->consumer));
}

static int
leases_refuse_expired(const struct lease_ack *ack, struct err *e)
{
	return err_set(e, ERR_REFUSED,
	    "lease %lld does not hold change %lld: the lease has expired, or "
	    "another reader has the change",
	    (long long)ack->lease_id, (long long)ack->seq);
}

/* For a consumer that is not shared. */
static int
leases_ack_up_to(struct store *s, const struct lease_ack *ack,
    struct consumer_state *state, struct err *e)
{
	if (state->cursor < ack->after_seq)
		return err_set(e, ERR_REFUSED,
		    "the cursor of %.*s was moved back to change %lld",
		    SLICE_ARG(ack->consumer), (long long)state->cursor);
	return consumer_ack_up_to(
	    s, ack->consumer, ack->seq, state, ack->now, e);
}

static int
leases_ack(struct store *s, void *arg, struct err *e)
{
	const struct lease_ack *ack = arg;
	struct consumer_state state;
	struct lease_row row;
	int rc = consumer_hold_state(s, ack->consumer, &state, e);

	if (rc != 0)
		return rc;
	if (!state.is_shared && ack->lease_id == 0)
		return leases_ack_up_to(s, ack, &state, e);
	rc = leases_find(s, ack->consumer, ack->seq, &row, e);
	if (rc < 0)
		return rc;
	if (rc == 0 && ack->seq <= state.delivered)
		return 0; /* the change was acknowledged before */
	if (rc == 0)
		return state.is_shared ? leases_refuse_unknown(ack, e)
				       : leases_refuse_expired(ack, e);
	if (ack->lease_id != 0 && ack->lease_id != row.id)
		return leases_refuse_expired(ack, e);
	if ((rc = leases_shorten(s, ack, &row, e)) != 0)
		return rc;
	return leases_settle_cursor(
	    s, ack->consumer, ack->now, &state, false, e);
}

int
store_lease_ack(struct store *s, const struct lease_ack *ack, struct err *e)
{
	struct lease_ack copy = *ack;

	if (copy.seq < 0)
		copy.seq = 0;
	return store_operate_beside(s, leases_ack, &copy, e);
}

static int
leases_give_back(struct store *s, void *arg, struct err *e)
{
	const struct lease_ack *from = arg;
	struct consumer_state state;
	struct lease_row row;
	struct query q;
	int rc = consumer_hold_state(s, from->consumer, &state, e);

	if (rc == 0)
		rc = leases_find(s, from->consumer, from->seq, &row, e);
	if (rc <= 0 || row.id != from->lease_id || from->seq == row.upto)
		return rc < 0 ? rc : 0;
	q = query_of(s, SQL_lease_cut);
	query_int(&q, ":id", row.id);
	query_int(&q, ":upto", from->seq);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	/* The present delivery does not count, because the reader got none of
	 * these changes. */
	if (row.deliveries > 0)
		row.deliveries--;
	return leases_keep_rest(s, from->consumer, &row, from->seq, e);
}

int
store_lease_give_back(
    struct store *s, const struct lease_ack *from, struct err *e)
{
	struct lease_ack copy = *from;

	return store_operate_beside(s, leases_give_back, &copy, e);
}

int
store_consumer_ack(
    struct store *s, struct slice name, int64_t seq, int64_t now, struct err *e)
{
	struct lease_ack ack = { .consumer = name, .seq = seq, .now = now };

	return store_lease_ack(s, &ack, e);
}
