/*
 * url.h -- resolves URLs, normalises them and derives keys.  Source: RFC 3986.
 * libcurl splits each result into the same parts as these functions, so that
 * the address that is checked is the address that is fetched.
 *
 * url_form.c contains the functions for canonical forms, keys and parts.
 */
#ifndef URL_URL_H
#define URL_URL_H

#include "base/arena.h"
#include "base/err.h"

/* Resolves `reference` against `base` into an absolute http(s) URL without
 * fragment.  If `base` is SLICE_NONE, `reference` must be absolute.  The result
 * has no white space at its ends, non-ASCII and unsafe bytes percent-encoded,
 * the host in lower case, IDN hosts as Punycode, slashes for backslashes in the
 * path, and no dot segments (an encoded dot, %2e, counts as a dot).  Returns
 * false for other schemes, credentials, controls, a backslash or a % in the
 * authority, an invalid host, a number of slashes after the scheme other than
 * two, a port of another protocol (url_rules.h), and lengths over
 * LIMIT_URL_BYTES.  Result in the arena.  O(length). */
bool url_resolve(struct arena *, struct slice base, struct slice reference,
    struct slice *ret_url);

/* Returns the canonical form, which is equal for equivalent spellings: scheme
 * and host in lower case; default port, empty path and fragment removed;
 * tracking parameters (url_rules.c) removed, the others in their order; %xx in
 * upper case, unreserved characters decoded.  An "empty path" is "/" without a
 * query.  This form is never sent.  Returns false if the URL is invalid.  The
 * result is in the arena. */
bool url_canonical(struct arena *, struct slice url, struct slice *ret_url);

/* Returns the key of an article or of an alias ("example.org/a?b=1"): the
 * canonical form without scheme, "www.", trailing slash, session, and the parts
 * that mark a mobile or AMP variant (url_rules.h).  For an address in an AMP
 * cache, returns the key of the publisher's address.  Returns false if the URL
 * is invalid.  The result is in the arena. */
bool url_key(struct arena *, struct slice url, struct slice *ret_key);

/* True if `front` is the front page of the host of `url` (path "/", no query),
 * and `url` is another page.  The parts that url_key() leaves out are ignored,
 * so https://www.example.org/ is the front page of http://m.example.org/a.  An
 * index page (/index.html) counts as the front page.  Uses the arena. */
bool url_is_front_of(struct arena *, struct slice front, struct slice url);

/* Returns "example.org" for "http://user@Example.org:80/x", and "[::1]" for a
 * URL with an IPv6 address; SLICE_NONE if there is no host. */
struct slice url_host(struct arena *, struct slice url);
/* Writes "https://example.org:8443"; a default port is omitted. Returns false
 * if the URL is invalid. The result is in the arena. */
bool url_origin(struct arena *, struct slice url, struct slice *ret_origin);
/* Returns path and query for robots.txt rules; at least "/". */
struct slice url_path_and_query(struct arena *, struct slice url);

/* Returns the key of the host's request budget: the registrable domain of a
 * public host (libpsl), else host:port (IP addresses, localhost, single
 * labels).  Returns false if the URL is invalid.  The result is in the arena.
 */
bool url_budget_key(struct arena *, struct slice url, struct slice *ret_key);

/* True if `old` is an http URL and `new` is the same URL with https. */
bool url_is_same_over_tls(struct slice old, struct slice new);

/* True if the URLs differ at most in their fragments.  A request for one URL is
 * then the same as a request for the other. */
bool url_is_same_resource(struct slice, struct slice);

/* True for an http or https URL that url_resolve() accepts. */
bool url_fetchable(struct slice url);

#endif
