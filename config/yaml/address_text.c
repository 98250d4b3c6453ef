/*
 * address_text.c -- checks URLs of feeds and proxies, and host:port.
 */
#include "config/yaml/address_text.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "url/feed_url.h"
#include "url/url_parts.h"

static bool
address_text_is_port(struct slice s)
{
	int64_t port;

	return s.len > 0 && ascii_is_digit(s.p[0]) &&
	       slice_to_int64(s, &port) && port >= 1 && port <= 65535;
}

/* A host consists of letters, digits, "-", ".", "_" and bytes above ASCII, or
 * is an IPv6 address in brackets. */
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
address_text_parts_problem(const struct url_parts *a)
{
	if (!address_text_is_host(a->host))
		return "a URL with an invalid host";
	/* an empty port means the default port (RFC 3986, 3.2.3) */
	if (a->port.len > 0 && !address_text_is_port(a->port))
		return "a URL with an invalid port";
	return NULL;
}

/* Applies url_parts_read() to the URL in a "feed:" URL; "//host" is read as an
 * http URL. */
static bool
address_text_read_feed(struct slice url, struct url_parts *ret)
{
	struct slice rest;

	if (feed_url_plain_scheme(url, &rest)[0] == '\0')
		return url_parts_read(rest, ret);
	if (!url_parts_read(url, ret))
		return false;
	ret->scheme = SLICE("http");
	return true;
}

const char *
feed_url_problem(struct slice url)
{
	struct url_parts a;

	if (address_text_has_blank(url))
		return "a URL with white space";
	if (!address_text_read_feed(url, &a))
		return "";
	if (!slice_equal_nocase(a.scheme, SLICE("http")) &&
	    !slice_equal_nocase(a.scheme, SLICE("https")))
		return a.credentials.p != NULL ? "a URL of another scheme" : "";
	if (a.credentials.p != NULL)
		return "a URL with credentials (put them into `headers`)";
	return address_text_parts_problem(&a);
}

const char *
proxy_problem(struct slice url)
{
	static const char *const schemes[] = { "http", "https", "socks4",
		"socks4a", "socks5", "socks5h" };
	struct url_parts a;

	if (address_text_has_blank(url))
		return "a URL with white space";
	if (!url_parts_read(url, &a))
		return url_has_credentials(url) ? "no URL" : "";
	for (size_t i = 0; i < ARRAY_LENGTH(schemes); i++)
		if (slice_equal_nocase(a.scheme, slice_of(schemes[i])))
			return address_text_parts_problem(&a);
	return a.credentials.p != NULL ? "a URL of another scheme" : "";
}

const char *
listen_problem(struct slice s)
{
	struct url_parts a = { 0 };

	if (!url_parts_read_authority(s, &a) || a.credentials.p != NULL ||
	    !address_text_is_host(a.host) || !address_text_is_port(a.port))
		return "";
	return NULL;
}

/* True for an address in 127.0.0.0/8 that is written as four numbers. */
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
renderer_problem(struct slice url)
{
	struct url_parts a;

	if (address_text_has_blank(url))
		return "a URL with white space";
	if (!url_parts_read(url, &a))
		return url_has_credentials(url) ? "no URL" : "";
	if (a.credentials.p != NULL)
		return "a URL with credentials";
	if (!slice_equal_nocase(a.scheme, SLICE("http")))
		return "";
	if (address_text_parts_problem(&a) != NULL)
		return address_text_parts_problem(&a);
	if (!address_text_is_loopback(a.host) &&
	    !slice_equal(a.host, SLICE("[::1]")) &&
	    !slice_equal_nocase(a.host, SLICE("localhost")))
		return "a URL of another machine";
	if (a.query.p != NULL ||
	    slice_find_char(url, '#', 0) != SLICE_NOT_FOUND)
		return "a URL with a query";
	return NULL;
}

const char *
callback_problem(struct slice url)
{
	const char *problem = feed_url_problem(url);

	if (problem != NULL)
		return problem;
	if (slice_find_char(url, '?', 0) != SLICE_NOT_FOUND ||
	    slice_find_char(url, '#', 0) != SLICE_NOT_FOUND)
		return "a URL with a query";
	return NULL;
}

const char *
listen_warning(struct slice s)
{
	static const struct slice everywhere[] = { SLICE("0.0.0.0"),
		SLICE("[::]"), SLICE("[::0]"), SLICE("*"), SLICE("0") };
	struct url_parts a = { 0 };

	if (!url_parts_read_authority(s, &a))
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
	return "it listens on an address that may be reached from other "
	       "machines: all who reach it can read feeds and articles; "
	       "expected 127.0.0.1 or [::1], or a firewall";
}

bool
url_has_credentials(struct slice url)
{
	return slice_find_char(url, '@', 0) != SLICE_NOT_FOUND;
}
