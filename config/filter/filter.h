/*
 * filter.h -- an expression of `filters:`, as filter_parse() makes it.
 *
 *	feed_tag = local and (text ~ /flood/i or has category)
 *
 * filter_parse.h reads an expression, filter_evaluate.h evaluates it,
 * filter_text.h writes it.  docs/filters.md describes the language.  The
 * folder is pure: it reads no clock, no file and no database.
 */
#ifndef CONFIG_FILTER_FILTER_H
#define CONFIG_FILTER_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"

enum filter_field {
	FILTER_TITLE,
	FILTER_URL,
	FILTER_AUTHOR,
	FILTER_FEED,
	FILTER_FEED_TAG,
	FILTER_LANG,
	FILTER_CATEGORY,
	FILTER_KEYWORD,
	FILTER_TEXT,
	FILTER_TEXT_FIELDS, /* the number of the fields above, whose values are
			       lists of texts */
	FILTER_WORD_COUNT = FILTER_TEXT_FIELDS,
	FILTER_PUBLISHED_AT,
	FILTER_FIELD_COUNT
};

enum filter_operator {
	FILTER_HAS,
	FILTER_EQUAL,
	FILTER_UNEQUAL,
	FILTER_MATCHES,
	FILTER_LESS,
	FILTER_LESS_EQUAL,
	FILTER_GREATER,
	FILTER_GREATER_EQUAL,
	FILTER_OPERATOR_COUNT
};

enum filter_value_kind {
	FILTER_NO_VALUE, /* `has` has no value */
	FILTER_TEXT_VALUE,
	FILTER_REGEX_VALUE,
	FILTER_NUMBER_VALUE,
	FILTER_DATE_VALUE,
	FILTER_AGE_VALUE /* a duration before the time of the evaluation */
};

enum filter_node_kind { FILTER_AND, FILTER_OR, FILTER_NOT, FILTER_COMPARISON };

struct filter_regex;

struct filter_node {
	enum filter_node_kind kind;
	struct filter_node *left, *right; /* `not` has only left */
	unsigned cost; /* cost of the evaluation; the cheaper side is evaluated
			  first */
	/* The following members describe a comparison. */
	enum filter_field field;
	enum filter_operator operator;
	enum filter_value_kind value_kind;
	struct slice text; /* the text, or the regular expression without its
			      slashes */
	unsigned flags;    /* flags of a regular expression (filter_regex.h) */
	int64_t number;    /* a number, a date (UTC seconds) or an age
			      (seconds) */
	struct filter_regex *regex;     /* owned by the filter */
	struct filter_node *next_regex; /* the next comparison with a regex */
};

struct filter {
	struct arena arena; /* has all nodes */
	struct filter_node *root;
	struct filter_node *regexes;
};

/* Returns the name of a field or an operator as it is written. */
const char *filter_field_name(enum filter_field);
const char *filter_operator_name(enum filter_operator);
/* Finds the field of a name. */
bool filter_field_find(struct slice name, enum filter_field *ret);

/* False if the expression is false or unknown for each entry before its page is
 * fetched, because it requires a field that is not known then (lang, category,
 * keyword, text, word_count). O(nodes). */
bool filter_may_be_true_early(const struct filter *);

/* Frees the filter and its members; NULL is allowed. */
void filter_free(struct filter *);

#endif
