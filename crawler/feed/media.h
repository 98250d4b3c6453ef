/*
 * media.h -- distinguishes pictures, videos and audio files in Media RSS and
 * enclosures.
 */
#ifndef CRAWLER_FEED_MEDIA_H
#define CRAWLER_FEED_MEDIA_H

#include "crawler/feed/feed.h"

/* Returns the kind of a media:content: that of its attribute `medium`, else
 * that of its media type, else that of the ending of its URL.  If all of them
 * are absent or unknown, the kind is FEED_MEDIA_IMAGE, or FEED_MEDIA_OTHER if
 * there is a media type.  O(length). */
enum feed_media_kind media_kind_of(
    struct slice medium, struct slice type, struct slice url);
/* Returns the kind of an enclosure: that of its media type, else that of the
 * ending of its URL, else FEED_MEDIA_OTHER.  O(length). */
enum feed_media_kind media_kind_of_enclosure(
    struct slice type, struct slice url);

#endif
