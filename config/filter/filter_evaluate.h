/*
 * filter_evaluate.h -- evaluates an expression on the known fields of an
 * article.
 *
 * Before a page is fetched some fields are not known yet.  The logic therefore
 * has three values (Kleene): a comparison with an unknown field is unknown;
 * "unknown or true" is true, "unknown and false" is false, "not unknown" is
 * unknown.  An expression is decided as soon as no unknown field can change its
 * value.  A match that reaches a limit is unknown, too, so that the result of
 * an unfinished match has no effect.
 */
#ifndef CONFIG_FILTER_FILTER_EVALUATE_H
#define CONFIG_FILTER_FILTER_EVALUATE_H

#include "config/filter/filter.h"
#include "config/filter/filter_regex.h"

enum filter_truth { FILTER_FALSE, FILTER_TRUE, FILTER_UNKNOWN };

/* The values of a field that has texts: none, one, or several.  `feed` has two:
 * address and name. */
struct filter_texts {
	bool is_known;
	const struct slice *items; /* borrowed; valid UTF-8 */
	size_t n;
};

/* The known values of an article.  If all members are zero, nothing is known.
 */
struct filter_subject {
	struct filter_texts texts[FILTER_TEXT_FIELDS];
	bool knows_word_count, knows_published_at;
	int64_t word_count;
	int64_t published_at; /* DATE_NONE: the article has no date */
	int64_t now;
};

/* Sets a field to one known text.  An empty or absent text means that the
 * article has no value for this field.  *text is borrowed. */
void filter_subject_set(
    struct filter_subject *, enum filter_field, const struct slice *text);

/* Evaluates the expression.  *ret_limited is set to true if a match reached a
 * limit, and is not changed otherwise.  O(nodes), plus at most
 * LIMIT_FILTER_STEPS for each regular expression and text. */
enum filter_truth filter_evaluate(const struct filter_node *,
    const struct filter_subject *, struct filter_matcher *, bool *ret_limited);

/* Visits every comparison of the expression, in the order of the text, with its
 * value. filter_evaluate() does not evaluate comparisons that cannot change the
 * result. */
typedef void filter_explain_visit(
    const struct filter_node *, enum filter_truth, void *arg);
void filter_explain(const struct filter_node *, const struct filter_subject *,
    struct filter_matcher *, filter_explain_visit *, void *arg);

#endif
