/*
 * filter_count.c -- counts of filters, written once for each transaction.
 *
 * Several daemons may write the counts of one database.  The rows are written
 * in the order of the expressions, so that no two transactions wait for each
 * other.
 */
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "store/filter/filter_state.h"

#define FNV_PRIME 0x100000001b3u

/* Writes the actions, and returns the key of the counts: a hash of expression
 * and actions. */
static int64_t
filter_count_id(const struct filter_rule *rule, struct buf *actions)
{
	uint64_t hash = hash_stable(slice_of(rule->text));

	buf_init(actions, MIB);
	filter_actions_write(actions, &rule->actions);
	hash = hash * FNV_PRIME ^ hash_stable(buf_slice(actions));
	return (int64_t)(hash >> 1);
}

int64_t
store_filter_id(const struct filter_rule *rule)
{
	struct buf actions;
	int64_t id = filter_count_id(rule, &actions);

	buf_release(&actions);
	return id;
}

static int
filter_count_put(struct store *s, const struct filter_rule *rule,
    int64_t matched, int64_t limited, int64_t at, struct err *e)
{
	struct buf actions;
	int64_t id = filter_count_id(rule, &actions);
	struct query q = query_of(s, SQL_filter_count_add);
	int rc;

	query_int(&q, ":id", id);
	query_text_always(&q, ":expression", slice_of(rule->text));
	query_text_always(&q, ":actions", buf_slice(&actions));
	query_int(&q, ":matched", matched);
	query_int(&q, ":limited", limited);
	query_date(&q, ":matched_at", matched > 0 ? at : DATE_NONE);
	query_date(&q, ":limited_at", limited > 0 ? at : DATE_NONE);
	rc = query_run(&q, e);
	buf_release(&actions);
	return rc;
}

static void
filter_count_sum(struct store *s)
{
	struct filter_state *state = s->filters;

	memset(state->counts, 0,
	    filter_set_count(state->set) * sizeof(*state->counts));
	for (size_t i = 0; i < s->deferred.n_tallies; i++)
		state->counts[state->tallies[i].rule]
			     [state->tallies[i].is_limited]++;
}

int
filter_count_write(struct store *s, struct err *e)
{
	const struct filter_state *state = s->filters;
	int rc = 0;

	if (state == NULL || s->deferred.n_tallies == 0)
		return 0;
	filter_count_sum(s);
	for (size_t i = 0; i < filter_set_count(state->set) && rc == 0; i++) {
		uint32_t rule = state->order[i];
		const int64_t *counts = state->counts[rule];

		if (counts[0] + counts[1] > 0)
			rc =
			    filter_count_put(s, filter_set_at(state->set, rule),
				counts[0], counts[1], state->tallied_at, e);
	}
	if (rc == 0)
		s->deferred.n_tallies = 0;
	return rc;
}

int
filter_count_note(
    struct store *s, size_t rule, bool is_limited, int64_t at, struct err *e)
{
	struct filter_state *state = s->filters;
	size_t cap = state->tallies_cap > 0 ? 2 * state->tallies_cap : 64;
	struct filter_tally *tallies;

	if (s->deferred.n_tallies == state->tallies_cap) {
		tallies = reallocarray(state->tallies, cap, sizeof(*tallies));
		if (tallies == NULL)
			return err_set(e, ERR_MEMORY,
			    "no memory for the counts of filters");
		state->tallies = tallies;
		state->tallies_cap = cap;
	}
	state->tallies[s->deferred.n_tallies++] =
	    (struct filter_tally){ .rule = (uint32_t)rule,
		    .is_limited = is_limited };
	state->tallied_at = at;
	return 0;
}

int
filter_count_true(struct store *s, int64_t at, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < filter_set_count(s->filters->set) && rc == 0;
	     i++)
		if (s->filters->was_true[i])
			rc = filter_count_note(s, i, false, at, e);
	return rc;
}

int
filter_count_rule(
    struct store *s, const struct filter_rule *rule, int64_t at, struct err *e)
{
	for (size_t i = 0; i < filter_set_count(s->filters->set); i++)
		if (filter_set_at(s->filters->set, i) == rule) {
			s->filters->was_true[i] = false;
			return filter_count_note(s, i, false, at, e);
		}
	return 0;
}

int
store_filter_counts(struct store *s, const struct filter_set *set, size_t i,
    struct filter_counts *ret, struct err *e)
{
	struct filter_counts counts = { 0, 0, DATE_NONE, DATE_NONE };
	struct query q = query_of(s, SQL_filter_count_get);
	int rc;

	query_int(&q, ":id", store_filter_id(filter_set_at(set, i)));
	if ((rc = query_step(&q, e)) > 0)
		counts = (struct filter_counts){
			.matched = query_column_int(&q, 0),
			.limited = query_column_int(&q, 1),
			.matched_at = query_column_date(&q, 2),
			.limited_at = query_column_date(&q, 3),
		};
	query_end(&q);
	if (rc >= 0)
		*ret = counts;
	return rc < 0 ? rc : 0;
}

int
store_filter_blocked(struct store *s, int64_t *ret_n, struct err *e)
{
	struct query q = query_of(s, SQL_filter_blocked_count);

	return query_run_int(&q, ret_n, e);
}
