/*
 * xml_reader.h -- a safe subset of libxml2 for untrusted bytes: events only, no
 * tree, no DTD, no entities but XML's own, no files and no network.
 */
#ifndef CRAWLER_FEED_MARKUP_XML_READER_H
#define CRAWLER_FEED_MARKUP_XML_READER_H

#include "base/slice.h"

#define XML_WHY_BYTES 160

struct xml_attribute {
	const char *local, *prefix, *uri; /* prefix, uri: NULL if none */
	struct slice value;               /* references are decoded, but "&" is
					     "&#38;" */
};

struct xml_element {
	/* Interned: within one document, equal names are equal pointers. */
	const char *local, *prefix, *uri;
	const struct xml_attribute *attributes;
	size_t n_attributes;
};

/* Called in document order; all arguments are borrowed during the call.  A
 * callback that returns false stops the parser. */
struct xml_events {
	bool (*start)(void *context, const struct xml_element *);
	bool (*text)(void *context, struct slice);
	/* at: offset in the document after the element */
	bool (*end)(void *context, size_t at);
};

/* Parses one element as xml_repair() returns it. Returns true if the element
 * was well-formed and no callback stopped the parser. Otherwise returns false,
 * and ret_why has one line, which may be empty if a callback stopped the
 * parser. O(length). Needs memory for a copy of the document and about 100 KiB.
 */
bool xml_read(struct slice xml, const struct xml_events *, void *context,
    char ret_why[XML_WHY_BYTES]);

/* Returns the value of an attribute without namespace, name in any case;
 * SLICE_NONE if it is absent. */
struct slice xml_attribute_value(const struct xml_element *, const char *local);

#endif
