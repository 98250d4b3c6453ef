/*
 * url_site.c -- see url_site.h.
 *
 * In:  a URL or a host.
 * Out: host, registrable domain, port, scheme.
 */
#include "url/site/url_site.h"

#include <arpa/inet.h>
#include <libpsl.h>
#include <stdio.h>

#include "base/limits.h"
#include "url/url.h"
#include "url/url_parts.h"

/* The longest host, its final dot and a NUL. */
#define HOST_BYTES (LIMIT_HOST_BYTES + 2)

/* Copies a host as a text that ends with NUL.  Returns false if it is longer
 * than a name of the DNS. */
static bool
url_site_copy_host(struct slice host, char text[HOST_BYTES])
{
	if (host.len == 0 || host.len > LIMIT_HOST_BYTES)
		return false;
	snprintf(text, HOST_BYTES, "%.*s", SLICE_ARG(host));
	return true;
}

bool
url_site_is_address(struct slice host)
{
	char text[HOST_BYTES];
	struct in_addr four;

	if (slice_starts(host, SLICE("[")))
		return true;
	return url_site_copy_host(host, text) &&
	       inet_pton(AF_INET, text, &four) == 1;
}

bool
url_site_is_public_suffix(struct slice host)
{
	char text[HOST_BYTES];

	return url_site_copy_host(host, text) &&
	       psl_is_public_suffix2(
		   psl_builtin(), text, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE);
}

bool
url_site_is_private_suffix(struct slice host)
{
	char text[HOST_BYTES];

	return url_site_copy_host(host, text) &&
	       psl_is_public_suffix2(psl_builtin(), text,
		   PSL_TYPE_PRIVATE | PSL_TYPE_NO_STAR_RULE);
}

/* Returns the registrable domain, which is the end of the host. Returns
 * SLICE_NONE if there is no such domain. */
static struct slice
url_site_domain_of(struct slice host)
{
	char text[HOST_BYTES];
	const char *domain;

	if (url_site_is_address(host) || !url_site_copy_host(host, text))
		return SLICE_NONE;
	domain = psl_registrable_domain(psl_builtin(), text);
	if (domain == NULL)
		return SLICE_NONE;
	return slice_sub(host, (size_t)(domain - text), host.len);
}

bool
url_site_read(struct arena *arena, struct slice url, struct url_site *ret)
{
	struct slice plain;
	struct url_parts parts;
	int64_t port;

	if (!url_resolve(arena, SLICE_NONE, url, &plain) ||
	    !url_parts_read(plain, &parts))
		return false;
	ret->host = parts.host;
	if (ret->host.len > 1 && slice_ends(ret->host, SLICE(".")))
		ret->host.len--;
	ret->domain = url_site_domain_of(ret->host);
	ret->is_tls = slice_equal(parts.scheme, SLICE("https"));
	ret->port = ret->is_tls ? 443 : 80;
	if (parts.port.len > 0 && slice_to_int64(parts.port, &port))
		ret->port = (int)port;
	return true;
}
