/*
 * json_feed.c -- reads JSON Feed 1.0 and 1.1.
 *
 * Source: jsonfeed.org/version/1 and 1.1.  jansson parses the document; its
 * values are counted first, so that a few bytes of brackets cannot use much
 * memory.
 */
#include "crawler/feed/format/json_feed.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

#define JSON_VALUE_BYTES 100 /* largest memory of jansson for one value */
/* length of "1e309", the shortest number that a double cannot hold */
#define SHORTEST_OVERFLOW 5

struct member {
	const char *name;
	enum kind kind;
	unsigned char slot, rank;
	enum markup markup;
};

static const struct member feed_members[] = {
	{ "title", KIND_TEXT, SLOT_TITLE, 0, MARKUP_NEVER },
	{ "description", KIND_TEXT, SLOT_SUMMARY, 0, MARKUP_NEVER },
	{ "home_page_url", KIND_URL, SLOT_LINK, 0, 0 },
	{ "feed_url", KIND_URL, SLOT_SELF, 0, 0 },
	{ "next_url", KIND_URL, SLOT_NEXT, 0, 0 },
	{ "icon", KIND_URL, SLOT_IMAGE, 0, 0 },
	{ "icon", KIND_URL, SLOT_ICON, 0, 0 },
	{ "favicon", KIND_URL, SLOT_ICON, 1, 0 },
	{ "language", KIND_TOKEN, SLOT_LANGUAGE, 0, 0 },
	{ 0 },
};

static const struct member item_members[] = {
	{ "id", KIND_TOKEN, SLOT_ID, 0, 0 },
	{ "url", KIND_URL, SLOT_LINK, 0, 0 },
	{ "external_url", KIND_URL, SLOT_LINK, 1, 0 },
	{ "title", KIND_TEXT, SLOT_TITLE, 0, MARKUP_NEVER },
	{ "summary", KIND_TEXT, SLOT_SUMMARY, 0, MARKUP_NEVER },
	{ "content_html", KIND_TEXT, SLOT_CONTENT, 0, MARKUP_ALWAYS },
	{ "content_text", KIND_TEXT, SLOT_CONTENT, 1, MARKUP_NEVER },
	{ "image", KIND_URL, SLOT_IMAGE, 0, 0 },
	{ "banner_image", KIND_URL, SLOT_IMAGE, 1, 0 },
	{ "date_published", KIND_DATE, SLOT_PUBLISHED, 0, 0 },
	{ "date_modified", KIND_DATE, SLOT_UPDATED, 0, 0 },
	{ 0 },
};

/* Returns the shortest decimal text of a number. */
static struct slice
json_feed_real_text(struct arena *arena, double value)
{
	char text[32] = "";

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	return arena_copy(arena, slice_of(text));
}

/* Returns a string, or a number as text in the arena. Some ids are numbers. */
static struct slice
json_feed_text(struct builder *b, const json_t *value)
{
	if (json_is_string(value))
		return (struct slice){ json_string_value(value),
			json_string_length(value) };
	if (json_is_integer(value))
		return arena_format(
		    b->arena, "%lld", (long long)json_integer_value(value));
	if (json_is_real(value))
		return json_feed_real_text(b->arena, json_real_value(value));
	return SLICE_NONE;
}

static void
json_feed_read_member(
    struct builder *b, const struct member *m, struct slice text)
{
	switch (m->kind) {
	case KIND_TEXT:
		builder_text(
		    b, (enum text_slot)m->slot, m->rank, text, m->markup);
		break;
	case KIND_URL:
		builder_url(
		    b, (enum text_slot)m->slot, m->rank, SLICE_NONE, text);
		break;
	case KIND_DATE:
		builder_date(b, (enum date_slot)m->slot, m->rank, text);
		break;
	default:
		builder_token(b, (enum text_slot)m->slot, m->rank, text);
	}
}

static void
json_feed_read_members(
    struct builder *b, const struct member *table, const json_t *object)
{
	for (const struct member *m = table; m->name; m++) {
		struct slice text =
		    json_feed_text(b, json_object_get(object, m->name));

		if (text.len > 0)
			json_feed_read_member(b, m, text);
	}
}

/* Reads an author: an object with a name, or a string, which is the name. */
static void
json_feed_read_author(
    struct builder *b, unsigned char rank, const json_t *author)
{
	struct slice name = json_feed_text(b, author);

	if (json_is_object(author))
		name = json_feed_text(b, json_object_get(author, "name"));
	builder_name(b, rank, name, MARKUP_NEVER);
}

/* Reads 1.1's "authors", else 1.0's "author"; each may be one author or an
 * array of authors. */
static void
json_feed_read_authors(struct builder *b, const json_t *object)
{
	static const char *const names[] = { "authors", "author" };

	for (unsigned char rank = 0; rank < 2; rank++) {
		const json_t *value = json_object_get(object, names[rank]);

		if (!json_is_array(value))
			json_feed_read_author(b, rank, value);
		for (size_t k = 0;
		     k < json_array_size(value) && k < LIMIT_ENTRY_LIST; k++)
			json_feed_read_author(
			    b, rank, json_array_get(value, k));
	}
}

static void
json_feed_read_item(struct builder *b, const json_t *item)
{
	const json_t *tags = json_object_get(item, "tags");
	const json_t *files = json_object_get(item, "attachments");

	builder_begin_entry(b);
	json_feed_read_members(b, item_members, item);
	json_feed_read_authors(b, item);
	for (size_t i = 0; i < json_array_size(tags) && i < LIMIT_ENTRY_LIST;
	     i++)
		builder_term(b, SLOT_CATEGORIES, 0,
		    json_feed_text(b, json_array_get(tags, i)), MARKUP_NEVER);
	for (size_t i = 0; i < json_array_size(files) && i < LIMIT_ENTRY_LIST;
	     i++) {
		const json_t *file = json_array_get(files, i);

		builder_enclosure(b, SLICE_NONE,
		    json_feed_text(b, json_object_get(file, "url")),
		    json_feed_text(b, json_object_get(file, "mime_type")),
		    json_feed_text(b, json_object_get(file, "size_in_bytes")));
	}
	builder_end_entry(b, true);
}

/* Reads the first hub of the type WebSub. Hubs of other types, such as
 * rssCloud, are ignored. */
static void
json_feed_read_hub(struct builder *b, const json_t *root)
{
	const json_t *hubs = json_object_get(root, "hubs");

	for (size_t i = 0; i < json_array_size(hubs) && i < LIMIT_ENTRY_LIST;
	     i++) {
		const json_t *hub = json_array_get(hubs, i);
		struct slice type =
		    json_feed_text(b, json_object_get(hub, "type"));
		struct slice url =
		    json_feed_text(b, json_object_get(hub, "url"));

		if (url.len > 0 &&
		    (type.len == 0 ||
			slice_equal_nocase(type, SLICE("websub")) ||
			slice_equal_nocase(type, SLICE("pubsubhubbub")))) {
			builder_url(b, SLOT_HUB, 0, SLICE_NONE, url);
			return;
		}
	}
}

/* True if the document has a version URL of JSON Feed, or an array of items. */
static bool
json_feed_is_feed(const json_t *root)
{
	const char *version =
	    json_string_value(json_object_get(root, "version"));

	if (version && strstr(version, "jsonfeed.org"))
		return true;
	return json_is_array(json_object_get(root, "items"));
}

/* True if all names of the object are numbers.  PHP writes an array as such an
 * object if some of its elements were removed. */
static bool
json_feed_is_numbered(json_t *object)
{
	const char *name;
	json_t *value;
	int64_t number;

	json_object_foreach(object, name, value)
	{
		if (!slice_to_int64(slice_of(name), &number))
			return false;
	}
	return true;
}

/* Reads the items of an array, or of an object with numbers as names. */
static void
json_feed_read_items(struct builder *b, json_t *items)
{
	const char *name;
	json_t *item;
	size_t i;

	json_array_foreach(items, i, item)
	{
		if (json_is_object(item))
			json_feed_read_item(b, item);
	}
	if (!json_is_object(items) || !json_feed_is_numbered(items))
		return;
	json_object_foreach(items, name, item)
	{
		if (json_is_object(item))
			json_feed_read_item(b, item);
	}
}

static void
json_feed_read_root(struct builder *b, const json_t *root)
{
	json_t *items = json_object_get(root, "items");

	if (!json_feed_is_feed(root)) {
		b->feed->why = SLICE("JSON that is not a feed");
		return;
	}
	b->feed->format = FEED_JSON;
	b->feed->complete = b->feed->why.len == 0;
	json_feed_read_members(b, feed_members, root);
	json_feed_read_authors(b, root);
	json_feed_read_hub(b, root);
	json_feed_read_items(b, items);
}

/* Returns the start of the text that has at most this number of values.  A
 * value is counted for each comma and each opening bracket outside of strings.
 */
static struct slice
json_feed_bounded(struct slice text, size_t most)
{
	size_t n = 1;
	bool in_string = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c == '"')
			in_string = !in_string;
		else if (c == '\\' && in_string)
			i++;
		else if (!in_string)
			n += c == ',' || c == '[' || c == '{';
		if (n > most)
			return slice_sub(text, 0, i);
	}
	return text;
}

/* Reads the feed and catches the arena's jump, so that the tree can be freed.
 */
static bool
json_feed_read_catching(struct builder *b, const json_t *root)
{
	struct arena *arena = b->arena;
	jmp_buf here, *const outer = arena->exhausted;
	bool done = setjmp(here) == 0;

	if (done) {
		arena->exhausted = &here;
		json_feed_read_root(b, root);
	}
	arena->exhausted = outer;
	return done;
}

/* Returns the start of a document up to its last complete item, with all
 * brackets closed; SLICE_NONE if no item is complete. */
static struct slice
json_feed_close_items(struct arena *arena, struct slice text)
{
	char open[3] = { 0 }; /* the outermost brackets */
	size_t depth = 0, cut = 0;
	bool in_string = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c == '"') {
			in_string = !in_string;
		} else if (c == '\\' && in_string) {
			i++;
		} else if (!in_string && (c == '{' || c == '[')) {
			if (depth < sizeof(open))
				open[depth] = c;
			depth++;
		} else if (!in_string && (c == '}' || c == ']')) {
			/* This bracket is the error: the item is not closed. */
			if (depth == 3 && (c == '}') != (open[2] == '{'))
				break;
			if (depth > 0)
				depth--;
			if (depth == 2 && open[0] == '{' && open[1] == '[')
				cut = i + 1;
		}
	}
	return cut == 0 ? SLICE_NONE
			: arena_format(arena, "%.*s]}",
			      SLICE_ARG(slice_sub(text, 0, cut)));
}

static json_t *
json_feed_load(struct slice text, json_error_t *error)
{
	return json_loadb(
	    text.p, text.len, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, error);
}

/* True for "\\u" and four hexadecimal digits at text[at]. */
static bool
json_feed_is_code_unit(struct slice text, size_t at)
{
	struct slice escape = slice_sub(text, at, at + 6);
	size_t i = 2;

	while (i < escape.len && ascii_is_hex(escape.p[i]))
		i++;
	return i == 6 && slice_starts(escape, SLICE("\\u"));
}

/* True for the escape of half of a surrogate pair, such as "\ud83d", whose
 * fourth character is one of `fourth`. */
static bool
json_feed_is_half_surrogate(struct slice text, size_t at, const char *fourth)
{
	return json_feed_is_code_unit(text, at) &&
	       ascii_lower(text.p[at + 2]) == 'd' &&
	       strchr(fourth, text.p[at + 3]) != NULL;
}

/* Copies the escape at text[at] to `out`.  If an escape is invalid, only its
 * backslash is left out.  Returns the number of bytes read. */
static size_t
json_feed_repair_escape(
    struct slice text, size_t at, char *out, size_t *ret_n_out)
{
	char next = at + 1 < text.len ? text.p[at + 1] : '\0';
	size_t n = next != '\0' && strchr("\"\\/bfnrt", next) ? 2 : 0;

	if (json_feed_is_half_surrogate(text, at, "89abAB") &&
	    json_feed_is_half_surrogate(text, at + 6, "cdefCDEF")) {
		n = 6 + 6;
	} else if (json_feed_is_half_surrogate(text, at, "89abcdefABCDEF")) {
		memcpy(out, "\\ufffd", 6);
		*ret_n_out = 6;
		return 6;
	} else if (json_feed_is_code_unit(text, at)) {
		n = 6;
	}
	memcpy(out, text.p + at, n);
	*ret_n_out = n;
	return n > 0 ? n : 1;
}

/* True if only white space is between the comma at text[at] and the end of the
 * array or object. */
static bool
json_feed_is_last_comma(struct slice text, size_t at)
{
	do
		at++;
	while (at < text.len && (unsigned char)text.p[at] <= ' ');
	return at < text.len && (text.p[at] == ']' || text.p[at] == '}');
}

/* Returns a copy whose strings are valid JSON, without commas after the last
 * element. Servers truncate titles inside an emoji, do not escape line breaks,
 * and escape characters as in JavaScript. */
static struct slice
json_feed_repair_strings(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(arena, text.len + 1);
	bool in_string = false;
	size_t n = 0, taken, put;

	for (size_t i = 0; i < text.len; i += taken, n += put) {
		char c = text.p[i];

		taken = put = 1;
		out[n] = c;
		if (c == '"')
			in_string = !in_string;
		else if (c == '\\' && in_string)
			taken = json_feed_repair_escape(text, i, out + n, &put);
		else if (in_string
			     ? (unsigned char)c < ' '
			     : c == ',' && json_feed_is_last_comma(text, i))
			out[n] = ' ';
	}
	return (struct slice){ out, n };
}

static size_t
json_feed_number_end(struct slice text, size_t at)
{
	while (at < text.len && text.p[at] != '\0' &&
	       strchr("0123456789+-.eE", text.p[at]) != NULL)
		at++;
	return at;
}

/* True for a number that jansson refuses: an integer that int64_t cannot hold,
 * or another number that a double cannot hold. */
static bool
json_feed_is_too_large(struct arena *arena, struct slice number)
{
	int64_t value;

	if (number.len < SHORTEST_OVERFLOW || slice_to_int64(number, &value))
		return false;
	for (size_t i = 0; i < number.len; i++)
		if (strchr(".eE", number.p[i]) != NULL)
			return isinf(strtod(arena_string(arena, number), NULL));
	return true;
}

/* Returns a copy in which numbers that are too large are strings.  Some feeds
 * use unsigned 64-bit ids or hashes. */
static struct slice
json_feed_quote_large(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(
	    arena, text.len + 2 * (text.len / SHORTEST_OVERFLOW + 1));
	bool in_string = false, beyond;
	size_t n = 0, end;

	for (size_t at = 0; at < text.len; at = end) {
		end = in_string ? at : json_feed_number_end(text, at);
		beyond =
		    json_feed_is_too_large(arena, slice_sub(text, at, end));
		if (end == at) {
			if (text.p[at] == '"')
				in_string = !in_string;
			end += in_string && text.p[at] == '\\' ? 2 : 1;
			end = end < text.len ? end : text.len;
		}
		if (beyond)
			out[n++] = '"';
		memcpy(out + n, text.p + at, end - at);
		n += end - at;
		if (beyond)
			out[n++] = '"';
	}
	return (struct slice){ out, n };
}

/* Loads the complete items of the start of a document. */
static json_t *
json_feed_load_start(struct arena *arena, struct slice text)
{
	struct slice closed = json_feed_close_items(arena, text);
	json_error_t error;

	return closed.len > 0 ? json_feed_load(closed, &error) : NULL;
}

/* Loads a document.  If it is not valid JSON, or has too many values, loads its
 * start and sets feed->why. */
static json_t *
json_feed_load_any(struct builder *b, struct slice utf8)
{
	struct arena *arena = b->arena;
	struct slice bounded =
	    json_feed_bounded(utf8, arena->cap_bytes / JSON_VALUE_BYTES);
	json_error_t error;
	json_t *root;

	if (bounded.len < utf8.len) {
		b->feed->why = SLICE("JSON of too many values");
		return json_feed_load_start(arena, bounded);
	}
	root = json_feed_load(utf8, &error);
	if (!root) {
		utf8 = json_feed_quote_large(
		    arena, json_feed_repair_strings(arena, utf8));
		root = json_feed_load(utf8, &error);
	}
	if (root)
		return root;
	b->feed->why = utf8_repair(
	    arena, arena_format(arena, "line %d: %s", error.line, error.text));
	return json_feed_load_start(
	    arena, slice_sub(utf8, 0, (size_t)error.position));
}

int
json_feed_read(struct builder *b, struct slice utf8, struct err *e)
{
	json_t *root = json_feed_load_any(b, utf8);
	bool done;

	if (!root)
		return ERR_NONE;
	done = json_feed_read_catching(b, root);
	json_decref(root);
	return done ? ERR_NONE : builder_exhausted(b, e);
}
