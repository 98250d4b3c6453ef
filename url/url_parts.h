/*
 * url_parts.h -- splits a URL into its parts, and merges the parts of a
 * reference with those of a base.
 *
 * Splitting checks nothing: a part may contain any bytes.  url_resolve() and
 * config/yaml/address_text.h check the parts.
 */
#ifndef URL_URL_PARTS_H
#define URL_URL_PARTS_H

#include "base/slice.h"

struct url_text;

/* scheme://credentials@host:port/path?query.  A part that is missing in the URL
 * is SLICE_NONE.  The port of "host:" is empty. */
struct url_parts {
	struct slice scheme, credentials, host, port, path, query;
};

/* Splits a URL with a scheme and an authority; the fragment is ignored.  An
 * IPv6 address keeps its brackets.  Returns false if the URL has no "scheme://"
 * or no host, or if there are bytes between a bracket and the port.  The parts
 * are borrowed.  O(length). */
bool url_parts_read(struct slice url, struct url_parts *ret);

/* Splits "credentials@host:port" into these three parts of *ret; the other
 * parts do not change.  Returns false if there is no host, or if there are
 * bytes between a bracket and the port. */
bool url_parts_read_authority(struct slice authority, struct url_parts *ret);

/* Splits path and query at the first "?" into these two parts of *ret. */
void url_parts_read_tail(struct slice tail, struct url_parts *ret);

/* Merges a reference with a base (RFC 3986, 5.2): A reference with a host
 * requires a scheme or a base.  A reference without a host requires a base.
 * Appends the URL, with dot segments removed and without an empty query.
 * O(length). */
void url_parts_merge(const struct url_parts *base,
    const struct url_parts *reference, struct url_text *ret);

#endif
