/*
 * filter.c -- the names of fields and operators; the fields that are known
 * before the fetch; frees a filter.
 */
#include "config/filter/filter.h"

#include <stdlib.h>

#include "config/filter/filter_regex.h"

static const char *const filter_field_names[FILTER_FIELD_COUNT] = {
	[FILTER_TITLE] = "title",
	[FILTER_URL] = "url",
	[FILTER_AUTHOR] = "author",
	[FILTER_FEED] = "feed",
	[FILTER_FEED_TAG] = "feed_tag",
	[FILTER_LANG] = "lang",
	[FILTER_CATEGORY] = "category",
	[FILTER_KEYWORD] = "keyword",
	[FILTER_TEXT] = "text",
	[FILTER_WORD_COUNT] = "word_count",
	[FILTER_PUBLISHED_AT] = "published_at",
};

static const char *const filter_operator_names[FILTER_OPERATOR_COUNT] = {
	[FILTER_HAS] = "has",
	[FILTER_EQUAL] = "=",
	[FILTER_UNEQUAL] = "!=",
	[FILTER_MATCHES] = "~",
	[FILTER_LESS] = "<",
	[FILTER_LESS_EQUAL] = "<=",
	[FILTER_GREATER] = ">",
	[FILTER_GREATER_EQUAL] = ">=",
};

const char *
filter_field_name(enum filter_field field)
{
	return filter_field_names[field];
}

const char *filter_operator_name(enum filter_operator operator)
{
	return filter_operator_names[operator];
}

bool
filter_field_find(struct slice name, enum filter_field *ret)
{
	for (int i = 0; i < FILTER_FIELD_COUNT; i++)
		if (slice_equal(name, slice_of(filter_field_names[i]))) {
			*ret = (enum filter_field)i;
			return true;
		}
	return false;
}

/* The fields that are not known before the page of an entry is fetched. */
static const bool filter_late_fields[FILTER_FIELD_COUNT] = {
	[FILTER_LANG] = true,
	[FILTER_CATEGORY] = true,
	[FILTER_KEYWORD] = true,
	[FILTER_TEXT] = true,
	[FILTER_WORD_COUNT] = true,
};

/* Returns whether the node can have the given value if the values of the late
 * fields are unknown. */
static bool
filter_may_be(const struct filter_node *node, bool value)
{
	switch (node->kind) {
	case FILTER_NOT:
		return filter_may_be(node->left, !value);
	case FILTER_AND:
	case FILTER_OR:
		/* `and` is true, and `or` is false, only if both sides are. */
		if ((node->kind == FILTER_AND) == value)
			return filter_may_be(node->left, value) &&
			       filter_may_be(node->right, value);
		return filter_may_be(node->left, value) ||
		       filter_may_be(node->right, value);
	default:
		return !filter_late_fields[node->field];
	}
}

bool
filter_may_be_true_early(const struct filter *filter)
{
	return filter_may_be(filter->root, true);
}

void
filter_free(struct filter *filter)
{
	if (filter == NULL)
		return;
	for (struct filter_node *node = filter->regexes; node != NULL;
	     node = node->next_regex)
		filter_regex_free(node->regex);
	arena_release(&filter->arena);
	free(filter);
}
