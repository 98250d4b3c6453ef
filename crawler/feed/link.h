/*
 * link.h -- what a feed points at, as an absolute reference.
 */
#ifndef CRAWLER_FEED_LINK_H
#define CRAWLER_FEED_LINK_H

#include "base/arena.h"

/* Resolves a reference as written against a base (SLICE_NONE: none) after RFC
 * 3986, 5.2: white space at its ends and line breaks in it go, any scheme and
 * the fragment stay, nothing is re-encoded (crawler/url does that before a
 * fetch).  The reference itself where it is absolute or there is no base;
 * SLICE_NONE for an empty one.  Arena; O(length). */
struct slice link_resolve(
    struct arena *, struct slice base, struct slice reference);

/* Whether a text is an absolute http or https URL. */
bool link_is_http(struct slice);
/* Whether it names a scheme, and that is neither. */
bool link_is_foreign(struct slice);

#endif
