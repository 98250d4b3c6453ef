/*
 * filter_evaluate.c -- three-valued logic over the fields of an article.
 *
 * A field with several texts satisfies = and ~ if one of them does, and != if
 * none of them is equal.  A field without a value satisfies != and nothing
 * else.  = and != ignore the case of ASCII letters, except for url.
 * "lang = en" is true for en-GB, too.
 */
#include "config/filter/filter_evaluate.h"

#include "base/date/date.h"

void
filter_subject_set(struct filter_subject *subject, enum filter_field field,
    const struct slice *text)
{
	subject->texts[field] = (struct filter_texts){
		.is_known = true, .items = text, .n = text->len > 0
	};
}

static enum filter_truth
filter_evaluate_of(bool value)
{
	return value ? FILTER_TRUE : FILTER_FALSE;
}

static bool
filter_evaluate_equal(const struct filter_node *node, struct slice text)
{
	if (node->field == FILTER_URL)
		return slice_equal(text, node->text);
	if (node->field == FILTER_LANG && text.len > node->text.len &&
	    text.p[node->text.len] == '-')
		text.len = node->text.len;
	return slice_equal_nocase(text, node->text);
}

static enum filter_truth
filter_evaluate_search(const struct filter_node *node,
    const struct filter_texts *texts, struct filter_matcher *matcher,
    bool *ret_limited)
{
	enum filter_truth truth = FILTER_FALSE;

	for (size_t i = 0; i < texts->n; i++)
		switch (filter_regex_search(
		    node->regex, matcher, texts->items[i])) {
		case FILTER_MATCH:
			return FILTER_TRUE;
		case FILTER_MATCH_LIMIT:
			*ret_limited = true;
			truth = FILTER_UNKNOWN;
			break;
		case FILTER_NO_MATCH:
			break;
		}
	return truth;
}

static enum filter_truth
filter_evaluate_texts(const struct filter_node *node,
    const struct filter_texts *texts, struct filter_matcher *matcher,
    bool *ret_limited)
{
	bool found = false;

	if (!texts->is_known)
		return FILTER_UNKNOWN;
	if (node->operator== FILTER_HAS)
		return filter_evaluate_of(texts->n > 0);
	if (node->operator== FILTER_MATCHES)
		return filter_evaluate_search(
		    node, texts, matcher, ret_limited);
	for (size_t i = 0; i < texts->n && !found; i++)
		found = filter_evaluate_equal(node, texts->items[i]);
	return filter_evaluate_of(found == (node->operator== FILTER_EQUAL));
}

static bool
filter_evaluate_order(enum filter_operator operator, int64_t a, int64_t b)
{
	switch (operator) {
	case FILTER_EQUAL:
		return a == b;
	case FILTER_UNEQUAL:
		return a != b;
	case FILTER_LESS:
		return a < b;
	case FILTER_LESS_EQUAL:
		return a <= b;
	case FILTER_GREATER:
		return a > b;
	case FILTER_GREATER_EQUAL:
		return a >= b;
	default:
		return false;
	}
}

static enum filter_truth
filter_evaluate_number(
    const struct filter_node *node, const struct filter_subject *subject)
{
	if (!subject->knows_word_count)
		return FILTER_UNKNOWN;
	if (node->operator== FILTER_HAS)
		return filter_evaluate_of(subject->word_count > 0);
	return filter_evaluate_of(filter_evaluate_order(
	    node->operator, subject->word_count, node->number));
}

static enum filter_truth
filter_evaluate_time(
    const struct filter_node *node, const struct filter_subject *subject)
{
	int64_t at = subject->published_at, than = node->number;

	if (!subject->knows_published_at)
		return FILTER_UNKNOWN;
	if (node->operator== FILTER_HAS)
		return filter_evaluate_of(at != DATE_NONE);
	if (at == DATE_NONE)
		return filter_evaluate_of(node->operator== FILTER_UNEQUAL);
	if (node->value_kind == FILTER_AGE_VALUE)
		than = subject->now - node->number;
	return filter_evaluate_of(
	    filter_evaluate_order(node->operator, at, than));
}

static enum filter_truth
filter_evaluate_comparison(const struct filter_node *node,
    const struct filter_subject *subject, struct filter_matcher *matcher,
    bool *ret_limited)
{
	if (node->field == FILTER_WORD_COUNT)
		return filter_evaluate_number(node, subject);
	if (node->field == FILTER_PUBLISHED_AT)
		return filter_evaluate_time(node, subject);
	return filter_evaluate_texts(
	    node, &subject->texts[node->field], matcher, ret_limited);
}

/* Evaluates both sides, the cheaper one first, until the value is decided.
 * `decisive`: if one side has this value, the other side does not matter. */
static enum filter_truth
filter_evaluate_both(const struct filter_node *node,
    const struct filter_subject *subject, struct filter_matcher *matcher,
    enum filter_truth decisive, bool *ret_limited)
{
	bool swap = node->right->cost < node->left->cost;
	const struct filter_node *first = swap ? node->right : node->left;
	const struct filter_node *second = swap ? node->left : node->right;
	enum filter_truth a =
	    filter_evaluate(first, subject, matcher, ret_limited);
	enum filter_truth b;

	if (a == decisive)
		return a;
	b = filter_evaluate(second, subject, matcher, ret_limited);
	if (b == decisive)
		return b;
	return a == FILTER_UNKNOWN ? a : b;
}

enum filter_truth
filter_evaluate(const struct filter_node *node,
    const struct filter_subject *subject, struct filter_matcher *matcher,
    bool *ret_limited)
{
	enum filter_truth truth;

	switch (node->kind) {
	case FILTER_AND:
		return filter_evaluate_both(
		    node, subject, matcher, FILTER_FALSE, ret_limited);
	case FILTER_OR:
		return filter_evaluate_both(
		    node, subject, matcher, FILTER_TRUE, ret_limited);
	case FILTER_NOT:
		truth =
		    filter_evaluate(node->left, subject, matcher, ret_limited);
		return truth == FILTER_UNKNOWN
			   ? truth
			   : filter_evaluate_of(truth == FILTER_FALSE);
	case FILTER_COMPARISON:
		break;
	}
	return filter_evaluate_comparison(node, subject, matcher, ret_limited);
}

void
filter_explain(const struct filter_node *node,
    const struct filter_subject *subject, struct filter_matcher *matcher,
    filter_explain_visit *visit, void *arg)
{
	bool limited = false;

	if (node->kind == FILTER_COMPARISON) {
		visit(node,
		    filter_evaluate_comparison(
			node, subject, matcher, &limited),
		    arg);
		return;
	}
	filter_explain(node->left, subject, matcher, visit, arg);
	if (node->right != NULL)
		filter_explain(node->right, subject, matcher, visit, arg);
}
