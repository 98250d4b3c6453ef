/*
 * state_values.c -- reads the values of a page's embedded data.
 *
 * In:  JSON values.
 * Out: the value, key or member to which a reference leads; the text of a value
 *      that is a paragraph or a list of paragraphs.
 *
 * Limits: the numbers of values and of members that are examined, and the depth
 * of a list of paragraphs.
 */
#include "cuter/article/class/state.h"

#include "base/array.h"

/* Largest number of object members that are examined. A member is counted again
 * for each reference to it. */
#define LOOKS 2000000
/* Number of members that are examined to recognise a list of blocks. */
#define BLOCKS_LOOK 8
#define TEXT_DEPTH  12 /* largest nesting of a list of paragraphs */

/* Keys of bodies. A key that contains such a word matches: "bodyHtml". */
static const struct {
	const char *word;
	double weight;
} body_keys[] = {
	{ "articlebody", 3 },
	{ "body", 3 },
	{ "content", 2 },
	{ "paragraph", 2 },
	{ "inhalt", 2 },
	{ "texte", 2 },
	{ "cuerpo", 2 },
	{ "corpo", 2 },
	{ "story", 1.5 },
	{ "text", 1.5 },
	{ "html", 1.5 },
	{ "block", 1.5 },
	{ "copy", 1 },
	{ "rendered", 1 },
	{ "markdown", 1 },
	{ "value", 0.5 },
};

/* Keys of a value that contains a part of a paragraph. */
static const char *const inner_keys[] = { "children", "data", "props",
	"attributes", "attrs", "model" };
/* Keys whose value states the kind of a block ("paragraph"). */
static const char *const kind_keys[] = { "type", "_type", "__typename", "name",
	"kind", "tag" };

/* Types of objects that are parts of a paragraph. */
static const char *const inline_types[] = { "a", "link", "hyperlink", "text",
	"span", "strong", "b", "bold", "em", "i", "italic", "mark", "u" };

struct slice
state_values_text(const json_t *value)
{
	return json_is_string(value) ? (struct slice){ json_string_value(value),
		json_string_length(value) }
				     : SLICE_NONE;
}

/* ---- references ---- */

const json_t *
state_values_resolve(const struct state_values *v, const json_t *value)
{
	const json_t *found;

	if (v->flat != NULL && json_is_integer(value) &&
	    json_integer_value(value) >= 0)
		return json_array_get(
		    v->flat, (size_t)json_integer_value(value));
	/* ["Ref", 3] */
	if (v->flat != NULL && json_array_size(value) == 2 &&
	    json_is_string(json_array_get(value, 0)) &&
	    json_is_integer(json_array_get(value, 1)))
		return state_values_resolve(v, json_array_get(value, 1));
	if (v->cache == NULL || !json_is_object(value))
		return value;
	found = json_object_get(value, "__ref");
	if (!json_is_string(found))
		return value;
	found = json_object_get(v->cache, json_string_value(found));
	return found != NULL ? found : value;
}

const char *
state_values_key(const struct state_values *v, const char *key)
{
	const char *name;
	int64_t index;

	if (v->flat == NULL || key[0] != '_' ||
	    !slice_to_int64(slice_of(key + 1), &index) || index < 0)
		return key;
	name = json_string_value(json_array_get(v->flat, (size_t)index));
	return name != NULL ? name : key;
}

/* Counts the members that are examined. References can lead to one member many
 * times. Returns false at the limit LOOKS. */
static bool
state_values_may_look(struct state_values *v)
{
	return v->n_looks++ < LOOKS;
}

const json_t *
state_values_member(
    struct state_values *v, const json_t *object, const char *key)
{
	const char *name;
	json_t *member;

	if (v->flat == NULL)
		return state_values_resolve(v, json_object_get(object, key));
	json_object_foreach((json_t *)(uintptr_t)object, name, member)
	{
		if (!state_values_may_look(v))
			return NULL;
		if (strcmp(state_values_key(v, name), key) == 0)
			return state_values_resolve(v, member);
	}
	return NULL;
}

/* ---- keys ---- */

double
state_values_weight(const char *key)
{
	for (size_t i = 0; i < ARRAY_LENGTH(body_keys); i++)
		if (slice_find_nocase(slice_of(key),
			slice_of(body_keys[i].word), 0) != SLICE_NOT_FOUND)
			return body_keys[i].weight;
	return 0;
}

/* ---- texts of lists ---- */

/* Returns the kind of a block, from the first key that has a kind. */
static struct slice
state_values_kind(struct state_values *v, const json_t *object)
{
	for (size_t i = 0; i < ARRAY_LENGTH(kind_keys); i++) {
		struct slice kind = state_values_text(
		    state_values_member(v, object, kind_keys[i]));

		if (kind.len > 0)
			return kind;
	}
	return SLICE_NONE;
}

static bool
state_values_is_inline(struct state_values *v, const json_t *object)
{
	struct slice kind = state_values_kind(v, object);

	for (size_t i = 0; i < ARRAY_LENGTH(inline_types); i++)
		if (slice_equal_nocase(kind, slice_of(inline_types[i])))
			return true;
	return false;
}

/* True if a block contains a list of pieces; such a block ends a paragraph. */
static bool
state_values_has_list(struct state_values *v, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		if (!state_values_may_look(v) ||
		    json_is_array(state_values_resolve(v, value)))
			return true;
	}
	return false;
}

bool
state_values_is_block_list(struct state_values *v, const json_t *value)
{
	size_t n = json_array_size(value), blocks = 0;

	if (n > BLOCKS_LOOK)
		n = BLOCKS_LOOK;
	for (size_t i = 0; i < n; i++)
		blocks += state_values_kind(v,
			      state_values_resolve(v, json_array_get(value, i)))
			      .len > 0;
	return n >= 2 && 2 * blocks > n;
}

static bool
state_values_is_inner_key(const char *key)
{
	for (size_t i = 0; i < ARRAY_LENGTH(inner_keys); i++)
		if (slice_equal_nocase(slice_of(key), slice_of(inner_keys[i])))
			return true;
	return false;
}

static void state_values_collect_part(
    struct state_values *, const json_t *value, unsigned depth);

static void
state_values_collect_object(
    struct state_values *v, const json_t *object, unsigned depth)
{
	const char *name;
	json_t *member;

	json_object_foreach((json_t *)(uintptr_t)object, name, member)
	{
		const char *key = state_values_key(v, name);
		const json_t *value = state_values_resolve(v, member);

		if (v->n_values > STATE_VALUES)
			return;

		/* If the key is one such as "data", a string is text only in an
		 * inline object. */
		if (json_is_array(value) || state_values_weight(key) > 0 ||
		    (state_values_is_inner_key(key) &&
			(!json_is_string(value) ||
			    state_values_is_inline(v, object) ||
			    slice_equal(slice_of(key), SLICE("children")))))
			state_values_collect_part(v, value, depth + 1);
	}
}

/* Collects the text of a value that is `depth` levels below the list. */
static void
state_values_collect_part(
    struct state_values *v, const json_t *value, unsigned depth)
{
	size_t i;
	json_t *item;

	if (depth > TEXT_DEPTH || v->n_values++ > STATE_VALUES)
		return;
	if (json_is_string(value)) {
		buf_append_slice(v->text,
		    state_flight_text(&v->flight, state_values_text(value)));
	} else if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, item)
		{
			const json_t *member = state_values_resolve(v, item);

			state_values_collect_part(v, member, depth + 1);
			if (depth == 0 ||
			    (json_is_object(member) &&
				state_values_has_list(v, member) &&
				!state_values_is_inline(v, member)))
				buf_append_string(v->text, "\n\n");
		}
	} else if (json_is_object(value)) {
		state_values_collect_object(v, value, depth);
	}
}

void
state_values_collect(struct state_values *v, const json_t *value)
{
	state_values_collect_part(v, value, 0);
}
