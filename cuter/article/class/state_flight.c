/*
 * state_flight.c -- reads the stream of React server components in a page.
 *
 * In: scripts self.__next_f.push([1,"…"]), whose strings form a stream of
 * rows: `id:JSON` or `id:Tlength,text` (React, "Flight" format).
 * Out: rows of JSON; rows of text, to which JSON refers as "$id"; the
 * paragraphs of elements ["$","p",key,{"children":…}].
 *
 * Failures: reading ends at the first malformed row.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/article/class/state.h"

#define FLIGHT_TEXTS  256   /* largest number of text rows of a page */
#define FLIGHT_VALUES 20000 /* maximum values of a row that are read */
#define FLIGHT_DEPTH  64
#define FLIGHT_PIECES 1024 /* maximum pieces of a stream */
#define FLIGHT_BYTES  (4 * MIB)
/* Number of bytes at the start of a script in which push() is searched. */
#define FLIGHT_LOOK 200
/* Least size of a row that is read, in bytes. A shorter row cannot contain a
 * title with a text or with a reference to a text. */
#define FLIGHT_ROW_LEAST 40

static struct slice
state_flight_string(const json_t *value)
{
	return json_is_string(value) ? (struct slice){ json_string_value(value),
		json_string_length(value) }
				     : SLICE_NONE;
}

bool
state_flight_add(struct page *page, struct slice script, struct flight *flight)
{
	static const char push[] = "__next_f.push(";
	size_t at =
	    slice_find(slice_sub(script, 0, FLIGHT_LOOK), SLICE(push), 0);
	struct slice piece;

	if (at == SLICE_NOT_FOUND)
		return false;
	if (flight->pieces == NULL)
		flight->pieces = arena_array(
		    page->arena, FLIGHT_PIECES, sizeof(*flight->pieces));
	script = slice_sub(script, at + strlen(push), script.len);
	if (flight->n_pieces >= FLIGHT_PIECES ||
	    flight->bytes + script.len > FLIGHT_BYTES)
		return true;
	page->json = json_loadb(script.p, script.len,
	    JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, NULL);
	piece = state_flight_string(json_array_get(page->json, 1));
	if (piece.len > 0) {
		flight->pieces[flight->n_pieces++] =
		    arena_copy(page->arena, piece);
		flight->bytes += piece.len;
	}
	json_decref(page->json);
	page->json = NULL;
	return true;
}

/* Returns the stream: all pieces joined. */
static struct slice
state_flight_join(struct arena *arena, const struct flight *flight)
{
	char *stream = arena_alloc(arena, flight->bytes + 1);
	size_t at = 0;

	for (size_t i = 0; i < flight->n_pieces; i++) {
		memcpy(stream + at, flight->pieces[i].p, flight->pieces[i].len);
		at += flight->pieces[i].len;
	}
	return (struct slice){ stream, at };
}

/* Reads a hexadecimal number and the character `sign` after it. *ret_at is the
 * position after this character. Returns false if the number or the character
 * is missing. */
static bool
state_flight_number(struct slice s, char sign, size_t *ret, size_t *ret_at)
{
	size_t value = 0, i = 0;

	for (; i < s.len && i < 8 && ascii_is_hex(s.p[i]); i++)
		value = value * 16 + (size_t)(ascii_is_digit(s.p[i])
						  ? s.p[i] - '0'
						  : (s.p[i] | 0x20) - 'a' + 10);
	*ret = value;
	*ret_at = i + 1;
	return i > 0 && i < s.len && s.p[i] == sign;
}

/* Removes the next row from *rest; *ret_text: the row is text and not JSON.
 * Returns false at the end and at a malformed row. */
static bool
state_flight_next(struct slice *rest, struct slice *ret_id,
    struct slice *ret_row, bool *ret_text)
{
	size_t number, at, length, skip;

	while (rest->len > 0 && rest->p[0] == '\n')
		*rest = slice_sub(*rest, 1, rest->len);
	if (!state_flight_number(*rest, ':', &number, &at))
		return false;
	*ret_id = slice_sub(*rest, 0, at - 1);
	*rest = slice_sub(*rest, at, rest->len);
	*ret_text = rest->len > 1 && rest->p[0] == 'T' &&
		    state_flight_number(
			slice_sub(*rest, 1, rest->len), ',', &length, &skip);
	if (*ret_text) {
		*ret_row = slice_sub(*rest, 1 + skip, 1 + skip + length);
		*rest = slice_sub(*rest, 1 + skip + length, rest->len);
		return true;
	}
	at = slice_find_char(*rest, '\n', 0);
	*ret_row = slice_sub(*rest, 0, at);
	*rest = slice_sub(*rest, at, rest->len);
	return true;
}

void
state_flight_read(
    struct arena *arena, struct flight *flight, state_sink *sink, void *arg)
{
	struct slice stream, rest, id, row;
	bool is_text;

	if (flight->n_pieces == 0)
		return;
	rest = stream = state_flight_join(arena, flight);
	flight->texts =
	    arena_array(arena, FLIGHT_TEXTS, sizeof(*flight->texts));
	while (state_flight_next(&rest, &id, &row, &is_text))
		if (is_text && flight->n_texts < FLIGHT_TEXTS)
			flight->texts[flight->n_texts++] =
			    (struct flight_text){ id, row };
	rest = stream;
	while (state_flight_next(&rest, &id, &row, &is_text))
		if (!is_text && row.len >= FLIGHT_ROW_LEAST &&
		    (row.p[0] == '[' || row.p[0] == '{'))
			sink(arg, row);
}

struct slice
state_flight_text(const struct flight *flight, struct slice value)
{
	if (value.len < 2 || value.len > 9 || value.p[0] != '$')
		return value;
	for (size_t i = 0; i < flight->n_texts; i++)
		if (slice_equal(
			flight->texts[i].id, slice_sub(value, 1, value.len)))
			return flight->texts[i].text;
	return value;
}

bool
state_is_flat(const json_t *list)
{
	const json_t *first = json_array_get(list, 0);
	size_t i, n = json_array_size(list);
	const char *key;
	json_t *member;

	if (n < 3 || json_object_size(first) + json_array_size(first) == 0)
		return false;
	if (json_is_object(first)) {
		json_object_foreach((json_t *)(uintptr_t)first, key,
		    member) if (!json_is_integer(member) ||
				json_integer_value(member) >=
				    (json_int_t)n) return false;
		return true;
	}
	json_array_foreach((json_t *)(uintptr_t)first, i,
	    member) if (!json_is_integer(member) &&
			!json_is_string(member)) return false;
	return json_is_integer(
	    json_array_get(first, json_array_size(first) - 1));
}

/* ---- elements ---- */

static const char *const paragraphs[] = { "p", "h2", "h3", "h4", "li",
	"blockquote", "pre" };
static const char *const headings[] = { "h1" };
/* Elements whose content is not part of the text. */
static const char *const others[] = { "nav", "footer", "aside", "script",
	"style", "button", "form", "figcaption", "time", "title" };

struct flight_reader {
	struct buf *text;
	struct slice *title;
	unsigned n_values;
};

static bool
state_flight_is_in(struct slice name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (slice_equal(name, slice_of(list[i])))
			return true;
	return false;
}

static void
state_flight_visit(
    struct flight_reader *r, const json_t *value, bool inside, unsigned depth)
{
	struct slice text = state_flight_string(value);
	struct slice name = state_flight_string(json_array_get(value, 1));
	const char *key;
	json_t *member;
	size_t i;

	if (depth > FLIGHT_DEPTH || r->n_values++ > FLIGHT_VALUES)
		return;
	if (inside && text.len > 0 && text.p[0] != '$')
		buf_append_slice(r->text, text);
	if (json_is_array(value) && name.len > 0 &&
	    slice_equal(
		state_flight_string(json_array_get(value, 0)), SLICE("$"))) {
		const json_t *children =
		    json_object_get(json_array_get(value, 3), "children");
		bool begins = state_flight_is_in(
		    name, paragraphs, ARRAY_LENGTH(paragraphs));

		if (state_flight_is_in(name, others, ARRAY_LENGTH(others)))
			return;
		if (state_flight_is_in(
			name, headings, ARRAY_LENGTH(headings))) {
			if (r->title->len == 0)
				*r->title = state_flight_string(children);
			return;
		}
		state_flight_visit(r,
		    children != NULL ? children : json_array_get(value, 3),
		    inside || begins, depth + 1);
		if (begins)
			buf_append_string(r->text, "\n\n");
	} else if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, member)
		    state_flight_visit(r, member, inside, depth + 1);
	} else if (json_is_object(value)) {
		json_object_foreach((json_t *)(uintptr_t)value, key, member)
		    state_flight_visit(r, member, false, depth + 1);
	}
}

void
state_flight_collect(
    const json_t *row, struct buf *text, struct slice *ret_title)
{
	struct flight_reader r = { .text = text, .title = ret_title };

	*ret_title = SLICE_NONE;
	state_flight_visit(&r, row, false, 0);
}
