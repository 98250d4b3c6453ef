/*
 * replan.c -- makes planned polls earlier if the current configuration has
 * shorter waits than the configuration under which they were planned.
 *
 * After a start or a reload the configured feeds are inserted into the
 * database. Polls that are planned later than the configuration allows are then
 * made earlier in the database, before the list is read. A wait that the server
 * required is not shortened. Costs one pass over the rows of the feeds; only
 * changed rows are written.
 */
#include "daemon/feed/replan.h"

#include "base/date/date.h"
#include "base/limits.h"
#include "config/config.h"
#include "daemon/feed/cadence.h"
#include "daemon/hub.h"

struct replanning {
	struct store *store;
	const struct replan *given;
	struct buf terms;
	struct err *e;
};

static int
replan_bring_forward(const struct feed_row *row, void *arg)
{
	struct replanning *r = arg;
	struct cadence_decision decision;
	struct cadence_plan plan = {
		.at = row->next_poll_at,
		.last_poll_at = row->last_poll_at,
		.terms = row->next_poll_terms,
		.failures = row->failures,
		.hints = row->hints,
		.interval_s = row->interval_s > 0 ? row->interval_s
						  : r->given->interval_s,
		.max_s = r->given->max_s,
		.adaptive = r->given->adaptive,
	};

	if (!cadence_shorten(&plan, &decision))
		return 0;
	buf_clear(&r->terms);
	cadence_terms_write(&decision, &r->terms);
	return store_feed_set_plan(r->store, row->id, decision.at,
	    slice_of(cadence_term_name(decision.why)), buf_slice(&r->terms),
	    r->e);
}

int64_t
replan_due_at(struct hub *hub, const struct feed_row *row)
{
	int64_t due_at = row->next_poll_at != DATE_NONE ? row->next_poll_at : 0;
	int64_t most_s = plan_bounds_of(hub->config).longest_s;

	if (hub->node == NULL)
		return due_at;
	if (most_s < CLOCK_PLAN_MOST_S)
		most_s = CLOCK_PLAN_MOST_S;
	if (most_s < 11 * row->interval_s / 10)
		most_s = 11 * row->interval_s / 10;
	return due_at > hub_now() + most_s ? hub_now() : due_at;
}

struct plan_bounds
plan_bounds_of(const struct config *config)
{
	int64_t longest_s = config->poll.interval_s > config->poll.max_s
				? config->poll.interval_s
				: config->poll.max_s;

	/* A tenth of the interval is added for jitter. */
	return (struct plan_bounds){ .longest_s = longest_s / 10 * 11 + 60 };
}

struct replan
replan_of(const struct config *config)
{
	return (struct replan){
		.interval_s = config->poll.interval_s,
		.max_s = config->poll.max_s,
		.adaptive = config->poll.adaptive,
	};
}

int
replan_late(struct store *store, const struct replan *given, struct err *e)
{
	const struct feed_waits waits = { .interval_s = given->interval_s,
		.max_s = given->adaptive ? given->max_s : 0 };
	struct replanning r = { .store = store, .given = given, .e = e };
	int rc;

	buf_init(&r.terms, LIMIT_TERMS_BYTES);
	rc = store_feed_list_late(store, &waits, replan_bring_forward, &r, e);
	buf_release(&r.terms);
	return rc;
}
