/*
 * link.c -- resolves the links of a feed.
 *
 * Source: RFC 3986, sections 5.2 (resolution) and 5.2.4 (dot segments),
 * appendix B.
 */
#include "crawler/feed/link.h"

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

struct parts {
	struct slice scheme, authority, path, query, fragment;
};

static bool
link_is_scheme_char(char c, bool first)
{
	if (ascii_is_letter(c))
		return true;
	return !first &&
	       (ascii_is_digit(c) || c == '+' || c == '-' || c == '.');
}

/* Splits *text at the first `sign`: *text receives the part before it,
 * *ret_part the part after it. If there is no `sign`, *text does not change and
 * *ret_part is SLICE_NONE. */
static void
link_cut_tail(struct slice *text, char sign, struct slice *ret_part)
{
	size_t at = slice_find_char(*text, sign, 0);

	*ret_part = SLICE_NONE;
	if (at == SLICE_NOT_FOUND)
		return;
	*ret_part = slice_sub(*text, at + 1, text->len);
	*text = slice_sub(*text, 0, at);
}

static struct parts
link_split(struct slice text)
{
	struct parts parts = { 0 };
	size_t n = 0;

	link_cut_tail(&text, '#', &parts.fragment);
	while (n < text.len && link_is_scheme_char(text.p[n], n == 0))
		n++;
	if (n > 0 && n < text.len && text.p[n] == ':') {
		parts.scheme = slice_sub(text, 0, n);
		text = slice_sub(text, n + 1, text.len);
	}
	link_cut_tail(&text, '?', &parts.query);
	if (slice_starts(text, SLICE("//"))) {
		size_t end = slice_find_char(text, '/', 2);

		parts.authority = slice_sub(text, 2, end);
		text = slice_sub(text, 2 + parts.authority.len, text.len);
	}
	parts.path = text;
	return parts;
}

/* Removes dot segments in place (RFC 3986, section 5.2.4). */
static struct slice
link_remove_dots(char *path, size_t len)
{
	size_t n = 0, i = 0;

	while (i < len) {
		size_t end = i + 1;

		while (end < len && path[end] != '/')
			end++;
		if ((end - i == 2 && memcmp(path + i, "/.", 2) == 0) ||
		    (end - i == 3 && memcmp(path + i, "/..", 3) == 0)) {
			while (end - i == 3 && n > 0 && path[--n] != '/')
				;
			if (end == len)
				path[n++] = '/';
		} else {
			memmove(path + n, path + i, end - i);
			n += end - i;
		}
		i = end;
	}
	return (struct slice){ path, n };
}

/* Returns the base's path without its last segment, followed by `path`; dot
 * segments are removed. */
static struct slice
link_merge(struct arena *arena, const struct parts *base, struct slice path)
{
	size_t keep = base->path.len;
	char *merged;

	while (keep > 0 && base->path.p[keep - 1] != '/')
		keep--;
	merged = arena_alloc(arena, keep + path.len + 2);
	if (keep == 0) {
		merged[0] = '/';
		keep = 1;
	} else {
		memcpy(merged, base->path.p, keep);
	}
	if (path.len > 0)
		memcpy(merged + keep, path.p, path.len);
	return link_remove_dots(merged, keep + path.len);
}

static struct slice
link_join(struct arena *arena, const struct parts *parts)
{
	return arena_format(arena, "%.*s:%s%.*s%.*s%s%.*s%s%.*s",
	    SLICE_ARG(parts->scheme), parts->authority.p ? "//" : "",
	    SLICE_ARG(parts->authority), SLICE_ARG(parts->path),
	    parts->query.p ? "?" : "", SLICE_ARG(parts->query),
	    parts->fragment.p ? "#" : "", SLICE_ARG(parts->fragment));
}

/* Removes line breaks and tabs, as browsers do. */
static struct slice
link_unbroken(struct arena *arena, struct slice text)
{
	char *out;
	size_t n = 0;

	if (slice_find_char(text, '\n', 0) == SLICE_NOT_FOUND &&
	    slice_find_char(text, '\r', 0) == SLICE_NOT_FOUND &&
	    slice_find_char(text, '\t', 0) == SLICE_NOT_FOUND)
		return text;
	out = arena_alloc(arena, text.len + 1);
	for (size_t i = 0; i < text.len; i++)
		if (text.p[i] != '\n' && text.p[i] != '\r' && text.p[i] != '\t')
			out[n++] = text.p[i];
	return (struct slice){ out, n };
}

/* Returns the length of an escaped ampersand at the start of the text, 0 if
 * there is none. */
static size_t
link_ampersand_bytes(struct slice text)
{
	static const struct slice escaped[] = { SLICE("&amp;"), SLICE("&#38;"),
		SLICE("&#038;"), SLICE("&#x26;") };

	for (size_t i = 0; i < ARRAY_LENGTH(escaped); i++)
		if (slice_starts_nocase(text, escaped[i]))
			return escaped[i].len;
	return 0;
}

/* Resolves ampersands that are still escaped after the document was read: the
 * link was escaped twice, or escaped in a CDATA section. */
static struct slice
link_unescaped(struct arena *arena, struct slice text)
{
	char *out;
	size_t n = 0, taken;

	if (slice_find_char(text, '&', 0) == SLICE_NOT_FOUND ||
	    slice_find_char(text, ';', 0) == SLICE_NOT_FOUND)
		return text;
	out = arena_alloc(arena, text.len + 1);
	for (size_t i = 0; i<text.len; i += taken> 0 ? taken : 1) {
		taken = link_ampersand_bytes(slice_sub(text, i, text.len));
		out[n++] = text.p[i];
	}
	return (struct slice){ out, n };
}

static bool
link_is_invisible(uint32_t rune)
{
	return rune_is_space(rune) || rune == 0xad || rune == 0x2060 ||
	       rune == 0xfeff || (rune >= 0x200b && rune <= 0x200f) ||
	       (rune >= 0x202a && rune <= 0x202e);
}

/* Removes spaces and invisible characters at both ends: texts that were copied
 * from a page begin with a no-break space, and those of files with a byte-order
 * mark. */
static struct slice
link_trim(struct slice text)
{
	size_t from = text.len, to = 0, taken;
	uint32_t rune;

	text = slice_trim(text);
	if (text.len == 0 ||
	    (((unsigned char)text.p[0] | (unsigned char)text.p[text.len - 1]) &
		0x80) == 0)
		return text;
	for (size_t i = 0; i < text.len; i += taken) {
		taken = utf8_decode(text.p + i, text.len - i, &rune);
		if (link_is_invisible(rune))
			continue;
		from = i < from ? i : from;
		to = i + taken;
	}
	return slice_sub(text, from, to);
}

/* True if the text begins with a name that has a dot, as most hosts have. */
static bool
link_has_host(struct slice text)
{
	return slice_find_char(text, '.', 0) < slice_find_char(text, '/', 0);
}

/* Reads the start of an HTTP URL, also of one whose colon is missing, or that
 * has too few or too many slashes: "http//", "http:/", "https:///".  Browsers
 * accept the last two.  Returns its length, 0 if there is none. */
static size_t
link_http_start(struct slice text, struct slice *ret_scheme)
{
	size_t n = slice_starts_nocase(text, SLICE("https"))  ? 5
		   : slice_starts_nocase(text, SLICE("http")) ? 4
							      : 0;
	size_t at = n, slashes;

	if (n == 0 || n == text.len)
		return 0;
	at += text.p[n] == ':';
	for (slashes = 0; at < text.len && text.p[at] == '/'; at++)
		slashes++;
	if (text.p[n] != ':'
		? slashes != 2
		: slashes < 2 && !link_has_host(slice_sub(text, at, text.len)))
		return 0;
	*ret_scheme = slice_sub(text, 0, n);
	return at;
}

/* Returns the URL with a start that is well-formed.  Of two starts, as in
 * "http://https://example.org/", the second is kept, because "http" is not a
 * host. */
static struct slice
link_with_start(struct arena *arena, struct slice text)
{
	struct slice rest = text, scheme = SLICE_NONE;
	size_t n, last = 0;

	while ((n = link_http_start(rest, &scheme)) > 0) {
		last = n;
		rest = slice_sub(rest, n, rest.len);
	}
	if (last == 0 || rest.len == 0 ||
	    (last == scheme.len + 3 && rest.len + last == text.len))
		return text;
	return arena_format(
	    arena, "%.*s://%.*s", SLICE_ARG(scheme), SLICE_ARG(rest));
}

/* True for "www.example.org/x", in which the scheme is missing. */
static bool
link_lacks_scheme(struct slice text)
{
	size_t dot = slice_find_char(text, '.', 4);

	return slice_starts_nocase(text, SLICE("www.")) &&
	       dot != SLICE_NOT_FOUND && dot > 4 &&
	       dot < slice_find_char(text, '/', 0);
}

/* Returns the length of the part in which browsers read a backslash as a slash:
 * the part before the query and the fragment, if the scheme is http or https,
 * or comes from the base (WHATWG URL, "special scheme"). */
static size_t
link_slash_bytes(struct slice base, struct slice text)
{
	struct parts parts = link_split(text);
	size_t n = 0;

	if (!parts.scheme.p)
		parts = link_split(base);
	if (parts.scheme.p && !slice_equal_nocase(parts.scheme, SLICE("http")) &&
	    !slice_equal_nocase(parts.scheme, SLICE("https")))
		return 0;
	while (n < text.len && text.p[n] != '?' && text.p[n] != '#')
		n++;
	return n;
}

/* Replaces backslashes by slashes, as browsers do.  "\\/" becomes one slash,
 * because it is a slash that was escaped for JSON. */
static struct slice
link_slashed(struct arena *arena, struct slice base, struct slice text)
{
	size_t end, n = 0;
	char *out;

	if (slice_find_char(text, '\\', 0) == SLICE_NOT_FOUND)
		return text;
	end = link_slash_bytes(base, text);
	out = arena_alloc(arena, text.len + 1);
	for (size_t i = 0; i < text.len; i++) {
		bool is_escape = i < end && text.p[i] == '\\';

		if (is_escape && i + 1 < end && text.p[i + 1] == '/')
			continue;
		out[n++] = is_escape ? '/' : text.p[i];
	}
	return (struct slice){ out, n };
}

bool
link_is_http(struct slice text)
{
	return slice_starts_nocase(text, SLICE("http://")) ||
	       slice_starts_nocase(text, SLICE("https://"));
}

/* Returns the quoted value of the first href in markup; SLICE_NONE if there is
 * none. */
static struct slice
link_find_href(struct slice markup)
{
	size_t at = slice_find_nocase(markup, SLICE("href="), 0);

	if (at == SLICE_NOT_FOUND || at + 6 > markup.len ||
	    (markup.p[at + 5] != '"' && markup.p[at + 5] != '\''))
		return SLICE_NONE;
	return slice_sub(
	    markup, at + 6, slice_find_char(markup, markup.p[at + 5], at + 6));
}

/* Returns the address in a link that is written as markup, as Drupal writes
 * fields of a page: the value of href, or else the first text outside of tags.
 * "<http://example.org/>" is a URL with delimiters (RFC 3986, appendix C). */
static struct slice
link_of_markup(struct slice text)
{
	size_t at = 0, end;
	struct slice ret;

	if (!slice_starts(text, SLICE("<")))
		return text;
	if (link_is_http(slice_sub(text, 1, text.len)))
		return slice_sub(text, 1, slice_find_char(text, '>', 0));
	ret = slice_trim(link_find_href(text));
	while (ret.len == 0 && at != SLICE_NOT_FOUND &&
	       (end = slice_find_char(text, '>', at)) != SLICE_NOT_FOUND) {
		at = slice_find_char(text, '<', end);
		ret = slice_trim(slice_sub(text, end + 1, at));
	}
	return ret;
}

struct slice
link_resolve(struct arena *arena, struct slice base, struct slice reference)
{
	struct parts parts, from;

	reference = link_unescaped(
	    arena, link_unbroken(arena, link_of_markup(link_trim(reference))));
	if (reference.len == 0)
		return SLICE_NONE;
	reference = link_slashed(arena, slice_trim(base), reference);
	reference = link_with_start(arena, reference);
	parts = link_split(reference);
	from = link_split(slice_trim(base));
	if (parts.scheme.p || !from.scheme.p || !from.authority.p)
		return arena_copy(arena, reference);
	if (link_lacks_scheme(reference))
		return arena_format(arena, "%.*s://%.*s",
		    SLICE_ARG(from.scheme), SLICE_ARG(reference));
	parts.scheme = from.scheme;
	if (!parts.authority.p) {
		parts.authority = from.authority;
		if (parts.path.len == 0) {
			parts.path = from.path;
			if (!parts.query.p)
				parts.query = from.query;
		} else if (parts.path.p[0] == '/') {
			parts.path = link_remove_dots(
			    arena_string(arena, parts.path), parts.path.len);
		} else {
			parts.path = link_merge(arena, &from, parts.path);
		}
	}
	return link_join(arena, &parts);
}

bool
link_has_other_scheme(struct slice text)
{
	struct slice scheme = link_split(text).scheme;

	return scheme.p && !slice_equal_nocase(scheme, SLICE("http")) &&
	       !slice_equal_nocase(scheme, SLICE("https"));
}
