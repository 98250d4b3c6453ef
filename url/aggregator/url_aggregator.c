/*
 * url_aggregator.c -- see url_aggregator.h.
 *
 * In:  a link of a feed.
 * Out: the article's address that the link contains.
 * The table lists hosts and paths, because on another host a parameter "url"
 * may mean a page that is only mentioned.
 */
#include "url/aggregator/url_aggregator.h"

#include <libpsl.h>
#include <stdio.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "url/url.h"
#include "url/url_parts.h"

enum carrier_kind {
	CARRIER_PARAMETER, /* the address is the value of a parameter */
	CARRIER_BASE64, /* a parameter consists of two letters and the base64 of
			   the address */
	CARRIER_SEGMENT, /* a segment of the path begins with one of `names`;
			    the encoded address follows directly */
	CARRIER_REST,    /* the address is the part of the link after `names` */
	CARRIER_ARTICLE  /* the segment after `path` is the base64 of a Protocol
			    Buffers message */
};

/* If `host` ends with ".", any public suffix may follow it. If `host` begins
 * with ".", it matches all hosts in the domain. If `path` ends with "/", it
 * matches all paths below it. */
static const struct carrier {
	const char *host, *path;
	enum carrier_kind kind;
	/* CARRIER_PARAMETER, CARRIER_BASE64: names of parameters, separated by
	 * spaces. CARRIER_SEGMENT, CARRIER_REST: the text before the address.
	 * CARRIER_ARTICLE: NULL. */
	const char *names;
} carriers[] = {
	{ "news.google.com", "/rss/articles/", CARRIER_ARTICLE, NULL },
	{ "news.google.com", "/articles/", CARRIER_ARTICLE, NULL },
	{ "news.google.com", "/read/", CARRIER_ARTICLE, NULL },
	{ "news.google.com", "/__i/rss/rd/articles/", CARRIER_ARTICLE, NULL },
	{ "news.google.com", "/news/url", CARRIER_PARAMETER, "url" },
	{ "news.google.", "/news/url", CARRIER_PARAMETER, "url" },
	{ "www.google.", "/url", CARRIER_PARAMETER, "url q" },
	{ "google.", "/url", CARRIER_PARAMETER, "url q" },
	{ "www.bing.com", "/news/apiclick.aspx", CARRIER_PARAMETER, "url" },
	{ "bing.com", "/news/apiclick.aspx", CARRIER_PARAMETER, "url" },
	{ "www.bing.com", "/ck/a", CARRIER_BASE64, "u" },
	{ ".search.yahoo.com", "/", CARRIER_SEGMENT, "RU=" },
	{ ".rd.yahoo.com", "/", CARRIER_REST, "/*" },
	{ "duckduckgo.com", "/l/", CARRIER_PARAMETER, "uddg" },
	{ "l.facebook.com", "/l.php", CARRIER_PARAMETER, "u" },
	{ "lm.facebook.com", "/l.php", CARRIER_PARAMETER, "u" },
	{ "l.instagram.com", "/", CARRIER_PARAMETER, "u" },
	{ "www.youtube.com", "/redirect", CARRIER_PARAMETER, "q" },
	{ "out.reddit.com", "/", CARRIER_PARAMETER, "url" },
	{ "vk.com", "/away.php", CARRIER_PARAMETER, "to" },
	{ "away.vk.com", "/away.php", CARRIER_PARAMETER, "to" },
	{ "www.linkedin.com", "/redir/redirect", CARRIER_PARAMETER, "url" },
	{ "getpocket.com", "/redirect", CARRIER_PARAMETER, "url" },
	{ "flipboard.com", "/redirect", CARRIER_PARAMETER, "url" },
	{ "slack-redir.net", "/link", CARRIER_PARAMETER, "url" },
	{ "t.umblr.com", "/redirect", CARRIER_PARAMETER, "z" },
};

/* ---- hosts and paths ---- */

static bool
url_aggregator_is_suffix(struct slice suffix)
{
	char text[LIMIT_HOST_BYTES + 1];

	if (suffix.len == 0 || suffix.len > LIMIT_HOST_BYTES)
		return false;
	snprintf(text, sizeof(text), "%.*s", SLICE_ARG(suffix));
	return psl_is_public_suffix2(
	    psl_builtin(), text, PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE);
}

static bool
url_aggregator_is_host(struct slice host, struct slice wanted)
{
	if (slice_ends(wanted, SLICE(".")))
		return slice_starts_nocase(host, wanted) &&
		       url_aggregator_is_suffix(
			   slice_sub(host, wanted.len, host.len));
	if (slice_starts(wanted, SLICE(".")))
		return host.len > wanted.len && slice_ends_nocase(host, wanted);
	return slice_equal_nocase(host, wanted);
}

/* A path that ends with "/" stands for all paths below it. */
static bool
url_aggregator_is_path(struct slice path, struct slice wanted)
{
	if (slice_ends(wanted, SLICE("/")))
		return slice_starts(path, wanted);
	return slice_equal(path, wanted);
}

/* ---- decoding ---- */

static int
url_aggregator_hex(char c)
{
	if (ascii_is_digit(c))
		return c - '0';
	c = ascii_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes %xx.  Other bytes are copied. */
static struct slice
url_aggregator_unescape(struct arena *arena, struct slice s)
{
	char *out = arena_array(arena, s.len + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		int high = -1, low = -1;

		if (s.p[i] == '%' && i + 2 < s.len) {
			high = url_aggregator_hex(s.p[i + 1]);
			low = url_aggregator_hex(s.p[i + 2]);
		}
		if (high >= 0 && low >= 0) {
			out[n++] = (char)(high * 16 + low);
			i += 2;
		} else {
			out[n++] = s.p[i];
		}
	}
	return (struct slice){ out, n };
}

static int
url_aggregator_digit(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (ascii_is_digit(c))
		return c - '0' + 52;
	if (c == '-' || c == '+')
		return 62;
	return c == '_' || c == '/' ? 63 : -1;
}

/* Decodes base64 and base64url (RFC 4648, 4 and 5), with or without padding.
 * Returns SLICE_NONE if another byte occurs. */
static struct slice
url_aggregator_base64(struct arena *arena, struct slice s)
{
	char *out = arena_array(arena, s.len + 1, 1);
	uint32_t bits = 0;
	size_t n = 0;
	int n_bits = 0;

	while (s.len > 0 && s.p[s.len - 1] == '=')
		s.len--;
	for (size_t i = 0; i < s.len; i++) {
		int digit = url_aggregator_digit(s.p[i]);

		if (digit < 0)
			return SLICE_NONE;
		bits = (bits << 6 | (uint32_t)digit) & 0xFFFFFF;
		n_bits += 6;
		if (n_bits >= 8) {
			n_bits -= 8;
			out[n++] = (char)(bits >> n_bits & 0xFF);
		}
	}
	return (struct slice){ out, n };
}

/* Reads a varint of Protocol Buffers.  Returns false if the message ends inside
 * the number or the number is too long. */
static bool
url_aggregator_varint(struct slice *rest, uint64_t *ret)
{
	uint64_t value = 0;

	for (int shift = 0; shift < 64 && rest->len > 0; shift += 7) {
		unsigned char byte = (unsigned char)rest->p[0];

		*rest = slice_sub(*rest, 1, rest->len);
		value |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80) {
			*ret = value;
			return true;
		}
	}
	return false;
}

static bool
url_aggregator_is_http(struct slice s)
{
	return slice_starts_nocase(s, SLICE("http://")) ||
	       slice_starts_nocase(s, SLICE("https://"));
}

/* Returns the first text of a message of Protocol Buffers that is a URL
 * (encoding: wire types 0, varint, and 2, length-delimited).  Later texts are
 * other versions of the page.  Returns SLICE_NONE if there is no URL. */
static struct slice
url_aggregator_message_url(struct slice rest)
{
	uint64_t tag, value;

	while (rest.len > 0) {
		struct slice text;

		if (!url_aggregator_varint(&rest, &tag) ||
		    !url_aggregator_varint(&rest, &value))
			return SLICE_NONE;
		if ((tag & 7) == 0)
			continue;
		if ((tag & 7) != 2 || value > rest.len)
			return SLICE_NONE;
		text = slice_sub(rest, 0, (size_t)value);
		rest = slice_sub(rest, (size_t)value, rest.len);
		if (url_aggregator_is_http(text))
			return text;
	}
	return SLICE_NONE;
}

/* ---- the places of an address ---- */

/* Returns the decoded value of the first parameter of that name. */
static struct slice
url_aggregator_parameter(
    struct arena *arena, struct slice query, struct slice name)
{
	struct slice part;

	while (slice_next(&query, '&', &part))
		if (part.len > name.len && slice_starts(part, name) &&
		    part.p[name.len] == '=')
			return url_aggregator_unescape(
			    arena, slice_sub(part, name.len + 1, part.len));
	return SLICE_NONE;
}

static struct slice
url_aggregator_parameters(
    struct arena *arena, const struct carrier *carrier, struct slice query)
{
	struct slice names = slice_of(carrier->names), name;

	while (slice_next(&names, ' ', &name)) {
		struct slice value =
		    url_aggregator_parameter(arena, query, name);

		if (url_aggregator_is_http(value) ||
		    carrier->kind == CARRIER_BASE64)
			return value;
	}
	return SLICE_NONE;
}

/* Returns the address in a segment of the path that begins with carrier->names:
 * "…/RU=https%3a%2f%2fexample.org%2f/RK=…". */
static struct slice
url_aggregator_segment(
    struct arena *arena, const struct carrier *carrier, struct slice path)
{
	struct slice segment;

	while (slice_next(&path, '/', &segment))
		if (slice_starts(segment, slice_of(carrier->names)))
			return url_aggregator_unescape(
			    arena, slice_sub(segment, strlen(carrier->names),
				       segment.len));
	return SLICE_NONE;
}

/* Returns the part of the link after carrier->names. The query of the link
 * belongs to the returned address. */
static struct slice
url_aggregator_rest(struct arena *arena, const struct carrier *carrier,
    const struct url_parts *parts)
{
	size_t at = slice_find(parts->path, slice_of(carrier->names), 0);
	struct slice rest;

	if (at == SLICE_NOT_FOUND)
		return SLICE_NONE;
	rest = slice_sub(
	    parts->path, at + strlen(carrier->names), parts->path.len);
	if (parts->query.p == NULL)
		return rest;
	return arena_format(
	    arena, "%.*s?%.*s", SLICE_ARG(rest), SLICE_ARG(parts->query));
}

/* Returns the address that the link contains, as it is written. */
static struct slice
url_aggregator_claim(struct arena *arena, const struct carrier *carrier,
    const struct url_parts *parts)
{
	struct slice tail =
	    slice_sub(parts->path, strlen(carrier->path), parts->path.len);
	struct slice value;

	switch (carrier->kind) {
	case CARRIER_PARAMETER:
		return url_aggregator_parameters(arena, carrier, parts->query);
	case CARRIER_BASE64:
		value = url_aggregator_parameters(arena, carrier, parts->query);
		return value.len > 2 ? url_aggregator_base64(arena,
					   slice_sub(value, 2, value.len))
				     : SLICE_NONE;
	case CARRIER_SEGMENT:
		return url_aggregator_segment(arena, carrier, parts->path);
	case CARRIER_REST:
		return url_aggregator_rest(arena, carrier, parts);
	case CARRIER_ARTICLE:
		return url_aggregator_message_url(url_aggregator_base64(
		    arena, slice_sub(tail, 0, slice_find_char(tail, '/', 0))));
	}
	return SLICE_NONE;
}

/* Splits an http or https URL without allocation, because most links lead to
 * hosts that are not in the table. */
static bool
url_aggregator_split(struct slice url, struct url_parts *ret)
{
	if (!url_parts_read(url, ret) || ret->credentials.p != NULL ||
	    !(slice_equal_nocase(ret->scheme, SLICE("http")) ||
		slice_equal_nocase(ret->scheme, SLICE("https"))))
		return false;
	if (ret->host.len > 1 && slice_ends(ret->host, SLICE(".")))
		ret->host.len--;
	return true;
}

static bool
url_aggregator_step(struct arena *arena, struct slice url, struct slice *ret)
{
	struct url_parts parts;

	if (!url_aggregator_split(url, &parts))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(carriers); i++) {
		const struct carrier *carrier = &carriers[i];
		struct slice claim;

		if (!url_aggregator_is_host(
			parts.host, slice_of(carrier->host)) ||
		    !url_aggregator_is_path(
			parts.path, slice_of(carrier->path)))
			continue;
		claim = url_aggregator_claim(arena, carrier, &parts);
		if (url_aggregator_is_http(claim) &&
		    url_resolve(arena, SLICE_NONE, claim, ret))
			return true;
	}
	return false;
}

bool
url_aggregator_target(
    struct arena *arena, struct slice url, struct slice *ret_url)
{
	struct slice next;
	int n = 0;

	while (
	    n < LIMIT_CARRIED_URLS && url_aggregator_step(arena, url, &next)) {
		url = next;
		n++;
	}
	if (n == 0)
		return false;
	*ret_url = url;
	return true;
}
