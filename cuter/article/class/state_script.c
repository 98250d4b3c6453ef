/*
 * state_script.c -- reads data from the scripts of a page.
 *
 * In: the text of a <script>: `window.NAME = {…};`, JSON.parse("…"),
 * `NAME=(function(a,b){return {…}}(1,"x"))`.
 * Out: the data as JSON, for a parser that accepts nothing else.
 *
 * The script is not executed. Strings are candidates, and so are objects and
 * lists after `=`, `(`, `,`, `:` or `return`. A candidate that is not JSON is
 * rewritten: names become strings, single quotes become double quotes,
 * parameters of a surrounding function are replaced by its arguments, and other
 * names by null.
 *
 * Failures: a literal without an end ends the search. Code inside a literal is
 * rewritten to text that the parser rejects.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/article/class/state.h"

#define SCRIPT_DEPTH     64  /* same limit as in article_repair_json() */
#define SCRIPT_ARGUMENTS 512 /* maximum parameters of a function */
/* Largest size of a literal after it was rewritten. */
#define SCRIPT_REWRITTEN (2 * MIB)
/* Largest size of all literals that are rewritten, before the rewriting. */
#define SCRIPT_ALL     (4 * MIB)
#define SCRIPT_LOOKUPS 50000 /* largest number of names that are looked up */
#define SCRIPT_READS   8 /* largest number of argument lists that are read */

/* Returns the position after the string that begins at `at`; 0 if the string
 * has no end. */
static size_t
state_script_string_end(struct slice s, size_t at)
{
	char quote = s.p[at];

	for (size_t i = at + 1; i < s.len; i++) {
		if (s.p[i] == '\\')
			i++;
		else if (s.p[i] == quote)
			return i + 1;
	}
	return 0;
}

static bool
state_script_is_quote(char c)
{
	return c == '"' || c == '\'' || c == '`';
}

/* Returns the position after the object, list or string that begins at `at`.
 * Strings and nested literals are skipped. Returns 0 if the literal has no end.
 */
static size_t
state_script_literal_end(struct slice s, size_t at)
{
	size_t depth = 0;

	for (size_t i = at; i < s.len; i++) {
		if (state_script_is_quote(s.p[i])) {
			size_t end = state_script_string_end(s, i);

			if (end == 0 || depth == 0)
				return end;
			i = end - 1;
		} else if (s.p[i] == '{' || s.p[i] == '[') {
			if (++depth > SCRIPT_DEPTH)
				return 0;
		} else if (s.p[i] == '}' || s.p[i] == ']') {
			if (depth <= 1)
				return depth == 1 ? i + 1 : 0;
			depth--;
		}
	}
	return 0;
}

/* ---- parameters and arguments ---- */

struct bindings {
	struct slice names[SCRIPT_ARGUMENTS], values[SCRIPT_ARGUMENTS];
	size_t n, n_values;
	/* compared with SCRIPT_LOOKUPS, SCRIPT_READS and SCRIPT_ALL */
	size_t n_lookups, n_reads, rewritten_bytes;
};

/* Reads the parameters "a,b)" after "function(". */
static void
state_script_read_names(struct slice s, struct bindings *b)
{
	struct slice list = slice_sub(s, 0, slice_find_char(s, ')', 0)), name;

	b->n = b->n_values = 0;
	while (b->n < SCRIPT_ARGUMENTS && slice_next(&list, ',', &name))
		b->names[b->n++] = slice_trim(name);
}

/* Reads the arguments `}(1,"x")` or `})(1,"x")` after the literal that the
 * function returns. */
static void
state_script_read_values(struct slice s, struct bindings *b)
{
	size_t at = 0, from;

	while (at < s.len && s.p[at] != '(' &&
	       (strchr("});", s.p[at]) != NULL || ascii_is_space(s.p[at])))
		at++;
	if (at >= s.len || s.p[at] != '(')
		return;
	from = ++at;
	while (at < s.len && b->n_values < SCRIPT_ARGUMENTS) {
		char c = s.p[at];
		bool is_literal =
		    state_script_is_quote(c) || c == '{' || c == '[';
		size_t end =
		    is_literal ? state_script_literal_end(s, at) : at + 1;

		if (end == 0)
			return;
		if (c == ',' || c == ')') {
			b->values[b->n_values++] =
			    slice_trim(slice_sub(s, from, at));
			from = end;
			if (c == ')')
				return;
		}
		at = end;
	}
}

/* ---- rewriting ---- */

static bool
state_script_is_name(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' ||
	       c == '$' || (unsigned char)c >= 0x80;
}

/* Writes a string literal, which may have quotes of any kind, with double
 * quotes. */
static void
state_script_write_string(struct buf *out, struct slice s)
{
	buf_append_char(out, '"');
	for (size_t i = 1; i + 1 < s.len; i++) {
		if (s.p[i] == '\\' && i + 2 < s.len) {
			if (s.p[i + 1] != '\'' && s.p[i + 1] != '`')
				buf_append_char(out, '\\');
			i++;
		} else if (s.p[i] == '"') {
			buf_append_char(out, '\\');
		}
		buf_append_char(out, s.p[i]);
	}
	buf_append_char(out, '"');
}

/* Writes a name. A key is written with quotes, a number or constant unchanged,
 * a parameter as its argument, and any other name as null. */
static void
state_script_write_name(
    struct buf *out, struct slice name, bool is_key, struct bindings *b)
{
	static const char *const constants[] = { "true", "false", "null" };
	struct slice value = SLICE("null");

	if (is_key) {
		buf_append_char(out, '"');
		buf_append_slice(out, name);
		buf_append_char(out, '"');
		return;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(constants); i++)
		if (slice_equal(name, slice_of(constants[i])))
			value = name;
	if (ascii_is_digit(name.p[0]))
		value = name;
	if (b->n_values > 0 && b->n_lookups++ > SCRIPT_LOOKUPS)
		b->n_values = 0;
	for (size_t i = 0; i < b->n && i < b->n_values; i++)
		if (slice_equal(b->names[i], name) && b->values[i].len > 0) {
			value = b->values[i];
			if (state_script_is_quote(value.p[0])) {
				state_script_write_string(out, value);
				return;
			}
			if (!ascii_is_digit(value.p[0]) &&
			    !slice_equal(value, SLICE("true")) &&
			    !slice_equal(value, SLICE("false")))
				value = SLICE("null");
			break;
		}
	buf_append_slice(out, value);
}

/* Writes the word at `at` as JSON: a key, a number, a constant or a parameter.
 * `void 0`, `new X(…)` and calls become null. Returns the position after the
 * word. */
static size_t
state_script_write_word(
    struct buf *out, struct slice s, size_t at, struct bindings *b)
{
	size_t end = at, next;
	struct slice name;

	while (end < s.len && (state_script_is_name(s.p[end]) ||
				  (s.p[end] == '.' && end > at)))
		end++;
	name = slice_sub(s, at, end);
	if (slice_equal(name, SLICE("void")) ||
	    slice_equal(name, SLICE("new"))) {
		while (end < s.len &&
		       (s.p[end] == ' ' || state_script_is_name(s.p[end])))
			end++;
		name = SLICE("null");
	}
	next = end;
	while (next < s.len && ascii_is_space(s.p[next]))
		next++;
	if (next < s.len && s.p[next] == '(') {
		size_t close = slice_find_char(s, ')', next);

		end = close == SLICE_NOT_FOUND ? s.len : close + 1;
	}
	state_script_write_name(out, name,
	    next < s.len && s.p[next] == ':' &&
		!slice_equal(name, SLICE("null")),
	    b);
	return end;
}

/* Rewrites a literal of JavaScript as JSON. `work` is scratch memory. Returns
 * SLICE_NONE at the limit SCRIPT_ALL. */
static struct slice
state_script_rewrite(
    struct arena *arena, struct buf *work, struct slice s, struct bindings *b)
{
	size_t i = 0;

	b->rewritten_bytes += s.len;
	if (b->rewritten_bytes > SCRIPT_ALL)
		return SLICE_NONE;
	buf_clear(work);
	while (i < s.len && work->len < SCRIPT_REWRITTEN) {
		char c = s.p[i];

		if (state_script_is_quote(c)) {
			size_t end = state_script_string_end(s, i);

			if (end == 0)
				break;
			state_script_write_string(work, slice_sub(s, i, end));
			i = end;
		} else if (c == '!' && i + 1 < s.len) {
			buf_append_string(
			    work, s.p[i + 1] == '0' ? "true" : "false");
			i += 2;
		} else if (state_script_is_name(c)) {
			i = state_script_write_word(work, s, i, b);
		} else if (c == ',' && i + 1 < s.len &&
			   (s.p[i + 1] == '}' || s.p[i + 1] == ']')) {
			i++;
		} else {
			buf_append_char(work, c);
			i++;
		}
	}
	if (work->no_memory)
		arena_give_up(arena);
	return arena_copy(arena, buf_slice(work));
}

/* ---- the program ---- */

/* True if the first key or value of a literal is written as in JSON. */
static bool
state_script_is_json(struct slice s)
{
	size_t at = 1;

	while (at < s.len &&
	       (ascii_is_space(s.p[at]) || s.p[at] == '{' || s.p[at] == '['))
		at++;
	return at < s.len &&
	       (s.p[at] == '"' || s.p[at] == ']' || s.p[at] == '}' ||
		   s.p[at] == '-' || ascii_is_digit(s.p[at]));
}

/* True if a value may follow the last character or word before `at`. */
static bool
state_script_precedes_value(struct slice s, size_t at)
{
	while (at > 0 && ascii_is_space(s.p[at - 1]))
		at--;
	if (at > 0 && strchr("=(,:", s.p[at - 1]) != NULL)
		return true;
	return at >= 6 && memcmp(s.p + at - 6, "return", 6) == 0;
}

void
state_read_program(struct arena *arena, struct buf *work, struct slice s,
    state_sink *sink, void *arg)
{
	struct bindings *b = arena_alloc(arena, sizeof(*b));
	size_t i = 0;

	memset(b, 0, sizeof(*b));
	while (i < s.len) {
		bool is_text = state_script_is_quote(s.p[i]);
		bool is_literal = s.p[i] == '{' || s.p[i] == '[';
		size_t end;

		if (slice_starts(slice_sub(s, i, s.len), SLICE("function("))) {
			i += strlen("function(");
			state_script_read_names(slice_sub(s, i, s.len), b);
			continue;
		}
		if (!is_text &&
		    (!is_literal || !state_script_precedes_value(s, i))) {
			i++;
			continue;
		}
		end = state_script_literal_end(s, i);
		if (end == 0)
			return;
		/* In a function, literals under STATE_SCRIPT_LEAST bytes are
		 * read, too, because an argument may contain the text. */
		if ((end - i >= STATE_SCRIPT_LEAST || b->n > 0) &&
		    s.p[i] != '`') {
			struct slice value = slice_sub(s, i, end);

			b->n_values = 0;
			if (b->n > 0 && b->n_reads++ < SCRIPT_READS)
				state_script_read_values(
				    slice_sub(s, end, s.len), b);
			if (is_text ? s.p[i] != '"'
				    : b->n > 0 || !state_script_is_json(value))
				value =
				    state_script_rewrite(arena, work, value, b);
			if (value.len > 0)
				sink(arg, value);
		}
		i = end;
	}
}
