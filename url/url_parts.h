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

/* scheme://credentials@host:port/path?query.  A part that the URL does not have
 * is SLICE_NONE; "host:" has an empty port. */
struct url_parts {
	struct slice scheme, credentials, host, port, path, query;
};

/* Splits a URL with a scheme and an authority; the fragment is left out.  An
 * IPv6 address keeps its brackets.  False: no "scheme://", no host, or bytes
 * between a bracket and the port.  The parts are borrowed.  O(length). */
bool url_parts_read(struct slice url, struct url_parts *ret);

/* Splits "credentials@host:port" into these three parts of *ret; the others do
 * not change.  False as above. */
bool url_parts_read_authority(struct slice authority, struct url_parts *ret);

/* Splits path and query at the first "?" into these two parts of *ret. */
void url_parts_read_tail(struct slice tail, struct url_parts *ret);

/* Merges a reference with a base (RFC 3986, 5.2): a reference with a host needs
 * a scheme or a base, one without a host needs a base.  Appends the URL, with
 * dot segments removed and without an empty query.  O(length). */
void url_parts_merge(const struct url_parts *base,
    const struct url_parts *reference, struct url_text *ret);

#endif
