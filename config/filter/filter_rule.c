/*
 * filter_rule.c -- the list of filters.
 */
#include "config/filter/filter_rule.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>

struct filter_set {
	struct filter_rule *rules;
	size_t n;
	atomic_uint references;
};

struct filter_set *
filter_set_new(void)
{
	struct filter_set *set = calloc(1, sizeof(*set));

	if (set != NULL)
		atomic_init(&set->references, 1);
	return set;
}

static void
filter_rule_free_words(struct filter_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		free(words->items[i]);
	free(words->items);
}

void
filter_rule_release(struct filter_rule *rule)
{
	filter_free(rule->filter);
	filter_rule_free_words(&rule->actions.tags);
	filter_rule_free_words(&rule->actions.consumers);
	free(rule->text);
	free(rule->file);
	*rule = (struct filter_rule){ 0 };
}

bool
filter_set_add(struct filter_set *set, struct filter_rule *rule)
{
	struct filter_rule *rules =
	    reallocarray(set->rules, set->n + 1, sizeof(*rules));

	if (rules == NULL) {
		filter_rule_release(rule);
		return false;
	}
	set->rules = rules;
	set->rules[set->n++] = *rule;
	return true;
}

struct filter_set *
filter_set_ref(struct filter_set *set)
{
	if (set != NULL)
		atomic_fetch_add(&set->references, 1);
	return set;
}

void
filter_set_unref(struct filter_set *set)
{
	if (set == NULL || atomic_fetch_sub(&set->references, 1) > 1)
		return;
	for (size_t i = 0; i < set->n; i++)
		filter_rule_release(&set->rules[i]);
	free(set->rules);
	free(set);
}

size_t
filter_set_count(const struct filter_set *set)
{
	return set != NULL ? set->n : 0;
}

const struct filter_rule *
filter_set_at(const struct filter_set *set, size_t i)
{
	return &set->rules[i];
}

const struct filter_rule *
filter_set_find(const struct filter_set *set, struct slice text)
{
	for (size_t i = 0; i < filter_set_count(set); i++)
		if (slice_equal(slice_of(set->rules[i].text), text))
			return &set->rules[i];
	return NULL;
}

/* ---- actions as text ---- */

/* `start`: length of the buffer before the first action. */
__attribute__((format(printf, 3, 4))) static void
filter_rule_write_action(struct buf *out, size_t start, const char *format, ...)
{
	va_list ap;

	if (out->len > start)
		buf_append_string(out, ", ");
	va_start(ap, format);
	buf_vprintf(out, format, ap);
	va_end(ap);
}

void
filter_actions_write(struct buf *out, const struct filter_actions *actions)
{
	size_t start = out->len;

	if (actions->blocks)
		filter_rule_write_action(out, start, "block");
	if (actions->skips_fetch)
		filter_rule_write_action(out, start, "no-fetch");
	for (size_t i = 0; i < actions->tags.n; i++)
		filter_rule_write_action(
		    out, start, "tag %s", actions->tags.items[i]);
	if (actions->priority != 0)
		filter_rule_write_action(
		    out, start, "priority %d", actions->priority);
	if (actions->keep_days != 0)
		filter_rule_write_action(out, start, "keep-days %lld",
		    (long long)actions->keep_days);
	for (size_t i = 0; i < actions->consumers.n; i++)
		filter_rule_write_action(out, start, "notify-consumer %s",
		    actions->consumers.items[i]);
}
