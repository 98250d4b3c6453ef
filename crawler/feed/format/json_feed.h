/*
 * json_feed.h -- reads JSON Feed 1.0 and 1.1 into a builder.
 */
#ifndef CRAWLER_FEED_FORMAT_JSON_FEED_H
#define CRAWLER_FEED_FORMAT_JSON_FEED_H

#include "crawler/feed/builder.h"

/* Reads a JSON document.  Sets feed->format (FEED_UNKNOWN if it is not a feed),
 * complete and why.  Returns 0, or ERR_LIMIT or ERR_MEMORY if the arena is
 * exhausted by the values.  If it is exhausted earlier, the function jumps to
 * arena->exhausted, but never out of jansson. */
int json_feed_read(struct builder *, struct slice utf8, struct err *e);

#endif
