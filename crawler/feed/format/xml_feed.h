/*
 * xml_feed.h -- reads RSS, RDF and Atom into a builder.
 */
#ifndef CRAWLER_FEED_FORMAT_XML_FEED_H
#define CRAWLER_FEED_FORMAT_XML_FEED_H

#include "crawler/feed/builder.h"
#include "crawler/feed/markup/repair.h"

/* Reads a repaired document.  Sets feed->format, complete and why (arena).
 * Returns 0, or ERR_LIMIT or ERR_MEMORY if the arena was exhausted by the
 * entries.  arena->exhausted must be set: the function jumps to it if the arena
 * is exhausted when `why` is written. */
int xml_feed_read(struct builder *, const struct repaired *, struct err *e);

#endif
