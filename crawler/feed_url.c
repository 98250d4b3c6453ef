/*
 * feed_url.c -- see feed_url.h.
 */
#include "crawler/feed_url.h"

#include "config/address_text.h"
#include "url/url.h"

/* Of "http://host:80/x" without ":80".  url is of url_resolve(). */
static struct slice
feed_url_strip_port(struct arena *arena, struct slice url)
{
	bool secure = slice_starts(url, SLICE("https:"));
	struct slice port = secure ? SLICE(":443") : SLICE(":80");
	size_t host = secure ? 8 : 7;
	size_t slash = slice_find_char(url, '/', host);

	if (slash == SLICE_NOT_FOUND)
		slash = url.len;
	if (!slice_ends(slice_sub(url, host, slash), port))
		return url;
	return arena_format(arena, "%.*s%.*s",
	    SLICE_ARG(slice_sub(url, 0, slash - port.len)),
	    SLICE_ARG(slice_sub(url, slash, url.len)));
}

bool
feed_url_form(struct arena *arena, struct slice text, struct slice *ret_url)
{
	struct slice url;
	const char *scheme = feed_url_plain_scheme(slice_trim(text), &text);

	if (scheme[0] != '\0')
		text = arena_format(arena, "%s%.*s", scheme, SLICE_ARG(text));
	if (!url_resolve(arena, SLICE_NONE, text, &url))
		return false;
	*ret_url = feed_url_strip_port(arena, url);
	return true;
}
