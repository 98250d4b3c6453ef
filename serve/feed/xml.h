/*
 * xml.h -- writes XML 1.0 into a buf.
 *
 * libxml2's writer is not used: it accepts characters that XML forbids, and the
 * caller cannot limit its buffer.
 */
#ifndef SERVE_FEED_XML_H
#define SERVE_FEED_XML_H

#include "base/buf.h"
#include "base/slice.h"

/* Appends a text, valid between tags and in a quoted attribute: & < > " ' and
 * carriage returns become references.  Characters that XML 1.0 (section 2.2)
 * forbids and invalid UTF-8 become U+FFFD.  O(bytes). */
void xml_put_text(struct buf *out, struct slice);
/* Appends <name>text</name> and a newline. */
void xml_put_element(struct buf *out, const char *name, struct slice text);

#endif
