/*
 * filter_list.c -- the filters of a configuration file.
 *
 *	filters:
 *	  - { if: 'title ~ /horoscope/i', then: block }
 *	  - { if: 'feed_tag = local', then: { tag: near, keep-days: 7 } }
 *	  - { if: 'title ~ /^live/i', then: [no-fetch, { tag: [live] }] }
 */
#include "config/filter/filter_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits/limits_filter.h"
#include "config/filter/filter_parse.h"
#include "config/filter/filter_text.h"
#include "config/schema.h"
#include "config/yaml/value.h"

/* The filter that is being read. */
struct filter_draft {
	struct filter_rule rule;
	struct fault_list *faults;
	bool good;
};

#define EXPECTED_ACTIONS                                                            \
	"block, no-fetch, or { tag: … }, { priority: … }, { keep-days: … }, " \
	"{ notify-consumer: … }"

__attribute__((format(printf, 3, 4))) static void
filter_list_fault(
    struct filter_draft *draft, struct place place, const char *format, ...)
{
	char text[ERR_TEXT_BYTES];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	fault_add(draft->faults, place, "filters: %s", text);
	draft->good = false;
}

/* ---- if ---- */

/* Reports the fault of an expression.  The place in the file is known if the
 * expression is in one line. */
static void
filter_list_report(struct filter_draft *draft, const struct yaml_node *node,
    struct filter_place at, const struct err *e)
{
	struct place place = node->place;

	if (!node->is_block && at.line == 1) {
		place.column += at.column - (node->plain ? 1 : 0);
		filter_list_fault(draft, place, "%s", e->text);
	} else
		filter_list_fault(draft, place,
		    "line %d, column %d of the expression: %s", at.line,
		    at.column, e->text);
}

static void
filter_list_read_if(struct filter_draft *draft, const struct yaml_node *node)
{
	struct filter_place at;
	struct err e = ERR_INIT;
	struct buf text;
	int rc;

	if (draft->rule.filter != NULL)
		return; /* a second key `if` was reported before */
	if (node->kind != YAML_TEXT) {
		filter_list_fault(draft, node->place,
		    "if: expected an expression, such as 'title ~ /word/i'");
		return;
	}
	rc = filter_parse(node->text, &draft->rule.filter, &at, &e);
	if (rc == ERR_CONFIG)
		filter_list_report(draft, node, at, &e);
	else if (rc != 0)
		draft->faults->out_of_memory = true;
	if (rc != 0)
		return;
	buf_init(&text, 2 * LIMIT_FILTER_BYTES + KIB);
	filter_text_write(&text, draft->rule.filter->root);
	draft->rule.text = buf_detach(&text);
	if (draft->rule.text == NULL)
		draft->faults->out_of_memory = true;
}

/* ---- then ---- */

static bool
filter_list_is_name(const struct yaml_node *node)
{
	return node->kind == YAML_TEXT && !yaml_is_null(node) &&
	       node->text.len > 0 && node->text.len <= LIMIT_FILTER_TAG_BYTES &&
	       !value_has_control(node->text);
}

static void
filter_list_add_word(struct filter_draft *draft, struct filter_words *words,
    const struct yaml_node *node)
{
	char **items;

	if (!filter_list_is_name(node)) {
		filter_list_fault(draft, node->place,
		    "expected a name of 1 to %d bytes", LIMIT_FILTER_TAG_BYTES);
		return;
	}
	if (words->n == LIMIT_FILTER_TAGS) {
		filter_list_fault(draft, node->place,
		    "too many names, expected at most %d", LIMIT_FILTER_TAGS);
		return;
	}
	items = reallocarray(words->items, words->n + 1, sizeof(*items));
	if (items == NULL) {
		draft->faults->out_of_memory = true;
		return;
	}
	words->items = items;
	items[words->n] = value_copy(node->text, draft->faults);
	words->n += items[words->n] != NULL;
}

/* Reads one name, or a list of names. */
static void
filter_list_read_words(struct filter_draft *draft, struct filter_words *words,
    const struct yaml_node *node)
{
	if (node->kind != YAML_LIST) {
		filter_list_add_word(draft, words, node);
		return;
	}
	for (node = node->children; node != NULL; node = node->next)
		filter_list_add_word(draft, words, node);
}

static int64_t
filter_list_read_number(struct filter_draft *draft,
    const struct yaml_node *node, int64_t min, int64_t max)
{
	int64_t number = 0;

	if (node->kind != YAML_TEXT || !slice_to_int64(node->text, &number) ||
	    number < min || number > max)
		filter_list_fault(draft, node->place,
		    "%.*s: expected a whole number from %lld to %lld",
		    SLICE_ARG(node->key), (long long)min, (long long)max);
	return number;
}

static void
filter_list_read_tag(struct filter_draft *draft, const struct yaml_node *node)
{
	filter_list_read_words(draft, &draft->rule.actions.tags, node);
}

static void
filter_list_read_consumer(
    struct filter_draft *draft, const struct yaml_node *node)
{
	filter_list_read_words(draft, &draft->rule.actions.consumers, node);
}

static void
filter_list_read_priority(
    struct filter_draft *draft, const struct yaml_node *node)
{
	draft->rule.actions.priority = (int)filter_list_read_number(
	    draft, node, -LIMIT_FILTER_PRIORITY, LIMIT_FILTER_PRIORITY);
}

static void
filter_list_read_keep_days(
    struct filter_draft *draft, const struct yaml_node *node)
{
	draft->rule.actions.keep_days =
	    filter_list_read_number(draft, node, 1, LIMIT_FILTER_KEEP_DAYS);
}

static const struct {
	const char *name;
	void (*read)(struct filter_draft *, const struct yaml_node *);
} filter_list_actions[] = {
	{ "tag", filter_list_read_tag },
	{ "priority", filter_list_read_priority },
	{ "keep-days", filter_list_read_keep_days },
	{ "notify-consumer", filter_list_read_consumer },
};

static void
filter_list_refuse_action(struct filter_draft *draft, struct place place,
    struct slice name, const char *why)
{
	char quoted[FAULT_QUOTE_BYTES];

	filter_list_fault(draft, place, "then: %s %s, expected %s", why,
	    fault_quote(name, quoted), EXPECTED_ACTIONS);
}

static void
filter_list_read_named(struct filter_draft *draft, const struct yaml_node *node)
{
	for (size_t i = 0; i < ARRAY_LENGTH(filter_list_actions); i++)
		if (slice_equal(
			node->key, slice_of(filter_list_actions[i].name))) {
			filter_list_actions[i].read(draft, node);
			return;
		}
	filter_list_refuse_action(
	    draft, node->key_place, node->key, "unknown action");
}

static void
filter_list_read_action(
    struct filter_draft *draft, const struct yaml_node *node)
{
	if (node->kind == YAML_MAP) {
		for (node = node->children; node != NULL; node = node->next)
			filter_list_read_named(draft, node);
		return;
	}
	if (node->kind == YAML_TEXT && slice_equal(node->text, SLICE("block")))
		draft->rule.actions.blocks = true;
	else if (node->kind == YAML_TEXT &&
		 slice_equal(node->text, SLICE("no-fetch")))
		draft->rule.actions.skips_fetch = true;
	else
		filter_list_refuse_action(
		    draft, node->place, node->text, "unknown action");
}

static void
filter_list_read_then(struct filter_draft *draft, const struct yaml_node *node)
{
	struct buf text;

	if (node->kind != YAML_LIST)
		filter_list_read_action(draft, node);
	else
		for (const struct yaml_node *one = node->children; one != NULL;
		     one = one->next)
			filter_list_read_action(draft, one);
	buf_init(&text, MIB);
	filter_actions_write(&text, &draft->rule.actions);
	if (draft->good && text.len == 0)
		filter_list_fault(draft, node->place,
		    "then: no action, expected %s", EXPECTED_ACTIONS);
	buf_release(&text);
}

/* ---- a filter ---- */

static void
filter_list_read_key(struct filter_draft *draft, const struct yaml_node *node,
    bool *has_if, bool *has_then)
{
	char quoted[FAULT_QUOTE_BYTES];

	if (slice_equal(node->key, SLICE("if"))) {
		*has_if = true;
		filter_list_read_if(draft, node);
	} else if (slice_equal(node->key, SLICE("then"))) {
		*has_then = true;
		filter_list_read_then(draft, node);
	} else
		filter_list_fault(draft, node->key_place,
		    "unknown key %s, expected if or then",
		    fault_quote(node->key, quoted));
}

/* Warns if an action cannot take effect, because it takes effect only before
 * the fetch, and the expression cannot be true then. */
static void
filter_list_check_early(const struct filter_draft *draft, struct place place)
{
	const struct filter_actions *actions = &draft->rule.actions;

	if ((!actions->skips_fetch && actions->priority == 0) ||
	    draft->rule.filter == NULL ||
	    filter_may_be_true_early(draft->rule.filter))
		return;
	fault_warn(draft->faults, place,
	    "filters: %s has no effect, because the expression cannot be true "
	    "before the page is fetched, expected a field that is known then, "
	    "such as title",
	    actions->skips_fetch ? "no-fetch" : "priority");
}

static void
filter_list_read_one(struct filter_set *set, const struct yaml_node *map,
    const char *file, struct fault_list *faults)
{
	struct filter_draft draft = { .faults = faults, .good = true };
	bool has_if = false, has_then = false;

	if (map->kind == YAML_MAP)
		for (const struct yaml_node *node = map->children; node != NULL;
		     node = node->next)
			filter_list_read_key(&draft, node, &has_if, &has_then);
	if (draft.good && (!has_if || !has_then))
		filter_list_fault(&draft, map->place,
		    "a filter without `%s`, expected { if: 'title ~ /word/i', "
		    "then: block }",
		    has_if ? "then" : "if");
	if (draft.good)
		filter_list_check_early(&draft, map->place);
	draft.rule.line = map->place.line;
	draft.rule.file = value_copy(slice_of(file), faults);
	if (!draft.good || faults->out_of_memory)
		filter_rule_release(&draft.rule);
	else if (!filter_set_add(set, &draft.rule))
		faults->out_of_memory = true;
}

void
filter_list_read(struct filter_set *set, const struct yaml_node *node,
    const char *file, struct fault_list *faults)
{
	if (yaml_is_null(node))
		return;
	if (node->kind != YAML_LIST) {
		value_refuse(schema_of("filters"), node, NULL, faults);
		return;
	}
	for (node = node->children; node != NULL; node = node->next) {
		if (filter_set_count(set) == LIMIT_FILTERS) {
			fault_add(faults, node->place,
			    "filters: too many filters, expected at most %d",
			    LIMIT_FILTERS);
			return;
		}
		filter_list_read_one(set, node, file, faults);
	}
}
