/*
 * origin.c -- see origin.h.
 */
#include "serve/feed/origin.h"

#include "base/text/ascii.h"

static bool
origin_is_host(struct slice host)
{
	for (size_t i = 0; i < host.len; i++)
		if (!ascii_is_alnum(host.p[i]) &&
		    strchr("-._:[]", host.p[i]) == NULL)
			return false;
	return host.len > 0 && host.len <= LIMIT_HOST_BYTES + sizeof(":65535");
}

void
origin_put(struct buf *out, const struct serve_request *request,
    const struct serve_settings *settings)
{
	buf_append_string(
	    out, slice_equal_nocase(request->forwarded_proto, SLICE("https"))
		     ? "https://"
		     : "http://");
	if (origin_is_host(request->host))
		buf_append_slice(out, request->host);
	else
		buf_append_string(out, settings->listen);
}
