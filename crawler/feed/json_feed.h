/*
 * json_feed.h -- JSON Feed 1.0 and 1.1 into a builder.
 */
#ifndef CRAWLER_FEED_JSON_FEED_H
#define CRAWLER_FEED_JSON_FEED_H

#include "crawler/feed/builder.h"

/* Reads a document of JSON.  Sets feed->format (FEED_UNKNOWN if it is none),
 * complete and why.  The arena's exhaustion jumps as usual, but not out of
 * the library. */
int json_feed_read(struct builder *, struct slice utf8, struct err *e);

#endif
