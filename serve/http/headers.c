/*
 * headers.c -- the header fields of every response. server.h declares the
 * function.
 *
 * The content security policy forbids scripts, frames, plug-ins and everything
 * from other hosts.  Pictures from other hosts are permitted only with `images:
 * remote`.  A page that contains its own style may not have forms or pictures.
 */
#include <microhttpd.h>
#include <stdio.h>

#include "base/array.h"
#include "base/date/date.h"
#include "serve/http/server.h"

#define POLICY(styles, images, forms)                                          \
	"default-src 'none'; style-src " styles "; img-src " images            \
	"; form-action " forms "; base-uri 'none'; frame-ancestors 'none'"

static const struct {
	const char *name, *value;
} headers_always[] = {
	{ "X-Content-Type-Options", "nosniff" },
	{ "Referrer-Policy", "no-referrer" },
	{ "X-Frame-Options", "DENY" },
	{ "Cross-Origin-Resource-Policy", "same-origin" },
	{ "Cross-Origin-Opener-Policy", "same-origin" },
};

static bool
headers_put(struct MHD_Response *http, const char *name, const char *value)
{
	return MHD_add_response_header(http, name, value) == MHD_YES;
}

static bool
headers_add_validators(
    struct MHD_Response *http, const struct serve_response *response)
{
	char date[SERVE_HTTP_DATE_BYTES];

	if (response->etag[0] != '\0' &&
	    !headers_put(http, "ETag", response->etag))
		return false;
	if (response->last_modified_at == DATE_NONE)
		return true;
	serve_http_date(response->last_modified_at, date);
	return headers_put(http, "Last-Modified", date);
}

static bool
headers_add_rest(
    struct MHD_Response *http, const struct serve_response *response)
{
	char seconds[24];

	snprintf(seconds, sizeof(seconds), "%lld",
	    (long long)response->retry_after_s);
	return (response->retry_after_s == 0 ||
		   headers_put(http, "Retry-After", seconds)) &&
	       (response->links.len == 0 ||
		   headers_put(http, "Link", response->links.p)) &&
	       (response->location[0] == '\0' ||
		   headers_put(http, "Location", response->location)) &&
	       (response->allow == NULL ||
		   headers_put(http, "Allow", response->allow)) &&
	       (response->status != 401 || headers_put(http, "WWW-Authenticate",
					       "Bearer realm=\"gleaner\"")) &&
	       (response->status < 400 || headers_put(http, "Vary", "Accept"));
}

static const char *
headers_policy(const struct serve_response *response)
{
	if (response->has_inline_style)
		return POLICY("'unsafe-inline'", "'none'", "'none'");
	return response->has_remote_images
		   ? POLICY("'self'", "'self' https:", "'self'")
		   : POLICY("'self'", "'self'", "'self'");
}

bool
headers_add(struct MHD_Response *http, const struct serve_response *response)
{
	const char *cache = response->cache_control != NULL
				? response->cache_control
				: "private, no-cache";

	for (size_t i = 0; i < ARRAY_LENGTH(headers_always); i++)
		if (!headers_put(
			http, headers_always[i].name, headers_always[i].value))
			return false;
	if (!headers_put(
		http, "Content-Security-Policy", headers_policy(response)) ||
	    !headers_put(http, "Cache-Control", cache))
		return false;
	if (response->content_type != NULL && response->status != 304 &&
	    !headers_put(http, "Content-Type", response->content_type))
		return false;
	return headers_add_validators(http, response) &&
	       headers_add_rest(http, response);
}
