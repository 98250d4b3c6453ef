/*
 * clock.c -- stores when the clock was right, and corrects planned times; see
 * clock.h.
 */
#include "store/clock.h"

#include "base/array.h"
#include "store/fleet/fleet_store.h"
#include "store/sqlite/statement.h"

/* Length of a host's pause if the stored end of the pause is too far in the
 * future. */
#define PLAN_LEAST_S LIMIT_BACKOFF_FLOOR_S
#define PLAN_SLACK_S 60 /* a smaller change of the clock is ignored */

/* ---- rows ---- */

int
store_clock_last(struct store *s, struct clock_row *ret, struct err *e)
{
	struct query q = query_of(s, SQL_clock_last);
	int rc = query_step(&q, e);
	struct slice boot;

	if (rc > 0) {
		*ret = (struct clock_row){
			.id = query_column_int(&q, 0),
			.from_at = query_column_int(&q, 1),
			.until_at = query_column_int(&q, 2),
			.boot_s = query_column_int(&q, 4),
			.jump_s = query_column_int(&q, 5),
			.wait_s = query_column_int(&q, 6),
			.agreed_since = query_column_date(&q, 7),
			.agreed_before = DATE_NONE,
			.off_s = query_column_int(&q, 8),
			.is_right = query_column_int(&q, 9) != 0,
		};
		boot = query_column_text(&q, 3);
		if (boot.len < sizeof(ret->boot) && boot.len > 0)
			memcpy(ret->boot, boot.p, boot.len);
	}
	query_end(&q);
	return rc;
}

int
store_clock_newest(struct store *s, int64_t *ret, struct err *e)
{
	struct query q = query_of(s, SQL_clock_newest);
	int rc = query_step(&q, e);

	if (rc > 0)
		*ret = query_column_date(&q, 0);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static void
clock_bind(struct query *q, const struct clock_row *row)
{
	query_int(q, ":from_at", row->from_at);
	query_int(q, ":until_at", row->until_at);
	query_text_always(q, ":boot", slice_of(row->boot));
	query_int(q, ":boot_s", row->boot_s);
	query_int(q, ":wait_s", row->wait_s);
	query_date(q, ":agreed_since", row->agreed_since);
	query_int(q, ":off_s", row->off_s);
	query_int(q, ":is_right", row->is_right);
}

struct clock_operation {
	const struct clock_row *row;
	int64_t now, id;
};

static int
clock_begin(struct store *s, void *arg, struct err *e)
{
	struct clock_operation *o = arg;
	struct query q = query_of(s, SQL_clock_begin);

	clock_bind(&q, o->row);
	query_int(&q, ":jump_s", o->row->jump_s);
	return query_run_insert(&q, &o->id, e);
}

int
store_clock_begin(struct store *s, const struct clock_row *row, int64_t *ret_id,
    struct err *e)
{
	struct clock_operation o = { .row = row };
	int rc = store_operate(s, clock_begin, &o, e);

	if (rc == 0)
		*ret_id = o.id;
	return rc;
}

static int
clock_note(struct store *s, void *arg, struct err *e)
{
	const struct clock_operation *o = arg;
	struct query q = query_of(s, SQL_clock_note);

	clock_bind(&q, o->row);
	query_int(&q, ":id", o->row->id);
	return query_run(&q, e);
}

int
store_clock_note(struct store *s, const struct clock_row *row, struct err *e)
{
	struct clock_operation o = { .row = row };

	return store_operate(s, clock_note, &o, e);
}

static int
clock_limit_future(struct store *s, int64_t now, struct err *e)
{
	static const enum sql names[] = { SQL_future_articles, SQL_future_pages,
		SQL_future_polls, SQL_future_changes, SQL_future_site_memories,
		SQL_future_crashers };
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(names) && rc == 0; i++) {
		struct query q = query_of(s, names[i]);

		query_int(&q, ":now", now);
		query_int(&q, ":slack", CLOCK_DAY_S);
		rc = query_run(&q, e);
	}
	return rc;
}

static int
clock_settle(struct store *s, void *arg, struct err *e)
{
	const struct clock_operation *o = arg;
	struct query q = query_of(s, SQL_clock_settle_same);
	int rc;

	query_int(&q, ":id", o->row->id);
	query_date(&q, ":agreed_since", o->row->agreed_since);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_clock_settle_others);
	query_int(&q, ":id", o->row->id);
	query_int(&q, ":now", o->now);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	return clock_limit_future(s, o->now, e);
}

int
store_clock_settle(
    struct store *s, const struct clock_row *row, int64_t now, struct err *e)
{
	struct clock_operation o = { .row = row, .now = now };

	return store_operate(s, clock_settle, &o, e);
}

/* ---- plans ---- */

/* Bits that name the parameters of a statement; only these parameters are
 * bound.  A statement with AT_START reads all revisits or all rows of
 * robots.txt.  It is run only if plan_bounds.at_start is set. */
enum {
	WANTS_BY = 1,
	WANTS_MOST = 2,
	WANTS_SLACK = 4,
	WANTS_LONGEST = 8,
	WANTS_LEAST = 16,
	AT_START = 32
};

/* Reads the clock of the server. */
static int
clock_server_now(struct store *s, int64_t *ret, struct err *e)
{
	struct query q = query_of(s, SQL_lease_clock);
	int rc = query_run_int(&q, ret, e);

	*ret /= 1000;
	return rc;
}

int
store_clock_ahead(struct store *s, int64_t now, int64_t *ret_s, struct err *e)
{
	int64_t server_at = now;
	int rc = 0;

	if (store_is_shared(s))
		rc = clock_server_now(s, &server_at, e);
	*ret_s = now - server_at;
	return rc;
}

static int
clock_cut_plans(struct store *s, void *arg, struct err *e)
{
	static const struct {
		enum sql name;
		unsigned wants;
	} cuts[] = {
		{ SQL_cut_feeds, WANTS_MOST | WANTS_SLACK },
		{ SQL_cut_late_feeds, WANTS_MOST | WANTS_LONGEST },
		{ SQL_cut_retries, WANTS_MOST | WANTS_BY },
		{ SQL_cut_revisits, WANTS_MOST | WANTS_SLACK | AT_START },
		{ SQL_cut_late_revisits, WANTS_LONGEST | AT_START },
		{ SQL_cut_linked, WANTS_MOST | WANTS_BY },
		{ SQL_cut_home_pages, WANTS_MOST | WANTS_BY },
		{ SQL_cut_pauses, WANTS_MOST | WANTS_BY | WANTS_LEAST },
		{ SQL_cut_robots, WANTS_SLACK | AT_START },
	};
	struct plan_bounds *b = arg;
	bool is_shared = store_is_shared(s);
	int rc = 0;

	/* Other nodes have planned with other clocks. */
	if (is_shared) {
		b->by_s = 0;
		rc = clock_server_now(s, &b->now, e);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(cuts) && rc == 0; i++) {
		struct query q;

		if (((cuts[i].wants & AT_START) && !b->at_start) ||
		    ((cuts[i].wants & WANTS_SLACK) && is_shared))
			continue;
		q = query_of(s, cuts[i].name);
		query_int(&q, ":now", b->now);
		if (cuts[i].wants & WANTS_BY)
			query_int(&q, ":by", b->by_s);
		if (cuts[i].wants & WANTS_MOST)
			query_int(&q, ":most", CLOCK_PLAN_MOST_S);
		if (cuts[i].wants & WANTS_SLACK)
			query_int(&q, ":slack", PLAN_SLACK_S);
		if (cuts[i].wants & WANTS_LEAST)
			query_int(&q, ":least", PLAN_LEAST_S);
		if (cuts[i].wants & WANTS_LONGEST)
			query_int(&q, ":longest",
			    cuts[i].name == SQL_cut_late_revisits
				? LIMIT_INTERVAL_S
				: b->longest_s);
		rc = query_run(&q, e);
	}
	return rc;
}

int
store_cut_plans(struct store *s, const struct plan_bounds *b, struct err *e)
{
	struct plan_bounds bounds = *b;

	return store_operate(s, clock_cut_plans, &bounds, e);
}
