/*
 * url.c -- references made absolute.
 *
 * In:  a base and a reference as feeds, pages and Location headers write them.
 * Out: one spelling that libcurl fetches as it stands, or nothing.
 *
 * The grammar is read twice.  First by us: what two readers could understand
 * differently (credentials, a backslash or a % in the authority, "http:/x",
 * controls) is refused, what is merely untidy (blanks, other scripts) is
 * encoded.  Then by CURLU (unless nothing is left to do: url_plain.c), which
 * merges, takes the dot segments out and writes 0x7f.1 as 127.0.0.1; its words
 * are the result.  After RFC 3986, section 5.
 */
#include "crawler/url.h"

#include <curl/curl.h>

#include "config/limits.h"
#include "crawler/url_idn.h"
#include "crawler/url_plain.h"
#include "crawler/url_rules.h"

/* A URL in the making. */
struct url_text {
	char p[LIMIT_URL_BYTES + 1];
	size_t len;
	bool over;
};

/* What stands before the path of a reference. */
enum reference_kind {
	REFERENCE_ABSOLUTE,  /* http://host/… */
	REFERENCE_AUTHORITY, /* //host/… */
	REFERENCE_PATH,      /* /…, ?…, … */
	REFERENCE_BAD
};

/* White space that ASCII does not know but editors and CMSes paste. */
static const struct slice blanks[] = {
	{ "\xc2\xa0", 2 },     /* no-break space */
	{ "\xe2\x80\x8b", 3 }, /* zero width space */
	{ "\xe2\x80\xaf", 3 }, /* narrow no-break space */
	{ "\xe3\x80\x80", 3 }, /* ideographic space */
	{ "\xef\xbb\xbf", 3 }, /* byte order mark */
};

static struct slice
trim(struct slice s)
{
	size_t before;

	do {
		s = slice_trim(s);
		before = s.len;
		for (size_t i = 0; i < sizeof(blanks) / sizeof(*blanks); i++) {
			if (slice_starts(s, blanks[i]))
				s = slice_sub(s, blanks[i].len, s.len);
			if (slice_ends(s, blanks[i]))
				s = slice_sub(s, 0, s.len - blanks[i].len);
		}
	} while (s.len != before);
	return s;
}

static bool
has_control(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.p[i] < 0x20 || s.p[i] == 0x7f)
			return true;
	return false;
}

/* Its bytes stay as they are: to clear them costs more than to write some. */
static void
text_init(struct url_text *text)
{
	text->len = 0;
	text->over = false;
}

static void
put(struct url_text *out, char c)
{
	if (out->len >= LIMIT_URL_BYTES)
		out->over = true;
	else
		out->p[out->len++] = c;
}

static void
put_slice(struct url_text *out, struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		put(out, s.p[i]);
}

static void
put_encoded(struct url_text *out, unsigned char c)
{
	static const char hex[] = "0123456789ABCDEF";

	put(out, '%');
	put(out, hex[c >> 4]);
	put(out, hex[c & 15]);
}

static bool
is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
	       (c >= 'A' && c <= 'F');
}

/* "100%": no triplet, so it must be one itself (RFC 3986, 2.4). */
static bool
is_stray_percent(struct slice s, size_t i)
{
	return s.p[i] == '%' &&
	       (i + 2 >= s.len || !is_hex(s.p[i + 1]) || !is_hex(s.p[i + 2]));
}

/* Path and query.  A backslash in a path is a slash to every browser, so
 * that is what its author saw work; in a query it is a byte like another. */
static void
put_tail(struct url_text *out, struct slice s)
{
	bool in_query = false;

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c == '?')
			in_query = true;
		if (c == '\\' && !in_query)
			put(out, '/');
		else if (c <= 0x20 || c >= 0x7f ||
			 strchr("\"<>\\^`{|}", c) != NULL ||
			 is_stray_percent(s, i))
			put_encoded(out, c);
		else
			put(out, (char)c);
	}
}

static bool
is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Length of "scheme", 0 if there is none (RFC 3986, 3.1). */
static size_t
scheme_length(struct slice s)
{
	size_t i = 0;

	if (s.len == 0 || !is_alpha(s.p[0]))
		return 0;
	while (i < s.len && (is_alpha(s.p[i]) || is_digit(s.p[i]) ||
				strchr("+-.", s.p[i]) != NULL))
		i++;
	return i < s.len && s.p[i] == ':' ? i : 0;
}

/* Looks at the head of *rest and takes scheme and slashes off. */
static enum reference_kind
take_head(struct slice *rest, struct slice *ret_scheme)
{
	size_t scheme = scheme_length(*rest), slashes = 0;

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
	/* http:x, http:/x, http:///x, ///x, \\x: each reader has his own
	 * opinion on the host of these. */
	if (slashes != 2 || rest->p[0] != '/' || rest->p[1] != '/')
		return REFERENCE_BAD;
	*rest = slice_sub(*rest, 2, rest->len);
	return scheme > 0 ? REFERENCE_ABSOLUTE : REFERENCE_AUTHORITY;
}

/* The end of the authority: a backslash ends it for browsers, and not for
 * RFC 3986; both are told apart by refusing it. */
static size_t
authority_length(struct slice s)
{
	size_t i = 0;

	while (i < s.len && s.p[i] != '/' && s.p[i] != '?' && s.p[i] != '#')
		i++;
	return i;
}

static bool
put_port(struct url_text *out, struct slice port)
{
	int64_t number;

	if (port.len == 0) /* "host:" */
		return true;
	for (size_t i = 0; i < port.len; i++)
		if (!is_digit(port.p[i]))
			return false;
	if (!slice_to_int64(port, &number) || number > UINT16_MAX ||
	    url_port_is_refused((long)number))
		return false;
	put(out, ':');
	put_slice(out, port);
	return true;
}

static bool
put_ipv6(struct url_text *out, struct slice host)
{
	for (size_t i = 1; i + 1 < host.len; i++)
		if (strchr("0123456789abcdefABCDEF:.", host.p[i]) == NULL)
			return false; /* a zone among them */
	put_slice(out, host);
	return true;
}

static bool
put_authority(struct url_text *out, struct slice authority)
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
		return put_ipv6(out, host) && put_port(out, port);
	}
	at = slice_find_char(authority, ':', 0);
	if (at != SLICE_NOT_FOUND) {
		host = slice_sub(authority, 0, at);
		port = slice_sub(authority, at + 1, authority.len);
	}
	/* '@', '%', blanks, backslash: no byte of a host */
	if (!url_host_to_ascii(host, ascii))
		return false;
	put_slice(out, slice_of(ascii));
	return put_port(out, port);
}

/* Writes a trimmed reference in clean bytes, without fragment. */
static enum reference_kind
clean(struct slice reference, struct url_text *out)
{
	struct slice rest = slice_sub(
			 reference, 0, slice_find_char(reference, '#', 0)),
		     scheme;
	enum reference_kind kind = take_head(&rest, &scheme);
	size_t colon, end;

	if (kind == REFERENCE_BAD)
		return REFERENCE_BAD;
	if (kind == REFERENCE_PATH) {
		/* "12:30.html" is a path, which CURLU would not see */
		colon = slice_find_char(rest, ':', 0);
		end = authority_length(rest);
		if (colon != SLICE_NOT_FOUND && colon < end)
			put_slice(out, SLICE("./"));
	} else {
		end = authority_length(rest);
		if (kind == REFERENCE_ABSOLUTE) {
			put_slice(out, scheme);
			put(out, ':');
		}
		put_slice(out, SLICE("//"));
		if (!put_authority(out, slice_sub(rest, 0, end)))
			return REFERENCE_BAD;
		rest = slice_sub(rest, end, rest.len);
	}
	put_tail(out, rest);
	out->p[out->len] = '\0';
	return out->over ? REFERENCE_BAD : kind;
}

/* CURLU's reading: base, then the reference on it. */
static bool
merge(const char *base, const char *reference, struct url_text *ret)
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
	put_slice(ret, slice_of(text));
	ret->p[ret->len] = '\0';
	fine = true;
out:
	curl_free(text);
	curl_url_cleanup(handle);
	return fine;
}

static bool
resolve(struct slice base, struct slice reference, struct url_text *ret)
{
	struct url_text clean_base, clean_reference;
	struct url_plain plain;
	enum reference_kind kind;

	text_init(&clean_base);
	text_init(&clean_reference);
	base = trim(base);
	reference = trim(reference);
	if (base.len > LIMIT_URL_BYTES || reference.len > LIMIT_URL_BYTES ||
	    has_control(base) || has_control(reference))
		return false;
	if (url_plain_read(reference, &plain)) {
		put_slice(ret, reference);
		return true;
	}
	kind = clean(reference, &clean_reference);
	if (kind == REFERENCE_BAD)
		return false;
	if (kind == REFERENCE_ABSOLUTE)
		return merge(NULL, clean_reference.p, ret);
	return clean(base, &clean_base) == REFERENCE_ABSOLUTE &&
	       merge(clean_base.p, clean_reference.p, ret);
}

bool
url_resolve(struct arena *arena, struct slice base, struct slice reference,
    struct slice *ret_url)
{
	struct url_text text;

	text_init(&text);
	if (!resolve(base, reference, &text))
		return false;
	*ret_url = arena_copy(arena, (struct slice){ text.p, text.len });
	return true;
}

bool
url_fetchable(struct slice url)
{
	struct url_text text;

	text_init(&text);
	return resolve(SLICE_NONE, url, &text);
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
