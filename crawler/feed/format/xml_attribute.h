/*
 * xml_attribute.h -- attributes of feeds that have a namespace, and references
 * that libxml2 leaves in values.
 */
#ifndef CRAWLER_FEED_FORMAT_XML_ATTRIBUTE_H
#define CRAWLER_FEED_FORMAT_XML_ATTRIBUTE_H

#include "base/arena.h"
#include "crawler/feed/markup/xml_reader.h"

/* Returns the value of the attribute "xml:LOCAL"; SLICE_NONE if it is absent.
 * Borrowed.  O(attributes). */
struct slice xml_attribute_of_xml(
    const struct xml_element *, const char *local);

/* Returns the value of the attribute "rdf:LOCAL", with any prefix of RDF's
 * namespace; SLICE_NONE if it is absent.  Borrowed.  O(attributes). */
struct slice xml_attribute_of_rdf(
    const struct xml_element *, const char *local);

/* Returns the value with "&#38;" decoded.  libxml2 leaves this reference in the
 * value if it does not replace entities.  If the value is written as a CDATA
 * section, which XML does not allow, returns the text of the section.  Borrowed,
 * or arena if it was changed.  O(length). */
struct slice xml_attribute_decoded(struct arena *, struct slice value);

#endif
