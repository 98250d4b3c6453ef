/*
 * url_twin.c -- one page at several addresses: AMP, telephones, edited slugs.
 *
 * The names are those that publishers use: hosts m., mobile., amp.; a folder
 * or an ending /amp, the ending .amp, .amp.html (amp.dev, "Discovery").  A
 * rule must be safe for identity, so "amp" in a path counts only beside a
 * segment that looks like a story's, with a digit or a hyphen:
 * /instruments/amp is a page of its own.  AMP caches: amp.dev, "AMP Cache URL
 * format and request handling"; Google's and Bing's viewers.
 */
#include <libpsl.h>
#include <stdio.h>

#include "config/limits.h"
#include "crawler/url.h"
#include "crawler/url_rules.h"

#define STORY_NUMBER_DIGITS 5 /* four are a year */

static const char *const twin_labels[] = { "www.", "m.", "mobile.", "amp." };

static const char *const twin_endings[] = { "/amp", "/amp.html", ".amp",
	".amp.html" };

/* Not so of "m.co.uk", which is a name of its own. */
static bool
is_site(struct slice host)
{
	char text[LIMIT_HOST_BYTES + 1];

	if (host.len > LIMIT_HOST_BYTES ||
	    slice_find_char(host, '.', 0) == SLICE_NOT_FOUND)
		return false;
	snprintf(text, sizeof(text), "%.*s", SLICE_ARG(host));
	return !psl_is_public_suffix(psl_builtin(), text);
}

size_t
url_twin_label(struct slice host)
{
	for (size_t i = 0; i < sizeof(twin_labels) / sizeof(twin_labels[0]);
	     i++) {
		struct slice label = slice_of(twin_labels[i]);

		if (slice_starts(host, label))
			return is_site(slice_sub(host, label.len, host.len))
				   ? label.len
				   : 0;
	}
	return 0;
}

/* Behind the first label, and before a site's name: "de.m.example.org". */
size_t
url_twin_infix(struct slice host, size_t *ret_at)
{
	const struct slice infix = SLICE(".m.");
	size_t at = slice_find(host, infix, 1);

	if (at == SLICE_NOT_FOUND || slice_find_char(host, '.', 0) != at ||
	    !is_site(slice_sub(host, at + infix.len, host.len)))
		return 0;
	*ret_at = at + 1;
	return infix.len - 1;
}

/* ---- AMP caches ---- */

/* Hosts that serve others' AMP pages, and what stands before the publisher's
 * host in their paths. */
static const struct {
	/* itself and all below it; a final '.': in any country */
	const char *host;
	const char *folders;
} amp_caches[] = {
	{ "cdn.ampproject.org", "/c/ /v/ /wp/" },
	{ "bing-amp.com", "/c/ /v/" },
	{ "www.google.", "/amp/" },
};

/* "com", "co.uk".  Behind "www.google." may stand anybody else's domain, who
 * would have a say in what is known of the publisher's page. */
static bool
is_country(struct slice suffix)
{
	char text[LIMIT_HOST_BYTES + 1];

	if (suffix.len > LIMIT_HOST_BYTES)
		return false;
	snprintf(text, sizeof(text), "%.*s", SLICE_ARG(suffix));
	return psl_is_public_suffix2(
	    psl_builtin(), text, PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE);
}

static bool
is_cache_host(struct slice host, const char *name)
{
	struct slice cache = slice_of(name);

	if (slice_ends(cache, SLICE(".")))
		return slice_starts(host, cache) &&
		       is_country(slice_sub(host, cache.len, host.len));
	return slice_equal(host, cache) ||
	       (slice_ends(host, cache) && host.len > cache.len &&
		   host.p[host.len - cache.len - 1] == '.');
}

/* What stands behind one of the folders; SLICE_NONE if none is there. */
static struct slice
behind_folder(struct slice path, const char *folders)
{
	struct slice rest = slice_of(folders), folder;

	while (slice_next(&rest, ' ', &folder))
		if (slice_starts(path, folder))
			return slice_sub(path, folder.len, path.len);
	return SLICE_NONE;
}

bool
url_amp_origin(struct arena *arena, struct slice url, struct slice *ret_url)
{
	struct slice host = url_host(arena, url), rest = SLICE_NONE;
	struct slice path = url_path_and_query(arena, url);
	bool is_secure;

	for (size_t i = 0;
	     i < sizeof(amp_caches) / sizeof(amp_caches[0]) && rest.len == 0;
	     i++)
		if (is_cache_host(host, amp_caches[i].host))
			rest = behind_folder(path, amp_caches[i].folders);
	is_secure = slice_starts(rest, SLICE("s/"));
	if (is_secure)
		rest = slice_sub(rest, 2, rest.len);
	/* A host, and no story of the cache's own: /amp/about */
	if (slice_find_char(slice_sub(rest, 0, slice_find_char(rest, '/', 0)),
		'.', 0) == SLICE_NOT_FOUND)
		return false;
	return url_resolve(arena, SLICE_NONE,
	    arena_format(
		arena, "http%s://%.*s", is_secure ? "s" : "", SLICE_ARG(rest)),
	    ret_url);
}

/* ---- paths ---- */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_alnum(char c)
{
	return is_digit(c) || (unsigned char)((c | 0x20) - 'a') < 26;
}

/* Start of the last segment. */
static size_t
last_segment(struct slice path)
{
	size_t at = path.len;

	while (at > 0 && path.p[at - 1] != '/')
		at--;
	return at;
}

static bool
is_story(struct slice path)
{
	for (size_t i = last_segment(path); i < path.len; i++)
		if (is_digit(path.p[i]) || path.p[i] == '-')
			return true;
	return false;
}

static struct slice
without_session(struct slice path)
{
	size_t at = slice_find_char(path, ';', 0);

	while (at != SLICE_NOT_FOUND) {
		if (slice_starts_nocase(slice_sub(path, at + 1, path.len),
			SLICE("jsessionid=")))
			return slice_sub(path, 0, at);
		at = slice_find_char(path, ';', at + 1);
	}
	return path;
}

static struct slice
without_ending(struct slice path)
{
	for (size_t i = 0; i < sizeof(twin_endings) / sizeof(twin_endings[0]);
	     i++) {
		struct slice ending = slice_of(twin_endings[i]), rest;

		if (!slice_ends(path, ending))
			continue;
		rest = slice_sub(path, 0, path.len - ending.len);
		if (is_story(rest))
			return rest;
	}
	return path;
}

struct slice
url_twin_path(struct arena *arena, struct slice path)
{
	struct slice folder = SLICE("/amp/"), bare;
	size_t at;

	path = without_session(path);
	if (slice_find(path, SLICE("amp"), 0) == SLICE_NOT_FOUND)
		return path;
	while (path.len > 1 && slice_ends(path, SLICE("/")))
		path.len--;
	bare = without_ending(path);
	if (bare.len < path.len)
		return slice_ends(path, SLICE(".amp.html"))
			   ? arena_format(arena, "%.*s.html", SLICE_ARG(bare))
			   : bare;
	at = slice_find(path, folder, 0);
	if (at == SLICE_NOT_FOUND || !is_story(path))
		return path;
	return arena_format(arena, "%.*s%.*s", (int)at, path.p,
	    SLICE_ARG(slice_sub(path, at + folder.len - 1, path.len)));
}

/* ---- the number of a story ---- */

/* 20240131, 202401: part of the address of everything of that day. */
static bool
is_date(struct slice digits)
{
	int64_t number, month;

	if ((digits.len != 8 && digits.len != 6) ||
	    !slice_to_int64(digits, &number))
		return false;
	if (digits.len == 8)
		number /= 100;
	month = number % 100;
	return number / 10000 >= 19 && number / 10000 <= 20 && month >= 1 &&
	       month <= 12;
}

/* The last run of digits that stands by itself. */
static bool
number_in(struct slice segment, struct slice *ret)
{
	size_t end = segment.len;

	while (end > 0) {
		size_t start = end;

		while (start > 0 && is_digit(segment.p[start - 1]))
			start--;
		*ret = slice_sub(segment, start, end);
		if (ret->len >= STORY_NUMBER_DIGITS &&
		    (start == 0 || !is_alnum(segment.p[start - 1])) &&
		    (end == segment.len || !is_alnum(segment.p[end])) &&
		    !is_date(*ret))
			return true;
		end = start < end ? start : end - 1;
	}
	return false;
}

/* In the page's name; else as the folder around it, a slug's: /123456/slug;
 * or as the name, with the slug before it: /slug/123456. */
bool
url_story_number(
    struct slice key, struct slice *ret_folder, struct slice *ret_number)
{
	struct slice path = slice_sub(key, 0, slice_find_char(key, '?', 0));
	size_t at = last_segment(path);
	struct slice name = slice_sub(path, at, path.len), above, outer;

	if (at < 2)
		return false;
	above = slice_sub(path, 0, at - 1);
	*ret_folder = above;
	at = last_segment(above);
	outer = slice_sub(above, at, above.len);
	if (number_in(name, ret_number)) {
		if (ret_number->len == name.len && at > 0 &&
		    slice_find_char(outer, '-', 0) != SLICE_NOT_FOUND)
			*ret_folder = slice_sub(above, 0, at - 1);
		return true;
	}
	if (at == 0 || !number_in(outer, ret_number) ||
	    ret_number->len != outer.len)
		return false;
	*ret_folder = slice_sub(above, 0, at - 1);
	return true;
}
