/*
 * rules.c -- reads a file of site rules; see rules.h.
 *
 * The normal case: the text is divided into lines; the command of each line is
 * looked up in a table, which gives the kind of its value; the statement is
 * appended.  Values are not examined here: only a worker compiles XPath.
 */
#include "rules/rules.h"

#include "base/array.h"
#include "base/limits/limits_rules.h"
#include "base/table.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

#define FIRST_LINES  32
#define QUOTED_BYTES 60 /* largest part of a line that a fault quotes */

_Static_assert(ARRAY_LENGTH(((struct rules *)0)->faults) == LIMIT_RULES_FAULTS,
    "room for each fault");

enum rules_kind {
	RULES_LIST,    /* a statement, added to the list of lines */
	RULES_PART,    /* the same, for a text that is searched in attributes */
	RULES_NAMED,   /* a statement with a name: command(NAME) */
	RULES_WRAP,    /* wrap_in(ELEMENT) */
	RULES_FIND,    /* find_string: the next replace_string belongs to it */
	RULES_REPLACE, /* replace_string, or replace_string(TEXT) */
	RULES_CONDITION, /* if_page_contains: condition of the link in the
			    statement before it */
	RULES_SWITCH,    /* yes or no */
	RULES_SILENT, /* a known command that Gleaner does not need: no fault */
	RULES_UNSUPPORTED
};

/* Kinds of commands that may have a name in parentheses. */
static const bool may_have_name[] = {
	[RULES_NAMED] = true,
	[RULES_WRAP] = true,
	[RULES_REPLACE] = true,
	[RULES_SILENT] = true,
	[RULES_UNSUPPORTED] = true,
};

static const struct rules_command {
	const char *name;
	enum rules_kind kind;
	int id; /* enum rule_command or enum rule_switch */
} commands[] = {
	{ "title", RULES_LIST, RULE_TITLE },
	{ "body", RULES_LIST, RULE_BODY },
	{ "author", RULES_LIST, RULE_AUTHOR },
	{ "date", RULES_LIST, RULE_DATE },
	{ "strip", RULES_LIST, RULE_STRIP },
	{ "strip_id_or_class", RULES_PART, RULE_STRIP_ID_OR_CLASS },
	{ "strip_image_src", RULES_PART, RULE_STRIP_IMAGE_SRC },
	{ "single_page_link", RULES_LIST, RULE_SINGLE_PAGE_LINK },
	{ "next_page_link", RULES_LIST, RULE_NEXT_PAGE_LINK },
	{ "native_ad_clue", RULES_LIST, RULE_NATIVE_AD_CLUE },
	{ "test_url", RULES_LIST, RULE_TEST_URL },
	{ "wrap_in", RULES_WRAP, RULE_WRAP_IN },
	{ "http_header", RULES_NAMED, RULE_HTTP_HEADER },
	{ "replace_string", RULES_REPLACE, RULE_REPLACE_STRING },
	{ "find_string", RULES_FIND, 0 },
	{ "if_page_contains", RULES_CONDITION, 0 },
	{ "prune", RULES_SWITCH, RULE_PRUNE },
	{ "tidy", RULES_SWITCH, RULE_TIDY },
	{ "autodetect_on_failure", RULES_SWITCH, RULE_AUTODETECT },
	{ "skip_json_ld", RULES_SWITCH, RULE_SKIP_JSON_LD },
	{ "insert_detected_image", RULES_SWITCH, RULE_INSERT_IMAGE },
	{ "test_contains", RULES_SILENT, 0 },
	{ "parser", RULES_SILENT, 0 },
	{ "strip_comments", RULES_SILENT, 0 },
	{ "convert_double_br_tags", RULES_SILENT, 0 },
	{ "dissolve", RULES_SILENT, 0 },
	{ "strip_attr", RULES_SILENT, 0 },
	{ "src_lazy_load_attr", RULES_SILENT, 0 },
	{ "move_into", RULES_UNSUPPORTED, 0 },
	{ "footnotes", RULES_UNSUPPORTED, 0 },
	{ "single_page_link_in_feed", RULES_UNSUPPORTED, 0 },
	{ "requires_login", RULES_UNSUPPORTED, 0 },
	{ "not_logged_in_xpath", RULES_UNSUPPORTED, 0 },
	{ "login_uri", RULES_UNSUPPORTED, 0 },
	{ "login_username_field", RULES_UNSUPPORTED, 0 },
	{ "login_password_field", RULES_UNSUPPORTED, 0 },
	{ "login_extra_fields", RULES_UNSUPPORTED, 0 },
};

static const bool defaults[RULE_SWITCH_COUNT] = {
	[RULE_PRUNE] = true,
	[RULE_AUTODETECT] = true,
	[RULE_INSERT_IMAGE] = true,
};

const char *
rule_command_name(enum rule_command command)
{
	for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
		if ((commands[i].kind == RULES_LIST ||
			commands[i].kind == RULES_PART ||
			commands[i].kind == RULES_NAMED ||
			commands[i].kind == RULES_WRAP ||
			commands[i].kind == RULES_REPLACE) &&
		    commands[i].id == (int)command)
			return commands[i].name;
	return "";
}

/* The state while one file is read. */
struct rules_reading {
	struct arena *arena;
	struct rules *rules;
	size_t cap;
	uint32_t number;   /* number of the current line */
	struct slice find; /* the last find_string without replace_string */
	uint32_t find_number;
	bool is_set[RULE_SWITCH_COUNT]; /* a line has given the value */
};

static void
rules_add_fault(struct rules_reading *r, uint32_t number, const char *text,
    struct slice name)
{
	struct rules *rules = r->rules;

	if (rules->n_faults == LIMIT_RULES_FAULTS) {
		rules->n_more_faults++;
		return;
	}
	rules->faults[rules->n_faults++] = (struct rule_fault){ number,
		arena_format(r->arena, "%s%s%.*s", text,
		    name.len > 0 ? ": " : "",
		    SLICE_ARG(utf8_prefix(name, QUOTED_BYTES))) };
}

static void
rules_add_line(struct rules_reading *r, enum rule_command command,
    struct slice name, struct slice value)
{
	struct rules *rules = r->rules;

	if (rules->n_lines == LIMIT_RULES_LINES) {
		rules_add_fault(r, r->number,
		    "more statements than a file may have",
		    slice_of(rule_command_name(command)));
		return;
	}
	if (rules->n_lines == r->cap) {
		rules->lines = arena_grow(r->arena, rules->lines, r->cap,
		    2 * r->cap, sizeof(*rules->lines));
		r->cap *= 2;
	}
	rules->lines[rules->n_lines++] = (struct rule_line){
		.command = command,
		.number = r->number,
		.name = name,
		.value = value,
	};
}

/* ---- the statements ---- */

/* The condition is stored in the previous statement, which must be a link. */
static void
rules_take_condition(struct rules_reading *r, struct slice value)
{
	struct rules *rules = r->rules;
	struct rule_line *last =
	    rules->n_lines > 0 ? &rules->lines[rules->n_lines - 1] : NULL;

	if (last != NULL && last->condition.p == NULL &&
	    (last->command == RULE_SINGLE_PAGE_LINK ||
		last->command == RULE_NEXT_PAGE_LINK))
		last->condition = value;
	else
		rules_add_fault(r, r->number,
		    "if_page_contains follows no single_page_link or "
		    "next_page_link",
		    SLICE_NONE);
}

static void
rules_take_switch(
    struct rules_reading *r, const struct rules_command *c, struct slice value)
{
	bool is_on = slice_equal_nocase(value, SLICE("yes")) ||
		     slice_equal_nocase(value, SLICE("true"));

	/* As for all commands, the first line counts. */
	if (r->is_set[c->id])
		return;
	if (is_on || slice_equal_nocase(value, SLICE("no")) ||
	    slice_equal_nocase(value, SLICE("false"))) {
		r->rules->is_on[c->id] = is_on;
		r->is_set[c->id] = true;
	} else {
		rules_add_fault(
		    r, r->number, "expected yes or no", slice_of(c->name));
	}
}

static void
rules_end_find(struct rules_reading *r)
{
	if (r->find.p != NULL)
		rules_add_fault(r, r->find_number,
		    "find_string without replace_string", r->find);
	r->find = SLICE_NONE;
}

static void
rules_take_replace(
    struct rules_reading *r, struct slice name, struct slice value)
{
	if (name.p == NULL) {
		name = r->find;
		r->find = SLICE_NONE;
	}
	if (name.len == 0)
		rules_add_fault(r, r->number,
		    "replace_string without a text to replace", SLICE_NONE);
	else
		rules_add_line(r, RULE_REPLACE_STRING, name, value);
}

static void
rules_take_header(
    struct rules_reading *r, struct slice name, struct slice value)
{
	size_t n = 0;

	for (size_t i = 0; i < r->rules->n_lines; i++)
		n += r->rules->lines[i].command == RULE_HTTP_HEADER;
	/* In older files the name is part of the value: "user-agent: TEXT". */
	if (name.p == NULL) {
		size_t at = slice_find_char(value, ':', 0);

		name = slice_trim(slice_sub(value, 0, at));
		value = at == SLICE_NOT_FOUND
			    ? SLICE_NONE
			    : slice_trim(slice_sub(value, at + 1, value.len));
	}
	if (name.len == 0 || value.len == 0)
		rules_add_fault(
		    r, r->number, "expected `http_header(NAME): VALUE`", name);
	else if (n == LIMIT_RULES_HEADERS)
		rules_add_fault(r, r->number, "too many headers", name);
	else
		rules_add_line(r, RULE_HTTP_HEADER, name, value);
}

/* wrap_in accepts elements of text that need no other element around them. */
static void
rules_take_wrap(struct rules_reading *r, struct slice name, struct slice value)
{
	static const char *const elements[] = { "b", "blockquote", "code",
		"div", "em", "h2", "h3", "h4", "h5", "h6", "i", "p", "pre",
		"section", "strong" };

	for (size_t i = 0; i < ARRAY_LENGTH(elements); i++)
		if (slice_equal_nocase(name, slice_of(elements[i]))) {
			rules_add_line(r, RULE_WRAP_IN, name, value);
			return;
		}
	rules_add_fault(r, r->number,
	    "expected wrap_in(ELEMENT) with an element of text such as "
	    "blockquote",
	    name);
}

/* Adds a line with a text that is searched in attributes. Quotes are removed,
 * as in Full-Text RSS: many files write the text in quotes. */
static void
rules_take_part(
    struct rules_reading *r, const struct rules_command *c, struct slice value)
{
	char *text = arena_alloc(r->arena, value.len);
	size_t n = 0;

	for (size_t i = 0; i < value.len; i++)
		if (value.p[i] != '"' && value.p[i] != '\'')
			text[n++] = value.p[i];
	value = slice_trim((struct slice){ text, n });
	if (value.len == 0)
		rules_add_fault(
		    r, r->number, "no value in the quotes", slice_of(c->name));
	else
		rules_add_line(r, (enum rule_command)c->id, SLICE_NONE, value);
}

static void
rules_take_statement(struct rules_reading *r, const struct rules_command *c,
    struct slice name, struct slice value)
{
	if (value.len == 0 && c->kind != RULES_REPLACE) {
		rules_add_fault(r, r->number, "no value", slice_of(c->name));
		return;
	}
	switch (c->kind) {
	case RULES_LIST:
		rules_add_line(r, (enum rule_command)c->id, SLICE_NONE, value);
		break;
	case RULES_PART:
		rules_take_part(r, c, value);
		break;
	case RULES_NAMED:
		rules_take_header(r, name, value);
		break;
	case RULES_WRAP:
		rules_take_wrap(r, name, value);
		break;
	case RULES_FIND:
		rules_end_find(r);
		r->find = value;
		r->find_number = r->number;
		break;
	case RULES_REPLACE:
		rules_take_replace(r, name, value);
		break;
	case RULES_CONDITION:
		rules_take_condition(r, value);
		break;
	case RULES_SWITCH:
		rules_take_switch(r, c, value);
		break;
	case RULES_SILENT:
		break;
	case RULES_UNSUPPORTED:
		rules_add_fault(r, r->number,
		    "this command has no effect in Gleaner", slice_of(c->name));
	}
}

/* ---- the lines ---- */

/* Divides a line into command, name and value.  The name of replace_string may
 * contain a colon, so the name ends at the first "):". */
static bool
rules_divide(struct slice line, struct slice *command, struct slice *name,
    struct slice *value)
{
	size_t colon = slice_find_char(line, ':', 0);
	size_t open = slice_find_char(line, '(', 0), close;

	*name = SLICE_NONE;
	if (colon == SLICE_NOT_FOUND)
		return false;
	if (open < colon) {
		close = slice_find(line, SLICE("):"), open);
		if (close == SLICE_NOT_FOUND)
			return false;
		*name = slice_sub(line, open + 1, close);
		*command = slice_trim(slice_sub(line, 0, open));
		*value = slice_trim(slice_sub(line, close + 2, line.len));
		return true;
	}
	*command = slice_trim(slice_sub(line, 0, colon));
	*value = slice_trim(slice_sub(line, colon + 1, line.len));
	return true;
}

static const struct rules_command *
rules_find_command(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(commands); i++)
		if (slice_equal_nocase(name, slice_of(commands[i].name)))
			return &commands[i];
	return NULL;
}

static void
rules_read_line(struct rules_reading *r, struct slice line)
{
	const struct rules_command *found;
	struct slice command, name, value;

	line = slice_trim(line);
	if (line.len == 0 || line.p[0] == '#')
		return;
	if (line.len > LIMIT_RULES_LINE) {
		rules_add_fault(r, r->number, "the line is too long", line);
		return;
	}
	if (!rules_divide(line, &command, &name, &value)) {
		rules_add_fault(r, r->number,
		    "not a statement, expected `command: value`", line);
		return;
	}
	found = rules_find_command(command);
	if (found == NULL || (name.p != NULL && !may_have_name[found->kind]))
		rules_add_fault(r, r->number, "unknown command", command);
	else
		rules_take_statement(r, found, name, value);
}

void
rules_read(struct arena *arena, struct slice text, struct rules *ret)
{
	struct rules_reading r = {
		.arena = arena, .rules = ret, .cap = FIRST_LINES
	};
	struct slice line;

	memset(ret, 0, sizeof(*ret));
	memcpy(ret->is_on, defaults, sizeof(defaults));
	ret->lines = arena_array(arena, r.cap, sizeof(*ret->lines));
	if (slice_starts(text, SLICE("\xEF\xBB\xBF")))
		text = slice_sub(text, 3, text.len);
	if (text.len > LIMIT_RULES_BYTES || !utf8_valid(text) ||
	    slice_find_char(text, '\0', 0) != SLICE_NOT_FOUND) {
		rules_add_fault(&r, 1,
		    text.len > LIMIT_RULES_BYTES
			? "the file is too large"
			: "the file is not a text in UTF-8",
		    SLICE_NONE);
		return;
	}
	while (slice_next(&text, '\n', &line)) {
		r.number++;
		rules_read_line(&r, line);
	}
	rules_end_find(&r);
}

bool
rules_have(const struct rules *rules, enum rule_command command)
{
	for (size_t i = 0; i < rules->n_lines; i++)
		if (rules->lines[i].command == command)
			return true;
	return false;
}

int64_t
rules_digest(struct slice text)
{
	int64_t digest = (int64_t)hash_stable(text);

	return digest != 0 ? digest : 1;
}

/* ---- names of files ---- */

/* For a domain, a longer name fits better. A name has at most LIMIT_HOST_BYTES
 * bytes, so its value is less than RULES_FITS_BARE. */
enum { RULES_FITS_DOMAIN = 1, RULES_FITS_BARE = 1000, RULES_FITS_HOST = 2000 };

unsigned
rules_name_fits(struct slice name, struct slice host)
{
	if (!slice_ends_nocase(name, SLICE(".txt")))
		return 0;
	name = slice_sub(name, 0, name.len - strlen(".txt"));
	if (name.len == 0 || name.len > LIMIT_HOST_BYTES)
		return 0;
	if (slice_equal_nocase(name, host))
		return RULES_FITS_HOST;
	if (slice_starts(host, SLICE("www.")) &&
	    slice_equal_nocase(name, slice_sub(host, 4, host.len)))
		return RULES_FITS_BARE;
	if (name.p[0] == '.' && name.len < host.len &&
	    slice_ends_nocase(host, name))
		return RULES_FITS_DOMAIN + (unsigned)name.len;
	return 0;
}
