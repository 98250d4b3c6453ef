/*
 * url.c -- resolves URL references.
 *
 * In:  a base and a reference, as in feeds, pages and Location headers.
 * Out: a URL that libcurl fetches unchanged, or false.
 *
 * References are checked in two steps.  First this file refuses references that
 * two parsers could read differently (credentials, a backslash or a % in the
 * authority, "http:/x", controls), percent-encodes harmless bytes (spaces,
 * other scripts) and writes 0x7f.1 as 127.0.0.1.  Then url_parts.c merges the
 * result with the base and removes dot segments.  A URL that is already in this
 * form is returned at once (url_plain.c). url_curl_test.c checks that libcurl
 * and this file read each result in the same way.
 *
 * Source: RFC 3986, section 5.
 */
#include "url/url.h"

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "url/url_host.h"
#include "url/url_idn.h"
#include "url/url_parts.h"
#include "url/url_plain.h"
#include "url/url_rules.h"
#include "url/url_text.h"

/* The kind of a reference, which is decided by the characters before its path.
 */
enum reference_kind {
	REFERENCE_ABSOLUTE,  /* http://host/… */
	REFERENCE_AUTHORITY, /* //host/… */
	REFERENCE_PATH,      /* /…, ?…, … */
	REFERENCE_BAD
};

/* White space that is not ASCII and that editors and CMSes paste into URLs. */
static const struct slice blanks[] = {
	{ "\xc2\xa0", 2 },     /* no-break space */
	{ "\xe2\x80\x8b", 3 }, /* zero width space */
	{ "\xe2\x80\xaf", 3 }, /* narrow no-break space */
	{ "\xe3\x80\x80", 3 }, /* ideographic space */
	{ "\xef\xbb\xbf", 3 }, /* byte order mark */
};

static struct slice
url_trim(struct slice s)
{
	size_t before;

	do {
		s = slice_trim(s);
		before = s.len;
		for (size_t i = 0; i < ARRAY_LENGTH(blanks); i++) {
			if (slice_starts(s, blanks[i]))
				s = slice_sub(s, blanks[i].len, s.len);
			if (slice_ends(s, blanks[i]))
				s = slice_sub(s, 0, s.len - blanks[i].len);
		}
	} while (s.len != before);
	return s;
}

static bool
url_has_control(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f)
			return true;
	return false;
}

static void
url_put_encoded(struct url_text *out, unsigned char c)
{
	static const char hex[] = "0123456789ABCDEF";

	url_text_put(out, '%');
	url_text_put(out, hex[c >> 4]);
	url_text_put(out, hex[c & 15]);
}

/* True for a % that does not begin a triplet (%xx) and therefore must be
 * encoded (RFC 3986, 2.4). */
static bool
url_is_stray_percent(struct slice s, size_t i)
{
	return s.p[i] == '%' && (i + 2 >= s.len || !ascii_is_hex(s.p[i + 1]) ||
				    !ascii_is_hex(s.p[i + 2]));
}

/* Visible ASCII that is always written in percent-encoding. */
static const bool is_encoded[256] = { ['"'] = true,
	['<'] = true,
	['>'] = true,
	['\\'] = true,
	['^'] = true,
	['`'] = true,
	['{'] = true,
	['|'] = true,
	['}'] = true };

/* Returns the length of a dot segment at the start of s, and its number of dots
 * (1 or 2); 0: there is no dot segment.  An encoded dot (%2e) counts as a dot,
 * as in browsers and servers: /a/%2e%2e/b is /b. */
static size_t
url_dot_segment_length(struct slice s, size_t *ret_dots)
{
	static const struct slice encoded = SLICE("%2e");
	size_t length = 0, dots = 0;

	for (; dots < 2; dots++) {
		struct slice rest = slice_sub(s, length, s.len);

		if (slice_starts(rest, SLICE(".")))
			length++;
		else if (slice_starts_nocase(rest, encoded))
			length += encoded.len;
		else
			break;
	}
	if (length < s.len && strchr("/\\?", s.p[length]) == NULL)
		return 0;
	*ret_dots = dots;
	return length;
}

/* Writes path and query.  A backslash in a path becomes a slash, as in
 * browsers; in a query it is encoded. */
static void
url_put_tail(struct url_text *out, struct slice s)
{
	bool in_query = false, begins_segment = true;

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];
		size_t dots, length = 0;

		if (c == '?')
			in_query = true;
		if (begins_segment && !in_query)
			length = url_dot_segment_length(
			    slice_sub(s, i, s.len), &dots);
		begins_segment = c == '/' || c == '\\';
		if (length > 0) {
			url_text_put_slice(
			    out, slice_sub(SLICE(".."), 0, dots));
			i += length - 1;
			continue;
		}
		if (c == '\\' && !in_query)
			url_text_put(out, '/');
		else if (c <= 0x20 || c >= 0x7f || is_encoded[c] ||
			 (c == '%' && url_is_stray_percent(s, i)))
			url_put_encoded(out, c);
		else
			url_text_put(out, (char)c);
	}
}

/* Returns the length of the scheme, 0 if there is none (RFC 3986, 3.1). */
static size_t
url_scheme_length(struct slice s)
{
	size_t i = 0;

	if (s.len == 0 || !ascii_is_letter(s.p[0]))
		return 0;
	while (
	    i < s.len && (ascii_is_letter(s.p[i]) || ascii_is_digit(s.p[i]) ||
			     strchr("+-.", s.p[i]) != NULL))
		i++;
	return i < s.len && s.p[i] == ':' ? i : 0;
}

/* Classifies a reference; removes scheme and slashes from *rest. */
static enum reference_kind
url_take_head(struct slice *rest, struct slice *ret_scheme)
{
	size_t scheme = url_scheme_length(*rest), slashes = 0;

	*ret_scheme = slice_sub(*rest, 0, scheme);
	if (scheme > 0) {
		if (!slice_equal_nocase(*ret_scheme, SLICE("http")) &&
		    !slice_equal_nocase(*ret_scheme, SLICE("https")))
			return REFERENCE_BAD;
		*rest = slice_sub(*rest, scheme + 1, rest->len);
	}
	while (slashes < rest->len &&
	       (rest->p[slashes] == '/' || rest->p[slashes] == '\\'))
		slashes++;
	if (scheme == 0 && slashes < 2)
		return REFERENCE_PATH;
	/* http:x, http:/x, http:///x, ///x, \\x: parsers disagree on the host
	 * of these. */
	if (slashes != 2 || rest->p[0] != '/' || rest->p[1] != '/')
		return REFERENCE_BAD;
	*rest = slice_sub(*rest, 2, rest->len);
	return scheme > 0 ? REFERENCE_ABSOLUTE : REFERENCE_AUTHORITY;
}

/* Returns the end of the authority.  In browsers a backslash ends the
 * authority, in RFC 3986 it does not.  An authority with a backslash is refused
 * later. */
static size_t
url_authority_length(struct slice s)
{
	size_t i = 0;

	while (i < s.len && s.p[i] != '/' && s.p[i] != '?' && s.p[i] != '#')
		i++;
	return i;
}

/* Appends a port as a number.  An empty port is omitted. */
static bool
url_put_port(struct url_text *out, struct slice port)
{
	char digits[SLICE_INT64_BYTES];
	int64_t number;

	if (port.len == 0) /* "host:" */
		return true;
	for (size_t i = 0; i < port.len; i++)
		if (!ascii_is_digit(port.p[i]))
			return false;
	if (!slice_to_int64(port, &number) || number > UINT16_MAX ||
	    url_port_is_refused((long)number))
		return false;
	url_text_put_slice(out, slice_of_int64(number, digits));
	return true;
}

static bool
url_put_host(struct url_text *out, struct slice host)
{
	char name[LIMIT_HOST_BYTES + 1], address[INET6_ADDRSTRLEN + 2];

	if (slice_starts(host, SLICE("["))) {
		if (!url_host_normalise_ipv6(host, address))
			return false;
		url_text_put_slice(out, slice_of(address));
		return true;
	}
	/* refuses "%", spaces and backslashes, which are not allowed in
	 * hosts */
	if (!url_host_to_ascii(host, name))
		return false;
	url_host_normalise_ipv4(name);
	url_text_put_slice(out, slice_of(name));
	return true;
}

/* Appends host and port, and sets both in *ret. */
static bool
url_put_authority(
    struct url_text *out, struct slice authority, struct url_parts *ret)
{
	struct url_parts parts;
	size_t host = out->len, port;

	if (!url_parts_read_authority(authority, &parts) ||
	    parts.credentials.p != NULL || !url_put_host(out, parts.host))
		return false;
	port = out->len;
	if (!url_put_port(out, parts.port))
		return false;
	ret->host = slice_sub(url_text_slice(out), host, port);
	ret->port = slice_sub(url_text_slice(out), port, out->len);
	return true;
}

/* Writes a trimmed reference without its fragment. Bytes that are not valid in
 * a URL are percent-encoded. The parts in *ret are borrowed from *out. */
static enum reference_kind
url_clean(struct slice reference, struct url_text *out, struct url_parts *ret)
{
	struct slice rest = slice_sub(
			 reference, 0, slice_find_char(reference, '#', 0)),
		     scheme;
	enum reference_kind kind = url_take_head(&rest, &scheme);
	size_t end, tail;

	*ret = (struct url_parts){ 0 };
	if (kind == REFERENCE_BAD)
		return REFERENCE_BAD;
	if (kind == REFERENCE_ABSOLUTE)
		ret->scheme = scheme.len == strlen("https") ? SLICE("https")
							    : SLICE("http");
	if (kind != REFERENCE_PATH) {
		end = url_authority_length(rest);
		if (!url_put_authority(out, slice_sub(rest, 0, end), ret))
			return REFERENCE_BAD;
		rest = slice_sub(rest, end, rest.len);
	}
	tail = out->len;
	url_put_tail(out, rest);
	url_parts_read_tail(
	    slice_sub(url_text_slice(out), tail, out->len), ret);
	return out->over ? REFERENCE_BAD : kind;
}

/* Reads a trimmed base and removes its dot segments. */
static bool
url_read_base(struct slice base, struct url_text *out, struct url_parts *ret)
{
	struct url_text clean;
	struct url_parts parts;

	url_text_init(&clean);
	if (url_clean(base, &clean, &parts) != REFERENCE_ABSOLUTE)
		return false;
	url_parts_merge(NULL, &parts, out);
	return !out->over && url_parts_read(url_text_slice(out), ret);
}

bool
url_resolve_text(
    struct slice base, struct slice reference, struct url_text *ret)
{
	struct url_text base_text, reference_text;
	struct url_parts base_parts = { 0 }, parts;
	struct url_plain plain;
	enum reference_kind kind;

	url_text_init(&base_text);
	url_text_init(&reference_text);
	base = url_trim(base);
	reference = url_trim(reference);
	if (base.len > LIMIT_URL_BYTES || reference.len > LIMIT_URL_BYTES ||
	    url_has_control(base) || url_has_control(reference))
		return false;
	if (url_plain_read(reference, &plain)) {
		url_text_put_slice(ret, reference);
		return true;
	}
	kind = url_clean(reference, &reference_text, &parts);
	if (kind == REFERENCE_BAD)
		return false;
	if (kind != REFERENCE_ABSOLUTE &&
	    !url_read_base(base, &base_text, &base_parts))
		return false;
	url_parts_merge(&base_parts, &parts, ret);
	return !ret->over;
}

bool
url_resolve(struct arena *arena, struct slice base, struct slice reference,
    struct slice *ret_url)
{
	struct url_text text;

	url_text_init(&text);
	if (!url_resolve_text(base, reference, &text))
		return false;
	*ret_url = arena_copy(arena, url_text_slice(&text));
	return true;
}

bool
url_fetchable(struct slice url)
{
	struct url_text text;

	url_text_init(&text);
	return url_resolve_text(SLICE_NONE, url, &text);
}

static struct slice
url_without_fragment(struct slice url)
{
	size_t at = slice_find(url, SLICE("#"), 0);

	return at == SLICE_NOT_FOUND ? url : slice_sub(url, 0, at);
}

bool
url_is_same_resource(struct slice a, struct slice b)
{
	return slice_equal(url_without_fragment(a), url_without_fragment(b));
}

bool
url_is_same_over_tls(struct slice old, struct slice new)
{
	static const struct slice plain = SLICE("http://");
	static const struct slice secured = SLICE("https://");

	return slice_starts(old, plain) && slice_starts(new, secured) &&
	       slice_equal(slice_sub(old, plain.len, old.len),
		   slice_sub(new, secured.len, new.len));
}
