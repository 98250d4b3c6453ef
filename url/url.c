/*
 * url.c -- resolves URL references.
 *
 * In:  a base and a reference as feeds, pages and Location headers contain
 * them.
 * Out: one spelling that libcurl fetches unchanged, or nothing.
 *
 * References are checked in two steps.  First this file refuses what two
 * parsers could read differently (credentials, a backslash or a % in the
 * authority, "http:/x", controls) and encodes what is only untidy (spaces,
 * other scripts).  Then libcurl's CURLU parses the result, merges it with the
 * base, removes dot segments and writes 0x7f.1 as 127.0.0.1; its output is the
 * result.  The second step is skipped if nothing is left to do (url_plain.c).
 *
 * Source: RFC 3986, section 5.
 */
#include "url/url.h"

#include <curl/curl.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "url/url_idn.h"
#include "url/url_plain.h"
#include "url/url_rules.h"

/* A URL that is being written. */
struct url_text {
	char p[LIMIT_URL_BYTES + 1];
	size_t len;
	bool over;
};

/* The kind of a reference, by what precedes its path. */
enum reference_kind {
	REFERENCE_ABSOLUTE,  /* http://host/… */
	REFERENCE_AUTHORITY, /* //host/… */
	REFERENCE_PATH,      /* /…, ?…, … */
	REFERENCE_BAD
};

/* Non-ASCII white space that editors and CMSes paste. */
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

/* Does not clear the bytes: that would cost more than writing a URL. */
static void
url_text_init(struct url_text *text)
{
	text->len = 0;
	text->over = false;
}

static void
url_put(struct url_text *out, char c)
{
	if (out->len >= LIMIT_URL_BYTES)
		out->over = true;
	else
		out->p[out->len++] = c;
}

static void
url_put_slice(struct url_text *out, struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		url_put(out, s.p[i]);
}

static void
url_put_encoded(struct url_text *out, unsigned char c)
{
	static const char hex[] = "0123456789ABCDEF";

	url_put(out, '%');
	url_put(out, hex[c >> 4]);
	url_put(out, hex[c & 15]);
}

/* True for a % that is not a triplet and must be encoded (RFC 3986, 2.4). */
static bool
url_is_stray_percent(struct slice s, size_t i)
{
	return s.p[i] == '%' && (i + 2 >= s.len || !ascii_is_hex(s.p[i + 1]) ||
				    !ascii_is_hex(s.p[i + 2]));
}

/* Writes path and query.  A backslash in a path becomes a slash, as in
 * browsers; in a query it is encoded. */
static void
url_put_tail(struct url_text *out, struct slice s)
{
	bool in_query = false;

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c == '?')
			in_query = true;
		if (c == '\\' && !in_query)
			url_put(out, '/');
		else if (c <= 0x20 || c >= 0x7f ||
			 strchr("\"<>\\^`{|}", c) != NULL ||
			 url_is_stray_percent(s, i))
			url_put_encoded(out, c);
		else
			url_put(out, (char)c);
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

/* Returns the end of the authority.  A backslash ends it for browsers but not
 * in RFC 3986; it is refused later. */
static size_t
url_authority_length(struct slice s)
{
	size_t i = 0;

	while (i < s.len && s.p[i] != '/' && s.p[i] != '?' && s.p[i] != '#')
		i++;
	return i;
}

static bool
url_put_port(struct url_text *out, struct slice port)
{
	int64_t number;

	if (port.len == 0) /* "host:" */
		return true;
	for (size_t i = 0; i < port.len; i++)
		if (!ascii_is_digit(port.p[i]))
			return false;
	if (!slice_to_int64(port, &number) || number > UINT16_MAX ||
	    url_port_is_refused((long)number))
		return false;
	url_put(out, ':');
	url_put_slice(out, port);
	return true;
}

static bool
url_put_ipv6(struct url_text *out, struct slice host)
{
	for (size_t i = 1; i + 1 < host.len; i++)
		if (strchr("0123456789abcdefABCDEF:.", host.p[i]) == NULL)
			return false; /* also refuses zone identifiers */
	url_put_slice(out, host);
	return true;
}

static bool
url_put_authority(struct url_text *out, struct slice authority)
{
	char ascii[LIMIT_HOST_BYTES + 1];
	struct slice host = authority, port = SLICE_NONE;
	size_t at;

	if (authority.len == 0)
		return false;
	if (authority.p[0] == '[') {
		at = slice_find_char(authority, ']', 0);
		if (at == SLICE_NOT_FOUND)
			return false;
		host = slice_sub(authority, 0, at + 1);
		if (at + 1 < authority.len && authority.p[at + 1] != ':')
			return false;
		port = slice_sub(authority, at + 2, authority.len);
		return url_put_ipv6(out, host) && url_put_port(out, port);
	}
	at = slice_find_char(authority, ':', 0);
	if (at != SLICE_NOT_FOUND) {
		host = slice_sub(authority, 0, at);
		port = slice_sub(authority, at + 1, authority.len);
	}
	/* refuses "@", "%", spaces, backslash: not allowed in hosts */
	if (!url_host_to_ascii(host, ascii))
		return false;
	url_put_slice(out, slice_of(ascii));
	return url_put_port(out, port);
}

/* Writes a trimmed reference with all bytes valid, without fragment. */
static enum reference_kind
url_clean(struct slice reference, struct url_text *out)
{
	struct slice rest = slice_sub(
			 reference, 0, slice_find_char(reference, '#', 0)),
		     scheme;
	enum reference_kind kind = url_take_head(&rest, &scheme);
	size_t colon, end;

	if (kind == REFERENCE_BAD)
		return REFERENCE_BAD;
	if (kind == REFERENCE_PATH) {
		/* "12:30.html" is a path; CURLU would see a scheme */
		colon = slice_find_char(rest, ':', 0);
		end = url_authority_length(rest);
		if (colon != SLICE_NOT_FOUND && colon < end)
			url_put_slice(out, SLICE("./"));
	} else {
		end = url_authority_length(rest);
		if (kind == REFERENCE_ABSOLUTE) {
			url_put_slice(out, scheme);
			url_put(out, ':');
		}
		url_put_slice(out, SLICE("//"));
		if (!url_put_authority(out, slice_sub(rest, 0, end)))
			return REFERENCE_BAD;
		rest = slice_sub(rest, end, rest.len);
	}
	url_put_tail(out, rest);
	out->p[out->len] = '\0';
	return out->over ? REFERENCE_BAD : kind;
}

/* Lets CURLU resolve the reference on the base. */
static bool
url_merge(const char *base, const char *reference, struct url_text *ret)
{
	CURLU *handle = curl_url();
	char *text = NULL;
	bool fine = false;

	if (handle == NULL)
		return false;
	if (base != NULL && curl_url_set(handle, CURLUPART_URL, base,
				CURLU_DISALLOW_USER) != CURLUE_OK)
		goto out;
	/* an empty reference is the base itself (RFC 3986, 5.2.2) */
	if (reference[0] != '\0' &&
	    curl_url_set(handle, CURLUPART_URL, reference,
		CURLU_DISALLOW_USER) != CURLUE_OK)
		goto out;
	if (curl_url_get(handle, CURLUPART_URL, &text, 0) != CURLUE_OK ||
	    strlen(text) > LIMIT_URL_BYTES)
		goto out;
	if (!slice_starts(slice_of(text), SLICE("http://")) &&
	    !slice_starts(slice_of(text), SLICE("https://")))
		goto out;
	ret->len = 0;
	url_put_slice(ret, slice_of(text));
	ret->p[ret->len] = '\0';
	fine = true;
out:
	curl_free(text);
	curl_url_cleanup(handle);
	return fine;
}

static bool
url_resolve_text(
    struct slice base, struct slice reference, struct url_text *ret)
{
	struct url_text clean_base, clean_reference;
	struct url_plain plain;
	enum reference_kind kind;

	url_text_init(&clean_base);
	url_text_init(&clean_reference);
	base = url_trim(base);
	reference = url_trim(reference);
	if (base.len > LIMIT_URL_BYTES || reference.len > LIMIT_URL_BYTES ||
	    url_has_control(base) || url_has_control(reference))
		return false;
	if (url_plain_read(reference, &plain)) {
		url_put_slice(ret, reference);
		return true;
	}
	kind = url_clean(reference, &clean_reference);
	if (kind == REFERENCE_BAD)
		return false;
	if (kind == REFERENCE_ABSOLUTE)
		return url_merge(NULL, clean_reference.p, ret);
	return url_clean(base, &clean_base) == REFERENCE_ABSOLUTE &&
	       url_merge(clean_base.p, clean_reference.p, ret);
}

bool
url_resolve(struct arena *arena, struct slice base, struct slice reference,
    struct slice *ret_url)
{
	struct url_text text;

	url_text_init(&text);
	if (!url_resolve_text(base, reference, &text))
		return false;
	*ret_url = arena_copy(arena, (struct slice){ text.p, text.len });
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
