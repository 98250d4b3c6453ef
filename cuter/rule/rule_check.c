/*
 * rule_check.c -- checks the expressions of a file of site rules; see
 * rule_check.h.
 */
#include "cuter/rule/rule_check.h"

#include "base/limits/limits_rules.h"
#include "base/text/utf8.h"
#include "cuter/rule/rule_xpath.h"

#define QUOTED_BYTES 60 /* of an expression in a fault */

/* The commands whose value is an expression. */
static const bool has_expression[RULE_COMMAND_COUNT] = {
	[RULE_TITLE] = true,
	[RULE_BODY] = true,
	[RULE_AUTHOR] = true,
	[RULE_DATE] = true,
	[RULE_STRIP] = true,
	[RULE_WRAP_IN] = true,
	[RULE_SINGLE_PAGE_LINK] = true,
	[RULE_NEXT_PAGE_LINK] = true,
	[RULE_NATIVE_AD_CLUE] = true,
};

static void
rule_check_expression(struct arena *arena, struct rules *rules,
    const struct rule_line *line, struct slice expression)
{
	char why[RULE_XPATH_WHY_BYTES];

	if (rule_xpath_is_valid(expression, why))
		return;
	if (rules->n_faults == LIMIT_RULES_FAULTS) {
		rules->n_more_faults++;
		return;
	}
	rules->faults[rules->n_faults++] = (struct rule_fault){ line->number,
		arena_format(arena, "%s: %.*s", why,
		    SLICE_ARG(utf8_prefix(expression, QUOTED_BYTES))) };
}

void
rule_check(struct arena *arena, struct rules *rules)
{
	for (size_t i = 0; i < rules->n_lines; i++) {
		const struct rule_line *line = &rules->lines[i];

		if (has_expression[line->command])
			rule_check_expression(arena, rules, line, line->value);
		if (line->condition.p != NULL)
			rule_check_expression(
			    arena, rules, line, line->condition);
	}
}
