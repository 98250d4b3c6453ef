/*
 * value.c -- reads single values, by a table of types.
 */
#include "config/yaml/value.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "config/units.h"
#include "config/yaml/address_text.h"

typedef bool value_reader(const struct schema_key *, const struct yaml_node *,
    char *base, struct fault_list *);

#define EXPECTED_BYTES 512

/* ------------------------------------------------------------------ helpers */

static const char *
value_describe(const struct yaml_node *node, char quoted[FAULT_QUOTE_BYTES])
{
	if (node->kind == YAML_LIST)
		return "a list";
	if (node->kind == YAML_MAP)
		return "a map";
	if (yaml_is_null(node))
		return "nothing";
	return fault_quote(node->text, quoted);
}

bool
value_refuse(const struct schema_key *key, const struct yaml_node *node,
    const char *what, struct fault_list *faults)
{
	char quoted[FAULT_QUOTE_BYTES];
	struct buf expected;

	buf_init(&expected, EXPECTED_BYTES);
	schema_expected(key, &expected);
	fault_add(faults, node->place, "%s: %s, expected %s", key->path,
	    what ? what : value_describe(node, quoted), expected.p);
	buf_release(&expected);
	return false;
}

char *
value_copy(struct slice s, struct fault_list *faults)
{
	char *copy = strndup(s.p ? s.p : "", s.len);

	if (copy == NULL)
		faults->out_of_memory = true;
	return copy;
}

bool
value_has_control(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7F)
			return true;
	return false;
}

/* Adds the fault of a number that is out of range, and returns false. */
static bool
value_refuse_range(const struct schema_key *key, const struct yaml_node *node,
    struct fault_list *faults)
{
	char quoted[FAULT_QUOTE_BYTES], what[FAULT_QUOTE_BYTES + 32];

	snprintf(what, sizeof(what), "%s is out of range",
	    fault_quote(node->text, quoted));
	return value_refuse(key, node, what, faults);
}

static bool
value_is_word(const struct schema_key *key, const struct yaml_node *node)
{
	return key->words != NULL && node->kind == YAML_TEXT &&
	       slice_equal(node->text, slice_of(key->words));
}

/* ------------------------------------------------------------------ numbers */

static bool
value_read_bool(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	bool *field = (bool *)(void *)(base + key->offset);
	bool plain = node->kind == YAML_TEXT && node->plain;

	if (plain && slice_equal_nocase(node->text, SLICE("true")))
		*field = true;
	else if (plain && slice_equal_nocase(node->text, SLICE("false")))
		*field = false;
	else
		return value_refuse(key, node, NULL, faults);
	return true;
}

static bool
value_read_int(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	int *field = (int *)(void *)(base + key->offset);
	int64_t value;

	if (value_is_word(key, node)) {
		*field = (int)key->word_value;
		return true;
	}
	if (node->kind != YAML_TEXT || !node->plain ||
	    !slice_to_int64(node->text, &value))
		return value_refuse(key, node, NULL, faults);
	if (value < key->min || value > key->max)
		return value_refuse_range(key, node, faults);
	*field = (int)value;
	return true;
}

static bool
value_read_share(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	double *field = (double *)(void *)(base + key->offset), share = -1;
	char *end = NULL;

	if (node->kind == YAML_TEXT && node->plain && node->text.len > 0 &&
	    strspn(node->text.p, "0123456789.") == node->text.len)
		share = strtod(node->text.p, &end);
	if (end == NULL || end != node->text.p + node->text.len)
		return value_refuse(key, node, NULL, faults);
	if (share < (double)key->min || share > (double)key->max)
		return value_refuse_range(key, node, faults);
	*field = share;
	return true;
}

/* Parses a duration or size in the unit of the field. */
static bool
value_parse_quantity(
    const struct schema_key *key, struct slice text, int64_t *ret_value)
{
	if (key->type == SCHEMA_SIZE)
		return size_read(text, ret_value);
	if (!duration_read(text, ret_value))
		return false;
	if (key->type == SCHEMA_DURATION_MS)
		return true;
	if (*ret_value % 1000 != 0)
		return false;
	*ret_value /= 1000;
	return true;
}

static bool
value_read_quantity(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	int64_t *field = (int64_t *)(void *)(base + key->offset);
	int64_t value;

	if (value_is_word(key, node)) {
		*field = key->word_value;
		return true;
	}
	if (node->kind != YAML_TEXT ||
	    !value_parse_quantity(key, node->text, &value))
		return value_refuse(key, node, NULL, faults);
	if (value < key->min || value > key->max)
		return value_refuse_range(key, node, faults);
	*field = value;
	return true;
}

static bool
value_read_choice(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	struct slice rest = slice_of(key->words), word;
	int index = 0;

	if (yaml_is_null(node) && key->default_text != NULL)
		return value_set_default(key, base, faults);
	if (node->kind != YAML_TEXT)
		return value_refuse(key, node, NULL, faults);
	while (slice_next(&rest, '|', &word) && !slice_equal(word, node->text))
		index++;
	if (!slice_equal(word, node->text))
		return value_refuse(key, node, NULL, faults);
	if (key->type == SCHEMA_CHOICE_BOOL)
		*(bool *)(void *)(base + key->offset) = index != 0;
	else
		*(int *)(void *)(base + key->offset) = index;
	return true;
}

/* -------------------------------------------------------------------- texts */

/* Returns the fault of a text, NULL if it has none. value_read_text() checks
 * the length. */
static const char *
value_problem_of(enum schema_type type, struct slice text)
{
	if (value_has_control(text))
		return "a text with control characters";
	switch (type) {
	case SCHEMA_DATABASE:
		if (slice_starts_nocase(text, SLICE("postgresql://")) ||
		    slice_starts_nocase(text, SLICE("postgres://")))
			return NULL;
		if (slice_find(text, SLICE("://"), 0) != SLICE_NOT_FOUND)
			return "a URL";
		/* fall through */
	case SCHEMA_PATH:
	case SCHEMA_SOCKET:
		return slice_ends(text, SLICE("/")) ? "a directory" : NULL;
	case SCHEMA_LISTEN:
		return listen_problem(text);
	case SCHEMA_PROXY:
		return proxy_problem(text);
	case SCHEMA_RENDERER:
		return renderer_problem(text);
	case SCHEMA_CALLBACK:
		return callback_problem(text);
	case SCHEMA_URL:
		return feed_url_problem(text);
	default:
		return NULL;
	}
}

static bool
value_read_text(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	char **field = (char **)(void *)(base + key->offset);
	const char *problem;
	char *copy = NULL;

	if (!(key->words != NULL && yaml_is_null(node))) {
		if (node->kind != YAML_TEXT || yaml_is_null(node))
			return value_refuse(key, node, NULL, faults);
		if (node->text.len < (size_t)key->min)
			return value_refuse(key, node, "an empty text", faults);
		if (node->text.len > (size_t)key->max)
			return value_refuse(
			    key, node, "a text that is too long", faults);
		problem = value_problem_of(key->type, node->text);
		if (problem != NULL)
			return value_refuse(
			    key, node, problem[0] ? problem : NULL, faults);
		copy = value_copy(node->text, faults);
	}
	free(*field);
	*field = copy;
	return true;
}

/* -------------------------------------------------------------------- table */

static value_reader *const readers[] = {
	[SCHEMA_BOOL] = value_read_bool,
	[SCHEMA_INT] = value_read_int,
	[SCHEMA_SIZE] = value_read_quantity,
	[SCHEMA_DURATION] = value_read_quantity,
	[SCHEMA_DURATION_MS] = value_read_quantity,
	[SCHEMA_SHARE] = value_read_share,
	[SCHEMA_DURATIONS] = value_read_durations,
	[SCHEMA_CHOICE] = value_read_choice,
	[SCHEMA_CHOICE_BOOL] = value_read_choice,
	[SCHEMA_TEXT] = value_read_text,
	[SCHEMA_PATH] = value_read_text,
	[SCHEMA_SOCKET] = value_read_text,
	[SCHEMA_DATABASE] = value_read_text,
	[SCHEMA_LISTEN] = value_read_text,
	[SCHEMA_PROXY] = value_read_text,
	[SCHEMA_RENDERER] = value_read_text,
	[SCHEMA_CALLBACK] = value_read_text,
	[SCHEMA_URL] = value_read_text,
	[SCHEMA_TAGS] = value_read_tags,
	[SCHEMA_SITES] = value_read_sites,
	[SCHEMA_HEADERS] = value_read_headers,
	/* other types are read elsewhere and have no default */
	[SCHEMA_FILTERS] = NULL,
	[SCHEMA_FEEDS] = NULL,
	[SCHEMA_SITE_LIST] = NULL,
	[SCHEMA_PROFILES] = NULL,
};

bool
value_read(const struct schema_key *key, const struct yaml_node *node,
    void *base, struct fault_list *faults)
{
	return readers[key->type](key, node, base, faults);
}

bool
value_set_default(
    const struct schema_key *key, void *base, struct fault_list *faults)
{
	struct arena arena;
	struct yaml_node *node = NULL;
	bool good = true;

	if (readers[key->type] == NULL)
		return true;
	arena_init(&arena, LIMIT_CONFIG_ARENA);
	if (yaml_read(&arena, slice_of(key->default_text), 0, faults, &node) !=
	    0)
		faults->out_of_memory = true;
	else
		good = value_read(key, node, base, faults);
	arena_release(&arena);
	return good;
}
