/*
 * filter_state.c -- the filters of an open database, and their evaluation.
 */
#include "store/filter/filter_state.h"

#include <stdlib.h>
#include <string.h>

void
filter_state_free(struct filter_state *state)
{
	if (state == NULL)
		return;
	filter_set_unref(state->set);
	filter_matcher_free(state->matcher);
	free(state->was_true);
	free(state->order);
	free(state->tallies);
	free(state->counts);
	free(state);
}

static int
filter_state_compare(const void *a, const void *b, void *arg)
{
	const struct filter_set *set = arg;

	return strcmp(filter_set_at(set, *(const uint32_t *)a)->text,
	    filter_set_at(set, *(const uint32_t *)b)->text);
}

static struct filter_state *
filter_state_new(struct filter_set *set, struct err *e)
{
	struct filter_state *state = calloc(1, sizeof(*state));
	size_t n = filter_set_count(set);

	if (state == NULL)
		return NULL;
	state->set = filter_set_ref(set);
	state->was_true = calloc(n, sizeof(*state->was_true));
	state->order = calloc(n, sizeof(*state->order));
	state->counts = calloc(n, sizeof(*state->counts));
	if (state->was_true == NULL || state->order == NULL ||
	    state->counts == NULL ||
	    filter_matcher_new(&state->matcher, e) != 0) {
		filter_state_free(state);
		return NULL;
	}
	for (size_t i = 0; i < n; i++)
		state->order[i] = (uint32_t)i;
	qsort_r(
	    state->order, n, sizeof(*state->order), filter_state_compare, set);
	return state;
}

int
store_set_filters(struct store *s, struct filter_set *set, struct err *e)
{
	struct filter_state *state = NULL;

	int rc = filter_count_write(s, e);

	if (rc != 0)
		return rc;
	if (filter_set_count(set) > 0 &&
	    (state = filter_state_new(set, e)) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for filters");
	filter_state_free(s->filters);
	s->filters = state;
	return 0;
}

void
filter_state_begin(struct filter_state *state)
{
	filter_matcher_begin(state->matcher);
	memset(state->was_true, 0,
	    filter_set_count(state->set) * sizeof(*state->was_true));
}

/* Appends the words that the list does not contain yet, until it is full. */
static void
filter_state_add(struct slice *items, size_t *n, size_t most,
    const struct filter_words *words)
{
	for (size_t i = 0; i < words->n; i++) {
		struct slice word = slice_of(words->items[i]);
		size_t k = 0;

		while (k < *n && !slice_equal(items[k], word))
			k++;
		if (k == *n && *n < most)
			items[(*n)++] = word;
	}
}

static void
filter_state_take(
    struct filter_verdict *verdict, const struct filter_rule *rule)
{
	const struct filter_actions *a = &rule->actions;

	if (a->blocks)
		verdict->blocker = rule;
	verdict->skips_fetch |= a->skips_fetch;
	if (verdict->priority == 0)
		verdict->priority = a->priority;
	if (a->keep_days > verdict->keep_days)
		verdict->keep_days = a->keep_days;
	filter_state_add(
	    verdict->tags, &verdict->n_tags, LIMIT_FILTER_LABELS, &a->tags);
	filter_state_add(verdict->consumers, &verdict->n_consumers,
	    LIMIT_FILTER_NOTICES, &a->consumers);
}

int
filter_state_judge(struct store *s, const struct filter_subject *subject,
    struct filter_verdict *verdict, struct err *e)
{
	struct filter_state *state = s->filters;
	size_t n = filter_set_count(state->set);
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0 && verdict->blocker == NULL; i++) {
		const struct filter_rule *rule = filter_set_at(state->set, i);
		bool limited = false;

		if (filter_evaluate(rule->filter->root, subject, state->matcher,
			&limited) == FILTER_TRUE) {
			state->was_true[i] = true;
			filter_state_take(verdict, rule);
		}
		if (limited)
			rc = filter_count_note(s, i, true, subject->now, e);
	}
	return rc;
}
