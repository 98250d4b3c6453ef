/*
 * url_plain.h -- inside the room: addresses that need no work.
 */
#ifndef CRAWLER_URL_PLAIN_H
#define CRAWLER_URL_PLAIN_H

#include "base/slice.h"

/* An address in its parts, which are borrowed from it. */
struct url_plain {
	struct slice scheme, host, path, query; /* query: absent or not empty */
};

/* True for an absolute http(s) address that url_resolve() would give back byte
 * for byte and that CURLU would take apart into these: a host of lower case
 * that begins with a letter, no port, a path without dots at the beginning of
 * a segment, no % and no fragment.  Most addresses of the web are; of the
 * others it says nothing.  O(length), a hundredth of what CURLU takes. */
bool url_plain_read(struct slice url, struct url_plain *ret);

#endif
