/*
 * state.c -- the text in a page's embedded data, for pages whose HTML has no
 * text.
 *
 * Pages that are rendered by scripts contain their data as JSON: <script
 * type="application/json">, `window.NAME = {…}`, JSON.parse("…").  The search
 * uses no site's names, only the structure: a key that denotes a body, with a
 * long text or a list of paragraphs, in an object (or a few levels below one)
 * whose title is the page's.
 *
 * In:  the page's bytes as UTF-8; the title.
 * Out: the text as paragraphs; nothing if no candidate is good enough.
 *
 * Only used if the page has no text.  Limits: the bytes of each script and of
 * all, the depth that article_repair_json() accepts, and the number of values.
 */
#include <jansson.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"
#include "cuter/tree/scan.h"

#define SCRIPTS      12
#define SCRIPT_LOOK  400 /* bytes of code before the data */
#define SCRIPT_LEAST 300 /* bytes; shorter scripts hold no article */
#define ALL_SCRIPTS_BYTES                                                      \
	(4 * MIB) /* bytes of data that are read; the article is near the      \
		     start */
#define ALL_TEXTS_BYTES (4 * MIB) /* of candidates */
#define VALUES          200000    /* values in all scripts */
#define TITLE_AGREES    0.6
/* an object's title applies to this many levels below */
#define TITLE_LEVELS 4
#define FEWEST_WORDS 40 /* words of a text with the page's title near it */
#define ALONE_WORDS  80 /* words of a text without any title near it */
/* maximal mean word length; code and addresses have more */
#define PROSE_WORD 14
#define TEXT_DEPTH 12 /* nesting of a list of paragraphs */

struct reader {
	struct page *page;
	struct words title;
	struct buf *text; /* the current candidate */
	struct slice best;
	double best_score;
	unsigned n_values, n_scripts;
	size_t script_bytes, text_bytes; /* bytes read; bytes of candidates */
};

/* The article to which a text belongs, according to the nearest title. */
enum nearness { NOT_KNOWN, IS_OURS, IS_OTHERS };

/* Keys of bodies, as prefixes and suffixes: "body" is in "bodyHtml" and
 * "articleBody". */
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
	{ "markdown", 1 },
	{ "value", 0.5 },
};

static const char *const title_keys[] = { "title", "headline", "name", "titel",
	"titre", "titulo" };

/* Types of pieces that belong to one paragraph. */
static const char *const inline_types[] = { "a", "link", "hyperlink", "text",
	"span", "strong", "b", "bold", "em", "i", "italic", "mark", "u" };

static struct slice
state_text_of(const json_t *value)
{
	return json_is_string(value) ? (struct slice){ json_string_value(value),
		json_string_length(value) }
				     : SLICE_NONE;
}

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

static bool
state_is_inline(const json_t *object)
{
	struct slice type = state_text_of(json_object_get(object, "type"));

	if (type.p == NULL)
		type = state_text_of(json_object_get(object, "tag"));
	for (size_t i = 0; i < ARRAY_LENGTH(inline_types); i++)
		if (slice_equal_nocase(type, slice_of(inline_types[i])))
			return true;
	return false;
}

static bool
state_has_list(const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)object, key,
	    value) if (json_is_array(value)) return true;
	return false;
}

/* Collects the text of a value that is a paragraph or a list of paragraphs. */
static void
state_collect_text(struct reader *r, const json_t *value, unsigned depth)
{
	const char *key;
	json_t *member;
	size_t i;

	if (depth > TEXT_DEPTH || r->n_values++ > VALUES)
		return;
	if (json_is_string(value)) {
		buf_append_slice(r->text, state_text_of(value));
	} else if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, member)
		{
			state_collect_text(r, member, depth + 1);
			if (depth == 0 ||
			    (json_is_object(member) && state_has_list(member) &&
				!state_is_inline(member)))
				buf_append_string(r->text, "\n\n");
		}
	} else if (json_is_object(value)) {
		json_object_foreach((json_t *)(uintptr_t)value, key,
		    member) if (json_is_array(member) ||
				state_weight_of(key) > 0 ||
				slice_equal_nocase(
				    slice_of(key), SLICE("children")))
		    state_collect_text(r, member, depth + 1);
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

	if (raw.len < SCRIPT_LEAST / 2 || near == IS_OTHERS ||
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

static enum nearness
state_title_nearness(
    struct reader *r, const json_t *object, enum nearness around)
{
	for (size_t i = 0; i < ARRAY_LENGTH(title_keys); i++) {
		struct slice title =
		    state_text_of(json_object_get(object, title_keys[i]));
		struct words words;

		if (title.len == 0)
			continue;
		words_read(&words, slice_sub(title, 0, LIMIT_TITLE_BYTES));
		if (r->title.n > 0 &&
		    words_overlap(&words, &r->title) >= TITLE_AGREES)
			return IS_OURS;
		/* A headline of another article. */
		if (words.n_total >= 4)
			return IS_OTHERS;
	}
	return around;
}

static void
state_visit(
    struct reader *r, const json_t *value, unsigned level, enum nearness near)
{
	const char *key;
	json_t *member;
	size_t i;

	if (r->n_values++ > VALUES)
		return;
	if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, member)
		    state_visit(r, member, level, near);
		return;
	}
	if (!json_is_object(value))
		return;
	i = (size_t)state_title_nearness(r, value, NOT_KNOWN);
	if (i != NOT_KNOWN) {
		near = (enum nearness)i;
		level = 0;
	} else if (level > TITLE_LEVELS) {
		near = NOT_KNOWN;
	}
	json_object_foreach((json_t *)(uintptr_t)value, key, member)
	{
		double weight = state_weight_of(key);

		if (weight > 0 && json_is_string(member)) {
			state_consider(r, state_text_of(member), weight, near);
		} else if (weight > 0 && near != IS_OTHERS) {
			buf_clear(r->text);
			state_collect_text(r, member, 0);
			if (r->text->no_memory)
				arena_give_up(r->page->arena);
			state_consider(r, buf_slice(r->text), weight, near);
		}
		state_visit(r, member, level + 1, near);
	}
}

/* ---- scripts ---- */

static void
state_read_json(struct reader *r, struct slice script)
{
	if (!article_repair_json(r->page->arena, &script))
		return;
	r->page->json = json_loadb(script.p, script.len,
	    JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, NULL);
	if (r->page->json != NULL)
		state_visit(r, r->page->json, 0, NOT_KNOWN);
	json_decref(r->page->json);
	r->page->json = NULL;
}

/* JSON.parse("…"): a JSON string that contains JSON. */
static bool
state_read_quoted(struct reader *r, struct slice script)
{
	size_t at = slice_find(
	    slice_sub(script, 0, SCRIPT_LOOK), SLICE("JSON.parse(\""), 0);
	struct slice inner;

	if (at == SLICE_NOT_FOUND)
		return false;
	script = slice_sub(script, at + strlen("JSON.parse("), script.len);
	r->page->json = json_loadb(script.p, script.len,
	    JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK | JSON_ALLOW_NUL, NULL);
	inner = arena_copy(r->page->arena, state_text_of(r->page->json));
	json_decref(r->page->json);
	r->page->json = NULL;
	if (inner.len > 0)
		state_read_json(r, inner);
	return true;
}

static void
state_read_script(struct reader *r, struct slice type, struct slice script)
{
	bool is_json =
	    slice_find_nocase(type, SLICE("json"), 0) != SLICE_NOT_FOUND;
	size_t at;

	script = slice_trim(script);
	if (script.len < SCRIPT_LEAST || r->n_scripts >= SCRIPTS ||
	    slice_find_nocase(type, SLICE("ld+json"), 0) != SLICE_NOT_FOUND)
		return;
	if (!is_json) {
		if (script.len <= ALL_SCRIPTS_BYTES / 2 &&
		    state_read_quoted(r, script))
			return;
		/* `NAME = {` or `NAME = [` near the start */
		at = slice_find_char(slice_sub(script, 0, SCRIPT_LOOK), '=', 0);
		if (at == SLICE_NOT_FOUND)
			return;
		script = slice_trim(slice_sub(script, at + 1, script.len));
		if (script.len == 0 ||
		    (script.p[0] != '{' && script.p[0] != '['))
			return;
	}
	r->n_scripts++;
	if (r->script_bytes + script.len > ALL_SCRIPTS_BYTES)
		return;
	r->script_bytes += script.len;
	state_read_json(r, script);
}

struct slice
article_read_state(struct page *page, struct slice title, struct buf *work)
{
	struct reader r = { .page = page, .text = work };
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
	buf_clear(work);
	return r.best;
}
