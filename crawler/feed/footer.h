/*
 * footer.h -- removes the footer that WordPress adds to the texts of a feed.
 */
#ifndef CRAWLER_FEED_FOOTER_H
#define CRAWLER_FEED_FOOTER_H

#include "crawler/feed/feed.h"

/* Removes the last paragraph of feed_entry.text if it only names the titles of
 * the entry and of the feed ("The post TITLE appeared first on FEED."), and the
 * same words at the ends of `summary` and `content`.  The slices of the entries
 * become shorter; nothing is allocated.  O(bytes of the last paragraphs). */
void feed_trim_footers(struct feed *);

#endif
