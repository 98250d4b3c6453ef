/*
 * url_parts.c -- the grammar of URLs: splitting, merging, dot segments.
 *
 * Source: RFC 3986, sections 3 and 5.2.
 */
#include "url/url_parts.h"

#include "url/url_text.h"

bool
url_parts_read_authority(struct slice authority, struct url_parts *ret)
{
	size_t at = authority.len, end;

	/* the last "@": RFC 3986 does not allow it in a host */
	while (at > 0 && authority.p[at - 1] != '@')
		at--;
	ret->credentials =
	    at > 0 ? slice_sub(authority, 0, at - 1) : SLICE_NONE;
	authority = slice_sub(authority, at, authority.len);
	if (slice_starts(authority, SLICE("["))) {
		end = slice_find_char(authority, ']', 0);
		if (end++ == SLICE_NOT_FOUND)
			return false;
	} else {
		end = slice_find_char(authority, ':', 0);
		end = end == SLICE_NOT_FOUND ? authority.len : end;
	}
	ret->host = slice_sub(authority, 0, end);
	ret->port = end < authority.len
			? slice_sub(authority, end + 1, authority.len)
			: SLICE_NONE;
	return ret->host.len > 0 &&
	       (end == authority.len || authority.p[end] == ':');
}

void
url_parts_read_tail(struct slice tail, struct url_parts *ret)
{
	size_t question = slice_find_char(tail, '?', 0);

	ret->path = slice_sub(tail, 0, question);
	ret->query = question == SLICE_NOT_FOUND
			 ? SLICE_NONE
			 : slice_sub(tail, question + 1, tail.len);
}

bool
url_parts_read(struct slice url, struct url_parts *ret)
{
	const struct slice mark = SLICE("://");
	size_t colon, end;

	url = slice_sub(url, 0, slice_find_char(url, '#', 0));
	colon = slice_find(url, mark, 0);
	*ret = (struct url_parts){ 0 };
	if (colon == SLICE_NOT_FOUND || colon == 0)
		return false;
	ret->scheme = slice_sub(url, 0, colon);
	url = slice_sub(url, colon + mark.len, url.len);
	for (end = 0; end < url.len; end++)
		if (url.p[end] == '/' || url.p[end] == '?')
			break;
	url_parts_read_tail(slice_sub(url, end, url.len), ret);
	return url_parts_read_authority(slice_sub(url, 0, end), ret);
}

/* Removes the last segment that was written, with its slash. */
static void
url_parts_drop_segment(struct url_text *out, size_t root)
{
	while (out->len > root && out->p[--out->len] != '/')
		;
}

/* Appends segments, separated by slashes, without "." and ".." (RFC 3986,
 * 5.2.4). is_end: the path ends after the last segment. */
static void
url_parts_put_segments(
    struct url_text *out, size_t root, struct slice segments, bool is_end)
{
	struct slice segment;

	while (slice_next(&segments, '/', &segment)) {
		bool is_last = is_end && segments.p == NULL;

		if (slice_equal(segment, SLICE(".."))) {
			url_parts_drop_segment(out, root);
		} else if (!slice_equal(segment, SLICE("."))) {
			url_text_put(out, '/');
			url_text_put_slice(out, segment);
			continue;
		}
		if (is_last)
			url_text_put(out, '/');
	}
}

/* Appends a path without dot segments. If `folder` is not empty, it begins and
 * ends with a slash, and `path` is relative to it. If `folder` is empty, `path`
 * is empty or begins with a slash. */
static void
url_parts_put_path(struct url_text *out, struct slice folder, struct slice path)
{
	size_t root = out->len;

	if (folder.len > 1)
		url_parts_put_segments(
		    out, root, slice_sub(folder, 1, folder.len - 1), false);
	if (path.len > 0)
		url_parts_put_segments(out, root,
		    slice_sub(path, folder.len == 0, path.len), true);
	if (out->len == root)
		url_text_put(out, '/');
}

/* Returns the path up to its last slash. For a URL with a host and without a
 * path, that is the root. */
static struct slice
url_parts_folder(struct slice path)
{
	while (path.len > 0 && path.p[path.len - 1] != '/')
		path.len--;
	return path.len > 0 ? path : SLICE("/");
}

void
url_parts_merge(const struct url_parts *base, const struct url_parts *reference,
    struct url_text *ret)
{
	const struct url_parts *site =
	    reference->host.p != NULL ? reference : base;
	struct slice folder = SLICE(""), path = reference->path;
	struct slice query = reference->query;

	if (site == base && path.len == 0) {
		path = base->path;
		if (query.p == NULL)
			query = base->query;
	} else if (site == base && path.p[0] != '/') {
		folder = url_parts_folder(base->path);
	}
	url_text_put_slice(ret,
	    reference->scheme.p != NULL ? reference->scheme : base->scheme);
	url_text_put_slice(ret, SLICE("://"));
	url_text_put_slice(ret, site->host);
	if (site->port.len > 0) {
		url_text_put(ret, ':');
		url_text_put_slice(ret, site->port);
	}
	url_parts_put_path(ret, folder, path);
	if (query.len > 0) {
		url_text_put(ret, '?');
		url_text_put_slice(ret, query);
	}
}
