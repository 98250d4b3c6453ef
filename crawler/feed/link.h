/*
 * link.h -- resolves the links of a feed.
 */
#ifndef CRAWLER_FEED_LINK_H
#define CRAWLER_FEED_LINK_H

#include "base/arena.h"

/* Resolves a reference against a base as RFC 3986, section 5.2, does. base:
 * SLICE_NONE if there is no base. White space and invisible characters at both
 * ends, line breaks and tabs are removed. An ampersand that is still escaped is
 * decoded. Any scheme and the fragment are kept. Nothing is re-encoded, because
 * url/url.h does that before a fetch. A reference that begins with the host
 * "www.…" gets the scheme of the base, because feeds leave the scheme out.  A
 * malformed or doubled start of an HTTP URL ("http:/", "http//",
 * "http://http://") is corrected, and backslashes before the query of an HTTP
 * URL are read as slashes.  A reference in markup (<a href="x">) is found.
 *
 * Returns the reference unresolved if it is absolute, or if the base has no
 * scheme or host. Returns SLICE_NONE if the reference is empty. Arena;
 * O(length). */
struct slice link_resolve(
    struct arena *, struct slice base, struct slice reference);

/* True for an absolute http or https URL. */
bool link_is_http(struct slice);
/* True for a URL with a scheme other than http and https. */
bool link_has_other_scheme(struct slice);

#endif
