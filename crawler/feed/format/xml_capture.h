/*
 * xml_capture.h -- the text of an element of a feed, while it is read.
 */
#ifndef CRAWLER_FEED_FORMAT_XML_CAPTURE_H
#define CRAWLER_FEED_FORMAT_XML_CAPTURE_H

#include "base/buf.h"
#include "crawler/feed/format/atom_text.h"
#include "crawler/feed/format/vocabulary.h"

struct xml_capture {
	const struct feed_rule *rule; /* rule of the element; NULL: no text is
					 captured */
	uint32_t depth;               /* depth of the element in the document */
	struct atom_text type; /* how the text of an Atom element is read */
	bool has_tags;         /* the element contains other elements */
	bool is_permalink;     /* of a guid */
	struct buf text;       /* the text so far */
};

/* Appends text.  In a tree of markup, "<" and "&" are written as references.
 * O(length). */
void xml_capture_add_text(struct xml_capture *, struct slice text);
/* Appends the tag of an element inside a text: `before` ("<" or "</"), the name
 * and ">". If the value is not a text (a date, a URL), or if HTML does not have
 * the element, the tag is left out. */
void xml_capture_add_tag(
    struct xml_capture *, const char *before, const char *local);
/* Returns the captured text, borrowed from the capture; see
 * xml_section_text(). */
struct slice xml_capture_text(const struct xml_capture *);
/* If the whole text is a CDATA section that was escaped, or that is inside
 * another section or an attribute, returns the text of this section; otherwise
 * the text itself.  Borrowed.  O(length). */
struct slice xml_section_text(struct slice text);

#endif
