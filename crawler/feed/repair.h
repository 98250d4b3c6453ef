/*
 * repair.h -- ill-formed XML made well-formed, byte by byte, before a parser
 * sees it: libxml2's own recovery drops text, items and entities silently.
 */
#ifndef CRAWLER_FEED_REPAIR_H
#define CRAWLER_FEED_REPAIR_H

#include "base/buf.h"

struct repaired {
	struct slice xml; /* the root element and nothing else: part of the
			     input where that is sound, else of the buf */
	bool is_changed;
	bool is_cut;     /* the document ended before its root did */
	bool field_cut;  /* a text over LIMIT_FIELD_BYTES lost its end */
	size_t cut_at;   /* of xml: from here on it is ours (is_cut) */
	char inside[64]; /* the innermost element that was cut off */
};

/* Reads the element that begins at document.p[0].  What is well-formed, has
 * no element with more than LIMIT_FEED_ATTRIBUTES attributes, none deeper
 * than LIMIT_FEED_DEPTH and no entity but XML's own, stays byte for byte.
 * Otherwise *out gets a copy in which
 *   - what XML forbids is gone: control characters, comments, declarations;
 *   - bare & and < are escaped, HTML's named references are characters, other
 *     entities their own text;
 *   - attributes are quoted and said once; those over the limit are gone;
 *   - end tags close what they name: HTML left open in a text, an item that
 *     the next item finds open; end tags of nothing are gone, and so are tags
 *     below the greatest depth (their text stays);
 *   - what was open at the end of the document is closed.
 * The document must be valid UTF-8.  O(length).  ERR_LIMIT when out is full. */
int xml_repair(struct slice document, struct buf *out, struct repaired *ret);

#endif
