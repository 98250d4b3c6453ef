/*
 * repair.c -- makes malformed XML well-formed before it is parsed.
 *
 * If xml_wellformed.c finds no error, the input is returned unchanged.
 * Otherwise the document is scanned again and rewritten tag by tag, with a
 * stack of the open elements.  The treatment of a tag depends on its role in a
 * feed: an item cannot contain an item, a date cannot contain markup.
 */
#include "crawler/feed/markup/repair.h"

#include <stdio.h>

#include "base/err.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "crawler/feed/markup/html_tags.h"
#include "crawler/feed/markup/repair_stack.h"
#include "crawler/feed/markup/repair_text.h"
#include "crawler/feed/markup/xml_lex.h"

#define END_TAG_BITS 32768

struct repair_scan {
	struct slice text;
	/* The hash of the name of each end tag; all bits are set if the
	 * document is truncated. */
	uint64_t end_tags[END_TAG_BITS / 64];
	size_t at;
	struct buf *out;
	uint32_t n_skipped; /* number of open tags beyond the depth limit that
			       were skipped */
	bool field_cut;
	/* True if the rest of the document does not contain this delimiter. The
	 * result is stored, because repeated searches would take quadratic
	 * time. */
	bool no_comment_end, no_cdata_end, no_double_quote, no_single_quote;
	struct repair_stack stack;
};

static struct slice
repair_rest(const struct repair_scan *w)
{
	return (struct slice){ w->text.p + w->at, w->text.len - w->at };
}

/* ---- elements without an end tag ---- */

static unsigned
repair_end_tag_bit(struct slice name)
{
	unsigned hash = 5381;

	for (size_t i = 0; i < name.len; i++)
		hash = hash * 33 + ((unsigned char)name.p[i] | 0x20);
	return hash % END_TAG_BITS;
}

/* True if an end tag with this name may occur in the document. */
static bool
repair_may_end(const struct repair_scan *w, struct slice name)
{
	unsigned bit = repair_end_tag_bit(name);

	return (w->end_tags[bit / 64] >> bit % 64 & 1) != 0;
}

/* Reads the names of all end tags, also of those in comments and texts.  The
 * end tags of a truncated document are not known. */
static void
repair_find_end_tags(struct repair_scan *w)
{
	struct slice name = slice_sub(w->text, 1, SIZE_MAX);
	size_t at = 0;

	while ((at = slice_find(w->text, SLICE("</"), at)) != SLICE_NOT_FOUND) {
		struct slice ended = slice_sub(w->text, at + 2, SIZE_MAX);
		unsigned bit;

		ended.len = xml_name_length(ended);
		bit = repair_end_tag_bit(ended);
		w->end_tags[bit / 64] |= 1ull << bit % 64;
		at += 2;
	}
	name.len = xml_name_length(name);
	if (!repair_may_end(w, name))
		memset(w->end_tags, 0xff, sizeof(w->end_tags));
}

/* ---- tags ---- */

struct attribute {
	struct slice name, value;
};

/* Reads a value after "=". */
static struct slice
repair_take_value(struct repair_scan *w)
{
	size_t from = w->at, end;
	char c = w->at < w->text.len ? w->text.p[w->at] : '>';
	bool *none = c == '"' ? &w->no_double_quote : &w->no_single_quote;

	if ((c == '"' || c == '\'') && !*none) {
		end = slice_find_char(w->text, c, from + 1);
		*none = end == SLICE_NOT_FOUND;
		if (!*none) {
			w->at = end + 1;
			return slice_sub(w->text, from + 1, end);
		}
	}
	while (w->at < w->text.len && !xml_is_space(w->text.p[w->at]) &&
	       w->text.p[w->at] != '>' && w->text.p[w->at] != '<')
		w->at++;
	if (w->at > from && w->text.p[w->at - 1] == '/' &&
	    w->at < w->text.len && w->text.p[w->at] == '>')
		w->at--; /* in <br clear=all/>, "/" ends the tag */
	if (c == '"' || c == '\'')
		from++;
	return slice_sub(w->text, from, w->at);
}

static bool
repair_ends_name(char c)
{
	return xml_is_space(c) || c == '=' || c == '>' || c == '<' || c == '/';
}

/* Reads an attribute. Consumes at least one byte even if there is no name. */
static bool
repair_take_attribute(struct repair_scan *w, struct attribute *ret)
{
	size_t from = w->at;

	while (w->at < w->text.len && !repair_ends_name(w->text.p[w->at]))
		w->at++;
	ret->name = slice_sub(w->text, from, w->at);
	ret->value = SLICE_NONE;
	for (from = w->at; from < w->text.len && xml_is_space(w->text.p[from]);
	     from++)
		;
	if (from < w->text.len && w->text.p[from] == '=') {
		w->at = from + 1;
		while (w->at < w->text.len && xml_is_space(w->text.p[w->at]))
			w->at++;
		ret->value = repair_take_value(w);
	}
	return ret->name.len > 0;
}

static bool
repair_has_attribute(const struct slice *names, size_t n, struct slice name)
{
	for (size_t i = 0; i < n; i++)
		if (slice_equal(names[i], name))
			return true;
	return false;
}

static void
repair_write_attribute(struct repair_scan *w, const struct attribute *a)
{
	struct slice value = a->value;

	if (value.len > LIMIT_FIELD_BYTES) {
		value = utf8_prefix(value, LIMIT_FIELD_BYTES);
		w->field_cut = true;
	}
	buf_append_char(w->out, ' ');
	buf_append_slice(w->out, a->name);
	buf_append_string(w->out, "=\"");
	repair_text(w->out, value, true);
	buf_append_char(w->out, '"');
}

/* Writes the attributes up to ">".  Returns true for an empty-element tag. */
static bool
repair_copy_attributes(struct repair_scan *w)
{
	struct slice names[LIMIT_FEED_ATTRIBUTES];
	size_t n = 0;
	struct attribute a;
	bool slash = false;

	while (w->at < w->text.len && w->text.p[w->at] != '<') {
		char c = w->text.p[w->at];

		if (c == '>') {
			w->at++;
			return slash;
		}
		if (xml_is_space(c) || c == '/' || c == '=') {
			slash = c == '/' || (slash && xml_is_space(c));
			w->at++;
			continue;
		}
		slash = false;
		if (repair_take_attribute(w, &a) && n < LIMIT_FEED_ATTRIBUTES &&
		    xml_name_length(a.name) == a.name.len &&
		    !repair_has_attribute(names, n, a.name)) {
			names[n++] = a.name;
			repair_write_attribute(w, &a);
		}
	}
	return slash;
}

/* True if the "<" at w->at starts a tag. The "<" is text if no name follows, or
 * if the name is unknown and another "<" comes before a ">" or "=". */
static bool
repair_is_tag(const struct repair_scan *w, struct slice name)
{
	size_t at = w->at + 1 + name.len;
	char c = at < w->text.len ? w->text.p[at] : ' ';

	if (name.len == 0 || (!xml_is_space(c) && c != '>' && c != '/'))
		return false;
	if (repair_role(name) != ROLE_OTHER || html_tag_flags(name) != 0)
		return true;
	while (at < w->text.len && at < w->at + XML_NAME_BYTES * 2 &&
	       w->text.p[at] != '<' && w->text.p[at] != '>' &&
	       w->text.p[at] != '=')
		at++;
	return at < w->text.len && w->text.p[at] != '<';
}

/* RSS's <link> and HTML's <link> are distinguished by their attributes. */
static bool
repair_is_html_tag(const struct repair_scan *w, struct slice name)
{
	if (slice_equal_nocase(name, SLICE("link")))
		return w->text.p[w->at] != '>';
	return html_tag_flags(name) != 0;
}

static void
repair_copy_start_tag(struct repair_scan *w, struct slice name)
{
	enum role role = repair_role(name);
	bool is_html, is_empty, in_field;

	w->at += 1 + name.len;
	is_html = repair_is_html_tag(w, name);
	repair_close_before(&w->stack, name, role, is_html);
	in_field = w->stack.open[w->stack.depth].field > 1;
	if (w->stack.depth == LIMIT_FEED_DEPTH) {
		struct buf *out = w->out, nowhere;

		buf_init(&nowhere, 0);
		w->out = &nowhere;
		if (!repair_copy_attributes(w))
			w->n_skipped++;
		w->out = out;
		buf_release(&nowhere);
		return;
	}
	buf_append_char(w->out, '<');
	buf_append_slice(w->out, name);
	is_empty = repair_copy_attributes(w) ||
		   (in_field ? is_html && html_tag_flags(name) & HTML_TAG_VOID
			     : role == ROLE_OTHER && !repair_may_end(w, name));
	buf_append_string(w->out, is_empty ? "/>" : ">");
	if (!is_empty)
		repair_push(
		    &w->stack, name, in_field && is_html ? ROLE_OTHER : role);
}

static void
repair_copy_end_tag(struct repair_scan *w)
{
	struct slice name = slice_sub(repair_rest(w), 2, SIZE_MAX);
	size_t end;
	uint32_t below;

	name.len = xml_name_length(name);
	w->at += 2 + name.len;
	end = w->at;
	while (
	    end < w->text.len && w->text.p[end] != '>' && w->text.p[end] != '<')
		end++;
	w->at = end < w->text.len && w->text.p[end] == '>' ? end + 1 : end;
	if (name.len == 0)
		return;
	below = repair_find(&w->stack, name);
	if (w->n_skipped > 0 && repair_role(name) == ROLE_OTHER) {
		w->n_skipped--;
		return;
	}
	if (below == UINT32_MAX)
		return;
	w->n_skipped = 0;
	repair_pop_to(&w->stack, below);
}

/* ---- sections and declarations ---- */

/* Skips a section, such as a comment, up to and including `end`. Skips only its
 * opening if `end` does not occur. */
static void
repair_skip_section(
    struct repair_scan *w, size_t opening, struct slice end, bool *none)
{
	size_t close =
	    *none ? SLICE_NOT_FOUND : slice_find(w->text, end, w->at + opening);

	*none = close == SLICE_NOT_FOUND;
	w->at = *none ? w->at + opening : close + end.len;
}

/* A CDATA section without end is ended before the end tag of its element. */
static void
repair_copy_cdata(struct repair_scan *w)
{
	size_t from = w->at + 9, close = SLICE_NOT_FOUND;
	char end_tag[XML_NAME_BYTES + 3];

	if (!w->no_cdata_end)
		close = slice_find(w->text, SLICE("]]>"), from);
	w->no_cdata_end = close == SLICE_NOT_FOUND;
	if (close != SLICE_NOT_FOUND) {
		w->at = close + 3;
	} else {
		snprintf(end_tag, sizeof(end_tag), "</%.*s",
		    SLICE_ARG(w->stack.open[w->stack.depth].name));
		close = slice_find(w->text, slice_of(end_tag), from);
		if (close == SLICE_NOT_FOUND)
			close = w->text.len;
		w->at = close;
	}
	w->field_cut |= repair_cdata(w->out, slice_sub(w->text, from, close));
}

static void
repair_skip_declaration(struct repair_scan *w)
{
	size_t close = slice_find_char(w->text, '>', w->at);

	w->at = close == SLICE_NOT_FOUND ? w->text.len : close + 1;
}

static void
repair_copy_markup(struct repair_scan *w)
{
	struct slice here = repair_rest(w), name = slice_sub(here, 1, SIZE_MAX);

	name.len = xml_name_length(name);
	if (repair_is_tag(w, name)) {
		repair_copy_start_tag(w, name);
	} else if (slice_starts(here, SLICE("</"))) {
		repair_copy_end_tag(w);
	} else if (slice_starts(here, SLICE("<!--"))) {
		repair_skip_section(w, 4, SLICE("-->"), &w->no_comment_end);
	} else if (slice_starts(here, SLICE("<![CDATA["))) {
		repair_copy_cdata(w);
	} else if (slice_starts(here, SLICE("<!")) ||
		   slice_starts(here, SLICE("<?"))) {
		repair_skip_declaration(w);
	} else {
		buf_append_string(w->out, "&lt;");
		w->at++;
	}
}

static void
repair_copy_text(struct repair_scan *w)
{
	size_t end = slice_find_char(w->text, '<', w->at);

	end = end == SLICE_NOT_FOUND ? w->text.len : end;
	repair_separate(w->out);
	repair_text(w->out, slice_sub(w->text, w->at, end), false);
	w->at = end;
}

/* Records where the document was truncated, and the innermost open element with
 * a role in a feed. */
static void
repair_note_truncation(const struct repair_scan *w, struct repaired *ret)
{
	uint32_t d = w->stack.depth;

	while (d > 1 && w->stack.open[d].role == ROLE_OTHER)
		d--;
	ret->is_cut = true;
	ret->cut_at = w->out->len;
	snprintf(ret->inside, sizeof(ret->inside), "%.*s",
	    SLICE_ARG(
		utf8_prefix(w->stack.open[d].name, sizeof(ret->inside) - 1)));
}

/* Removes a last tag or reference that is incomplete because the document is
 * truncated. */
static struct slice
repair_without_cut_tail(struct slice text)
{
	size_t from = text.len > 1024 ? text.len - 1024 : 0, last = text.len;

	for (size_t at = from; at < text.len; at++) {
		if (text.p[at] == '<' &&
		    !slice_starts(
			slice_sub(text, at, text.len), SLICE("<![CDATA[")))
			last = at;
		else if (text.p[at] == '>')
			last = text.len;
	}
	for (size_t n = 1; n <= 8 && n <= last; n++) {
		char c = text.p[last - n];

		if (c == '&')
			return slice_sub(text, 0, last - n);
		if (c != '#' &&
		    xml_name_length(slice_sub(text, last - n, last)) == 0 &&
		    !ascii_is_digit(c))
			break;
	}
	return slice_sub(text, 0, last);
}

static void
repair_walk(struct repair_scan *w, struct repaired *ret)
{
	do {
		if (w->at < w->text.len && w->text.p[w->at] == '<')
			repair_copy_markup(w);
		else
			repair_copy_text(w);
	} while (
	    w->stack.depth > 0 && w->at < w->text.len && !buf_failed(w->out));
	if (w->stack.depth > 0)
		repair_note_truncation(w, ret);
	repair_pop_to(&w->stack, 0);
}

static int
repair_rewrite(struct slice document, struct buf *out, struct repaired *ret)
{
	struct repair_scan w = { .text = repair_without_cut_tail(document),
		.out = out,
		.stack.out = out };

	buf_clear(out);
	repair_find_end_tags(&w);
	repair_walk(&w, ret);
	ret->xml = buf_slice(out);
	ret->is_changed = true;
	ret->field_cut = w.field_cut;
	return buf_failed(out) ? ERR_LIMIT : ERR_NONE;
}

int
xml_repair(struct slice document, struct buf *out, struct repaired *ret)
{
	size_t end = xml_wellformed_end(document);

	*ret = (struct repaired){ .xml = slice_sub(document, 0, end) };
	return end != SLICE_NOT_FOUND ? ERR_NONE
				      : repair_rewrite(document, out, ret);
}
