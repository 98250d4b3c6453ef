/*
 * json_ld_mend.c -- mends scripts of JSON-LD that are not JSON.
 *
 * In:  a script that article_repair_json() prepared and jansson refused.
 * Out: the script with escaped quotes inside of strings ("He said "no" to
 * it"), and with the end of its string, objects and lists if the script is cut
 * off.
 *
 * A quote ends a string only if a comma, colon, brace or bracket, or the end of
 * the script follows it. A template that does not escape quotes inserts prose,
 * in which these signs rarely follow a quote.
 */
#include "cuter/article/json_ld_mend.h"

#include "base/limits.h"
#include "base/text/reference.h"

/* Largest size of a script that is mended, because the copy is twice as large.
 */
#define MEND_BYTES (256 * KIB)
#define MEND_DEPTH 64 /* same limit as in article_repair_json() */

struct slice
json_ld_without_references(struct arena *arena, struct slice script)
{
	if (slice_find_char(script, '"', 0) != SLICE_NOT_FOUND ||
	    slice_find(script, SLICE("&quot;"), 0) == SLICE_NOT_FOUND)
		return script;
	return reference_text(arena, script, REFERENCE_IN_TEXT);
}

/* True if the quote at `at` ends a string. */
static bool
json_ld_mend_ends_string(struct slice s, size_t at)
{
	do
		at++;
	while (at < s.len && s.p[at] == ' ');
	return at == s.len || strchr(",:}]", s.p[at]) != NULL;
}

bool
json_ld_mend(struct arena *arena, struct slice *script)
{
	struct slice s = *script;
	char closers[MEND_DEPTH];
	bool in_string = false;
	size_t depth = 0, n = 0;
	char *out;

	if (s.len > MEND_BYTES)
		return false;
	/* each character may need a backslash */
	out = arena_alloc(arena, 2 * s.len + MEND_DEPTH + 1);
	for (size_t i = 0; i < s.len; i++) {
		char c = s.p[i];

		if (in_string && c == '\\' && i + 1 < s.len) {
			out[n++] = c;
			c = s.p[++i];
		} else if (in_string && c == '"') {
			in_string = !json_ld_mend_ends_string(s, i);
			if (in_string)
				out[n++] = '\\';
		} else if (c == '"') {
			in_string = true;
		} else if (!in_string && (c == '{' || c == '[')) {
			if (depth == MEND_DEPTH)
				return false;
			closers[depth++] = c == '{' ? '}' : ']';
		} else if (!in_string && (c == '}' || c == ']')) {
			depth -= depth > 0;
		}
		out[n++] = c;
	}
	if (in_string)
		out[n++] = '"';
	while (depth > 0)
		out[n++] = closers[--depth];
	*script = (struct slice){ out, n };
	return true;
}
