/*
 * entities.c -- replaces the entities that the DOCTYPE of a feed declares.
 *
 * Normal case: a feed declares short names for the URIs of its namespaces, or
 * for characters such as &nbsp;. entities_declare_all() reads the declarations,
 * and entities_replace() writes the document with their values. So the parser
 * sees no declared entity and cannot be made to expand one.
 *
 * The value of an entity is complete when it is declared: it contains the
 * values of the entities that were declared before. Therefore a replacement is
 * not searched for further references, and a chain of entities ends at the
 * limit of one value.
 */
#include "crawler/feed/markup/entities.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/table.h"
#include "crawler/feed/markup/xml_lex.h"

struct entities {
	struct table by_name; /* name → value */
	struct slice values[ENTITIES_MOST];
	size_t n;
	struct buf texts; /* of the values; reserved once, so that they do not
			     move */
};

/* The constructs whose text has no references. */
static const struct {
	const char *begin, *end;
} entities_opaque[] = {
	{ "<![CDATA[", "]]>" },
	{ "<!--", "-->" },
	{ "<?", "?>" },
};

/* If a construct without references begins at `at`, returns the offset after
 * it; otherwise returns `at`. */
static size_t
entities_skip_opaque(struct slice text, size_t at)
{
	struct slice rest = slice_sub(text, at, text.len);

	for (size_t i = 0; i < ARRAY_LENGTH(entities_opaque); i++) {
		struct slice begin = slice_of(entities_opaque[i].begin);
		struct slice end = slice_of(entities_opaque[i].end);
		size_t found;

		if (!slice_starts(rest, begin))
			continue;
		found = slice_find(text, end, at + begin.len);
		return found == SLICE_NOT_FOUND ? text.len : found + end.len;
	}
	return at;
}

/* Returns the value to which the reference at the start of `text` refers, and
 * the length of the reference; NULL: the text begins with no such reference. */
static const struct slice *
entities_find(
    const struct entities *entities, struct slice text, size_t *ret_length)
{
	struct slice name = slice_sub(text, 1, text.len);

	name = slice_sub(name, 0, xml_name_length(name));
	if (name.len == 0 || name.len + 1 >= text.len ||
	    text.p[name.len + 1] != ';')
		return NULL;
	*ret_length = name.len + 2;
	return table_get(&entities->by_name, name);
}

/* Writes `text` with the values of its entities. most: the number of bytes that
 * the output may be longer than `text`. Returns the number of references that
 * were not replaced, because the output would be too long. */
static size_t
entities_replace(const struct entities *entities, struct slice text,
    size_t most, struct buf *out)
{
	size_t from = 0, at = 0, n_left = 0, length;

	while (at < text.len) {
		const struct slice *value = NULL;
		size_t next = at + 1;

		if (text.p[at] == '<') {
			size_t end = entities_skip_opaque(text, at);

			next = end > at ? end : next;
		} else if (text.p[at] == '&') {
			value = entities_find(
			    entities, slice_sub(text, at, text.len), &length);
		}
		if (value != NULL && value->len > most + length) {
			n_left++;
		} else if (value != NULL) {
			buf_append_slice(out, slice_sub(text, from, at));
			buf_append_slice(out, *value);
			most = most + length - value->len;
			from = next = at + length;
		}
		at = next;
	}
	buf_append_slice(out, slice_sub(text, from, text.len));
	return n_left;
}

/* Returns the text in quotes at the start of `text`; len 0 if there is none. */
static struct slice
entities_quoted(struct slice text)
{
	size_t end;

	if (text.len == 0 || (text.p[0] != '"' && text.p[0] != '\''))
		return SLICE_NONE;
	end = slice_find_char(text, text.p[0], 1);
	return end == SLICE_NOT_FOUND ? SLICE_NONE
				      : slice_sub(text, 0, end + 1);
}

/* Writes the value of an entity. A reference to the character "&" is decoded
 * here, and other references are decoded when the document is read: XML decodes
 * both at the declaration, and reads the result again (section 4.4.5, and
 * section 4.6 for "&#38;#60;"). Returns false if the value is too long. */
static bool
entities_write_value(struct entities *entities, struct slice quoted,
    struct buf *decoded, struct buf *ret)
{
	struct slice value = slice_sub(quoted, 1, quoted.len - 1);
	size_t from = 0, at;

	while (
	    (at = slice_find(value, SLICE("&#38;"), from)) != SLICE_NOT_FOUND) {
		buf_append_slice(decoded, slice_sub(value, from, at + 1));
		from = at + SLICE("&#38;").len;
	}
	buf_append_slice(decoded, slice_sub(value, from, value.len));
	return !buf_failed(decoded) &&
	       entities_replace(entities, buf_slice(decoded),
		   ENTITIES_VALUE_BYTES, ret) == 0 &&
	       !buf_failed(ret);
}

static void
entities_declare(
    struct entities *entities, struct slice name, struct slice quoted)
{
	/* Neither this entity nor one whose value contains it is replaced. */
	static const struct slice too_long = { NULL, SIZE_MAX };
	struct slice *stored = &entities->values[entities->n];
	struct buf decoded, value;

	buf_init(&decoded, ENTITIES_VALUE_BYTES);
	buf_init(&value, ENTITIES_VALUE_BYTES);
	*stored = too_long;
	if (entities_write_value(entities, quoted, &decoded, &value)) {
		size_t at = entities->texts.len;

		buf_append_slice(&entities->texts, buf_slice(&value));
		*stored = slice_sub(
		    buf_slice(&entities->texts), at, entities->texts.len);
	}
	if (table_put(&entities->by_name, name, stored) == 0)
		entities->n++;
	buf_release(&value);
	buf_release(&decoded);
}

/* Reads the declaration that begins at `at`: <!ENTITY name "value">. Returns
 * the offset from which the next declaration is searched. */
static size_t
entities_read_declaration(
    struct entities *entities, struct slice subset, size_t at)
{
	struct slice name, quoted;

	at += SLICE("<!ENTITY").len;
	while (at < subset.len && xml_is_space(subset.p[at]))
		at++;
	name = slice_sub(subset, at, subset.len);
	name = slice_sub(name, 0, xml_name_length(name));
	at += name.len;
	while (at < subset.len && xml_is_space(subset.p[at]))
		at++;
	quoted = entities_quoted(slice_sub(subset, at, subset.len));
	if (name.len == 0 || quoted.len == 0)
		return at;
	/* The first declaration counts (section 4.2). */
	if (entities->n < ENTITIES_MOST &&
	    table_get(&entities->by_name, name) == NULL)
		entities_declare(entities, name, quoted);
	return at + quoted.len;
}

static void
entities_declare_all(struct entities *entities, struct slice subset)
{
	/* Values of the entities that XML defines cannot be changed. */
	static struct slice predefined[] = {
		{ "&amp;", 5 },
		{ "&lt;", 4 },
		{ "&gt;", 4 },
		{ "&quot;", 6 },
		{ "&apos;", 6 },
	};
	size_t at = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(predefined); i++)
		table_put(&entities->by_name,
		    slice_sub(predefined[i], 1, predefined[i].len - 1),
		    &predefined[i]);
	while ((at = slice_find_char(subset, '<', at)) != SLICE_NOT_FOUND) {
		struct slice rest = slice_sub(subset, at, subset.len);
		size_t end = entities_skip_opaque(subset, at);

		if (end > at)
			at = end;
		else if (slice_starts(rest, SLICE("<!ENTITY")))
			at = entities_read_declaration(entities, subset, at);
		else
			at++;
	}
}

bool
entities_expand(struct slice head, struct slice root, struct buf *out)
{
	struct entities *entities;
	size_t subset = slice_find_char(head, '[', 0);
	bool is_written = false;

	if (subset == SLICE_NOT_FOUND ||
	    slice_find(head, SLICE("<!ENTITY"), subset) == SLICE_NOT_FOUND)
		return false;
	entities = malloc(sizeof(*entities));
	if (entities == NULL) {
		out->no_memory = true;
		return false;
	}
	entities->n = 0;
	table_init(&entities->by_name);
	buf_init(
	    &entities->texts, (size_t)ENTITIES_MOST * ENTITIES_VALUE_BYTES);
	if (buf_reserve(&entities->texts, entities->texts.max_bytes)) {
		entities_declare_all(
		    entities, slice_sub(head, subset, head.len));
		entities_replace(entities, root, ENTITIES_GROWTH_BYTES, out);
		is_written = !buf_failed(out);
	}
	buf_release(&entities->texts);
	table_release(&entities->by_name);
	free(entities);
	return is_written;
}
