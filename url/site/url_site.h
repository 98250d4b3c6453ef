/*
 * url_site.h -- the parts of a URL that decide to which site it belongs.
 * Source of registrable domains and public suffixes: the Public Suffix List
 * (libpsl).
 */
#ifndef URL_URL_SITE_H
#define URL_URL_SITE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/slice.h"

struct url_site {
	struct slice host;   /* lower case, Punycode, without a final dot; an
				IPv6 address is in brackets */
	struct slice domain; /* registrable domain of the host; SLICE_NONE: the
				host is an address or a public suffix */
	int port;            /* 1 to 65535, also if the URL has no port */
	bool is_tls;         /* https */
};

/* Reads the site of an http or https URL.  Returns false if url_resolve()
 * refuses the URL.  The texts are in the arena.  O(length). */
bool url_site_read(struct arena *, struct slice url, struct url_site *ret);

/* True for an IPv4 address, or an IPv6 address in brackets. */
bool url_site_is_address(struct slice host);

/* True for a suffix below which different owners register names, such as
 * "co.uk" or "github.io".  False for a name of one label that is not in the
 * list, such as "localhost". */
bool url_site_is_public_suffix(struct slice host);

/* True for a suffix of the private section of the Public Suffix List: the host
 * of a company that gives names below it to its customers, such as
 * "s3.amazonaws.com" or "github.io". False for "co.uk". */
bool url_site_is_private_suffix(struct slice host);

#endif
