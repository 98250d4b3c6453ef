/*
 * url_plain.h -- URLs that need no normalisation.  Private to url/url*.c.
 */
#ifndef URL_URL_PLAIN_H
#define URL_URL_PLAIN_H

#include "base/slice.h"

/* The parts of a URL, borrowed from it. */
struct url_plain {
	struct slice scheme, host, path, query; /* query: absent or not empty */
};

/* Returns true for a plain URL: an absolute http(s) URL that url_resolve()
 * returns unchanged.  Its host is in lower case and starts with a letter.  It
 * has no port, no path segment that starts with a dot, no % and no fragment.
 * Most URLs are plain.  A URL that is not plain must be normalised.  O(length).
 */
bool url_plain_read(struct slice url, struct url_plain *ret);

#endif
