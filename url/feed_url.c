/*
 * feed_url.c -- see feed_url.h.
 */
#include "url/feed_url.h"

#include "url/url_text.h"

const char *
feed_url_plain_scheme(struct slice url, struct slice *ret_rest)
{
	struct slice rest = slice_sub(url, 5, url.len);

	*ret_rest = url;
	if (!slice_starts_nocase(url, SLICE("feed:")))
		return "";
	*ret_rest = rest;
	if (!slice_starts(rest, SLICE("//")))
		return "";
	if (!slice_starts_nocase(rest, SLICE("//http://")) &&
	    !slice_starts_nocase(rest, SLICE("//https://")))
		return "http:";
	*ret_rest = slice_sub(rest, 2, rest.len);
	return "";
}

/* Removes ":80" from "http://host:80/x". `url` must be a result of
 * url_resolve_text(). */
static void
feed_url_strip_port(struct url_text *url)
{
	struct slice text = url_text_slice(url);
	bool secure = slice_starts(text, SLICE("https:"));
	struct slice port = secure ? SLICE(":443") : SLICE(":80");
	size_t host = secure ? strlen("https://") : strlen("http://");
	size_t slash = slice_find_char(text, '/', host);

	if (slash == SLICE_NOT_FOUND)
		slash = text.len;
	if (!slice_ends(slice_sub(text, host, slash), port))
		return;
	memmove(url->p + slash - port.len, url->p + slash, url->len - slash);
	url->len -= port.len;
}

static bool
feed_url_resolve(struct slice text, struct url_text *ret)
{
	struct url_text plain;
	const char *scheme = feed_url_plain_scheme(slice_trim(text), &text);

	url_text_init(&plain);
	url_text_init(ret);
	url_text_put_slice(&plain, slice_of(scheme));
	url_text_put_slice(&plain, text);
	if (plain.over ||
	    !url_resolve_text(SLICE_NONE, url_text_slice(&plain), ret))
		return false;
	feed_url_strip_port(ret);
	return true;
}

bool
feed_url_form(struct arena *arena, struct slice text, struct slice *ret_url)
{
	struct url_text url;

	if (!feed_url_resolve(text, &url))
		return false;
	*ret_url = arena_copy(arena, url_text_slice(&url));
	return true;
}

char *
feed_url_key(struct slice text)
{
	struct url_text url;

	if (feed_url_resolve(text, &url))
		text = url_text_slice(&url);
	return strndup(text.p, text.len);
}
