/*
 * url.h -- addresses: resolving, canonical form, keys.  After RFC 3986,
 * by libcurl's CURLU (so that what we check is what is fetched).
 */
#ifndef CRAWLER_URL_H
#define CRAWLER_URL_H

#include "base/arena.h"
#include "base/err.h"

/* Resolves reference against base (SLICE_NONE: reference must be absolute)
 * into an absolute http(s) URL without fragment, white space trimmed, non-ASCII
 * and unsafe bytes percent-encoded, the host in lower case, IDN hosts as
 * punycode, a backslash in the path as a slash.  False for any other scheme,
 * credentials in the URL, controls, a backslash or a % in the authority,
 * "http:x" and other numbers of slashes than two, a port of another protocol
 * (url_rules.h), over LIMIT_URL_BYTES. Result in the arena. */
bool url_resolve(struct arena *, struct slice base, struct slice reference,
    struct slice *ret_url);

/* The form under which two spellings of one address are the same: scheme and
 * host lower case, default port, empty path and fragment dropped, tracking
 * parameters (url_rules.c) taken out, remaining ones in their order.
 * "Empty path" is "/" without a query; %xx are upper case, unreserved ones
 * decoded.  What is sent over the wire is never this form. */
bool url_canonical(struct arena *, struct slice url, struct slice *ret_url);

/* The canonical form without scheme, "www.", trailing slash, session, and what
 * only says that the page is for telephones or AMP (url_rules.h), of one in an
 * AMP cache that of the publisher's: the key of an article or an alias
 * ("example.org/a?b=1"). */
bool url_key(struct arena *, struct slice url, struct slice *ret_key);

/* "example.org" of "http://user@Example.org:80/x", "[::1]" of an IPv6 address;
 * SLICE_NONE if it has none. */
struct slice url_host(struct arena *, struct slice url);
/* "https://example.org:8443"; a default port is left out. */
bool url_origin(struct arena *, struct slice url, struct slice *ret_origin);
/* Path and query, as robots.txt wants them; "/" at least. */
struct slice url_path_and_query(struct arena *, struct slice url);

/* The key under which politeness is budgeted: the registrable domain of a
 * public host (libpsl), else host:port (addresses, localhost, single
 * labels). */
bool url_budget_key(struct arena *, struct slice url, struct slice *ret_key);

/* True where `new` is `old` over TLS, and nothing else of it has changed. */
bool url_is_same_over_tls(struct slice old, struct slice new);

/* http or https, and nothing that url_resolve would refuse. */
bool url_fetchable(struct slice url);

#endif
