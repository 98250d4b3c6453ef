/*
 * json_feed.c -- JSON Feed 1.0 and 1.1.
 *
 * After: jsonfeed.org/version/1 and 1.1.  The document is read by jansson;
 * its values are counted before, so that a few bytes of brackets do not
 * become many of memory.
 */
#include "crawler/feed/json_feed.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "config/limits.h"

#define BYTES_A_VALUE 100 /* what jansson needs of one, at most */
#define LEAST_BEYOND  5   /* 1e309, the shortest number too large for it */

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
	{ "date_published", KIND_DATE, SLOT_PUBLISHED, 0, 0 },
	{ "date_modified", KIND_DATE, SLOT_UPDATED, 0, 0 },
	{ 0 },
};

/* The shortest digits that are this number. */
static struct slice
real_text(struct arena *arena, double value)
{
	char text[32] = "";

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	return arena_copy(arena, slice_of(text));
}

/* A string, or a number as text (ids are written so). Arena for numbers. */
static struct slice
text_of(struct builder *b, const json_t *value)
{
	if (json_is_string(value))
		return (struct slice){ json_string_value(value),
			json_string_length(value) };
	if (json_is_integer(value))
		return arena_format(
		    b->arena, "%lld", (long long)json_integer_value(value));
	if (json_is_real(value))
		return real_text(b->arena, json_real_value(value));
	return SLICE_NONE;
}

static void
read_member(struct builder *b, const struct member *m, struct slice text)
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
read_members(
    struct builder *b, const struct member *table, const json_t *object)
{
	for (const struct member *m = table; m->name; m++) {
		struct slice text =
		    text_of(b, json_object_get(object, m->name));

		if (text.len > 0)
			read_member(b, m, text);
	}
}

/* One object, or some plain string instead. */
static void
read_author(struct builder *b, unsigned char rank, const json_t *author)
{
	struct slice name = text_of(b, author);

	if (json_is_object(author))
		name = text_of(b, json_object_get(author, "name"));
	builder_name(b, rank, name, MARKUP_NEVER);
}

/* 1.1's "authors", else 1.0's "author"; either may be one or several. */
static void
read_authors(struct builder *b, const json_t *object)
{
	static const char *const names[] = { "authors", "author" };

	for (unsigned char rank = 0; rank < 2; rank++) {
		const json_t *value = json_object_get(object, names[rank]);

		if (!json_is_array(value))
			read_author(b, rank, value);
		for (size_t k = 0;
		     k < json_array_size(value) && k < LIMIT_ENTRY_LIST; k++)
			read_author(b, rank, json_array_get(value, k));
	}
}

static void
read_item(struct builder *b, const json_t *item)
{
	const json_t *tags = json_object_get(item, "tags");
	const json_t *files = json_object_get(item, "attachments");

	builder_begin_entry(b);
	read_members(b, item_members, item);
	read_authors(b, item);
	for (size_t i = 0; i < json_array_size(tags) && i < LIMIT_ENTRY_LIST;
	     i++)
		builder_term(b, SLOT_CATEGORIES, 0,
		    text_of(b, json_array_get(tags, i)), MARKUP_NEVER);
	for (size_t i = 0; i < json_array_size(files) && i < LIMIT_ENTRY_LIST;
	     i++) {
		const json_t *file = json_array_get(files, i);

		builder_enclosure(b, SLICE_NONE,
		    text_of(b, json_object_get(file, "url")),
		    text_of(b, json_object_get(file, "mime_type")),
		    text_of(b, json_object_get(file, "size_in_bytes")));
	}
	builder_end_entry(b, true);
}

static void
read_hub(struct builder *b, const json_t *root)
{
	const json_t *hub = json_array_get(json_object_get(root, "hubs"), 0);

	builder_url(b, SLOT_HUB, 0, SLICE_NONE,
	    text_of(b, json_object_get(hub, "url")));
}

/* A feed says its version, or looks like one. */
static bool
is_feed(const json_t *root)
{
	const char *version =
	    json_string_value(json_object_get(root, "version"));

	if (version && strstr(version, "jsonfeed.org"))
		return true;
	return json_is_array(json_object_get(root, "items"));
}

static void
read_root(struct builder *b, const json_t *root)
{
	const json_t *items = json_object_get(root, "items");

	if (!is_feed(root)) {
		b->feed->why = SLICE("JSON that is no feed");
		return;
	}
	b->feed->format = FEED_JSON;
	b->feed->complete = b->feed->why.len == 0;
	read_members(b, feed_members, root);
	read_authors(b, root);
	read_hub(b, root);
	for (size_t i = 0; i < json_array_size(items); i++)
		if (json_is_object(json_array_get(items, i)))
			read_item(b, json_array_get(items, i));
}

/* Values outside strings are parted by these. */
static size_t
count_values(struct slice text)
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
	}
	return n;
}

/* The arena's jump must not leave the tree behind. */
static bool
read_guarded(struct builder *b, const json_t *root)
{
	struct arena *arena = b->arena;
	jmp_buf here, *const outer = arena->exhausted;
	bool done = setjmp(here) == 0;

	if (done) {
		arena->exhausted = &here;
		read_root(b, root);
	}
	arena->exhausted = outer;
	return done;
}

/* The part of a document that ends too early up to its last whole item, made
 * whole by closing what is open; SLICE_NONE if no item came through. */
static struct slice
close_items(struct arena *arena, struct slice text)
{
	char open[3] = "";
	size_t depth = 0, cut = 0;
	bool in_string = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c == '"') {
			in_string = !in_string;
		} else if (c == '\\' && in_string) {
			i++;
		} else if (!in_string && (c == '{' || c == '[')) {
			if (depth < 2)
				open[depth] = c;
			depth++;
		} else if (!in_string && (c == '}' || c == ']')) {
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
load(struct slice text, json_error_t *error)
{
	return json_loadb(
	    text.p, text.len, JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, error);
}

/* The escape of half a surrogate pair, as "\ud83d". */
static bool
is_half(struct slice text, size_t at, const char *fourth)
{
	struct slice escape = slice_sub(text, at, at + 6);

	return escape.len == 6 && slice_starts_nocase(escape, SLICE("\\ud")) &&
	       escape.p[1] == 'u' && escape.p[3] != '\0' &&
	       strchr(fourth, escape.p[3]) != NULL;
}

/* A copy as long as the text, in which strings hold what JSON allows: servers
 * cut titles in the middle of an emoji, and leave line breaks as they are. */
static struct slice
mended(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(arena, text.len + 1);
	bool in_string = false;

	memcpy(out, text.p, text.len);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c == '"') {
			in_string = !in_string;
		} else if (in_string && (unsigned char)c < ' ') {
			out[i] = ' ';
		} else if (c == '\\' && in_string) {
			if (is_half(text, i, "89abAB") &&
			    is_half(text, i + 6, "cdefCDEF"))
				i += 6 + 5;
			else if (is_half(text, i, "89abcdefABCDEF"))
				memcpy(out + i, "\\ufffd", 6);
			else
				i++;
		}
	}
	return (struct slice){ out, text.len };
}

static size_t
number_end(struct slice text, size_t at)
{
	while (at < text.len && text.p[at] != '\0' &&
	       strchr("0123456789+-.eE", text.p[at]) != NULL)
		at++;
	return at;
}

/* Neither an int64_t nor a double holds it. */
static bool
is_beyond(struct arena *arena, struct slice number)
{
	int64_t value;

	if (number.len < LEAST_BEYOND || slice_to_int64(number, &value))
		return false;
	for (size_t i = 0; i < number.len; i++)
		if (strchr(".eE", number.p[i]) != NULL)
			return isinf(strtod(arena_string(arena, number), NULL));
	return true;
}

/* A copy in which such numbers are strings, as ids of 64 bits without a sign
 * and of hashes are read. */
static struct slice
quoted(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(
	    arena, text.len + 2 * (text.len / LEAST_BEYOND + 1));
	bool in_string = false, beyond;
	size_t n = 0, end;

	for (size_t at = 0; at < text.len; at = end) {
		end = in_string ? at : number_end(text, at);
		beyond = is_beyond(arena, slice_sub(text, at, end));
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

int
json_feed_read(struct builder *b, struct slice utf8, struct err *e)
{
	struct arena *arena = b->arena;
	json_error_t error;
	json_t *root;
	struct slice closed;
	bool done;

	if (count_values(utf8) > arena->cap_bytes / BYTES_A_VALUE) {
		b->feed->why = SLICE("JSON of too many values");
		return ERR_NONE;
	}
	root = load(utf8, &error);
	if (!root) {
		utf8 = quoted(arena, mended(arena, utf8));
		root = load(utf8, &error);
	}
	if (!root) {
		b->feed->why = utf8_repair(arena,
		    arena_format(arena, "line %d: %s", error.line, error.text));
		closed = close_items(arena, utf8);
		root = closed.len > 0 ? load(closed, &error) : NULL;
	}
	if (!root)
		return ERR_NONE;
	done = read_guarded(b, root);
	json_decref(root);
	return done ? ERR_NONE : builder_exhausted(b, e);
}
