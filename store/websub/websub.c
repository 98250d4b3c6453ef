/*
 * websub.c -- subscriptions at hubs.
 *
 * In:  the hub and the topic of a feed; the results of requests and deliveries.
 * Out: rows of the table websub.  A subscription is stored before it is
 *      requested, so that its callback is not lost in a crash.
 */
#include "store/websub/websub.h"

#include "base/array.h"
#include "store/sqlite/statement.h"
#include "store/websub/websub_state.h"

/* Longest wait that a subscription takes over from a subscription at another
 * hub. */
#define HUB_CHANGE_MOST_S 86400

static const char *const websub_states[WEBSUB_STATE_COUNT] = {
	[WEBSUB_PENDING] = "pending",
	[WEBSUB_ACTIVE] = "active",
	[WEBSUB_REFUSED] = "denied",
	[WEBSUB_LEAVING] = "leaving",
};

const char *
websub_state_name(enum websub_state state)
{
	return websub_states[state];
}

static enum websub_state
websub_state_of(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(websub_states); i++)
		if (slice_equal(name, slice_of(websub_states[i])))
			return (enum websub_state)i;
	return WEBSUB_PENDING;
}

static void
websub_read_row(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct websub_row *)ret_row = (struct websub_row){
		.id = query_column_int(q, 0),
		.feed_id = query_column_int(q, 1),
		.hub = query_column_copy(q, 2, arena),
		.topic = query_column_copy(q, 3, arena),
		.callback = query_column_copy(q, 4, arena),
		.secret = query_column_copy(q, 5, arena),
		.state = websub_state_of(query_column_text(q, 6)),
		.why = query_column_copy(q, 7, arena),
		.failures = query_column_int(q, 8),
		.found_at = query_column_date(q, 9),
		.next_at = query_column_date(q, 10),
		.verified_at = query_column_date(q, 11),
		.lease_until = query_column_date(q, 12),
		.delivered_at = query_column_date(q, 13),
		.proven_at = query_column_date(q, 14),
		.missed_at = query_column_date(q, 15),
		.deliveries = query_column_int(q, 16),
		.entries = query_column_int(q, 17),
		.refused = query_column_int(q, 18),
		.refused_at = query_column_date(q, 19),
		.refused_why = query_column_copy(q, 20, arena),
		.feed_url = query_column_copy(q, 21, arena),
		.is_wanted = query_column_int(q, 22) != 0,
		.seen = query_column_copy(q, 23, arena),
	};
}

int
websub_visit_rows(struct query *q,
    int (*visit)(const struct websub_row *, void *), void *arg, struct err *e)
{
	const struct websub_row *items;
	struct rows rows;
	int rc = rows_collect(q, sizeof(*items), websub_read_row, &rows, e);

	items = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&items[i], arg);
	rows_release(&rows);
	return rc;
}

int
store_websub_list(struct store *s, int64_t feed_id,
    int (*visit)(const struct websub_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_websub_list);

	query_int(&q, ":feed_id", feed_id);
	return websub_visit_rows(&q, visit, arg, e);
}

/* Returns the callback without its last part, which is random. */
static struct slice
websub_prefix(struct slice callback)
{
	size_t n = callback.len;

	while (n > 0 && callback.p[n - 1] != '/')
		n--;
	return slice_sub(callback, 0, n);
}

/* Returns 1 if the feed's subscription has the hub and topic of the row, and a
 * callback at the same address; 0 if not; < 0 on failure. */
static int
websub_is_subscribed(
    struct store *s, const struct websub_row *row, struct err *e)
{
	struct query q = query_of(s, SQL_websub_of_feed);
	bool is_same = false;
	int rc;

	query_int(&q, ":feed_id", row->feed_id);
	if ((rc = query_step(&q, e)) > 0)
		is_same = slice_equal(query_column_text(&q, 0), row->hub) &&
			  slice_equal(query_column_text(&q, 1), row->topic) &&
			  slice_equal(websub_prefix(query_column_text(&q, 2)),
			      websub_prefix(row->callback));
	query_end(&q);
	return rc < 0 ? rc : is_same;
}

/* Plans the first request of a new subscription.  If the feed had a
 * subscription that no hub has verified, the request waits as long as the next
 * request of that subscription would have waited, but at most
 * HUB_CHANGE_MOST_S. Otherwise a feed that names another hub in each document
 * would cause a request after each poll. */
static int
websub_plan_first(
    struct store *s, struct websub_row *row, int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_websub_unverified);
	int rc;

	row->failures = 0;
	row->next_at = DATE_NONE;
	query_int(&q, ":feed_id", row->feed_id);
	query_text_always(&q, ":address", websub_prefix(row->callback));
	if ((rc = query_step(&q, e)) > 0) {
		row->failures = query_column_int(&q, 0);
		row->next_at = query_column_date(&q, 1);
	}
	query_end(&q);
	if (row->next_at == DATE_NONE || row->next_at < now)
		row->next_at = now;
	if (row->next_at > now + HUB_CHANGE_MOST_S)
		row->next_at = now + HUB_CHANGE_MOST_S;
	return rc < 0 ? rc : 0;
}

static int
websub_insert(struct store *s, const struct websub_row *row, int64_t now,
    int64_t *ret_id, struct err *e)
{
	struct query q = query_of(s, SQL_websub_insert);
	int rc;

	query_int(&q, ":feed_id", row->feed_id);
	query_text_always(&q, ":hub", row->hub);
	query_text_always(&q, ":topic", row->topic);
	query_text_always(&q, ":callback", row->callback);
	query_text_always(&q, ":secret", row->secret);
	query_int(&q, ":failures", row->failures);
	query_date(&q, ":now", now);
	query_date(&q, ":next_at", row->next_at);
	if ((rc = query_run_int(&q, ret_id, e)) != 0)
		return rc;
	q = query_of(s, SQL_websub_drop_unverified);
	query_int(&q, ":feed_id", row->feed_id);
	return query_run(&q, e);
}

int
websub_follow(struct store *s, const struct websub_row *row, int64_t now,
    int64_t *ret_id, struct err *e)
{
	struct websub_row planned = *row;
	struct query q;
	int rc;

	*ret_id = 0;
	if (row->hub.p != NULL && (rc = websub_is_subscribed(s, row, e)) != 0)
		return rc < 0 ? rc : 0;
	q = query_of(s, SQL_websub_leave_feed);
	query_int(&q, ":feed_id", row->feed_id);
	query_date(&q, ":now", now);
	if ((rc = query_run(&q, e)) != 0 || row->hub.p == NULL)
		return rc;
	if ((rc = websub_plan_first(s, &planned, now, e)) != 0)
		return rc;
	rc = websub_insert(s, &planned, now, ret_id, e);
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

struct websub_operation {
	const struct websub_row *row;
	int64_t id;
};

static int
websub_update(struct store *s, void *arg, struct err *e)
{
	const struct websub_row *row = ((struct websub_operation *)arg)->row;
	struct query q = query_of(s, SQL_websub_update);

	query_int(&q, ":id", row->id);
	query_text_always(
	    &q, ":state", slice_of(websub_state_name(row->state)));
	query_text(&q, ":why", row->why);
	query_int(&q, ":failures", row->failures);
	query_date(&q, ":next_at", row->next_at);
	query_date(&q, ":verified_at", row->verified_at);
	query_date(&q, ":lease_until", row->lease_until);
	query_date(&q, ":delivered_at", row->delivered_at);
	query_date(&q, ":proven_at", row->proven_at);
	query_date(&q, ":missed_at", row->missed_at);
	query_int(&q, ":deliveries", row->deliveries);
	query_int(&q, ":entries", row->entries);
	query_int(&q, ":refused", row->refused);
	query_date(&q, ":refused_at", row->refused_at);
	query_text(&q, ":refused_why", row->refused_why);
	query_blob(&q, ":seen", row->seen);
	return query_run(&q, e);
}

int
store_websub_update(
    struct store *s, const struct websub_row *row, struct err *e)
{
	struct websub_operation o = { .row = row };

	return store_operate(s, websub_update, &o, e);
}

static int
websub_delete(struct store *s, void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_websub_delete);

	query_int(&q, ":id", ((struct websub_operation *)arg)->id);
	return query_run(&q, e);
}

int
store_websub_delete(struct store *s, int64_t id, struct err *e)
{
	struct websub_operation o = { .id = id };

	return store_operate(s, websub_delete, &o, e);
}

int
store_websub_count(
    struct store *s, int64_t since, struct websub_counts *ret, struct err *e)
{
	struct websub_counts counts = { .slowed = 0 };
	struct query q = query_of(s, SQL_websub_counts);
	int rc;

	query_date(&q, ":since", since);
	while ((rc = query_step(&q, e)) > 0) {
		enum websub_state state =
		    websub_state_of(query_column_text(&q, 0));

		counts.states[state] = query_column_int(&q, 1);
		counts.slowed += query_column_int(&q, 2);
		counts.deliveries += query_column_int(&q, 3);
		counts.entries += query_column_int(&q, 4);
		counts.refused += query_column_int(&q, 5);
	}
	query_end(&q);
	if (rc == 0)
		*ret = counts;
	return rc;
}
