/*
 * xml_feed.h -- RSS, RDF and Atom: a document's events into a builder.
 */
#ifndef CRAWLER_FEED_XML_FEED_H
#define CRAWLER_FEED_XML_FEED_H

#include "crawler/feed/builder.h"
#include "crawler/feed/repair.h"

/* Reads a repaired document.  Sets feed->format, complete and why (arena).
 * ERR_LIMIT when the arena ran out (its exhausted must be set; it is not
 * jumped to from in here). */
int xml_feed_read(struct builder *, const struct repaired *, struct err *e);

#endif
