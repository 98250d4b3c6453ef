/*
 * address_text.c -- URLs of feeds and proxies, host:port.  RFC 3986, 3.
 */
#include "config/address_text.h"

#include <arpa/inet.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/text/ascii.h"

/* Borrowed parts of scheme://[credentials@]host[:port]rest. */
struct address {
	struct slice scheme, credentials, host, port, rest;
	bool has_credentials, has_port;
};

/* host, or [host], and :port */
static bool
address_text_split_host(struct slice s, struct address *ret)
{
	size_t colon;

	if (slice_starts(s, SLICE("["))) {
		size_t end = slice_find_char(s, ']', 0);

		if (end == SLICE_NOT_FOUND)
			return false;
		ret->host = slice_sub(s, 0, end + 1);
		s = slice_sub(s, end + 1, s.len);
		if (s.len > 0 && !slice_starts(s, SLICE(":")))
			return false;
	} else {
		colon = slice_find_char(s, ':', 0);
		ret->host = slice_sub(s, 0, colon);
		s = slice_sub(s, colon, s.len);
	}
	ret->has_port = s.len > 0;
	ret->port = slice_sub(s, 1, s.len);
	return ret->host.len > 0;
}

static bool
address_text_split(struct slice url, struct address *ret)
{
	size_t colon = slice_find(url, SLICE("://"), 0), end, at;
	struct slice authority;

	*ret = (struct address){ 0 };
	if (colon == SLICE_NOT_FOUND || colon == 0)
		return false;
	ret->scheme = slice_sub(url, 0, colon);
	for (end = colon + 3; end < url.len; end++)
		if (strchr("/?#", url.p[end]) != NULL)
			break;
	authority = slice_sub(url, colon + 3, end);
	ret->rest = slice_sub(url, end, url.len);
	for (at = authority.len; at > 0; at--) {
		if (authority.p[at - 1] != '@')
			continue;
		ret->has_credentials = true;
		ret->credentials = slice_sub(authority, 0, at - 1);
		authority = slice_sub(authority, at, authority.len);
		break;
	}
	return address_text_split_host(authority, ret);
}

static bool
address_text_is_port(struct slice s)
{
	int64_t port;

	return s.len > 0 && ascii_is_digit(s.p[0]) &&
	       slice_to_int64(s, &port) && port >= 1 && port <= 65535;
}

/* Letters, digits, "-", ".", "_", bytes above ASCII; in brackets an IPv6
 * address. */
static bool
address_text_is_host(struct slice s)
{
	const char *others = "-._";

	if (slice_starts(s, SLICE("["))) {
		s = slice_sub(s, 1, s.len - 1);
		others = ":.";
	}
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];
		bool letter = ascii_is_letter(c);
		bool digit = ascii_is_digit(c);

		if (!letter && !digit && c < 0x80 &&
		    (c == '\0' || strchr(others, c) == NULL))
			return false;
	}
	return s.len > 0;
}

static bool
address_text_has_blank(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.p[i] <= ' ' || s.p[i] == 0x7F)
			return true;
	return false;
}

static const char *
address_text_parts_problem(const struct address *a)
{
	if (!address_text_is_host(a->host))
		return "a URL whose host is none";
	/* RFC 3986, 3.2.3: an empty port is the default one. */
	if (a->port.len > 0 && !address_text_is_port(a->port))
		return "a URL whose port is none";
	return NULL;
}

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

/* address_text_split() of the URL in a "feed:" URL; "//host" is http. */
static bool
address_text_address_split_feed(struct slice url, struct address *ret)
{
	struct slice rest;

	if (feed_url_plain_scheme(url, &rest)[0] == '\0')
		return address_text_split(rest, ret);
	if (!address_text_split(url, ret))
		return false;
	ret->scheme = SLICE("http");
	return true;
}

const char *
feed_url_problem(struct slice url)
{
	struct address a;

	if (address_text_has_blank(url))
		return "a URL with white space";
	if (!address_text_address_split_feed(url, &a))
		return "";
	if (!slice_equal_nocase(a.scheme, SLICE("http")) &&
	    !slice_equal_nocase(a.scheme, SLICE("https")))
		return a.has_credentials ? "a URL of another scheme" : "";
	if (a.has_credentials)
		return "a URL with credentials (`headers` has room for them)";
	return address_text_parts_problem(&a);
}

const char *
proxy_problem(struct slice url)
{
	static const char *const schemes[] = { "http", "https", "socks4",
		"socks4a", "socks5", "socks5h" };
	struct address a;

	if (address_text_has_blank(url))
		return "a URL with white space";
	if (!address_text_split(url, &a))
		return url_has_credentials(url) ? "no URL" : "";
	for (size_t i = 0; i < ARRAY_LENGTH(schemes); i++)
		if (slice_equal_nocase(a.scheme, slice_of(schemes[i])))
			return address_text_parts_problem(&a);
	return a.has_credentials ? "a URL of another scheme" : "";
}

const char *
listen_problem(struct slice s)
{
	struct address a = { 0 };

	if (!address_text_split_host(s, &a) || !address_text_is_host(a.host) ||
	    !address_text_is_port(a.port))
		return "";
	return NULL;
}

/* 127.0.0.0/8, written as four numbers. */
static bool
address_text_is_loopback(struct slice host)
{
	char text[INET_ADDRSTRLEN];
	struct in_addr four;

	if (!slice_starts(host, SLICE("127.")) || host.len >= sizeof(text))
		return false;
	memcpy(text, host.p, host.len);
	text[host.len] = '\0';
	return inet_pton(AF_INET, text, &four) == 1;
}

const char *
listen_warning(struct slice s)
{
	static const struct slice everywhere[] = { SLICE("0.0.0.0"),
		SLICE("[::]"), SLICE("[::0]"), SLICE("*"), SLICE("0") };
	struct address a = { 0 };

	if (!address_text_split_host(s, &a))
		return NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(everywhere); i++)
		if (slice_equal(a.host, everywhere[i]))
			return "it listens on every address of this machine: "
			       "all who reach it can read feeds and articles; "
			       "expected 127.0.0.1 or [::1], or a firewall";
	if (address_text_is_loopback(a.host) ||
	    slice_equal(a.host, SLICE("[::1]")) ||
	    slice_equal_nocase(a.host, SLICE("localhost")) ||
	    slice_equal_nocase(a.host, SLICE("ip6-localhost")))
		return NULL;
	return "it listens on an address that is not of this machine alone: "
	       "all who reach it can read feeds and articles; expected "
	       "127.0.0.1 or [::1], or a firewall";
}

bool
url_has_credentials(struct slice url)
{
	return slice_find_char(url, '@', 0) != SLICE_NOT_FOUND;
}

static void
address_text_append_lower(struct buf *out, struct slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.p[i];

		buf_append_char(out, ascii_lower(c));
	}
}

/* The path of a URL without "." and ".." segments.  RFC 3986, 5.2.4. */
static void
address_text_address_append_path(struct buf *out, struct slice path)
{
	size_t root = out->len;
	struct slice segment;

	path = slice_sub(path, 1, path.len);
	buf_append_char(out, '/');
	while (path.p != NULL && slice_next(&path, '/', &segment)) {
		if (slice_equal(segment, SLICE("..")) && !buf_failed(out)) {
			while (out->len > root + 1 &&
			       out->p[--out->len - 1] != '/')
				;
			out->p[out->len] = '\0';
		} else if (!slice_equal(segment, SLICE("."))) {
			buf_append_slice(out, segment);
			if (path.p != NULL)
				buf_append_char(out, '/');
		}
	}
}

char *
feed_url_key(struct slice url)
{
	struct address a;
	struct buf key;
	char *ret = NULL;
	size_t query;
	bool secure;

	if (!address_text_address_split_feed(url, &a))
		return strndup(url.p, url.len);
	secure = slice_equal_nocase(a.scheme, SLICE("https"));
	buf_init(&key, 2 * LIMIT_URL_BYTES);
	address_text_append_lower(&key, a.scheme);
	buf_append_string(&key, "://");
	address_text_append_lower(&key, a.host);
	if (a.port.len > 0 &&
	    !slice_equal(a.port, secure ? SLICE("443") : SLICE("80"))) {
		buf_append_char(&key, ':');
		buf_append_slice(&key, a.port);
	}
	a.rest = slice_sub(a.rest, 0, slice_find_char(a.rest, '#', 0));
	query = slice_find_char(a.rest, '?', 0);
	address_text_address_append_path(&key, slice_sub(a.rest, 0, query));
	buf_append_slice(&key, slice_sub(a.rest, query, a.rest.len));
	if (!buf_failed(&key))
		ret = buf_detach(&key);
	buf_release(&key);
	return ret;
}
