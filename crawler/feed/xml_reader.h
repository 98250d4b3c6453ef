/*
 * xml_reader.h -- libxml2 as it may be used on foreign bytes: events only, no
 * tree, no DTD, no entities but XML's own, no files and no network.
 */
#ifndef CRAWLER_FEED_XML_READER_H
#define CRAWLER_FEED_XML_READER_H

#include "base/slice.h"

#define XML_WHY_BYTES 160

struct xml_attribute {
	const char *local, *prefix, *uri; /* prefix, uri: NULL if none */
	struct slice value; /* as between the quotes, but for "&#38;" */
};

struct xml_element {
	/* Interned: within one document equal names are equal pointers. */
	const char *local, *prefix, *uri;
	const struct xml_attribute *attributes;
	size_t n_attributes;
};

/* Called in document order; all borrowed during the call.  A false stops the
 * reading. */
struct xml_events {
	bool (*start)(void *context, const struct xml_element *);
	bool (*text)(void *context, struct slice);
	/* at: how many bytes of the document the element reaches */
	bool (*end)(void *context, size_t at);
};

/* Reads one element, as xml_repair gives it.  True if it was well-formed and
 * no event said stop; else ret_why has a line.  O(length); memory: a copy of
 * the document and some 100 KiB. */
bool xml_read(struct slice xml, const struct xml_events *, void *context,
    char ret_why[XML_WHY_BYTES]);

/* The value of an attribute without namespace, in any case; SLICE_NONE where
 * it is missing. */
struct slice xml_attribute_value(const struct xml_element *, const char *local);

#endif
