/*
 * repair.h -- makes malformed XML well-formed before it is parsed: libxml2's
 * own recovery silently drops text, items and entities.
 */
#ifndef CRAWLER_FEED_MARKUP_REPAIR_H
#define CRAWLER_FEED_MARKUP_REPAIR_H

#include "base/buf.h"

struct repaired {
	struct slice xml; /* the root element only; borrowed from the input if
			     the input is well-formed, else from `out` */
	bool is_changed;
	bool is_cut;     /* the document ended before the end tag of its root
			    element */
	bool field_cut;  /* an attribute value or CDATA section was longer than
			    LIMIT_FIELD_BYTES and was truncated */
	size_t cut_at;   /* if is_cut: offset in xml of the first generated end
			    tag */
	char inside[64]; /* the innermost element that was truncated */
};

/* Repairs the root element, which begins at document.p[0].  The element is
 * returned unchanged if these conditions are met:
 *   - it is well-formed;
 *   - no element has more than LIMIT_FEED_ATTRIBUTES attributes, and no element
 *     is deeper than LIMIT_FEED_DEPTH;
 *   - no attribute value, comment, instruction or CDATA section is longer than
 *     LIMIT_FIELD_BYTES;
 *   - it has only the entities that XML defines.
 * Otherwise *out gets a copy in which
 *   - control characters, comments and declarations are removed;
 *   - bare & and < are escaped, HTML's named references are characters, other
 *     entities are literal text;
 *   - attributes are quoted and unique; attributes over the limit are removed;
 *   - attribute values and CDATA sections are cut at LIMIT_FIELD_BYTES;
 *   - elements without an end tag are closed: HTML at the end of the text that
 *     contains it, an item before the next item, elements of the feed before
 *     its first item;
 *   - outside of texts, elements whose end tag does not occur in the document
 *     are empty, unless the document is truncated;
 *   - end tags without an open element are removed, and so are tags beyond the
 *     depth limit (their text is kept);
 *   - elements that are open at the end of the document are closed.
 * The document must be valid UTF-8.  O(length).  Returns 0, or ERR_LIMIT if
 * `out` is full or there is no memory (out->no_memory). */
int xml_repair(struct slice document, struct buf *out, struct repaired *ret);

#endif
