/*
 * xml_events.c -- see xml_events.h.
 *
 * In:  one element without prolog that xml_wellformed.c has accepted.
 * Out: the events of xml_reader.h, as libxml2 reports them, except that texts
 *      may be divided at other places.
 *
 * Sources: XML 1.0, fifth edition, sections 2.11 (line ends) and 3.3.3
 * (attribute values); Namespaces in XML 1.0, sections 3, 5 and 6.  As in
 * libxml2's push parser, the line ends of CDATA sections are not changed, and
 * an ampersand in an attribute's value is "&#38;".
 */
#include "crawler/feed/markup/xml_events.h"

#include <stdio.h>

#include "base/block.h"
#include "base/err.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "crawler/feed/markup/xml_intern.h"
#include "crawler/feed/markup/xml_lex.h"

#define XML_URI   "http://www.w3.org/XML/1998/namespace"
#define XMLNS_URI "http://www.w3.org/2000/xmlns/"
/* A text with references is reported in parts of at least this size. */
#define FLUSH_BYTES (16 * KIB)

struct events_reader {
	const struct xml_events *events;
	void *context;
	struct slice xml;
	size_t at;
	uint32_t depth;
	struct xml_intern names;
	uint32_t xml_name, xmlns_name; /* "xml" and "xmlns" */
	struct buf values; /* changed values of the attributes of one element */
	struct buf text;
	int rc;       /* 0, ERR_LIMIT or ERR_MEMORY */
	bool stopped; /* by a callback */
	uint32_t prefixes[LIMIT_FEED_ATTRIBUTES];
	struct xml_attribute attributes[LIMIT_FEED_ATTRIBUTES];
};

static uint32_t
xml_events_intern(struct events_reader *r, struct slice name)
{
	uint32_t index = 0;
	int rc = xml_intern_find(&r->names, name, &index);

	if (rc != 0 && r->rc == 0)
		r->rc = rc;
	return index;
}

static const struct xml_name *
xml_events_name(const struct events_reader *r, uint32_t index)
{
	return &r->names.names[index];
}

/* ---- references ---- */

/* Decodes the reference at *at, which is well-formed, and moves *at after it.
 */
static uint32_t
xml_events_take_reference(struct slice text, size_t *at)
{
	const char *p = text.p + *at + 1;
	uint32_t rune = 0;
	bool hex;

	if (*p == '#') {
		hex = p[1] == 'x';
		for (p += hex ? 2 : 1; *p != ';'; p++)
			rune = rune * (hex ? 16 : 10) +
			       (uint32_t)ascii_hex_value(*p);
	} else {
		rune = p[0] == 'l'   ? '<'
		       : p[0] == 'g' ? '>'
		       : p[0] == 'q' ? '"'
		       : p[1] == 'm' ? '&'
				     : '\'';
		while (*p != ';')
			p++;
	}
	*at = (size_t)(p - text.p) + 1;
	return rune;
}

/* Returns the offset of the first "&" or "\r", else the length. */
static size_t
xml_events_plain_end(struct slice text, size_t at)
{
	while (text.len - at >= BLOCK_BYTES) {
		block b = block_load(text.p + at);

		if (block_any(block_equal(b, '&') | block_equal(b, '\r')))
			break;
		at += BLOCK_BYTES;
	}
	while (at < text.len && text.p[at] != '&' && text.p[at] != '\r')
		at++;
	return at;
}

/* ---- text ---- */

static void
xml_events_put_text(struct events_reader *r, struct slice text)
{
	if (text.len > 0 && !r->stopped)
		r->stopped = !r->events->text(r->context, text);
}

static void
xml_events_flush(struct events_reader *r)
{
	if (buf_failed(&r->text))
		r->rc = ERR_MEMORY;
	xml_events_put_text(r, buf_slice(&r->text));
	buf_clear(&r->text);
}

/* Writes a text with its references decoded and its line ends as "\n". */
static void
xml_events_take_text(struct events_reader *r, struct slice text)
{
	size_t at = 0, end = xml_events_plain_end(text, 0);

	if (end == text.len) {
		xml_events_put_text(r, text);
		return;
	}
	while (at < text.len && !r->stopped) {
		buf_append(&r->text, text.p + at, end - at);
		at = end;
		if (at < text.len && text.p[at] == '&') {
			buf_append_rune(
			    &r->text, xml_events_take_reference(text, &at));
		} else if (at < text.len) {
			buf_append_char(&r->text, '\n');
			at += slice_starts(
				  slice_sub(text, at, text.len), SLICE("\r\n"))
				  ? 2
				  : 1;
		}
		if (r->text.len >= FLUSH_BYTES)
			xml_events_flush(r);
		end = xml_events_plain_end(text, at);
	}
	xml_events_flush(r);
}

/* ---- attributes ---- */

static void
xml_events_skip_space(struct events_reader *r)
{
	while (xml_is_space(r->xml.p[r->at]))
		r->at++;
}

/* Returns true if the value has no reference, line end or tab. */
static bool
xml_events_is_plain_value(struct slice value)
{
	for (size_t i = 0; i < value.len; i++)
		if (value.p[i] == '&' || (unsigned char)value.p[i] < ' ')
			return false;
	return true;
}

/* Returns the value with its references decoded and spaces in place of line
 * ends and tabs; a changed value is in r->values. */
static struct slice
xml_events_value(struct events_reader *r, struct slice value)
{
	size_t from = r->values.len, at = 0;

	if (xml_events_is_plain_value(value))
		return value;
	/* This size is sufficient, because decoding makes no value longer. The
	 * buffer therefore does not move, and earlier values stay valid. */
	if (r->values.cap < r->xml.len &&
	    !buf_reserve(&r->values, r->xml.len - r->values.len)) {
		r->rc = ERR_MEMORY;
		return SLICE("");
	}
	while (at < value.len) {
		char c = value.p[at];

		if (c == '&') {
			uint32_t rune = xml_events_take_reference(value, &at);

			if (rune == '&')
				buf_append_string(&r->values, "&#38;");
			else
				buf_append_rune(&r->values, rune);
			continue;
		}
		at += c == '\r' && at + 1 < value.len && value.p[at + 1] == '\n'
			  ? 2
			  : 1;
		buf_append_char(&r->values, xml_is_space(c) ? ' ' : c);
	}
	return slice_sub(buf_slice(&r->values), from, r->values.len);
}

/* Handles xmlns="…" (prefix XML_DEFAULT) and xmlns:prefix="…".  Reserved names
 * and an empty URI of a prefix declare nothing. */
static void
xml_events_declare(struct events_reader *r, uint32_t prefix, struct slice value)
{
	uint32_t uri = xml_events_intern(r, value);

	if (prefix == r->xml_name || prefix == r->xmlns_name ||
	    slice_equal(value, SLICE(XML_URI)) ||
	    slice_equal(value, SLICE(XMLNS_URI)) ||
	    (prefix != XML_DEFAULT && value.len == 0) || r->rc != 0)
		return;
	if (xml_intern_bind(&r->names, prefix,
		value.len > 0 ? xml_events_name(r, uri)->text : NULL,
		r->depth) != 0)
		r->rc = ERR_MEMORY;
}

/* Interns both parts of a qualified name; XML_DEFAULT for no prefix. */
static uint32_t
xml_events_take_name(
    struct events_reader *r, struct slice name, uint32_t *ret_prefix)
{
	size_t colon = slice_find_char(name, ':', 0);

	*ret_prefix = XML_DEFAULT;
	if (colon == SLICE_NOT_FOUND)
		return xml_events_intern(r, name);
	*ret_prefix = xml_events_intern(r, slice_sub(name, 0, colon));
	return xml_events_intern(r, slice_sub(name, colon + 1, name.len));
}

/* Returns the name at r->at, which ends at white space, "=", "/" or ">". */
static struct slice
xml_events_raw_name(struct events_reader *r)
{
	size_t from = r->at;
	char c;

	do
		c = r->xml.p[++r->at];
	while (c != '=' && c != '>' && c != '/' && !xml_is_space(c));
	return slice_sub(r->xml, from, r->at);
}

/* Reads an attribute; adds it to r->attributes or declares a namespace. */
static void
xml_events_take_attribute(struct events_reader *r, size_t *n)
{
	uint32_t prefix, local;
	struct slice value;
	size_t end;

	local = xml_events_take_name(r, xml_events_raw_name(r), &prefix);
	xml_events_skip_space(r);
	r->at++; /* = */
	xml_events_skip_space(r);
	end = slice_find_char(r->xml, r->xml.p[r->at], r->at + 1);
	value = xml_events_value(r, slice_sub(r->xml, r->at + 1, end));
	r->at = end + 1;
	if (r->rc != 0)
		return;
	if (prefix == r->xmlns_name ||
	    (prefix == XML_DEFAULT && local == r->xmlns_name)) {
		xml_events_declare(
		    r, prefix == XML_DEFAULT ? XML_DEFAULT : local, value);
		return;
	}
	r->prefixes[*n] = prefix;
	r->attributes[(*n)++] =
	    (struct xml_attribute){ .local = xml_events_name(r, local)->text,
		    .value = value };
}

/* ---- markup ---- */

static void
xml_events_end(struct events_reader *r)
{
	if (!r->stopped)
		r->stopped = !r->events->end(r->context, r->at);
	if (r->names.n_bindings > 0)
		xml_intern_unbind(&r->names, r->depth);
	r->depth--;
}

static void
xml_events_set_prefix(const struct events_reader *r, uint32_t prefix,
    const char **ret_prefix, const char **ret_uri)
{
	*ret_prefix = NULL;
	*ret_uri = NULL;
	if (prefix == XML_DEFAULT)
		return;
	*ret_prefix = xml_events_name(r, prefix)->text;
	*ret_uri = xml_events_name(r, prefix)->uri;
}

static void
xml_events_take_start(struct events_reader *r)
{
	struct xml_element element = { .attributes = r->attributes };
	uint32_t prefix, local;
	bool is_empty;

	r->at++;
	r->depth++;
	buf_clear(&r->values);
	local = xml_events_take_name(r, xml_events_raw_name(r), &prefix);
	for (;;) {
		xml_events_skip_space(r);
		if (r->xml.p[r->at] == '>' || r->xml.p[r->at] == '/')
			break;
		xml_events_take_attribute(r, &element.n_attributes);
	}
	is_empty = r->xml.p[r->at] == '/';
	r->at += is_empty ? 2 : 1;
	if (r->rc != 0)
		return;
	element.local = xml_events_name(r, local)->text;
	xml_events_set_prefix(r, prefix, &element.prefix, &element.uri);
	if (prefix == XML_DEFAULT)
		element.uri = xml_events_name(r, XML_DEFAULT)->uri;
	for (size_t i = 0; i < element.n_attributes; i++)
		xml_events_set_prefix(r, r->prefixes[i],
		    &r->attributes[i].prefix, &r->attributes[i].uri);
	r->stopped = !r->events->start(r->context, &element);
	if (is_empty)
		xml_events_end(r);
}

/* Returns the content of the construct at r->at, which begins with `opening`
 * bytes and ends with `end`. Moves r->at after the construct. */
static struct slice
xml_events_take_section(
    struct events_reader *r, size_t opening, struct slice end)
{
	size_t from = r->at + opening, close = slice_find(r->xml, end, from);

	r->at = close + end.len;
	return slice_sub(r->xml, from, close);
}

static void
xml_events_take_instruction(struct events_reader *r)
{
	struct slice inside = xml_events_take_section(r, 2, SLICE("?>"));

	xml_events_intern(r, slice_sub(inside, 0, xml_name_length(inside)));
}

static void
xml_events_take_markup(struct events_reader *r)
{
	switch (r->xml.p[r->at + 1]) {
	case '/':
		r->at = slice_find_char(r->xml, '>', r->at) + 1;
		xml_events_end(r);
		break;
	case '?':
		xml_events_take_instruction(r);
		break;
	case '!':
		if (r->xml.p[r->at + 2] == '[')
			xml_events_put_text(
			    r, xml_events_take_section(r, 9, SLICE("]]>")));
		else
			xml_events_take_section(r, 4, SLICE("-->"));
		break;
	default:
		xml_events_take_start(r);
	}
}

static void
xml_events_run(struct events_reader *r)
{
	size_t from;

	do {
		xml_events_take_markup(r);
		if (r->depth == 0 || r->stopped || r->rc != 0)
			return;
		from = r->at;
		r->at = slice_find_char(r->xml, '<', from);
		xml_events_take_text(r, slice_sub(r->xml, from, r->at));
	} while (!r->stopped && r->rc == 0);
}

static void
xml_events_init(struct events_reader *r, struct slice xml)
{
	uint32_t uri;

	r->xml = xml;
	r->at = r->depth = 0;
	r->stopped = false;
	buf_init(&r->values, xml.len + 1);
	buf_init(&r->text, 2 * FLUSH_BYTES + xml.len);
	r->rc = xml_intern_init(
	    &r->names, xml.len + sizeof("xmlxmlns" XML_URI) + 2);
	if (r->rc != 0)
		return;
	r->xml_name = xml_events_intern(r, SLICE("xml"));
	r->xmlns_name = xml_events_intern(r, SLICE("xmlns"));
	uri = xml_events_intern(r, SLICE(XML_URI));
	r->names.names[r->xml_name].uri = xml_events_name(r, uri)->text;
}

bool
xml_read_wellformed(struct slice xml, const struct xml_events *events,
    void *context, char ret_why[XML_WHY_BYTES])
{
	struct events_reader r; /* the arrays are filled for each element */

	r.events = events;
	r.context = context;
	ret_why[0] = '\0';
	xml_events_init(&r, xml);
	if (r.rc == 0)
		xml_events_run(&r);
	if (r.rc == ERR_LIMIT)
		snprintf(ret_why, XML_WHY_BYTES, "more than %d different names",
		    LIMIT_FEED_NAMES);
	else if (r.rc != 0)
		snprintf(ret_why, XML_WHY_BYTES, "no memory for the parser");
	xml_intern_release(&r.names);
	buf_release(&r.values);
	buf_release(&r.text);
	return r.rc == 0 && !r.stopped;
}
