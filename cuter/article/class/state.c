/*
 * state.c -- finds the text in a page's embedded data.
 *
 * Pages that are rendered by scripts contain their data as JSON: <script
 * type="application/json">, `window.NAME = {…}`, JSON.parse("…"). The search
 * uses only the structure of the data, and no names of sites. It looks for a
 * key that denotes a body and has a long text or a list of paragraphs. A text
 * is preferred if the page's title is near it: in the same object or a few
 * levels above.
 *
 * In: the page's bytes as UTF-8; the title.
 * Out: the text as paragraphs; nothing if no candidate is good enough.
 *
 * Limits: the bytes of each script and of all scripts, the depth that
 * article_repair_json() accepts, and the number of values.
 */
#include "cuter/article/class/state.h"

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"
#include "cuter/tree/scan.h"

#define SCRIPTS 24 /* largest number of JSON values from scripts */
/* Largest number of JSON values from scripts and stream rows together. */
#define ROWS         600
#define SCRIPT_DEPTH 2   /* maximum nesting of strings that contain JSON */
#define VISIT_DEPTH  128 /* maximum depth of values, with references */
/* Largest number of object members that are examined. A member is counted again
 * for each reference to it. */
#define LOOKS 2000000
/* Number of members that are examined to recognise a list of blocks. */
#define BLOCKS_LOOK 8
/* Largest size of all scripts; the article is mostly near the start. */
#define ALL_SCRIPTS_BYTES (4 * MIB)
#define ALL_TEXTS_BYTES   (4 * MIB) /* largest size of all candidates */
#define VALUES            200000    /* largest number of values */
#define TITLE_AGREES      0.6
/* Largest number of levels from a title to a text that belongs to it. */
#define TITLE_LEVELS 4
/* Least number of words of a text with the page's title near it. */
#define FEWEST_WORDS 40
/* Least number of words of a text without that title near it. */
#define ALONE_WORDS 80
/* Largest mean length of a word in bytes; code and addresses have longer words.
 */
#define PROSE_WORD      14
#define ELEMENTS_WEIGHT 1
#define TEXT_DEPTH      12 /* largest nesting of a list of paragraphs */

struct reader {
	struct page *page;
	struct words title;
	struct buf *text; /* the current candidate */
	struct slice best;
	double best_score;
	bool only_own; /* accept only a text with the page's title near it */
	/* a list whose members refer to each other by index */
	const json_t *flat;
	const json_t *cache; /* Apollo's cache: objects by identifier */
	struct flight flight;
	unsigned n_values, n_looks, n_scripts, max_scripts, script_depth;
	/* bytes of the scripts that were read, and of the candidates */
	size_t script_bytes, text_bytes;
};

/* The article to which a text belongs, according to the nearest title. */
enum nearness { NOT_KNOWN, IS_OURS, IS_OTHERS };

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

static const char *const title_keys[] = { "title", "headline", "headlines",
	"name", "titel", "titre", "titulo" };
/* Keys inside of a title that is an object. */
static const char *const title_parts[] = { "rendered", "basic", "text", "main",
	"value", "default" };
/* Keys of a value that contains a part of a paragraph. */
static const char *const inner_keys[] = { "children", "data", "props",
	"attributes", "attrs", "model" };
/* Keys whose value states the kind of a block ("paragraph"). */
static const char *const kind_keys[] = { "type", "_type", "__typename", "name",
	"kind", "tag" };
#define BLOCKS_WEIGHT 1.5 /* weight of blocks whose key is not in body_keys */

/* Types of objects that are parts of a paragraph. */
static const char *const inline_types[] = { "a", "link", "hyperlink", "text",
	"span", "strong", "b", "bold", "em", "i", "italic", "mark", "u" };

static struct slice
state_text_of(const json_t *value)
{
	return json_is_string(value) ? (struct slice){ json_string_value(value),
		json_string_length(value) }
				     : SLICE_NONE;
}

/* ---- references ---- */

/* Returns the value to which a reference refers. A reference is an index in a
 * flat list (devalue, turbo-stream) or the key of an entry of a cache (Apollo).
 * A value that is not a reference is returned unchanged. */
static const json_t *
state_value(const struct reader *r, const json_t *value)
{
	const json_t *found;

	if (r->flat != NULL && json_is_integer(value) &&
	    json_integer_value(value) >= 0)
		return json_array_get(
		    r->flat, (size_t)json_integer_value(value));
	/* ["Ref", 3] */
	if (r->flat != NULL && json_array_size(value) == 2 &&
	    json_is_string(json_array_get(value, 0)) &&
	    json_is_integer(json_array_get(value, 1)))
		return state_value(r, json_array_get(value, 1));
	if (r->cache == NULL || !json_is_object(value))
		return value;
	found = json_object_get(value, "__ref");
	if (!json_is_string(found))
		return value;
	found = json_object_get(r->cache, json_string_value(found));
	return found != NULL ? found : value;
}

/* Returns the name of a member. In a flat list, the name "_7" refers to the
 * string at index 7. */
static const char *
state_key(const struct reader *r, const char *key)
{
	const char *name;
	int64_t index;

	if (r->flat == NULL || key[0] != '_' ||
	    !slice_to_int64(slice_of(key + 1), &index) || index < 0)
		return key;
	name = json_string_value(json_array_get(r->flat, (size_t)index));
	return name != NULL ? name : key;
}

/* Counts the members that are examined. References can lead to one member many
 * times. Returns false at the limit LOOKS. */
static bool
state_may_look(struct reader *r)
{
	return r->n_looks++ < LOOKS;
}

static const json_t *
state_member(struct reader *r, const json_t *object, const char *key)
{
	const char *name;
	json_t *member;

	if (r->flat == NULL)
		return state_value(r, json_object_get(object, key));
	json_object_foreach((json_t *)(uintptr_t)object, name, member)
	{
		if (!state_may_look(r))
			return NULL;
		if (strcmp(state_key(r, name), key) == 0)
			return state_value(r, member);
	}
	return NULL;
}

/* ---- keys ---- */

static double
state_weight_of(const char *key)
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
state_kind_of(struct reader *r, const json_t *object)
{
	for (size_t i = 0; i < ARRAY_LENGTH(kind_keys); i++) {
		struct slice kind =
		    state_text_of(state_member(r, object, kind_keys[i]));

		if (kind.len > 0)
			return kind;
	}
	return SLICE_NONE;
}

static bool
state_is_inline(struct reader *r, const json_t *object)
{
	struct slice kind = state_kind_of(r, object);

	for (size_t i = 0; i < ARRAY_LENGTH(inline_types); i++)
		if (slice_equal_nocase(kind, slice_of(inline_types[i])))
			return true;
	return false;
}

/* True if a block contains a list of pieces; such a block ends a paragraph. */
static bool
state_has_list(struct reader *r, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)object, key, value)
	{
		if (!state_may_look(r) || json_is_array(state_value(r, value)))
			return true;
	}
	return false;
}

/* True for a list of objects most of which have a kind: [{type, text}, …]. */
static bool
state_is_block_list(struct reader *r, const json_t *value)
{
	size_t n = json_array_size(value), blocks = 0;

	if (n > BLOCKS_LOOK)
		n = BLOCKS_LOOK;
	for (size_t i = 0; i < n; i++)
		blocks +=
		    state_kind_of(r, state_value(r, json_array_get(value, i)))
			.len > 0;
	return n >= 2 && 2 * blocks > n;
}

static bool
state_is_inner_key(const char *key)
{
	for (size_t i = 0; i < ARRAY_LENGTH(inner_keys); i++)
		if (slice_equal_nocase(slice_of(key), slice_of(inner_keys[i])))
			return true;
	return false;
}

static void state_collect_text(
    struct reader *, const json_t *value, unsigned depth);

static void
state_collect_object(struct reader *r, const json_t *object, unsigned depth)
{
	const char *name;
	json_t *member;

	json_object_foreach((json_t *)(uintptr_t)object, name, member)
	{
		const char *key = state_key(r, name);
		const json_t *value = state_value(r, member);

		if (r->n_values > VALUES)
			return;

		/* If the key is one such as "data", a string is text only in an
		 * inline object. */
		if (json_is_array(value) || state_weight_of(key) > 0 ||
		    (state_is_inner_key(key) &&
			(!json_is_string(value) || state_is_inline(r, object) ||
			    slice_equal(slice_of(key), SLICE("children")))))
			state_collect_text(r, value, depth + 1);
	}
}

/* Collects the text of a value that is a paragraph or a list of paragraphs. */
static void
state_collect_text(struct reader *r, const json_t *value, unsigned depth)
{
	size_t i;
	json_t *item;

	if (depth > TEXT_DEPTH || r->n_values++ > VALUES)
		return;
	if (json_is_string(value)) {
		buf_append_slice(r->text,
		    state_flight_text(&r->flight, state_text_of(value)));
	} else if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, item)
		{
			const json_t *member = state_value(r, item);

			state_collect_text(r, member, depth + 1);
			if (depth == 0 || (json_is_object(member) &&
					      state_has_list(r, member) &&
					      !state_is_inline(r, member)))
				buf_append_string(r->text, "\n\n");
		}
	} else if (json_is_object(value)) {
		state_collect_object(r, value, depth);
	}
}

/* ---- candidates ---- */

/* True for sentences, false for code, addresses and base64. */
static bool
state_is_prose(struct slice text, uint32_t words)
{
	size_t points = 0, codes = 0;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.p[i];

		points += c == '.' || c == '!' || c == '?' ||
			  (c == 0xE3 && i + 2 < text.len &&
			      (unsigned char)text.p[i + 1] == 0x80 &&
			      (unsigned char)text.p[i + 2] == 0x82);
		codes += c == '{' || c == '}' || c == ';' || c == '=' ||
			 c == '<' || c == '>' || c == '|' || c == '_';
	}
	return points > 0 && codes * 100 < text.len &&
	       text.len < (size_t)PROSE_WORD * words;
}

static void
state_consider(
    struct reader *r, struct slice raw, double weight, enum nearness near)
{
	struct slice text;
	uint32_t words;
	double score;

	if (raw.len < STATE_SCRIPT_LEAST / 2 || near == IS_OTHERS ||
	    (r->only_own && near != IS_OURS) ||
	    r->text_bytes + raw.len > ALL_TEXTS_BYTES)
		return;
	r->text_bytes += raw.len;
	text = article_plain(
	    r->page->arena, utf8_prefix(raw, LIMIT_ARTICLE_BYTES / 4));
	words = words_count(text);
	if (words < (near == IS_OURS ? FEWEST_WORDS : ALONE_WORDS) ||
	    !state_is_prose(text, words))
		return;
	score = words * weight * (near == IS_OURS ? 10 : 1);
	if (score <= r->best_score)
		return;
	r->best_score = score;
	r->best = arena_copy(r->page->arena, text);
}

/* Returns a title: a string, {"rendered": "…"} or {"basic": "…"}. */
static struct slice
state_title_of(struct reader *r, const json_t *value)
{
	struct slice title = state_text_of(value);

	for (size_t i = 0; title.len == 0 && json_is_object(value) &&
			   i < ARRAY_LENGTH(title_parts);
	     i++)
		title = state_text_of(state_member(r, value, title_parts[i]));
	return title;
}

static enum nearness
state_compare_title(const struct reader *r, struct slice title)
{
	struct words words;

	words_read(&words, slice_sub(title, 0, LIMIT_TITLE_BYTES));
	if (r->title.n > 0 && words_overlap(&words, &r->title) >= TITLE_AGREES)
		return IS_OURS;
	/* a long title is the headline of another article */
	return words.n_total >= 4 ? IS_OTHERS : NOT_KNOWN;
}

static enum nearness
state_title_nearness(
    struct reader *r, const json_t *object, enum nearness around)
{
	for (size_t i = 0; i < ARRAY_LENGTH(title_keys); i++) {
		struct slice title =
		    state_title_of(r, state_member(r, object, title_keys[i]));
		enum nearness near = state_compare_title(r, title);

		if (near != NOT_KNOWN)
			return near;
	}
	return around;
}

static void
state_consider_member(
    struct reader *r, const char *key, const json_t *member, enum nearness near)
{
	double weight = state_weight_of(key);

	if (weight == 0 && state_is_block_list(r, member))
		weight = BLOCKS_WEIGHT;
	if (weight == 0 || near == IS_OTHERS)
		return;
	if (json_is_string(member)) {
		state_consider(r,
		    state_flight_text(&r->flight, state_text_of(member)),
		    weight, near);
		return;
	}
	buf_clear(r->text);
	state_collect_text(r, member, 0);
	if (r->text->no_memory)
		arena_give_up(r->page->arena);
	state_consider(r, buf_slice(r->text), weight, near);
}

/* The position of a value in the data. */
struct place {
	/* numbers of levels: below the title; below the script */
	unsigned level, depth;
	enum nearness near;
};

static void
state_visit(struct reader *r, const json_t *value, struct place at)
{
	const char *name;
	json_t *member;
	enum nearness near;
	size_t i;

	if (r->n_values++ > VALUES || at.depth++ > VISIT_DEPTH)
		return;
	if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, member)
		    state_visit(r, state_value(r, member), at);
		return;
	}
	if (!json_is_object(value))
		return;
	near = state_title_nearness(r, value, NOT_KNOWN);
	if (near != NOT_KNOWN) {
		at.near = near;
		at.level = 0;
	} else if (at.level > TITLE_LEVELS) {
		at.near = NOT_KNOWN;
	}
	at.level++;
	json_object_foreach((json_t *)(uintptr_t)value, name, member)
	{
		const json_t *inner = state_value(r, member);

		if (r->n_values > VALUES)
			return;

		state_consider_member(r, state_key(r, name), inner, at.near);
		state_visit(r, inner, at);
	}
}

/* ---- scripts ---- */

/* Adds the paragraphs of a row of React elements as a candidate. */
static void
state_read_elements(struct reader *r, const json_t *row)
{
	struct slice title;
	enum nearness near;

	buf_clear(r->text);
	state_flight_collect(row, r->text, &title);
	if (r->text->no_memory)
		arena_give_up(r->page->arena);
	near = title.len > 0 ? state_compare_title(r, title) : NOT_KNOWN;
	state_consider(r, buf_slice(r->text), ELEMENTS_WEIGHT, near);
}

static void state_read_value(void *reader, struct slice script);

/* Reads JSON in a string: JSON.parse("…"). */
static void
state_read_inner(struct reader *r, const json_t *string)
{
	struct slice inner = slice_trim(state_text_of(string));

	if (inner.len < STATE_SCRIPT_LEAST || r->script_depth >= SCRIPT_DEPTH ||
	    (inner.p[0] != '{' && inner.p[0] != '['))
		return;
	inner = arena_copy(r->page->arena, inner);
	json_decref(r->page->json);
	r->page->json = NULL;
	state_read_value(r, inner);
}

static void
state_read_root(struct reader *r, const json_t *root)
{
	struct place at = { .near = NOT_KNOWN };

	r->flat = state_is_flat(root) ? root : NULL;
	r->cache = json_object_get(root, "ROOT_QUERY") != NULL ? root : NULL;
	if (r->cache == NULL) {
		const char *key;
		json_t *member;

		json_object_foreach((json_t *)(uintptr_t)root, key,
		    member) if (json_object_get(member, "ROOT_QUERY") != NULL)
		    r->cache = member;
	}
	state_visit(r, r->flat != NULL ? json_array_get(root, 0) : root, at);
	state_read_elements(r, root);
	r->flat = r->cache = NULL;
}

/* Reads JSON: an object, a list, or a string that contains one. */
static void
state_read_value(void *reader, struct slice script)
{
	struct reader *r = reader;

	if (r->n_scripts >= r->max_scripts ||
	    r->script_bytes + script.len > ALL_SCRIPTS_BYTES)
		return;
	r->n_scripts++;
	r->script_bytes += script.len;
	if (script.p[0] != '"' && !article_repair_json(r->page->arena, &script))
		return;
	r->script_depth++;
	r->page->json = json_loadb(script.p, script.len,
	    JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, NULL);
	if (json_is_string(r->page->json))
		state_read_inner(r, r->page->json);
	else if (r->page->json != NULL)
		state_read_root(r, r->page->json);
	json_decref(r->page->json);
	r->page->json = NULL;
	r->script_depth--;
}

static void
state_read_script(struct reader *r, struct slice type, struct slice script)
{
	script = slice_trim(script);
	if (slice_find_nocase(type, SLICE("ld+json"), 0) != SLICE_NOT_FOUND ||
	    state_flight_add(r->page, script, &r->flight) ||
	    script.len < STATE_SCRIPT_LEAST)
		return;
	if (slice_find_nocase(type, SLICE("json"), 0) != SLICE_NOT_FOUND)
		state_read_value(r, script);
	else if (script.len <= ALL_SCRIPTS_BYTES)
		state_read_program(
		    r->page->arena, r->text, script, state_read_value, r);
}

struct slice
article_read_state(
    struct page *page, struct slice title, bool only_own, struct buf *work)
{
	struct reader r = { .page = page,
		.text = work,
		.only_own = only_own,
		.max_scripts = SCRIPTS };
	enum scan_kind kind;
	struct scan scan;

	words_read(&r.title, title);
	scan_init(&scan, page->utf8);
	while ((kind = scan_next(&scan)) != SCAN_END) {
		struct slice script, type;

		if (kind != SCAN_START_TAG || scan.tag->tag != TAG_SCRIPT)
			continue;
		type = scan_attr(&scan, ATTR_TYPE);
		if (!scan_skip_element(&scan, &script))
			break;
		state_read_script(&r, type, script);
	}
	/* A stream has many short rows, so its limit is ROWS. */
	r.max_scripts = ROWS;
	state_flight_read(page->arena, &r.flight, state_read_value, &r);
	buf_clear(work);
	return r.best;
}
