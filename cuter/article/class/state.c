/*
 * state.c -- finds the text in a page's embedded data.
 *
 * Pages that are rendered by scripts contain their data as JSON: <script
 * type="application/json">, `window.NAME = {…}`, JSON.parse("…"). Strings in
 * the data may contain JSON, too: {"body":"{…}"}. The search uses only the
 * structure of the data, and no names of sites. It looks for a key that denotes
 * a body and has a long text or a list of paragraphs. A text is preferred if
 * the page's title is near it: in the same object or a few levels above.
 *
 * In: the page's bytes as UTF-8; the title.
 * Out: the text as paragraphs; nothing if no candidate is good enough.
 *
 * Limits: the bytes of each script and of all scripts, the depth that
 * article_repair_json() accepts, and the number of values.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/article/class/state.h"
#include "cuter/features/features.h"
#include "cuter/tree/scan.h"

#define SCRIPTS 24 /* largest number of JSON values from scripts */
/* Largest number of JSON values from scripts and stream rows together. */
#define ROWS         600
#define SCRIPT_DEPTH 3   /* maximum nesting of strings that contain JSON */
#define VISIT_DEPTH  128 /* maximum depth of values, with references */
/* Largest size of all scripts; the article is mostly near the start. */
#define ALL_SCRIPTS_BYTES (4 * MIB)
#define ALL_TEXTS_BYTES   (4 * MIB) /* largest size of all candidates */
#define TITLE_AGREES      0.6
/* Largest number of levels from a title to a text that belongs to it. */
#define TITLE_LEVELS 4
/* Number of members of a list that are examined for titles. */
#define TITLES_LOOK 8
/* Least number of words of a text with the page's title near it. */
#define FEWEST_WORDS 40
/* Least number of words of a text without that title near it. */
#define ALONE_WORDS 80
/* Largest mean length of a word in bytes; code and addresses have longer words.
 */
#define PROSE_WORD      14
#define ELEMENTS_WEIGHT 1

struct reader {
	struct page *page;
	struct words title;
	struct slice best;
	double best_score;
	bool only_own; /* accept only a text with the page's title near it */
	struct state_values values;
	unsigned n_scripts, max_scripts, script_depth;
	/* bytes of the scripts that were read, and of the candidates */
	size_t script_bytes, text_bytes;
};

/* The article to which a text belongs, according to the nearest title. */
enum nearness { NOT_KNOWN, IS_OURS, IS_OTHERS };

static const char *const title_keys[] = { "title", "headline", "headlines",
	"name", "titel", "titre", "titulo" };
/* Keys inside of a title that is an object. */
static const char *const title_parts[] = { "rendered", "basic", "text", "main",
	"value", "default" };
#define BLOCKS_WEIGHT 1.5 /* weight of blocks whose key is not in body_keys */

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
	struct slice title = state_values_text(value);

	for (size_t i = 0; title.len == 0 && json_is_object(value) &&
			   i < ARRAY_LENGTH(title_parts);
	     i++)
		title = state_values_text(
		    state_values_member(&r->values, value, title_parts[i]));
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
		struct slice title = state_title_of(
		    r, state_values_member(&r->values, object, title_keys[i]));
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
	double weight = state_values_weight(key);

	if (weight == 0 && state_values_is_block_list(&r->values, member))
		weight = BLOCKS_WEIGHT;
	if (weight == 0 || near == IS_OTHERS)
		return;
	if (json_is_string(member)) {
		state_consider(r,
		    state_flight_text(
			&r->values.flight, state_values_text(member)),
		    weight, near);
		return;
	}
	buf_clear(r->values.text);
	state_values_collect(&r->values, member);
	if (r->values.text->no_memory)
		arena_give_up(r->page->arena);
	state_consider(r, buf_slice(r->values.text), weight, near);
}

/* The position of a value in the data. */
struct place {
	/* numbers of levels: below the title; below the script */
	unsigned level, depth;
	enum nearness near;
};

static void state_visit(struct reader *, const json_t *value, struct place at);

/* Returns true if members of a list are objects with a title. */
static bool
state_has_titles(struct reader *r, const json_t *list)
{
	size_t n = json_array_size(list);

	for (size_t i = 0; i < n && i < TITLES_LOOK; i++)
		if (state_title_nearness(
			r, json_array_get(list, i), NOT_KNOWN) != NOT_KNOWN)
			return true;
	return false;
}

/* Visits the value of a script, or of a string that is the member `key` of an
 * object. key: NULL for a script. */
static void
state_visit_root(
    struct reader *r, const char *key, const json_t *root, struct place at)
{
	const json_t *flat = r->values.flat, *cache = r->values.cache;

	r->values.flat = state_is_flat(root) ? root : NULL;
	r->values.cache =
	    json_object_get(root, "ROOT_QUERY") != NULL ? root : NULL;
	if (r->values.cache == NULL) {
		const char *name;
		json_t *member;

		json_object_foreach((json_t *)(uintptr_t)root, name,
		    member) if (json_object_get(member, "ROOT_QUERY") != NULL)
		    r->values.cache = member;
	}
	/* A list of articles is not the text of one article. */
	if (key != NULL && json_is_array(root) && r->values.flat == NULL &&
	    (at.near == IS_OURS || !state_has_titles(r, root)))
		state_consider_member(r, key, root, at.near);
	state_visit(
	    r, r->values.flat != NULL ? json_array_get(root, 0) : root, at);
	r->values.flat = flat;
	r->values.cache = cache;
}

/* Visits the value in a string that contains JSON. Returns false if the string
 * contains no JSON. Such a string is not text, even if a limit is reached. */
static bool
state_visit_string(
    struct reader *r, const char *key, const json_t *string, struct place at)
{
	struct slice text = slice_trim(
	    state_flight_text(&r->values.flight, state_values_text(string)));
	json_t *inner;

	if (text.len < STATE_SCRIPT_LEAST ||
	    (text.p[0] != '{' && text.p[0] != '['))
		return false;
	if (r->script_depth >= SCRIPT_DEPTH ||
	    r->script_bytes + text.len > ALL_SCRIPTS_BYTES)
		return true;
	r->script_bytes += text.len;
	if (!article_repair_json(r->page->arena, &text))
		return true;
	inner = json_loadb(text.p, text.len, JSON_ALLOW_NUL, NULL);
	if (inner == NULL)
		return false;
	/* page->json owns the value until it has been visited */
	if (json_array_append_new(r->page->json, inner) < 0)
		arena_give_up(r->page->arena);
	r->script_depth++;
	state_visit_root(r, key, inner, at);
	r->script_depth--;
	json_array_remove(r->page->json, json_array_size(r->page->json) - 1);
	return true;
}

static void
state_visit(struct reader *r, const json_t *value, struct place at)
{
	const char *name;
	json_t *member;
	enum nearness near;
	size_t i;

	if (r->values.n_values++ > STATE_VALUES || at.depth++ > VISIT_DEPTH)
		return;
	if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, member)
		{
			const json_t *inner =
			    state_values_resolve(&r->values, member);

			if (!json_is_string(inner) ||
			    !state_visit_string(r, "", inner, at))
				state_visit(r, inner, at);
		}
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
		const json_t *inner = state_values_resolve(&r->values, member);
		const char *key = state_values_key(&r->values, name);

		if (r->values.n_values > STATE_VALUES)
			return;
		if (json_is_string(inner) &&
		    state_visit_string(r, key, inner, at))
			continue;
		state_consider_member(r, key, inner, at.near);
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

	buf_clear(r->values.text);
	state_flight_collect(row, r->values.text, &title);
	if (r->values.text->no_memory)
		arena_give_up(r->page->arena);
	near = title.len > 0 ? state_compare_title(r, title) : NOT_KNOWN;
	state_consider(r, buf_slice(r->values.text), ELEMENTS_WEIGHT, near);
}

static void state_read_value(void *reader, struct slice script);

/* Reads JSON in a string: JSON.parse("…"). */
static void
state_read_inner(struct reader *r, const json_t *string)
{
	struct slice inner = slice_trim(state_values_text(string));

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

	state_visit_root(r, NULL, root, at);
	state_read_elements(r, root);
}

/* Reads JSON: an object, a list, or a string that contains one. */
static void
state_read_value(void *reader, struct slice script)
{
	struct reader *r = reader;
	const json_t *root;

	if (r->n_scripts >= r->max_scripts ||
	    r->script_bytes + script.len > ALL_SCRIPTS_BYTES)
		return;
	r->n_scripts++;
	r->script_bytes += script.len;
	if (script.p[0] != '"' && !article_repair_json(r->page->arena, &script))
		return;
	r->script_depth++;
	r->page->json = json_array();
	json_array_append_new(r->page->json,
	    json_loadb(script.p, script.len,
		JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL,
		NULL));
	root = json_array_get(r->page->json, 0);
	if (json_is_string(root))
		state_read_inner(r, root);
	else if (root != NULL)
		state_read_root(r, root);
	json_decref(r->page->json);
	r->page->json = NULL;
	r->script_depth--;
}

static void
state_read_script(struct reader *r, struct slice type, struct slice script)
{
	script = slice_trim(script);
	if (slice_find_nocase(type, SLICE("ld+json"), 0) != SLICE_NOT_FOUND ||
	    state_flight_add(r->page, script, &r->values.flight) ||
	    script.len < STATE_SCRIPT_LEAST)
		return;
	if (slice_find_nocase(type, SLICE("json"), 0) != SLICE_NOT_FOUND)
		state_read_value(r, script);
	else if (script.len <= ALL_SCRIPTS_BYTES)
		state_read_program(r->page->arena, r->values.text, script,
		    state_read_value, r);
}

struct slice
article_read_state(
    struct page *page, struct slice title, bool only_own, struct buf *work)
{
	struct reader r = { .page = page,
		.values.text = work,
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
	state_flight_read(page->arena, &r.values.flight, state_read_value, &r);
	buf_clear(work);
	return r.best;
}
