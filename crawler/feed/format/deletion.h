/*
 * deletion.h -- reads the notice of a feed that an entry was deleted.
 */
#ifndef CRAWLER_FEED_FORMAT_DELETION_H
#define CRAWLER_FEED_FORMAT_DELETION_H

#include "crawler/feed/builder.h"

/* Appends an entry to the deletions of the feed.  `ref`: the id of the entry,
 * `when`: the time of the deletion, both as written.  Does nothing if the id is
 * empty or too long, or if the feed has LIMIT_FEED_DELETIONS already.  The
 * result is in the arena. */
void deletion_add(struct builder *, struct slice ref, struct slice when);

#endif
