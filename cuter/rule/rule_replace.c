/*
 * rule_replace.c -- reads the rules of a page's site and replaces strings in
 * the page.
 *
 * The strings are replaced one rule after another, in the order of the file, as
 * in Full-Text RSS. A later rule is applied to the result of the earlier rules.
 */
#include "base/limits/limits_rules.h"
#include "cuter/rule/rule.h"

/* The work of all replacements in a page. */
struct rule_replace_work {
	struct arena *arena;
	size_t copied, searched; /* bytes */
};

/* Returns the text with at most LIMIT_RULES_REPLACES occurrences of `find`
 * replaced; the text itself if there are none, or if another limit is reached.
 */
static struct slice
rule_replace_all(struct rule_replace_work *work, struct slice text,
    struct slice find, struct slice by, uint32_t *ret_n)
{
	size_t n = 0, at = 0, len, from = 0, to = 0;
	char *out;

	work->searched += text.len;
	if (work->searched > LIMIT_RULES_SEARCHED)
		return text;
	while ((at = slice_find(text, find, at)) != SLICE_NOT_FOUND &&
	       n < LIMIT_RULES_REPLACES) {
		at += find.len;
		n++;
	}
	len = text.len - n * find.len + n * by.len;
	if (n > 0 && (len > LIMIT_RULES_REPLACED ||
			 work->copied + len > LIMIT_RULES_COPIED))
		return text;
	*ret_n = (uint32_t)n;
	if (n == 0)
		return text;
	work->copied += len;
	out = arena_array_uninit(work->arena, len + 1, 1);
	for (size_t i = 0; i < n; i++) {
		at = slice_find(text, find, from);
		memcpy(out + to, text.p + from, at - from);
		to += at - from;
		if (by.len > 0)
			memcpy(out + to, by.p, by.len);
		to += by.len;
		from = at + find.len;
	}
	memcpy(out + to, text.p + from, text.len - from);
	return (struct slice){ out, len };
}

void
rule_begin(struct page *page)
{
	struct rule_result *r;
	struct rules *rules;
	struct slice text = page->utf8;
	struct rule_replace_work work = { .arena = page->arena };

	if (page->options == NULL || page->options->rules.p == NULL)
		return;
	r = arena_alloc(page->arena, sizeof(*r));
	rules = &r->rules;
	rules_read(page->arena, page->options->rules, rules);
	r->n_found =
	    arena_array(page->arena, rules->n_lines + 1, sizeof(*r->n_found));
	for (size_t i = 0; i < rules->n_lines; i++) {
		const struct rule_line *line = &rules->lines[i];

		r->n_found[i] = RULE_NOT_TRIED;
		if (line->command == RULE_REPLACE_STRING)
			text = rule_replace_all(&work, text, line->name,
			    line->value, &r->n_found[i]);
	}
	page->rule = r;
	page->utf8 = text;
}
