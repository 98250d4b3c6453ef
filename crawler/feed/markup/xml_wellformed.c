/*
 * xml_wellformed.c -- tests whether a document needs repair.
 *
 * The document is read once, and only the names of the open elements are
 * stored. Most feeds are well-formed and go to the parser unchanged.
 */
#include "base/limits.h"
#include "crawler/feed/markup/xml_lex.h"

struct wellformed_scan {
	struct slice text;
	size_t at;
	uint32_t depth;
	struct slice open[LIMIT_FEED_DEPTH];
};

static struct slice
xml_wellformed_rest(const struct wellformed_scan *w)
{
	return (struct slice){ w->text.p + w->at, w->text.len - w->at };
}

static void
xml_wellformed_skip_space(struct wellformed_scan *w)
{
	while (w->at < w->text.len && xml_is_space(w->text.p[w->at]))
		w->at++;
}

static bool
xml_wellformed_take_char(struct wellformed_scan *w, char c)
{
	if (w->at >= w->text.len || w->text.p[w->at] != c)
		return false;
	w->at++;
	return true;
}

/* Skips text up to "<" or the closing quote. */
static bool
xml_wellformed_take_text(struct wellformed_scan *w, char quote)
{
	struct slice text = w->text;
	size_t n;

	if (quote != '\0') {
		n = slice_find_char(text, quote, w->at);
		if (n == SLICE_NOT_FOUND || n - w->at > LIMIT_FIELD_BYTES)
			return false;
		text.len = n;
	}
	while ((w->at = xml_plain_end(text, w->at)) < text.len) {
		if (text.p[w->at] == ']' && quote != '\0') {
			w->at++; /* an attribute's value may contain "]]>", a
				    text may not */
			continue;
		}
		if (text.p[w->at] != '&')
			break;
		n = xml_reference_length(slice_sub(text, w->at, text.len));
		if (n == 0)
			return false;
		w->at += n;
	}
	return quote == '\0' ? w->at < text.len && text.p[w->at] == '<'
			     : w->at == text.len;
}

/* Reads an attribute: a name that the element does not have yet, "=", and a
 * value. */
static bool
xml_wellformed_take_attribute(
    struct wellformed_scan *w, struct slice *names, int n)
{
	struct slice name = slice_sub(
	    xml_wellformed_rest(w), 0, xml_name_length(xml_wellformed_rest(w)));
	char quote;

	for (int i = 0; i < n; i++)
		if (slice_equal(names[i], name))
			return false;
	names[n] = name;
	w->at += name.len;
	xml_wellformed_skip_space(w);
	if (name.len == 0 || !xml_wellformed_take_char(w, '='))
		return false;
	xml_wellformed_skip_space(w);
	quote = w->at < w->text.len ? w->text.p[w->at] : ' ';
	if (quote != '"' && quote != '\'')
		return false;
	w->at++;
	if (!xml_wellformed_take_text(w, quote))
		return false;
	w->at++;
	return true;
}

static bool
xml_wellformed_take_attributes(struct wellformed_scan *w)
{
	struct slice names[LIMIT_FEED_ATTRIBUTES];

	for (int n = 0; n <= LIMIT_FEED_ATTRIBUTES; n++) {
		size_t from = w->at;

		xml_wellformed_skip_space(w);
		if (w->at >= w->text.len || w->text.p[w->at] == '>' ||
		    w->text.p[w->at] == '/')
			return true;
		if (w->at == from || n == LIMIT_FEED_ATTRIBUTES ||
		    !xml_wellformed_take_attribute(w, names, n))
			return false;
	}
	return false;
}

static bool
xml_wellformed_take_start_tag(struct wellformed_scan *w)
{
	size_t length =
	    xml_name_length(slice_sub(xml_wellformed_rest(w), 1, SIZE_MAX));

	if (length == 0 || w->depth == LIMIT_FEED_DEPTH)
		return false;
	w->open[w->depth] = slice_sub(xml_wellformed_rest(w), 1, 1 + length);
	w->at += 1 + length;
	if (!xml_wellformed_take_attributes(w))
		return false;
	if (xml_wellformed_take_char(w, '>')) {
		w->depth++;
		return true;
	}
	return xml_wellformed_take_char(w, '/') &&
	       xml_wellformed_take_char(w, '>');
}

static bool
xml_wellformed_take_end_tag(struct wellformed_scan *w)
{
	struct slice name;

	if (w->depth == 0)
		return false;
	name = w->open[w->depth - 1];
	w->at += 2;
	if (!slice_starts(xml_wellformed_rest(w), name))
		return false;
	w->at += name.len;
	xml_wellformed_skip_space(w);
	w->depth--;
	return xml_wellformed_take_char(w, '>');
}

/* Skips a construct from its opening to its end; all characters must be allowed
 * by XML. */
static bool
xml_wellformed_take_section(struct wellformed_scan *w, size_t opening,
    struct slice end, bool is_comment)
{
	size_t from = w->at + opening, close = slice_find(w->text, end, from);
	struct slice inside;

	if (close == SLICE_NOT_FOUND || close - from > LIMIT_FIELD_BYTES)
		return false;
	inside = slice_sub(w->text, from, close);
	if (!xml_is_all_chars(inside))
		return false;
	if (is_comment &&
	    (slice_find(inside, SLICE("--"), 0) != SLICE_NOT_FOUND ||
		slice_ends(inside, SLICE("-"))))
		return false;
	w->at = close + end.len;
	return true;
}

static bool
xml_wellformed_take_instruction(struct wellformed_scan *w)
{
	struct slice inside = slice_sub(xml_wellformed_rest(w), 2, SIZE_MAX);
	size_t n = xml_name_length(inside);

	if (n == 0 ||
	    slice_find_char(slice_sub(inside, 0, n), ':', 0) !=
		SLICE_NOT_FOUND ||
	    (n == 3 && slice_starts_nocase(inside, SLICE("xml"))))
		return false;
	if (n < inside.len && !xml_is_space(inside.p[n]) &&
	    !slice_starts(slice_sub(inside, n, SIZE_MAX), SLICE("?>")))
		return false;
	return xml_wellformed_take_section(w, 2, SLICE("?>"), false);
}

static bool
xml_wellformed_take_markup(struct wellformed_scan *w)
{
	struct slice here = xml_wellformed_rest(w);

	if (here.len < 2)
		return false;
	if (here.p[1] == '/')
		return xml_wellformed_take_end_tag(w);
	if (here.p[1] == '?')
		return xml_wellformed_take_instruction(w);
	if (here.p[1] != '!')
		return xml_wellformed_take_start_tag(w);
	if (slice_starts(here, SLICE("<![CDATA[")))
		return xml_wellformed_take_section(w, 9, SLICE("]]>"), false);
	return slice_starts(here, SLICE("<!--")) &&
	       xml_wellformed_take_section(w, 4, SLICE("-->"), true);
}

size_t
xml_wellformed_end(struct slice document)
{
	struct wellformed_scan
	    w; /* open[] is not initialised, because only pushed entries are
		  read */

	w.text = document;
	w.at = 0;
	w.depth = 0;
	do {
		if (!xml_wellformed_take_markup(&w))
			return SLICE_NOT_FOUND;
		if (w.depth == 0)
			return w.at;
	} while (xml_wellformed_take_text(&w, '\0'));
	return SLICE_NOT_FOUND;
}
