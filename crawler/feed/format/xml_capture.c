/*
 * xml_capture.c -- see xml_capture.h.
 */
#include "crawler/feed/format/xml_capture.h"

#include "base/text/utf8.h"
#include "crawler/feed/markup/html_tags.h"

/* Appends a text.  A text that is too long is truncated, and the buffer is then
 * marked as failed. */
static void
xml_capture_append(struct xml_capture *c, struct slice text)
{
	size_t left = c->text.max_bytes - c->text.len;

	if (text.len > left)
		buf_append_slice(&c->text, utf8_prefix(text, left));
	buf_append_slice(&c->text, text); /* fails if the text is too long */
}

void
xml_capture_add_text(struct xml_capture *c, struct slice text)
{
	size_t from = 0;

	if (!c->type.is_tree) {
		xml_capture_append(c, text);
		return;
	}
	for (size_t i = 0; i < text.len; i++) {
		if (text.p[i] != '<' && text.p[i] != '&')
			continue;
		xml_capture_append(c, slice_sub(text, from, i));
		buf_append_string(
		    &c->text, text.p[i] == '<' ? "&lt;" : "&amp;");
		from = i + 1;
	}
	xml_capture_append(c, slice_sub(text, from, text.len));
}

void
xml_capture_add_tag(
    struct xml_capture *c, const char *before, const char *local)
{
	if (c->rule->kind != KIND_TEXT && c->rule->kind != KIND_TERM &&
	    c->rule->kind != KIND_NAME)
		return;
	c->has_tags = true;
	/* The tag of an unknown element, such as <g> of SVG, is not needed. In
	 * the text it could be mistaken for a sign of comparison ("n<g"). */
	if (html_tag_flags(slice_of(local)) == 0)
		return;
	buf_append_string(&c->text, before);
	buf_append_string(&c->text, local);
	buf_append_char(&c->text, '>');
}

struct slice
xml_section_text(struct slice text)
{
	static const struct slice open = SLICE("<![CDATA[");
	struct slice inner = slice_trim(text);
	size_t end;

	if (!slice_starts(inner, open))
		return text;
	inner = slice_trim(slice_sub(inner, open.len, inner.len));
	end = slice_find(inner, SLICE("]]>"), 0);
	if (end != SLICE_NOT_FOUND)
		return end + 3 == inner.len ? slice_sub(inner, 0, end) : text;
	/* The outer section ended at the "]]>" of the inner section. */
	if (slice_ends(inner, SLICE("]]")))
		inner.len -= 2;
	return inner;
}

struct slice
xml_capture_text(const struct xml_capture *c)
{
	return xml_section_text(buf_slice(&c->text));
}
