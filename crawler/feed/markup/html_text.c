/*
 * html_text.c -- converts HTML to plain text without building a tree.
 *
 * In:  description, content and title of feeds: HTML, possibly malformed.
 * Out: its text, through a text_writer.
 * Source: HTML Living Standard, section 13.2.5 (tokenization), simplified.
 */
#include "crawler/feed/markup/html_text.h"

#include "base/text/ascii.h"
#include "base/text/reference.h"
#include "crawler/feed/markup/html_tags.h"

/* The state of a conversion. */
struct html_text {
	bool comments_end; /* a comment may have an end */
	bool in_pre;       /* line breaks of the text are kept */
};

struct tag {
	struct slice name;
	bool is_end, is_empty; /* "</b>", "<b/>" */
	size_t length; /* length of the whole tag; 0: the tag has no end */
};

/* Returns the offset after the ">" that ends a tag, or SLICE_NOT_FOUND if no
 * ">" ends it. A ">" inside a quoted value does not end the tag. A quotation
 * mark begins a quoted value only after "=". */
static size_t
html_text_tag_end(struct slice html, size_t at)
{
	char previous = ' ';

	while (at < html.len) {
		char c = html.p[at];

		if (c == '>')
			return at + 1;
		if ((c == '"' || c == '\'') && previous == '=') {
			size_t close = slice_find_char(html, c, at + 1);

			if (close == SLICE_NOT_FOUND)
				return slice_find_char(html, '>', at) ==
					       SLICE_NOT_FOUND
					   ? SLICE_NOT_FOUND
					   : slice_find_char(html, '>', at) + 1;
			at = close;
		}
		if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
			previous = c;
		at++;
	}
	return SLICE_NOT_FOUND;
}

/* Reads the name of the tag at html[at] == '<'; false if "<" is text. */
static bool
html_text_read_name(struct slice html, size_t at, struct tag *ret_tag)
{
	struct slice rest;
	size_t n;

	ret_tag->is_end = at + 1 < html.len && html.p[at + 1] == '/';
	rest = slice_sub(html, at + 1 + ret_tag->is_end, html.len);
	n = html_tag_name_length(rest);
	ret_tag->name = slice_sub(rest, 0, n);
	return n > 0;
}

/* Reads the whole tag at html[at] == '<'. Returns false if "<" is text.
 * O(length of the tag). If the tag has no end, the cost is O(rest of the text).
 * A caller must not call the function again for this text then, because
 * repeated calls would take quadratic time. */
static bool
html_text_read_tag(struct slice html, size_t at, struct tag *ret_tag)
{
	size_t end;

	if (!html_text_read_name(html, at, ret_tag))
		return false;
	end = html_text_tag_end(
	    html, at + 1 + ret_tag->is_end + ret_tag->name.len);
	ret_tag->length = end == SLICE_NOT_FOUND ? 0 : end - at;
	ret_tag->is_empty = end != SLICE_NOT_FOUND && html.p[end - 2] == '/';
	return true;
}

/* Returns the offset after a comment, declaration or instruction at html[at];
 * `at` if there is none.  A comment without end is not a comment, so that the
 * rest of the text is kept. */
static size_t
html_text_skip_declaration(struct slice html, size_t at, bool *comments_end)
{
	struct slice rest = slice_sub(html, at, html.len);
	size_t end;

	if (slice_starts(rest, SLICE("<!--"))) {
		if (slice_starts(rest, SLICE("<!-->")))
			return at + 5;
		end = *comments_end ? slice_find(html, SLICE("-->"), at + 4)
				    : SLICE_NOT_FOUND;
		*comments_end = end != SLICE_NOT_FOUND;
		return *comments_end ? end + 3 : at;
	}
	if (slice_starts(rest, SLICE("<![CDATA[")))
		return at + 9;
	if (!slice_starts(rest, SLICE("<!")) &&
	    !slice_starts(rest, SLICE("<?")) &&
	    !slice_starts(rest, SLICE("</")))
		return at;
	end = slice_find_char(html, '>', at);
	return end == SLICE_NOT_FOUND ? html.len : end + 1;
}

/* Returns the offset after the end tag of an element whose content is skipped.
 */
static size_t
html_text_skip_content(struct slice html, size_t at, struct slice name)
{
	struct tag tag;

	while ((at = slice_find(html, SLICE("</"), at)) != SLICE_NOT_FOUND) {
		if (html_text_read_name(html, at, &tag) &&
		    slice_equal_nocase(tag.name, name)) {
			at = html_text_tag_end(html, at + 2 + name.len);
			return at == SLICE_NOT_FOUND ? html.len : at;
		}
		at += 2;
	}
	return html.len;
}

/* Writes the line or paragraph break that a tag causes. Returns the offset
 * after the tag, or after the whole element if its content is not text. */
static size_t
html_text_convert_tag(struct text_writer *w, struct html_text *state,
    struct slice html, size_t at, const struct tag *tag)
{
	unsigned flags = html_tag_flags(tag->name);
	size_t next = at + tag->length;

	if (flags & HTML_TAG_BREAK)
		text_write_gap(w, w->gap == TEXT_GAP_LINE ? TEXT_GAP_PARAGRAPH
							  : TEXT_GAP_LINE);
	else if (flags & HTML_TAG_BLOCK)
		text_write_gap(w, TEXT_GAP_PARAGRAPH);
	if (slice_equal_nocase(tag->name, SLICE("pre")))
		state->in_pre = !tag->is_end;
	if ((flags & (HTML_TAG_RAW | HTML_TAG_TEMPLATE)) && !tag->is_end &&
	    !tag->is_empty)
		next = html_text_skip_content(html, next, tag->name);
	return next;
}

static size_t
html_text_convert_reference(struct text_writer *w, struct slice html, size_t at)
{
	uint32_t runes[2];
	size_t n = reference_decode(
	    slice_sub(html, at, html.len), REFERENCE_IN_TEXT, runes);

	if (n == 0) {
		text_write_rune(w, '&');
		return at + 1;
	}
	text_write_rune(w, runes[0]);
	if (runes[1] != 0)
		text_write_rune(w, runes[1]);
	return at + n;
}

/* True if "<" before this name is a sign of comparison, as in the abstract of a
 * paper ("for n<N and a<b$"): neither HTML nor an extension has such a name. */
static bool
html_text_is_comparison(struct slice name)
{
	if (html_tag_flags(name) != 0)
		return false;
	for (size_t i = 0; i < name.len; i++)
		if (!ascii_is_alnum(name.p[i]) &&
		    ((unsigned char)name.p[i] >= 0x80 ||
			strchr("-_.:@", name.p[i]) == NULL))
			return true;
	return name.len == 1;
}

static size_t
html_text_convert_angle(struct text_writer *w, struct html_text *state,
    struct slice html, size_t at)
{
	struct tag tag;
	size_t next;

	if (html_text_read_name(html, at, &tag) && !tag.is_end &&
	    html_text_is_comparison(tag.name)) {
		text_write_rune(w, '<');
		return at + 1;
	}
	if (html_text_read_tag(html, at, &tag))
		return tag.length > 0
			   ? html_text_convert_tag(w, state, html, at, &tag)
			   : html.len;
	next = html_text_skip_declaration(html, at, &state->comments_end);
	if (next > at)
		return next;
	text_write_rune(w, '<');
	return at + 1;
}

/* Writes text in which a blank line ends a paragraph.  line_gap: the gap for
 * other line breaks. */
static void
html_text_write_paragraphs(
    struct text_writer *w, struct slice text, enum text_gap line_gap)
{
	size_t at = 0, end;

	while ((end = slice_find_char(text, '\n', at)) != SLICE_NOT_FOUND) {
		text_write(w, slice_sub(text, at, end));
		text_write_gap(w, line_gap);
		for (at = end + 1;
		     at < text.len && strchr(" \t\r", text.p[at]) != NULL; at++)
			;
		if (at < text.len && text.p[at] == '\n')
			text_write_gap(w, TEXT_GAP_PARAGRAPH);
	}
	text_write(w, slice_sub(text, at, text.len));
}

void
html_write_text(struct text_writer *w, struct slice html)
{
	struct html_text state = { .comments_end = true };
	size_t at = 0, from;
	/* Descriptions are HTML, but many programs write plain text. */
	bool is_plain =
	    w->keep_lines && slice_find_char(html, '<', 0) == SLICE_NOT_FOUND;

	while (at < html.len) {
		struct slice text;

		for (from = at;
		     at < html.len && html.p[at] != '<' && html.p[at] != '&';
		     at++)
			;
		text = slice_sub(html, from, at);
		if (text.len > 0 && (is_plain || state.in_pre))
			html_text_write_paragraphs(w, text,
			    state.in_pre ? TEXT_GAP_LINE : TEXT_GAP_SPACE);
		else if (text.len > 0)
			text_write(w, text);
		else if (html.p[at] == '&')
			at = html_text_convert_reference(w, html, at);
		else
			at = html_text_convert_angle(w, &state, html, at);
	}
}

static bool
html_text_has_end_tag(struct slice html, size_t at, struct slice name)
{
	struct tag tag;

	while ((at = slice_find(html, SLICE("</"), at)) != SLICE_NOT_FOUND) {
		if (html_text_read_name(html, at, &tag) &&
		    slice_equal_nocase(tag.name, name))
			return true;
		at += 2;
	}
	return false;
}

bool
html_is_markup(struct slice text)
{
	uint32_t runes[2];
	struct tag tag;
	bool may_end = true; /* an element that is skipped may have an end */

	for (size_t at = 0; at < text.len; at++) {
		if (text.p[at] == '&' &&
		    reference_decode(slice_sub(text, at, text.len),
			REFERENCE_STRICT, runes) > 0)
			return true;
		if (text.p[at] != '<')
			continue;
		if (slice_starts(slice_sub(text, at, text.len), SLICE("<!--")))
			return true;
		if (!html_text_read_name(text, at, &tag) ||
		    html_tag_flags(tag.name) == 0)
			continue;
		/* "<script> considered harmful" is a headline.  As markup, the
		 * rest of the text would be the content of the script. */
		if (html_tag_flags(tag.name) &
		    (HTML_TAG_RAW | HTML_TAG_TEMPLATE)) {
			may_end = may_end && !tag.is_end &&
				  html_text_has_end_tag(text, at, tag.name);
			if (!may_end)
				continue;
		}
		return slice_find_char(text, '>', at) != SLICE_NOT_FOUND;
	}
	return false;
}
