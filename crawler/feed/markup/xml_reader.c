/*
 * xml_reader.c -- a safe subset of libxml2 for untrusted bytes.
 *
 * Three options of libxml2 2.9.14 are not used, because tests showed that they
 * are not safe. XML_PARSE_RECOVER drops text silently. XML_PARSE_NOENT reads
 * files. XML_PARSE_HUGE removes the limits that stop entity expansion. Even
 * without these options, libxml2 copies the content of an entity that the
 * getEntity handler returns.
 *
 * This file therefore uses SAX2 with its own handlers only. The only entities
 * are the five of XML. The input is one element without prolog (repair.h), so
 * that no DTD code runs.
 */
#include "crawler/feed/markup/xml_reader.h"

#include <limits.h>
#include <stdio.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#include "base/limits.h"

/* A document up to this size is passed to libxml2 in one call. libxml2 then
 * reports a CDATA section in one piece, in a tenth of the time that smaller
 * pieces take. libxml2 refuses more than 10 MB in one call as "huge input". */
#define PUSH_BYTES (8 * MIB)

/* number of bits of `seen`, in which each different name sets a bit; much
 * larger than LIMIT_FEED_NAMES */
#define SEEN_BITS (1u << 16)

struct reader {
	const struct xml_events *events;
	void *context;
	xmlParserCtxtPtr parser;
	bool stopped;
	char *why;
	size_t n_names;
	unsigned char seen[SEEN_BITS / 8];
	struct xml_attribute attributes[LIMIT_FEED_ATTRIBUTES];
};

/* Converts libxml2's strings, which are unsigned char. */
static const char *
xml_reader_chars(const xmlChar *s)
{
	return (const char *)s;
}

static void
xml_reader_stop_unless(struct reader *reader, bool go_on)
{
	if (go_on || reader->stopped)
		return;
	reader->stopped = true;
	xmlStopParser(reader->parser);
}

/* Counts the different names of a document.  The parser's table of names has a
 * fixed size, so a document with 400 000 names would take seconds. */
static void
xml_reader_note_name(struct reader *reader, const xmlChar *name)
{
	uintptr_t hash = (uintptr_t)name >> 3;

	hash = (hash ^ hash >> 13) * 0x9e3779b1u >> 4 & (SEEN_BITS - 1);
	if (!name || reader->seen[hash / 8] >> hash % 8 & 1)
		return;
	reader->seen[hash / 8] |= (unsigned char)(1u << hash % 8);
	if (++reader->n_names <= LIMIT_FEED_NAMES || reader->stopped)
		return;
	snprintf(reader->why, XML_WHY_BYTES, "more than %d different names",
	    LIMIT_FEED_NAMES);
	xml_reader_stop_unless(reader, false);
}

/* For each attribute libxml2 gives five pointers: name, prefix, URI, value and
 * end of value. */
#define ATTRIBUTE_STRIDE 5

static void
xml_reader_on_start(void *data, const xmlChar *local, const xmlChar *prefix,
    const xmlChar *uri, int n_namespaces, const xmlChar **namespaces,
    int n_attributes, int n_defaulted, const xmlChar **attributes)
{
	struct reader *reader = ((xmlParserCtxtPtr)data)->_private;
	struct xml_element element = { xml_reader_chars(local),
		xml_reader_chars(prefix), xml_reader_chars(uri),
		reader->attributes, 0 };

	(void)n_defaulted;
	xml_reader_note_name(reader, local);
	for (int i = 0; i < n_namespaces * 2; i++)
		xml_reader_note_name(reader, namespaces[i]);
	if (reader->stopped)
		return;
	for (int i = 0;
	     i < n_attributes && element.n_attributes < LIMIT_FEED_ATTRIBUTES;
	     i++) {
		const xmlChar **from = attributes + i * ATTRIBUTE_STRIDE;

		xml_reader_note_name(reader, from[0]);
		reader->attributes[element.n_attributes++] =
		    (struct xml_attribute){ xml_reader_chars(from[0]),
			    xml_reader_chars(from[1]),
			    xml_reader_chars(from[2]),
			    { xml_reader_chars(from[3]),
				(size_t)(from[4] - from[3]) } };
	}
	xml_reader_stop_unless(
	    reader, reader->events->start(reader->context, &element));
}

static void
xml_reader_on_text(void *data, const xmlChar *text, int length)
{
	struct reader *reader = ((xmlParserCtxtPtr)data)->_private;

	if (!reader->stopped && length > 0)
		xml_reader_stop_unless(
		    reader, reader->events->text(reader->context,
				(struct slice){
				    xml_reader_chars(text), (size_t)length }));
}

static void
xml_reader_on_end(
    void *data, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri)
{
	struct reader *reader = ((xmlParserCtxtPtr)data)->_private;
	long at = xmlByteConsumed(reader->parser);

	(void)local;
	(void)prefix;
	(void)uri;
	if (!reader->stopped)
		xml_reader_stop_unless(
		    reader, reader->events->end(
				reader->context, at < 0 ? 0 : (size_t)at));
}

static void
xml_reader_on_instruction(
    void *data, const xmlChar *target, const xmlChar *text)
{
	(void)text;
	xml_reader_note_name(((xmlParserCtxtPtr)data)->_private, target);
}

static xmlEntityPtr
xml_reader_predefined_entity(void *data, const xmlChar *name)
{
	(void)data;
	return xmlGetPredefinedEntity(name);
}

/* The first fatal error is stored, because later errors are consequences of it.
 */
static void
xml_reader_on_error(void *data, xmlErrorPtr error)
{
	xmlParserCtxtPtr parser = data;
	struct reader *reader = parser ? parser->_private : NULL;
	const char *text = error->message ? error->message : "not well-formed";

	if (!reader || error->level != XML_ERR_FATAL || reader->why[0] != '\0')
		return;
	snprintf(reader->why, XML_WHY_BYTES, "line %d: %.*s", error->line,
	    (int)strcspn(text, "\n"), text);
}

static void
xml_reader_set_handlers(xmlSAXHandlerPtr sax)
{
	memset(sax, 0, sizeof(*sax));
	sax->initialized = XML_SAX2_MAGIC;
	sax->startElementNs = xml_reader_on_start;
	sax->endElementNs = xml_reader_on_end;
	sax->characters = xml_reader_on_text;
	sax->ignorableWhitespace = xml_reader_on_text;
	sax->cdataBlock = xml_reader_on_text;
	sax->processingInstruction = xml_reader_on_instruction;
	sax->getEntity = xml_reader_predefined_entity;
	sax->serror = xml_reader_on_error;
}

bool
xml_read(struct slice xml, const struct xml_events *events, void *context,
    char ret_why[XML_WHY_BYTES])
{
	struct reader reader; /* attributes[] is filled for each element */
	bool is_whole;

	reader.events = events;
	reader.context = context;
	reader.stopped = false;
	reader.why = ret_why;
	reader.n_names = 0;
	memset(reader.seen, 0, sizeof(reader.seen));
	ret_why[0] = '\0';
	if (xml.len == 0 || xml.len > INT_MAX) {
		snprintf(ret_why, XML_WHY_BYTES, "%s",
		    xml.len == 0 ? "ended inside its first tag" : "over 2 GiB");
		return false;
	}
	xmlInitParser();
	reader.parser = xml.len <= PUSH_BYTES
			    ? xmlCreatePushParserCtxt(NULL, NULL, NULL, 0, NULL)
			    : xmlCreateMemoryParserCtxt(xml.p, (int)xml.len);
	if (!reader.parser) {
		snprintf(ret_why, XML_WHY_BYTES, "no memory for the parser");
		return false;
	}
	xmlCtxtUseOptions(reader.parser, XML_PARSE_NONET);
	xml_reader_set_handlers(reader.parser->sax);
	reader.parser->_private = &reader;
	if (xml.len <= PUSH_BYTES)
		xmlParseChunk(reader.parser, xml.p, (int)xml.len, 1);
	else
		xmlParseDocument(reader.parser);
	is_whole = reader.parser->wellFormed && !reader.stopped;
	/* libxml2 creates myDoc for the entities of a DTD, if the input has a
	 * DTD */
	xmlFreeDoc(reader.parser->myDoc);
	reader.parser->myDoc = NULL;
	xmlFreeParserCtxt(reader.parser);
	return is_whole;
}

struct slice
xml_attribute_value(const struct xml_element *element, const char *local)
{
	for (size_t i = 0; i < element->n_attributes; i++) {
		const struct xml_attribute *a = &element->attributes[i];

		if (!a->uri &&
		    slice_equal_nocase(slice_of(a->local), slice_of(local)))
			return a->value;
	}
	return SLICE_NONE;
}
